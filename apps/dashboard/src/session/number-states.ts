import { useQuery } from '@tanstack/react-query';
import { useMay } from './account';
import { trunkline } from './client';

/** The API counts no more of the numbers that need attention. */
export const COUNTED_MAX = 10_000;

/** How many numbers of the account have each state: one small request, however many there are. */
export function useNumberStates() {
  return useQuery({
    queryKey: ['numbers', 'states'],
    queryFn: ({ signal }) => trunkline.numbers.count.get({ states: true }, { signal }),
    enabled: useMay()('numbers:read'),
  });
}
