import { CommonErrors, type Principal, type Transactor } from '@trunkline/kernel';
import type { AccountChange } from '../../domain/account';
import type { AccountQueries, AccountRepository, Wallets, BalanceAlerts, NumberHistory } from '../ports';
import type { MyAccount } from '../views';

/** The account of the authenticated user. */
export class Accounts {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountRepository,
    private readonly queries: AccountQueries,
    private readonly wallets: Wallets,
    private readonly numbers: NumberHistory,
    private readonly alerts: BalanceAlerts,
  ) {}

  /** Throws not_found when the membership ended after the credential was checked. */
  async mine(principal: Principal): Promise<MyAccount> {
    const { accountId, userId, credential } = principal;
    const profile = await this.queries.profile(accountId, userId);
    const balance = await this.wallets.balance(accountId);
    // An API key or access token reaches one account and must not reveal the user's other memberships.
    const isMine = (id: string) => credential === 'session' || id === accountId;
    return { ...profile, memberships: profile.memberships.filter((each) => isMine(each.accountId)), balance };
  }

  /**
   * Changes only the given fields. Throws invalid_state for another country once a number was ordered, because prices,
   * taxes and documents depend on it, and 422 for an unknown time zone.
   */
  change(accountId: string, change: AccountChange): Promise<void> {
    return this.tx.run(async () => {
      const account = await this.accounts.lock(accountId);
      const moves = change.country !== undefined && change.country !== account.country;
      if (moves && (await this.numbers.hasOrdered(accountId))) {
        throw CommonErrors.invalid_state({
          message: 'The country cannot be changed after the account has ordered a number.',
        });
      }
      account.change(change);
      await this.accounts.save(account);
      const alertCents = change.settings?.lowBalanceAlertCents;
      if (alertCents !== undefined) await this.alerts.alertBelow(accountId, alertCents);
    });
  }
}
