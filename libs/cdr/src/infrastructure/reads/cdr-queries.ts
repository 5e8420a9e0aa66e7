import {
  type Attempt,
  type Page,
  pageOf,
  type PageRequest,
  shownCaller,
  storedAttempt,
  type StoredAttempt,
} from '@trunkline/kernel';
import { columnsOf, type RowReads, Where } from '@trunkline/platform';
import { type CdrQueries, type CdrSort, type GatewayAttempt } from '../../application/reads/ports';
import type { CdrView, EstimatedCdrView, StoredCdrDetail } from '../../application/reads/views';
import { CDR_VIEW, CdrSchema } from '../schema';
import { CdrPage, type CdrSearch, isContradictory, type PageOfCdrs } from './cdr-page';
import { FEW_ROWS, HourlySearch, isInOrderOfTimes, UNBOUNDED } from './hourly-search';
import { SPAN_HOURS, type SpanHours, StartSpans } from './start-spans';

const KEYS: Readonly<Record<CdrSort, (cdr: CdrView) => string | number>> = {
  started_at: ({ startedAt }) => startedAt.toISOString(),
  created_at: ({ createdAt }) => createdAt.toISOString(),
  billable_duration_s: ({ billableDurationSeconds }) => billableDurationSeconds,
  customer_total_cents: ({ customerTotalCents }) => customerTotalCents,
};

const SELECT = `SELECT ${columnsOf(CdrSchema, CDR_VIEW)}`;
const DETAIL = columnsOf(CdrSchema, [...CDR_VIEW, 'decisionId', 'attempts', 'rating', 'forwardRating']);

/** Reads the latest calls of each of the trunks `$2` from the index of trunks; those from the trunk have no gateways. */
const LATEST_ATTEMPTS = `
  SELECT trunk.id AS "trunkId", tried.* FROM (SELECT DISTINCT unnest($2::text[]) AS id) AS trunk, LATERAL (
    SELECT each ->> 'gatewayId' AS "gatewayId", each ->> 'result' AS result, (each ->> 'sipCode')::integer AS "sipCode",
      coalesce((each ->> 'ringSeconds')::float8, 0) AS "ringSeconds",
      coalesce((each ->> 'startedAt')::timestamptz, call.started_at) AS at
    FROM (SELECT attempts, started_at FROM cdr.cdrs WHERE account_id = $1 AND sip_trunk_id = trunk.id
      ORDER BY started_at DESC, id DESC LIMIT 50) call, jsonb_array_elements(call.attempts) AS each
    WHERE each ->> 'gatewayId' IS NOT NULL ORDER BY at DESC LIMIT 100) tried
  ORDER BY at DESC`;

export class CdrReads implements CdrQueries {
  /** Up to this many matching CDRs are sorted; more are read in the order of an index. */
  protected readonly fewRows: number = FEW_ROWS;
  /** A list in the order of starts is read span by span, until the page is full. */
  protected readonly spanHours: SpanHours = SPAN_HOURS;

  /** `lagging` may be a little out of date, and reads lists. */
  constructor(
    private readonly db: RowReads,
    private readonly lagging: RowReads = db,
  ) {}

  async list(request: PageOfCdrs): Promise<Page<CdrView>> {
    if (isContradictory(request.filters)) return { items: [], next: null };
    const { limit, sort } = request.page;
    // CDRs that are asked for by id may have just been written, as for a stream.
    const reads = request.filters.ids ? this.db : this.lagging;
    const search = await new HourlySearch(reads).searchOf(request, this.fewRows);
    if (search.isEmpty) return { items: [], next: null };
    const isInSpans = sort === 'started_at' && isInOrderOfTimes(request.filters, sort) && search.fewParties === null;
    const rows =
      isInSpans && !request.filters.ids ? await this.inSpans(reads, request) : await readPage(reads, request, search);
    return pageOf(rows, limit, (cdr) => ({ key: KEYS[sort](cdr), id: cdr.id }));
  }

  /** A correction may move a CDR to another span meanwhile. */
  private async inSpans(reads: RowReads, request: PageOfCdrs): Promise<CdrView[]> {
    const found = new Map<string, CdrView>();
    for await (const span of new StartSpans(reads, this.spanHours).of(request)) {
      const page = { ...request.page, limit: request.page.limit - found.size };
      for (const cdr of await readPage(reads, { ...request, page }, { ...UNBOUNDED, ...span }))
        if (!found.has(cdr.id)) found.set(cdr.id, cdr);
      if (found.size > request.page.limit) break;
    }
    return [...found.values()];
  }

  async find(accountId: string, id: string): Promise<StoredCdrDetail | null> {
    const cdr = await this.db.find<Omit<StoredCdrDetail, 'attempts'> & { attempts: StoredAttempt<Attempt>[] }>(
      `SELECT ${DETAIL} FROM cdr.cdrs WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return cdr && { ...cdr, attempts: cdr.attempts.map(storedAttempt) };
  }

  latestAttempts(accountId: string, trunkIds: readonly string[]): Promise<GatewayAttempt[]> {
    return this.lagging.query(LATEST_ATTEMPTS, [accountId, trunkIds]);
  }

  async idsOf(decisionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.query<{ decisionId: string; cdrId: string }>(
      `SELECT decision_id AS "decisionId", cdr_id AS "cdrId" FROM cdr.intake WHERE decision_id = ANY ($1)`,
      [decisionIds],
    );
    return new Map(rows.map(({ decisionId, cdrId }) => [decisionId, cdrId]));
  }

  async listEstimated(
    { accountId }: { readonly accountId: string | null },
    page: PageRequest<'created_at'>,
  ): Promise<Page<EstimatedCdrView>> {
    const { limit, order } = page;
    const where = new Where().add('e.account_id = ?', accountId).after(page, 'e.created_at', 'timestamptz', 'e.cdr_id');
    const rows = await this.lagging.query<EstimatedCdrView>(
      `WITH page AS (SELECT account_id, cdr_id AS id FROM cdr.estimated_legs e ${where.text}
         ORDER BY e.created_at ${order}, e.cdr_id ${order} ${where.limit(limit)})
       SELECT ${columnsOf(CdrSchema, [...CDR_VIEW, 'switchId', 'decisionId'])} FROM cdr.cdrs JOIN page USING (account_id, id)
       ORDER BY created_at ${order}, id ${order}`,
      where.values,
    );
    const calls = rows.map((call) => ({ ...call, ...shownCaller(call) }));
    return pageOf(calls, limit, ({ createdAt, id }) => ({ key: createdAt.toISOString(), id }));
  }
}

/** Returns the CDRs of a page, and one more. */
function readPage(reads: RowReads, request: PageOfCdrs, search: CdrSearch): Promise<CdrView[]> {
  const { text, values } = new CdrPage(SELECT, request, search).statement();
  return reads.query<CdrView>(text, values, 'for values');
}
