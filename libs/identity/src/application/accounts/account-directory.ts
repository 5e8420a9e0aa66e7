import type { AccountStatus } from '@trunkline/kernel';
import type { AccountQueries, Contact } from '../ports';
import type { AccountView } from '../views';

/** What other contexts may read of an account. */
export class AccountDirectory {
  constructor(private readonly queries: AccountQueries) {}

  /** Throws not_found. */
  get(accountId: string): Promise<AccountView> {
    return this.queries.get(accountId);
  }

  /** Throws not_found. */
  async status(accountId: string): Promise<AccountStatus> {
    return (await this.get(accountId)).status;
  }

  /** Throws not_found. */
  async country(accountId: string): Promise<string> {
    return (await this.get(accountId)).country;
  }

  /** Returns an IANA time zone. Throws not_found. */
  async timezone(accountId: string): Promise<string> {
    return (await this.get(accountId)).settings.timezone;
  }

  /** Recipients of billing emails: owners and members with role billing, in the order in which they joined. */
  billingContacts(accountId: string): Promise<readonly Contact[]> {
    return this.queries.contacts(accountId, ['owner', 'billing']);
  }

  /** Recipients of technical emails: owners and admins, in the order in which they joined. */
  technicalContacts(accountId: string): Promise<readonly Contact[]> {
    return this.queries.contacts(accountId, ['owner', 'admin']);
  }

  /** Also true while the closure of a suspended account is pending. Throws not_found. */
  async isSuspended(accountId: string): Promise<boolean> {
    return (await this.get(accountId)).suspendedAt !== null;
  }

  /** Returns those of the accounts that are closed or suspended, also while their closure is pending. */
  inactiveAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.queries.inactiveAmong(accountIds);
  }
}
