import { useQueries } from '@tanstack/react-query';
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
  const answers = useQueries({
    queries: [...new Set(countries)].map((country) => ({
      queryKey: ['bundles', { country, limit: LISTED_MAX }],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        trunkline.compliance.bundles.list({ country: [country], limit: LISTED_MAX }, { signal }),
      enabled: mayRead,
    })),
  });
  return {
    bundles: answers.flatMap(({ data }) => data?.items ?? []),
    isPending: mayRead && answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error)?.error ?? null,
  };
}
