import type { Clock, Transactor } from '@trunkline/kernel';
import { settle } from '../../domain/invoices/invoice';
import type { BilledTransactions, InvoiceRepository, InvoiceSeriesRepository } from './ports';

const BATCH = 100;

/**
 * Marks postpaid invoices as paid once the balance covers them. What is owed is what the balance lacked at the end of the
 * last month that was billed, less payments since; it is laid on the newest invoices, so that money pays the oldest.
 */
export class SettleInvoices {
  constructor(
    private readonly tx: Transactor,
    private readonly books: BilledTransactions,
    private readonly series: InvoiceSeriesRepository,
    private readonly invoices: InvoiceRepository,
    private readonly clock: Clock,
  ) {}

  /** One account that fails does not keep the others: rejects at the end, with all that went wrong. */
  async execute(): Promise<void> {
    const faults: unknown[] = [];
    let batch: string[] = [];
    do {
      batch = await this.invoices.accountsWithOpen(batch.at(-1) ?? '', BATCH);
      for (const accountId of batch) await this.attempt(accountId, faults);
    } while (batch.length === BATCH);
    if (faults.length > 0) throw new AggregateError(faults, `${String(faults.length)} accounts could not be settled.`);
  }

  /** Joins the transaction around it. */
  async settleAccount(accountId: string, billedUntil: Date): Promise<void> {
    const open = await this.invoices.lockOpen(accountId);
    settle(open, await this.books.owed(accountId, billedUntil), this.clock.now());
    for (const invoice of open) await this.invoices.save(invoice);
  }

  private async attempt(accountId: string, faults: unknown[]): Promise<void> {
    try {
      await this.tx.run(async () => {
        const series = await this.series.lock(accountId);
        if (series) await this.settleAccount(accountId, series.closedUntil);
      });
    } catch (error) {
      faults.push(new Error(`Account ${accountId} could not be settled.`, { cause: error }));
    }
  }
}
