import { useSuspenseQuery } from '@tanstack/react-query';
import type { MyAccount, Role } from '@trunkline/client';
import { trunkline } from './client';
import { type Permission, roleMay } from './permissions';

export const accountQuery = {
  queryKey: ['account'],
  queryFn: () => trunkline.account.get(),
  staleTime: 15_000,
};

/** The selected account, with the signed-in user. */
export function useAccount(): MyAccount {
  return useSuspenseQuery(accountQuery).data;
}

export const roleIn = ({ id, memberships, user }: MyAccount): Role =>
  memberships.find((each) => each.account_id === id)?.role ?? user?.role ?? 'read_only';

/** Returns whether the user's role in the account grants a permission. */
export function useMay(): (permission: Permission) => boolean {
  const role = roleIn(useAccount());
  return (permission) => roleMay(role, permission);
}
