import { type AccountStatus, CommonErrors, type Tier } from '@trunkline/kernel';
import type { AccountQueries, Contact } from '../ports';
import type { AccountView } from '../views';

/** What other contexts may know of an account. */
export class AccountDirectory {
  constructor(private readonly queries: AccountQueries) {}

  /** Throws not_found. */
  async get(accountId: string): Promise<AccountView> {
    const account = await this.queries.find(accountId);
    if (!account) throw CommonErrors.not_found();
    return account;
  }

  /** Throws not_found. */
  async status(accountId: string): Promise<AccountStatus> {
    return (await this.get(accountId)).status;
  }

  /** Throws not_found. */
  async country(accountId: string): Promise<string> {
    return (await this.get(accountId)).country;
  }

  /** What decides whether and how many calls an account may have. Throws not_found. */
  async callTerms(
    accountId: string,
  ): Promise<{ readonly status: AccountStatus; readonly tier: Tier; readonly maxConcurrentCalls: number | null }> {
    const { status, tier, maxConcurrentCalls } = await this.get(accountId);
    return { status, tier, maxConcurrentCalls };
  }

  /** Whom mails about money go to: owners and members of role billing, in the order in which they joined. */
  billingContacts(accountId: string): Promise<readonly Contact[]> {
    return this.queries.contacts(accountId, ['owner', 'billing']);
  }

  /** Also while its closure is pending, which its status does not tell. Throws not_found. */
  async isSuspended(accountId: string): Promise<boolean> {
    return (await this.get(accountId)).suspendedAt !== null;
  }
}
