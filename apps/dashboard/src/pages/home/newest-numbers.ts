import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';

export const NEWEST_MAX = 100;

/** The newest numbers of the account, which are all of most. Home counts them, and knows by them how far a new account is. */
export function useNewestNumbers() {
  return useQuery({
    queryKey: ['numbers', 'newest'],
    queryFn: async ({ signal }) => trunkline.numbers.list({ limit: NEWEST_MAX }, { signal }),
    enabled: useMay()('numbers:read'),
  });
}
