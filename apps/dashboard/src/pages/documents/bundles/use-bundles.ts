import { useQuery } from '@tanstack/react-query';
import type { ComplianceBundle } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';

const LISTED_MAX = 100;

interface Bundles {
  readonly bundles: readonly ComplianceBundle[];
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** The newest bundles of each country. Loads nothing for roles that may not read them. */
export function useBundles(countries: readonly string[]): Bundles {
  const mayRead = useMay()('compliance:read');
  const asked = [...new Set(countries)].toSorted();
  const { data, error, isPending } = useQuery({
    queryKey: ['bundles', { countries: asked, limit: LISTED_MAX }],
    queryFn: async ({ signal }) => {
      const list = (country: string) =>
        trunkline.compliance.bundles.list({ country: [country], limit: LISTED_MAX }, { signal });
      return (await Promise.all(asked.map(list))).flatMap(({ items }) => items);
    },
    enabled: mayRead && asked.length > 0,
  });
  return { bundles: data ?? [], isPending: mayRead && asked.length > 0 && isPending, error };
}
