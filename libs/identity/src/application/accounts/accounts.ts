import { CommonErrors, invalidFields, type Principal, type Transactor } from '@trunkline/kernel';
import type { Account, AccountChange } from '../../domain/account';
import type {
  AccountQueries,
  AccountRepository,
  Wallets,
  BalanceAlerts,
  NumberHistory,
  OutboundCountries,
} from '../ports';
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
    private readonly outbound: OutboundCountries,
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
   * taxes and documents depend on it, and 422 for an unknown time zone and for countries that only a verified account may
   * call.
   */
  change(accountId: string, change: AccountChange): Promise<void> {
    return this.tx.run(async () => {
      const account = await this.accounts.lock(accountId);
      await this.assertMayMove(account, change.country);
      await this.assertOpen(account, change.settings?.outbound?.allowedCountries ?? []);
      account.change(change);
      await this.accounts.save(account);
      const alertCents = change.settings?.lowBalanceAlertCents;
      if (alertCents !== undefined) await this.alerts.alertBelow(accountId, alertCents);
    });
  }

  private async assertMayMove(account: Account, country = account.country): Promise<void> {
    if (country === account.country || !(await this.numbers.hasOrdered(account.id))) return;
    throw CommonErrors.invalid_state({
      message: 'The country cannot be changed after the account has ordered a number.',
    });
  }

  private async assertOpen(account: Account, countries: readonly string[]): Promise<void> {
    if (countries.length === 0) return;
    const { id: accountId, tier, country, outbound, outboundExceptions, chargedCountries } = account;
    const terms = { accountId, tier, country, outbound, outboundExceptions, chargedCountries };
    const closed = await this.outbound.closedTo(terms, countries);
    if (closed.length === 0) return;
    const message = `needs a verified account for ${closed.join(', ')}`;
    throw invalidFields({ 'settings.outbound.allowed_countries': message });
  }
}
