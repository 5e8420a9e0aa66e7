import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';

const NEWEST_MAX = 10;

/** The newest numbers of the account, by which the first steps know how far a new account is. */
export function useNewestNumbers() {
  return useQuery({
    queryKey: ['numbers', 'newest'],
    queryFn: async ({ signal }) => trunkline.numbers.list({ limit: NEWEST_MAX }, { signal }),
    enabled: useMay()('numbers:read'),
  });
}
