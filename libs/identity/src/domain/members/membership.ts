import type { AccountStatus, Role } from '@trunkline/kernel';

export interface Membership {
  readonly accountId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** A membership with the account's name and status. */
export interface AccountOfUser {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly status: AccountStatus;
}

/** True if the user can still sign in to some account. */
export function hasOpenAccount(accounts: readonly AccountOfUser[]): boolean {
  return accounts.some(({ status }) => status !== 'closed');
}
