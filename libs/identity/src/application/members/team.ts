import { CommonErrors, type Principal } from '@trunkline/kernel';
import type { Account } from '../../domain/accounts/account';
import type { Membership } from '../../domain/members/membership';
import type { AccountRepository, MembershipRepository } from '../ports';

export interface HeldTeam {
  readonly account: Account;
  /** Who acts, with the role of this moment: the one that the credential was checked with may be gone. */
  readonly actor: Membership;
}

/** The members of an account while they change. */
export class Team {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /**
   * Within a transaction: holds the account, so that its members change one after another. Throws forbidden for someone
   * who is a member no more.
   */
  async hold({ accountId, userId }: Principal): Promise<HeldTeam> {
    const account = await this.accounts.lock(accountId);
    const actor = await this.memberships.lock(accountId, userId);
    if (!actor) throw CommonErrors.forbidden();
    return { account, actor };
  }
}
