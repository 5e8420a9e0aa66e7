import { useQuery } from '@tanstack/react-query';
import type { NumberChange } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { useRoutes } from '../routes';
import { changeText } from './change-text';

const BUNDLES_MAX = 100;

/** The newest bundles of the account. Loads nothing for roles that may not read them. */
export function useAllBundles() {
  const mayRead = useMay()('compliance:read');
  const { data, error, isPending } = useQuery({
    queryKey: ['bundles', 'options'],
    queryFn: async ({ signal }) => trunkline.compliance.bundles.list({ limit: BUNDLES_MAX }, { signal }),
    enabled: mayRead,
  });
  return { bundles: data?.items ?? [], error, isPending: mayRead && isPending };
}

/** Returns what says what a job changes, with the names of trunks, profiles and bundles. */
export function useChangeText(): (change: NumberChange | null) => string {
  const { nameOf } = useRoutes();
  const { bundles } = useAllBundles();
  const bundleOf = (id: string): string => bundles.find((bundle) => bundle.id === id)?.name ?? id;
  return (change) => changeText(change, { routeOf: nameOf, bundleOf });
}
