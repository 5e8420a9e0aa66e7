import type { AccountStatus, Role } from '@trunkline/kernel';

export interface Membership {
  readonly accountId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** A membership with what a choice between several needs. */
export interface AccountOfUser {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly status: AccountStatus;
}

/** Whether there is anything left to sign in to. */
export function hasOpenAccount(accounts: readonly AccountOfUser[]): boolean {
  return accounts.some(({ status }) => status !== 'closed');
}
