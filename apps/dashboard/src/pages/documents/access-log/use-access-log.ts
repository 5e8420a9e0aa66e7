import { useQuery } from '@tanstack/react-query';
import type { AccessEntry } from '@trunkline/client';
import { useAccount, useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { READERS } from './labels';

const MEMBERS_MAX = 100;

/** Owners and admins may see the access log; they alone may change members. */
export function useMaySeeAccesses(): boolean {
  const may = useMay();
  return may('compliance:read') && may('members:write');
}

/** Names those who read personal data: members by their names, other readers by their kind. */
export function useReaders() {
  const { user } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: ['members', 'names'],
    queryFn: async ({ signal }) => trunkline.account.members.list({ limit: MEMBERS_MAX }, { signal }),
  });
  const nameOf = ({ actor_kind, actor_id }: AccessEntry): string => {
    const member = data?.items.find((each) => each.user.id === actor_id);
    if (actor_kind !== 'user' || !member) return READERS[actor_kind];
    return actor_id === user?.id ? `${member.user.name} (you)` : member.user.name;
  };
  return { nameOf, error, refetch };
}
