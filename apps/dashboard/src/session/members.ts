import { useQuery } from '@tanstack/react-query';
import { trunkline } from './client';

const PAGE_MAX = 100;

/** The names of all members of the account, by the IDs of their users. */
export const useMemberNames = () =>
  useQuery({
    queryKey: ['members', 'names'],
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>();
      const members = trunkline.account.members.list({ limit: PAGE_MAX }, { signal });
      for await (const { user } of members) names.set(user.id, user.name);
      return names;
    },
  });
