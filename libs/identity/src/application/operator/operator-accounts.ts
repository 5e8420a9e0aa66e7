import type { Clock } from '@trunkline/kernel';
import type { Wallets } from '../ports';
import type { AccountNumbers, CallPricing, OperatorAccountQueries } from './ports';
import type { OperatorAccountDetails } from './views';

/** Reads all accounts, for operators. */
export class OperatorAccounts {
  constructor(
    private readonly queries: OperatorAccountQueries,
    private readonly wallets: Wallets,
    private readonly numbers: AccountNumbers,
    private readonly prices: CallPricing,
    private readonly clock: Clock,
  ) {}

  /** Throws not_found. */
  async get(accountId: string): Promise<OperatorAccountDetails> {
    const stored = await this.queries.get(accountId, this.clock.now());
    const balance = await this.wallets.balance(accountId);
    const prices = await this.prices.get(accountId);
    return { ...stored, balance, prices, numbers: await this.numbers.countLive(accountId) };
  }
}
