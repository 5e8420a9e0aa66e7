import { type BillingQueries, type Invoices, isAverage, unitPriceOf, type Usage } from '@trunkline/billing-ledger';
import { CDR_VIEW, type Cdrs, type CdrView } from '@trunkline/cdr/wiring';
import type { ExportKind, ExportSources } from '@trunkline/exports';
import type { RecordQuery, RecordSource, RecordValues } from '@trunkline/exports/wiring';
import { CURRENCY, displayCents, jsonName, type Keyset, type Page, type PageRequest } from '@trunkline/kernel';
import { type Messages, type MessageView, SHOWN_MEMBERS } from '@trunkline/messaging/wiring';
import { isPastDue, NUMBER_MEMBERS, type NumberQueries, type NumberView } from '@trunkline/numbering/wiring';
import type { EventQueries, EventView } from '@trunkline/webhooks';

// The records that can be exported, as their contexts list them: with the same filters, members and redaction as in the API.

/** The fields of a record by their names in the API, which a test of the API compares with its responses. */
type Fields<Row> = Readonly<Record<string, (row: Row) => unknown>>;

type Batches<Row> = (query: RecordQuery) => AsyncIterable<readonly Row[]>;
type Check = RecordSource['check'];

/**
 * Records per batch. Larger batches survive the collection of garbage, so that the heap grows, and smaller ones cost the planning of
 * more statements. See the decisions of libs/exports.
 */
const BATCH = 500;
/** An invoice may have a thousand lines. */
const INVOICES = 20;

class Records<Row> implements RecordSource {
  readonly fields: readonly string[];

  constructor(
    private readonly of: Fields<Row>,
    private readonly batches: Batches<Row>,
    readonly check: Check = () => undefined,
  ) {
    this.fields = Object.keys(of);
  }

  async *read(query: RecordQuery): AsyncGenerator<readonly RecordValues[]> {
    const values = query.fields.map((field) => this.of[field] ?? unknownField(field));
    for await (const rows of this.batches(query)) yield rows.map((row) => values.map((valueOf) => valueOf(row)));
  }
}

function unknownField(field: string): never {
  throw new Error(`There is no field ${field}.`);
}

/** Returns the fields of members that the API shows under their own names. */
function members<Row>(...names: readonly (keyof Row & string)[]): Fields<Row> {
  return Object.fromEntries(names.map((name) => [jsonName(name), (row: Row) => row[name]]));
}

/** Reads all pages of a list, the next one while the records of a page are written. */
async function* pagesOf<Row, Sort extends string>(
  sort: Sort,
  limit: number,
  list: (page: PageRequest<Sort>) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  const read = (after: Keyset | null) => list({ limit, sort, order: 'asc', after });
  for (let reading: Promise<Page<Row>> | null = read(null); reading; ) {
    const { items, next }: Page<Row> = await reading;
    reading = next && read(next);
    // Its error is thrown when the page is awaited, unless its reader has given up.
    reading?.catch(() => undefined);
    yield items;
  }
}

interface Period {
  readonly from?: Date;
  readonly to?: Date;
}

/** Leaves out records that were created after the export was requested. */
function before(until: Date, to: Date | undefined): Date {
  return to && to < until ? to : until;
}

/** The filters have the form that the context of the records reads, because the API has read them so. */
function filtersOf<Filters>({ filters }: Pick<RecordQuery, 'filters'>): Filters {
  return filters as Filters;
}

type Filtered<List extends (accountId: string, filters: never, page: never) => unknown> = Parameters<List>[1];

/** Members of a CDR that lists do not show, or show under another name. */
const NOT_UNDER_THEIR_NAMES: readonly string[] = ['accountId', 'isCallerWithheld', 'isLegEstimated'];

const CDRS: Fields<CdrView> = {
  ...members<CdrView>(...CDR_VIEW.filter((member): member is keyof CdrView => !NOT_UNDER_THEIR_NAMES.includes(member))),
  caller_withheld: (cdr) => cdr.isCallerWithheld,
  estimated_leg: (cdr) => cdr.isLegEstimated,
};

const NUMBERS: Fields<NumberView> = {
  ...members<NumberView>(...NUMBER_MEMBERS, 'portOutPinSet'),
  currency: () => CURRENCY,
  registration: ({ registration }) =>
    registration && {
      status: registration.status,
      rejection_codes: registration.rejectionCodes,
      updated_at: registration.updatedAt,
    },
  is_past_due: isPastDue,
};

const MESSAGES = members<MessageView>(...SHOWN_MEMBERS.filter((member) => member !== 'batchId'), 'from', 'to', 'body');

type Transaction = Awaited<ReturnType<BillingQueries['listTransactions']>>['items'][number];

const TRANSACTIONS: Fields<Transaction> = {
  ...members<Transaction>('id', 'kind', 'amountCents'),
  amount_display: ({ amountCents }) => displayCents(amountCents),
  ...members<Transaction>(
    'currency',
    'description',
    'relatedKind',
    'relatedId',
    'processorPaymentIntentId',
    'balanceAfterCents',
  ),
  balance_after_display: ({ balanceAfterCents }) => displayCents(balanceAfterCents),
  ...members<Transaction>('createdAt'),
};

type UsageRow = Awaited<ReturnType<Usage['report']>>[number];
const USAGE = members<UsageRow>('key', 'calls', 'billableSeconds', 'costCents', 'charges');

type Invoice = Awaited<ReturnType<Invoices['get']>>;
type Line = Invoice['lines'][number];
type InvoiceLine = Pick<Invoice, 'id' | 'number' | 'status' | 'periodStart' | 'periodEnd' | 'currency'> & {
  readonly line: Line;
};

const INVOICE_LINES: Fields<InvoiceLine> = {
  invoice_id: ({ id }) => id,
  invoice_number: ({ number }) => number,
  invoice_status: ({ status }) => status,
  ...members<InvoiceLine>('periodStart', 'periodEnd'),
  kind: ({ line }) => line.kind,
  description: ({ line }) => line.description,
  quantity: ({ line }) => line.quantity,
  unit: ({ line }) => line.unit,
  unit_price_cents: ({ line }) => line.unitPriceCents,
  unit_price_display: ({ line }) => unitPriceOf(line),
  is_average: ({ line }) => isAverage(line),
  amount_cents: ({ line }) => line.amountCents,
  ...members<InvoiceLine>('currency'),
  related_kind: ({ line }) => line.relatedKind,
  related_id: ({ line }) => line.relatedId,
};

const EVENTS = members<EventView>('id', 'type', 'createdAt', 'data');

export class ExportSourcesByContexts implements ExportSources {
  private readonly sources: Readonly<Record<ExportKind, RecordSource>>;

  constructor(
    cdrs: Cdrs,
    numbers: NumberQueries,
    messages: Messages,
    billing: BillingQueries,
    usage: Usage,
    invoices: Invoices,
    events: EventQueries,
  ) {
    this.sources = {
      cdrs: new Records(
        CDRS,
        (query) => {
          const existedAt = { createdBefore: query.until, idsBefore: query.idsUntil };
          const filters = { ...filtersOf<Filtered<Cdrs['list']>>(query), existedAt };
          return pagesOf('created_at', BATCH, (page) => cdrs.list(query.accountId, filters, page));
        },
        (query) => cdrs.checkFilters(query.accountId, filtersOf(query)),
      ),
      numbers: new Records(NUMBERS, (query) =>
        pagesOf('assigned_at', BATCH, (page) =>
          numbers.list(query.accountId, filtersOf<Filtered<NumberQueries['list']>>(query), page),
        ),
      ),
      messages: new Records(MESSAGES, (query) =>
        pagesOf('created_at', BATCH, (page) =>
          messages.list(query.accountId, inPeriod<Filtered<Messages['list']>>(query), page),
        ),
      ),
      transactions: new Records(TRANSACTIONS, (query) =>
        pagesOf('created_at', BATCH, (page) =>
          billing.listTransactions(
            query.accountId,
            inPeriod<Filtered<BillingQueries['listTransactions']>>(query),
            page,
          ),
        ),
      ),
      usage: new Records(
        USAGE,
        async function* (query) {
          yield await usage.report(usageOf(query));
        },
        // A report of too many rows is found when the file is written: to count them is to run it.
        (query) => usage.checkPeriod(usageOf(query)),
      ),
      invoice_lines: new Records(INVOICE_LINES, async function* (query) {
        const filters = filtersOf<Filtered<Invoices['list']>>(query);
        for await (const page of pagesOf('period_start', INVOICES, (each) =>
          invoices.list(query.accountId, filters, each),
        ))
          yield page.flatMap(({ lines, ...invoice }) => lines.map((line) => ({ ...invoice, line })));
      }),
      events: new Records(EVENTS, (query) =>
        pagesOf('created_at', BATCH, (page) =>
          events.list(query.accountId, inPeriod<Filtered<EventQueries['list']>>(query), page),
        ),
      ),
    };
  }

  of(kind: ExportKind): RecordSource {
    return this.sources[kind];
  }
}

type UsageRequest = Parameters<Usage['report']>[0];

/** The month is that of the request: the file may be written in the next one. */
function usageOf({ accountId, until, filters }: Omit<RecordQuery, 'fields'>): UsageRequest {
  const { from, to, groupBy } = filtersOf<Period & { readonly groupBy?: UsageRequest['group'] }>({ filters });
  const month = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth()));
  return { accountId, from: from ?? month, to: before(until, to), group: groupBy ?? 'day' };
}

function inPeriod<Filters extends Period>(query: RecordQuery): Filters {
  const filters = filtersOf<Filters>(query);
  return { ...filters, to: before(query.until, filters.to) };
}
