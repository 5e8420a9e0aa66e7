import type { Clock, Page, PageRequest } from '@trunkline/kernel';
import type { Wallets } from '../ports';
import type { AccountNumbers, OperatorAccountFilter, OperatorAccountQueries } from './ports';
import type { OperatorAccountDetails, OperatorAccountView } from './views';

/** Reads all accounts, for operators. */
export class OperatorAccounts {
  constructor(
    private readonly queries: OperatorAccountQueries,
    private readonly wallets: Wallets,
    private readonly numbers: AccountNumbers,
    private readonly clock: Clock,
  ) {}

  list(filter: OperatorAccountFilter, page: PageRequest<'created_at'>): Promise<Page<OperatorAccountView>> {
    return this.queries.list(filter, page);
  }

  /** Throws not_found. */
  async get(accountId: string): Promise<OperatorAccountDetails> {
    const stored = await this.queries.get(accountId, this.clock.now());
    const balance = await this.wallets.balance(accountId);
    return { ...stored, balance, numbers: await this.numbers.countLive(accountId) };
  }
}
