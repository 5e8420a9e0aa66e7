import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { reversed } from '../../domain/invoices/invoice-lines';
import type { BillingAudit } from '../operator/ports';
import type { InvoiceQueries, InvoiceRepository, InvoiceSeriesRepository, InvoiceView } from './ports';

export interface VoidOrder {
  readonly invoiceId: string;
  readonly operator: string;
  /** Printed on the invoice that corrects. */
  readonly reason: string;
}

/** Voids invoices for an operator. No money moves: what is to be returned is refunded or adjusted. See docs/billing.md#void. */
export class VoidInvoice {
  constructor(
    private readonly tx: Transactor,
    private readonly series: InvoiceSeriesRepository,
    private readonly invoices: InvoiceRepository,
    private readonly queries: InvoiceQueries,
    private readonly audit: BillingAudit,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues the invoice that corrects another one, with the next number of the account, and returns it. A repeat returns the same
   * invoice. Throws not_found, and invalid_state for an invoice that corrects another one.
   */
  async void({ invoiceId, operator, reason }: VoidOrder): Promise<InvoiceView> {
    const accountId = await this.invoices.accountOf(invoiceId);
    const correctionId = await this.tx.run(async () => {
      // As the issue of invoices does, so that numbers have no gaps.
      const series = await this.series.lock(accountId);
      const invoice = await this.invoices.lock(accountId, invoiceId);
      if (invoice.correctedById !== null) return invoice.correctedById;
      if (!series) throw new Error(`Account ${accountId} has invoices without a series.`);
      const { status, number } = invoice;
      const correction = invoice.void({ number: series.takeNumber(), reason }, this.clock.now());
      const { lines } = await this.queries.get(accountId, invoiceId);
      await this.series.save(series);
      await this.invoices.save(invoice);
      await this.invoices.add(correction, reversed(lines));
      await this.audit.record({
        actor: operator,
        action: 'invoice.void',
        subject: invoiceId,
        accountId,
        before: { number, status },
        after: {
          number,
          status: invoice.status,
          reason,
          corrected_by_id: correction.id,
          correction: correction.number,
        },
      });
      await this.events.publish({ type: 'billing.invoice.issued', accountId, data: { invoice_id: correction.id } });
      return correction.id;
    });
    return this.queries.get(accountId, correctionId);
  }
}
