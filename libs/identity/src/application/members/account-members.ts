import { CommonErrors, type Principal } from '@trunkline/kernel';
import type { Account } from '../../domain/account';
import type { Membership } from '../../domain/members/membership';
import type { AccountRepository, MembershipRepository } from '../ports';

export interface LockedMembers {
  readonly account: Account;
  /** The acting member, with the current role: it may have changed since the credential was checked. */
  readonly actor: Membership;
}

/** Serializes changes to the members of an account. */
export class AccountMembers {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /** Locks the account and the acting member. Joins the transaction. Throws forbidden when the membership has ended. */
  async lock({ accountId, userId }: Principal): Promise<LockedMembers> {
    const account = await this.accounts.lock(accountId);
    const actor = await this.memberships.lock(accountId, userId);
    if (!actor) throw CommonErrors.forbidden();
    return { account, actor };
  }
}
