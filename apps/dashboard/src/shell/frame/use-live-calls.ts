import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { useQuiet } from '../../session/use-quiet';

const COUNTED_MAX = 100;
const RELOAD_MS = 15_000;

/** How many calls are in progress, as text; undefined while that is not known or not for the user's role. */
export function useLiveCalls(): string | undefined {
  const may = useMay();
  const isQuiet = useQuiet();
  const { data } = useQuery({
    queryKey: ['live-calls', 'count'],
    queryFn: async ({ signal }) => trunkline.calls.list({ limit: COUNTED_MAX }, { signal }),
    enabled: isQuiet && may('cdrs:read'),
    refetchInterval: RELOAD_MS,
  });
  return data && `${data.items.length}${data.next_cursor === null ? '' : '+'}`;
}
