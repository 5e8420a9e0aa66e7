import { useQuery } from '@tanstack/react-query';
import { trunkline } from '../../session/client';

const NUMBERS_MAX = 100;

/** The first active numbers of the account, to choose a caller ID from. */
export function useActiveNumbers() {
  const { data, isPending } = useQuery({
    queryKey: ['numbers', 'active'],
    queryFn: async ({ signal }) => trunkline.numbers.list({ status: ['active'], limit: NUMBERS_MAX }, { signal }),
  });
  return { numbers: data?.items.map(({ e164 }) => e164) ?? [], isPending };
}
