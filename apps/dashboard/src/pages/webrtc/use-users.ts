import { useQuery } from '@tanstack/react-query';
import { trunkline } from '../../session/client';

const USERS_MAX = 100;

const query = {
  queryKey: ['webrtc-users', 'active'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    trunkline.webrtcUsers.list({ status: ['active'], limit: USERS_MAX, sort: 'name', order: 'asc' }, { signal }),
};

/** The active WebRTC users of the account, as options and by id. */
export function useWebrtcUsers() {
  const { data } = useQuery(query);
  const users = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const names = new Map(users.map(({ value, label }) => [value, label]));
  return { users, userName: (id: string) => names.get(id) ?? id };
}
