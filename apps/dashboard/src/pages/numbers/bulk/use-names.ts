import { useQuery } from '@tanstack/react-query';
import type { NumberChange } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { useRoutes } from '../routes';
import { changeText, type Names, UNNAMED } from './change-text';

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

/** Returns what says what a job changes, with the names of trunks, profiles and bundles once they are loaded. */
export function useChangeText(): (change: NumberChange | null) => string {
  const routes = useRoutes();
  const { bundles, isPending } = useAllBundles();
  const bundleOf = (id: string): string => bundles.find((bundle) => bundle.id === id)?.name ?? id;
  const names: Names = {
    routeOf: routes.isPending ? UNNAMED.routeOf : routes.nameOf,
    bundleOf: isPending ? UNNAMED.bundleOf : bundleOf,
  };
  return (change) => changeText(change, names);
}
