import { useSuspenseQuery } from '@tanstack/react-query';
import { isTrunklineError, type MyAccount, type Permission, type Role } from '@trunkline/client';
import { format } from '../format';
import { openAccount, selectedAccount, trunkline } from './client';

/** Opens the account of the session where the one of this tab is not the user's, or not any more. */
async function load(): Promise<MyAccount> {
  try {
    return await trunkline.account.get();
  } catch (error) {
    if (isTrunklineError(error, 'forbidden') && selectedAccount.get() !== undefined) openAccount();
    throw error;
  }
}

export const accountQuery = {
  queryKey: ['account'],
  queryFn: async () => {
    const account = await load();
    selectedAccount.show(account.id);
    format.setTimeZone(account.settings.timezone);
    return account;
  },
  staleTime: 15_000,
  // The user may have signed in as another one in another tab.
  refetchOnWindowFocus: 'always' as const,
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
