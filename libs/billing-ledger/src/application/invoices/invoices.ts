import type { Readable } from 'node:stream';
import {
  type Clock,
  CommonErrors,
  CURRENCY,
  type Page,
  pageOf,
  type PageRequest,
  unixSeconds,
} from '@trunkline/kernel';
import { totalsOf } from '../../domain/invoices/invoice';
import { linesOf } from '../../domain/invoices/invoice-lines';
import { monthOf } from '../../domain/invoices/month';
import type { Journal } from '../journal/ports';
import type { BilledTransactions, InvoiceFilters, InvoicePrinter, InvoiceQueries, InvoiceRecipients } from './ports';
import type { InvoiceView } from './views';

/** The id under which the running month is found: each account has one. */
export const DRAFT_ID = 'inv_draft';

export interface InvoiceDocument {
  readonly fileName: string;
  readonly content: Readable;
}

/** What is read beside invoices to show what the next one would be. */
export class RunningMonth {
  constructor(
    private readonly books: BilledTransactions,
    private readonly journal: Journal,
    private readonly recipients: InvoiceRecipients,
    private readonly clock: Clock,
  ) {}

  /** What the running month has come to. */
  async draft(accountId: string): Promise<InvoiceView> {
    const month = monthOf(this.clock.now());
    const [entries, { billingMode }, { name: recipientName }] = await Promise.all([
      this.books.entries(accountId, month),
      this.journal.wallet(accountId),
      this.recipients.get(accountId),
    ]);
    const lines = linesOf(entries);
    const totals = totalsOf(lines);
    return {
      ...{
        id: DRAFT_ID,
        accountId,
        number: null,
        status: 'draft',
        recipientName,
        currency: CURRENCY,
        lines,
        ...totals,
      },
      ...{ periodStart: month.start, periodEnd: month.end, issuedAt: null, dueAt: null, paidAt: null },
      amountPaidCents: billingMode === 'prepaid' ? totals.totalCents : 0,
    };
  }
}

/** The invoices of an account, with the running month as a draft before them. */
export class Invoices {
  constructor(
    private readonly queries: InvoiceQueries,
    private readonly running: RunningMonth,
    private readonly printer: InvoicePrinter,
  ) {}

  /** The newest month first; the draft among them once something was billed in its month. */
  async list(
    accountId: string,
    filters: InvoiceFilters,
    page: PageRequest<'period_start'>,
  ): Promise<Page<InvoiceView>> {
    const [made, draft] = await Promise.all([
      this.queries.list(accountId, filters, page),
      page.after === null && wantsDraft(filters) ? this.running.draft(accountId) : null,
    ]);
    if (!draft || !isBegun(draft, filters)) return made;
    const rows = [draft, ...made.items];
    return pageOf(rows, page.limit, ({ periodStart, id }) => ({ key: unixSeconds(periodStart), id }));
  }

  /** Throws not_found, also for another account's. */
  async get(accountId: string, id: string): Promise<InvoiceView> {
    if (id === DRAFT_ID) return this.running.draft(accountId);
    const invoice = await this.queries.find(accountId, id);
    if (!invoice) throw CommonErrors.not_found();
    return invoice;
  }

  /** The invoice as a PDF. Throws not_found, also for another account's. */
  async document(accountId: string, id: string): Promise<InvoiceDocument> {
    const invoice = await this.get(accountId, id);
    return { fileName: `invoice-${invoice.number ?? 'draft'}.pdf`, content: await this.printer.print(invoice) };
  }
}

function wantsDraft({ statuses }: InvoiceFilters): boolean {
  return statuses === undefined || statuses.includes('draft');
}

function isBegun({ lines, periodStart }: InvoiceView, { from, to }: InvoiceFilters): boolean {
  return lines.length > 0 && (!from || periodStart >= from) && (!to || periodStart < to);
}
