import type { Clock, Transactor } from '@trunkline/kernel';
import { settle } from '../../domain/invoices/invoice';
import { Sweep } from '../sweep';
import type { BilledTransactions, InvoiceRepository, InvoiceSeriesRepository } from './ports';

/**
 * Marks postpaid invoices as paid once the balance covers them. The amount owed is the debt at the end of the last billed
 * month less payments since. It is allocated to the newest invoices first, so that payments settle the oldest.
 */
export class SettleInvoices {
  constructor(
    private readonly tx: Transactor,
    private readonly transactions: BilledTransactions,
    private readonly series: InvoiceSeriesRepository,
    private readonly invoices: InvoiceRepository,
    private readonly clock: Clock,
  ) {}

  /** Settles every account with open invoices. Throws an AggregateError at the end when some failed. */
  async settle(): Promise<void> {
    const sweep = new Sweep();
    await sweep.eachAccount(
      (after, limit) => this.invoices.accountsWithOpen(after, limit),
      (accountId) => this.settleBilled(accountId),
    );
    sweep.end('accounts could not be settled');
  }

  /** Joins the transaction around the call. */
  async settleAccount(accountId: string, billedUntil: Date): Promise<void> {
    const open = await this.invoices.lockOpen(accountId);
    settle(open, await this.transactions.owedCents(accountId, billedUntil), this.clock.now());
    for (const invoice of open) await this.invoices.save(invoice);
  }

  private async settleBilled(accountId: string): Promise<void> {
    try {
      await this.tx.run(async () => {
        const series = await this.series.lock(accountId);
        if (series) await this.settleAccount(accountId, series.closedUntil);
      });
    } catch (error) {
      throw new Error(`Account ${accountId} could not be settled.`, { cause: error });
    }
  }
}
