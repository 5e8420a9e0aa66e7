import { type Clock, type Transactor } from '@trunkline/kernel';
import { Invoice } from '../../domain/invoices/invoice';
import { linesOf } from '../../domain/invoices/invoice-lines';
import { InvoiceSeries } from '../../domain/invoices/invoice-series';
import { monthOf } from '../../domain/invoices/month';
import type {
  BilledTransactions,
  InvoiceRecipients,
  InvoiceRepository,
  InvoiceSeriesRepository,
  BilledWallet,
} from './ports';
import type { SettleInvoices } from './settle-invoices';

/**
 * Bills the oldest month of an account that is over and not billed. Number, invoice, lines and the mark of the series are
 * one transaction, in which the wallet is shut: no two workers bill a month, and nothing is posted into it afterwards.
 */
export class CloseMonth {
  constructor(
    private readonly tx: Transactor,
    private readonly books: BilledTransactions,
    private readonly series: InvoiceSeriesRepository,
    private readonly invoices: InvoiceRepository,
    private readonly recipients: InvoiceRecipients,
    private readonly settle: SettleInvoices,
    private readonly clock: Clock,
  ) {}

  /** False when no month is left to bill. A month in which nothing was billed has no invoice. */
  execute(accountId: string): Promise<boolean> {
    return this.tx.run(async () => {
      const until = monthOf(this.clock.now()).start;
      const wallet = await this.books.shut(accountId, until);
      const series = await this.seriesOf(accountId, wallet);
      if (series.closedUntil >= until) return false;
      const first = await this.books.firstMovement(accountId, { start: series.closedUntil, end: until });
      if (first) await this.bill(series, first, wallet);
      else series.close({ end: until });
      await this.series.save(series);
      return first !== null;
    });
  }

  private async seriesOf(accountId: string, { openedAt }: BilledWallet): Promise<InvoiceSeries> {
    const known = await this.series.lock(accountId);
    return known ?? InvoiceSeries.begin(accountId, await this.series.prefixFor(accountId), openedAt);
  }

  private async bill(series: InvoiceSeries, first: Date, { isPrepaid }: BilledWallet): Promise<void> {
    const { accountId } = series;
    const month = monthOf(first);
    series.close(month);
    const lines = linesOf(await this.books.entries(accountId, month));
    if (lines.length === 0) return;
    const { name: recipientName } = await this.recipients.get(accountId);
    const about = { accountId, number: series.takeNumber(), month, lines, isPrepaid, recipientName };
    const invoice = Invoice.issue(about, this.clock.now());
    await this.invoices.add(invoice, lines);
    if (invoice.status === 'open') await this.settle.settleAccount(accountId, month.end);
  }
}
