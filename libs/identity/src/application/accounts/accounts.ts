import { CommonErrors, type Principal } from '@trunkline/kernel';
import type { AccountQueries, Wallets } from '../ports';
import type { MyAccount } from '../views';

/** The account as the one who asks may see it. */
export class Accounts {
  constructor(
    private readonly queries: AccountQueries,
    private readonly wallets: Wallets,
  ) {}

  /** Throws not_found when the membership has ended since the credential was checked. */
  async mine(principal: Principal): Promise<MyAccount> {
    const { accountId, userId, credential } = principal;
    const profile = await this.queries.profile(accountId, userId);
    if (!profile) throw CommonErrors.not_found();
    const balance = await this.wallets.balance(accountId);
    // A key or a token reaches one account; which others its user belongs to is none of its business.
    const isMine = (id: string) => credential === 'session' || id === accountId;
    return { ...profile, memberships: profile.memberships.filter((each) => isMine(each.accountId)), balance };
  }
}
