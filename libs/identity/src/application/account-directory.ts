import { type AccountStatus, CommonErrors } from '@trunkline/kernel';
import type { AccountQueries } from './ports';
import type { AccountView } from './views';

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
}
