import { useQuery } from '@tanstack/react-query';
import { NUMBER_STATUSES } from '@trunkline/client/lists';
import { trunkline } from '../../session/client';

/** A number of the account by its ID, also a released one. Undefined until it is loaded, and without an ID. */
export function useNumber(id: string | null | undefined) {
  const { data } = useQuery({
    queryKey: ['numbers', 'by-id', id],
    queryFn: async ({ signal }) =>
      trunkline.numbers.list({ id: [id ?? ''], status: NUMBER_STATUSES, limit: 1 }, { signal }),
    enabled: Boolean(id),
  });
  return data?.items[0];
}
