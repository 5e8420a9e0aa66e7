import { type Clock, CURRENCY, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { NO_LINKS, totalsOf } from '../../domain/invoices/invoice';
import { linesOf } from '../../domain/invoices/invoice-lines';
import { monthOf } from '../../domain/invoices/month';
import type { Journal } from '../journal';
import type { InvoiceParties } from './invoice-parties';
import type { BilledTransactions, BillPrinter, InvoiceFilters, InvoiceQueries, InvoiceView } from './ports';

/** The id of the draft invoice of every account. */
const DRAFT_ID = 'inv_draft';

/** A PDF. */
export interface BillDocument {
  readonly fileName: string;
  readonly content: Buffer;
}

/** Reads an account's invoices, with the current month as a draft. */
export class Invoices {
  constructor(
    private readonly queries: InvoiceQueries,
    private readonly transactions: BilledTransactions,
    private readonly journal: Journal,
    private readonly parties: InvoiceParties,
    private readonly printer: BillPrinter,
    private readonly clock: Clock,
  ) {}

  /** Lists the newest month first, starting with the draft if anything was billed this month. */
  async list(
    accountId: string,
    filters: InvoiceFilters,
    page: PageRequest<'period_start'>,
  ): Promise<Page<InvoiceView>> {
    const [issued, draft] = await Promise.all([
      this.queries.list(accountId, filters, page),
      page.after === null && includesDraft(filters) ? this.draft(accountId) : null,
    ]);
    if (!draft || !isListed(draft, filters)) return issued;
    const rows = [draft, ...issued.items];
    return pageOf(rows, page.limit, ({ periodStart, id }) => ({ key: periodStart.toISOString(), id }));
  }

  /** Throws not_found, also for another account's invoice. */
  async get(accountId: string, id: string): Promise<InvoiceView> {
    if (id === DRAFT_ID) return this.draft(accountId);
    return this.queries.get(accountId, id);
  }

  /** Prints the invoice as a PDF. Throws not_found, also for another account's invoice. */
  async document(accountId: string, id: string): Promise<BillDocument> {
    const invoice = await this.get(accountId, id);
    const earlierId = invoice.correctsId ?? invoice.replacesId;
    const earlier = earlierId === null ? null : await this.queries.get(accountId, earlierId);
    const content = await this.printer.invoice(invoice, earlier?.number ?? null);
    return { fileName: `invoice-${invoice.number ?? 'draft'}.pdf`, content };
  }

  private async draft(accountId: string): Promise<InvoiceView> {
    const month = monthOf(this.clock.now());
    const [entries, { billingMode }, { seller, buyer }] = await Promise.all([
      this.transactions.entries(accountId, month),
      this.journal.balance(accountId),
      this.parties.of(accountId),
    ]);
    const lines = linesOf(entries);
    const totals = totalsOf(lines);
    return {
      id: DRAFT_ID,
      accountId,
      number: null,
      status: 'draft',
      periodStart: month.start,
      periodEnd: month.end,
      ...totals,
      amountPaidCents: billingMode === 'prepaid' ? totals.totalCents : 0,
      currency: CURRENCY,
      recipientName: buyer.legalName,
      seller,
      buyer,
      ...NO_LINKS,
      issuedAt: null,
      dueAt: null,
      paidAt: null,
      lines,
    };
  }
}

function includesDraft({ statuses }: InvoiceFilters): boolean {
  return statuses === undefined || statuses.includes('draft');
}

function isListed({ lines, periodStart }: InvoiceView, { from, to }: InvoiceFilters): boolean {
  return lines.length > 0 && (!from || periodStart >= from) && (!to || periodStart < to);
}
