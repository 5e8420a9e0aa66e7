import type { Clock } from '@trunkline/kernel';
import { monthOf } from '../../domain/invoices/month';
import type { CloseMonth } from './close-month';
import type { BilledTransactions } from './ports';

const BATCH = 100;

/**
 * The issue-invoices job: bills every month that is over, of every account, however long nobody has run it. Any number of
 * workers may run it at once, and stop anywhere.
 */
export class IssueInvoices {
  constructor(
    private readonly books: BilledTransactions,
    private readonly closeMonth: CloseMonth,
    private readonly clock: Clock,
  ) {}

  /** One account that cannot be billed does not keep the others: rejects at the end, with all that went wrong. */
  async execute(): Promise<void> {
    const until = monthOf(this.clock.now()).start;
    const faults: unknown[] = [];
    let batch: string[] = [];
    do {
      batch = await this.books.due(until, batch.at(-1) ?? '', BATCH);
      for (const accountId of batch) await this.attempt(accountId, faults);
    } while (batch.length === BATCH);
    if (faults.length > 0) throw new AggregateError(faults, `${String(faults.length)} accounts could not be billed.`);
  }

  private async attempt(accountId: string, faults: unknown[]): Promise<void> {
    try {
      for (let isMore = true; isMore; ) isMore = await this.closeMonth.execute(accountId);
    } catch (error) {
      faults.push(new Error(`Account ${accountId} could not be billed.`, { cause: error }));
    }
  }
}
