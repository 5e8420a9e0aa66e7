import { CommonErrors, type Principal } from '@trunkline/kernel';
import type { AccountQueries, Wallets } from '../ports';
import type { MyAccount } from '../views';

/** The account of the authenticated user. */
export class Accounts {
  constructor(
    private readonly queries: AccountQueries,
    private readonly wallets: Wallets,
  ) {}

  /** Throws not_found when the membership ended after the credential was checked. */
  async mine(principal: Principal): Promise<MyAccount> {
    const { accountId, userId, credential } = principal;
    const profile = await this.queries.profile(accountId, userId);
    if (!profile) throw CommonErrors.not_found();
    const balance = await this.wallets.balance(accountId);
    // An API key or access token reaches one account and must not reveal the user's other memberships.
    const isMine = (id: string) => credential === 'session' || id === accountId;
    return { ...profile, memberships: profile.memberships.filter((each) => isMine(each.accountId)), balance };
  }
}
