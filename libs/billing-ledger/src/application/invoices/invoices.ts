import { type Clock, CURRENCY, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { NO_LINKS, totalsOf } from '../../domain/invoices/invoice';
import { type InvoiceLine, linesOf } from '../../domain/invoices/invoice-lines';
import { type Month, monthOf } from '../../domain/invoices/month';
import type { Journal } from '../journal';
import type { InvoiceParties } from './invoice-parties';
import type { BilledTransactions, BillPrinter, InvoiceFilters, InvoiceQueries, InvoiceView } from './ports';

/** The id of the draft invoice of every account. */
const DRAFT_ID = 'inv_draft';

const NEWEST = { limit: 1, sort: 'period_start', order: 'desc', after: null } as const;

interface Billed {
  readonly month: Month;
  readonly lines: InvoiceLine[];
}

/** A PDF. */
export interface BillDocument {
  readonly fileName: string;
  readonly content: Buffer;
}

/** Reads an account's invoices. The month that is invoiced next is a draft. */
export class Invoices {
  constructor(
    private readonly queries: InvoiceQueries,
    private readonly transactions: BilledTransactions,
    private readonly journal: Journal,
    private readonly parties: InvoiceParties,
    private readonly printer: BillPrinter,
    private readonly clock: Clock,
  ) {}

  /** Lists the newest month first, starting with the draft if anything was billed in its month. */
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
    const [{ month, lines }, { billingMode }, { seller, buyer }] = await Promise.all([
      this.unissued(accountId),
      this.journal.balance(accountId),
      this.parties.of(accountId),
    ]);
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

  /** Returns the last month until its invoice is issued, about a minute after its end, then the current one. */
  private async unissued(accountId: string): Promise<Billed> {
    const current = monthOf(this.clock.now());
    const last = monthOf(new Date(current.start.getTime() - 1));
    const issued = await this.queries.list(accountId, { from: last.start, to: last.end }, NEWEST);
    const ofLast = issued.items.length > 0 ? [] : await this.linesOf(accountId, last);
    if (ofLast.length > 0) return { month: last, lines: ofLast };
    return { month: current, lines: await this.linesOf(accountId, current) };
  }

  private async linesOf(accountId: string, month: Month): Promise<InvoiceLine[]> {
    return linesOf(await this.transactions.entries(accountId, month));
  }
}

function includesDraft({ statuses }: InvoiceFilters): boolean {
  return statuses === undefined || statuses.includes('draft');
}

function isListed({ lines, periodStart }: InvoiceView, { from, to }: InvoiceFilters): boolean {
  return lines.length > 0 && (!from || periodStart >= from) && (!to || periodStart < to);
}
