import { useQuery } from '@tanstack/react-query';
import { trunkline } from '../../session/client';

const NUMBERS_MAX = 100;

/** The newest active numbers of the account, to choose a caller ID from. The note says that there are more. */
export function useActiveNumbers() {
  const { data, isPending } = useQuery({
    queryKey: ['numbers', 'active'],
    queryFn: async ({ signal }) => trunkline.numbers.list({ status: ['active'], limit: NUMBERS_MAX }, { signal }),
  });
  const note = data?.next_cursor ? `Lists the newest ${NUMBERS_MAX} numbers.` : undefined;
  return { numbers: data?.items.map(({ e164 }) => e164) ?? [], note, isPending };
}
