import type { Clock, EventBus, Transactor } from '@trunkline/kernel';
import type { Invoice } from '../../domain/invoices/invoice';
import { type InvoiceLine, reversed } from '../../domain/invoices/invoice-lines';
import type { BillingAudit, BillingAuditEntry } from '../operator/ports';
import type { InvoiceParties } from './invoice-parties';
import type { InvoiceQueries, InvoiceRepository, InvoiceSeriesRepository, InvoiceView } from './ports';
import type { SettleInvoices } from './settle-invoices';

export interface InvoiceOrder {
  readonly invoiceId: string;
  readonly operator: string;
}

export interface VoidOrder extends InvoiceOrder {
  /** Printed on the invoice that corrects. */
  readonly reason: string;
}

/** An invoice that refers to an earlier one, with its lines and what the audit trail says of it. */
interface FollowingInvoice {
  readonly next: Invoice;
  readonly lines: readonly InvoiceLine[];
  readonly audited: Pick<BillingAuditEntry, 'action' | 'after'>;
}

/**
 * Voids invoices for an operator, and issues them again. No money moves: what is to be returned is refunded or adjusted. See
 * docs/billing.md#void. Both methods take the next number of the account, and a repeat returns the same invoice.
 */
export class CorrectInvoices {
  constructor(
    private readonly tx: Transactor,
    private readonly series: InvoiceSeriesRepository,
    private readonly invoices: InvoiceRepository,
    private readonly queries: InvoiceQueries,
    private readonly parties: InvoiceParties,
    private readonly settleInvoices: SettleInvoices,
    private readonly audit: BillingAudit,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues the invoice that voids another one, and returns it. Throws not_found, and invalid_state for an invoice that voids
   * another one itself.
   */
  void({ reason, ...order }: VoidOrder): Promise<InvoiceView> {
    return this.follow(order, 'correctedById', (invoice, number, lines) => {
      const next = invoice.void({ number, reason }, this.clock.now());
      const after = { reason, corrected_by_id: next.id, correction: number };
      return Promise.resolve({ next, lines: reversed(lines), audited: { action: 'invoice.void', after } });
    });
  }

  /**
   * Issues a void invoice again, with the same lines and the present seller and buyer, and returns the new invoice. Throws
   * not_found, and invalid_state for an invoice that is not void.
   */
  reissue(order: InvoiceOrder): Promise<InvoiceView> {
    return this.follow(order, 'replacedById', async (invoice, number, lines) => {
      const next = invoice.reissue({ number, ...(await this.parties.of(invoice.accountId)) }, this.clock.now());
      const after = { replaced_by_id: next.id, replacement: number };
      return { next, lines, audited: { action: 'invoice.reissue', after } };
    });
  }

  /** Issues the next invoice unless `link` names it already. */
  private async follow(
    { invoiceId, operator }: InvoiceOrder,
    link: 'correctedById' | 'replacedById',
    issue: (invoice: Invoice, number: string, lines: readonly InvoiceLine[]) => Promise<FollowingInvoice>,
  ): Promise<InvoiceView> {
    const accountId = await this.invoices.accountOf(invoiceId);
    const nextId = await this.tx.run(async () => {
      // As the issue of invoices does, so that numbers have no gaps.
      const series = await this.series.lock(accountId);
      const invoice = await this.invoices.lock(accountId, invoiceId);
      if (invoice[link] !== null) return invoice[link];
      if (!series) throw new Error(`Account ${accountId} has invoices without a series.`);
      const { status, number } = invoice;
      const view = await this.queries.get(accountId, invoiceId);
      const { next, lines, audited } = await issue(invoice, series.takeNumber(), view.lines);
      await this.series.save(series);
      await this.invoices.save(invoice);
      await this.invoices.add(next, lines);
      await this.audit.record({
        actor: operator,
        action: audited.action,
        subject: invoiceId,
        accountId,
        before: { number, status },
        after: { number, status: invoice.status, ...audited.after },
      });
      await this.events.publish({ type: 'billing.invoice.issued', accountId, data: { invoice_id: next.id } });
      if (next.status === 'open') await this.settleInvoices.settleAccount(accountId, series.closedUntil);
      return next.id;
    });
    return this.queries.get(accountId, nextId);
  }
}
