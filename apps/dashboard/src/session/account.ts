import { useSuspenseQuery } from '@tanstack/react-query';
import type { MyAccount, Permission, Role } from '@trunkline/client';
import { format } from '../format';
import { trunkline } from './client';

export const accountQuery = {
  queryKey: ['account'],
  queryFn: async () => {
    const account = await trunkline.account.get();
    format.setTimeZone(account.settings.timezone);
    return account;
  },
  staleTime: 15_000,
};

/** The selected account, with the signed-in user. */
export function useAccount(): MyAccount {
  return useSuspenseQuery(accountQuery).data;
}

export const roleIn = ({ id, memberships, user }: MyAccount): Role =>
  memberships.find((each) => each.account_id === id)?.role ?? user?.role ?? 'read_only';

/** Returns whether the user may use a permission in the account. The API decides: pages only hide what it would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useAccount();
  return (permission) => permissions.includes(permission);
}
