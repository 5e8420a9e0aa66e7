import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { Invoice } from '../../domain/invoices/invoice';
import { linesOf } from '../../domain/invoices/invoice-lines';
import { InvoiceSeries } from '../../domain/invoices/invoice-series';
import { monthOf } from '../../domain/invoices/month';
import { Sweep } from '../sweep';
import type { InvoiceParties } from './invoice-parties';
import type { BilledTransactions, BilledWallet, InvoiceRepository, InvoiceSeriesRepository } from './ports';
import type { SettleInvoices } from './settle-invoices';

/**
 * Issues the invoices of every month that has ended, for every account. See docs/billing.md#invoices. Safe to run on any
 * number of workers and to stop at any point: number, invoice, lines and the end of the billed period are one transaction,
 * which locks the wallet and closes the period, so that a month is billed once and nothing is posted into it afterwards.
 */
export class IssueInvoices {
  constructor(
    private readonly tx: Transactor,
    private readonly transactions: BilledTransactions,
    private readonly series: InvoiceSeriesRepository,
    private readonly invoices: InvoiceRepository,
    private readonly parties: InvoiceParties,
    private readonly settleInvoices: SettleInvoices,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Throws an AggregateError at the end when some accounts failed. */
  async issue(): Promise<void> {
    const until = monthOf(this.clock.now()).start;
    const sweep = new Sweep();
    await sweep.eachAccount(
      (after, limit) => this.transactions.listDue(until, after, limit),
      (accountId) => this.billAccount(accountId),
    );
    sweep.end('accounts could not be billed');
  }

  private async billAccount(accountId: string): Promise<void> {
    try {
      for (let isMore = true; isMore; ) isMore = await this.billOldestMonth(accountId);
    } catch (error) {
      throw new Error(`Account ${accountId} could not be billed.`, { cause: error });
    }
  }

  /** Returns false when no month is left to bill. A month without billed transactions gets no invoice. */
  private billOldestMonth(accountId: string): Promise<boolean> {
    return this.tx.run(async () => {
      const until = monthOf(this.clock.now()).start;
      const wallet = await this.transactions.closePeriod(accountId, until);
      const series = await this.seriesOf(accountId, wallet);
      if (series.closedUntil >= until) return false;
      const first = await this.transactions.firstMovement(accountId, { start: series.closedUntil, end: until });
      if (first) await this.bill(series, first, wallet);
      else series.close({ end: until });
      await this.series.save(series);
      return first !== null;
    });
  }

  private async seriesOf(accountId: string, { openedAt }: BilledWallet): Promise<InvoiceSeries> {
    const known = await this.series.lock(accountId);
    if (known) return known;
    const begun = InvoiceSeries.begin(accountId, await this.series.prefixFor(accountId), openedAt);
    await this.series.add(begun);
    return begun;
  }

  private async bill(series: InvoiceSeries, first: Date, { isPrepaid }: BilledWallet): Promise<void> {
    const { accountId } = series;
    const month = monthOf(first);
    series.close(month);
    const lines = linesOf(await this.transactions.entries(accountId, month));
    if (lines.length === 0) return;
    const parties = await this.parties.of(accountId);
    const number = series.takeNumber();
    const invoice = Invoice.issue({ accountId, number, month, lines, isPrepaid, ...parties }, this.clock.now());
    await this.invoices.add(invoice, lines);
    await this.events.publish({ type: 'billing.invoice.issued', accountId, data: { invoice_id: invoice.id } });
    if (invoice.status === 'open') await this.settleInvoices.settleAccount(accountId, month.end);
  }
}
