import { addDays, addSeconds, spanOfIds } from '@trunkline/kernel';
import type { RowReads } from '@trunkline/platform';
import type { CdrFilters, CdrSort } from '../../application/reads/ports';
import { bounded, CLOCK_TOLERANCE_SECONDS } from './cdr-conditions';
import type { CdrSearch, PageOfCdrs } from './cdr-page';
import { fewestByParty } from './party-search';

/** Up to this many CDRs of consecutive hours are read and sorted in some ten milliseconds. */
export const FEW_ROWS = 20_000;
/** An index that holds what is needed is read this many times as fast. */
const INDEXED = 3;
/** With an earlier bound, most months match, and reading the hours costs more than planning the others. */
const POLL_DAYS = 100;
/** CDRs with a country or cause are scattered over the table: reading one takes as long as this many consecutive ones. */
const SCATTERED = 10;

/** $1 account, $2 from, $3 to, $4 created from, $5 created to, $6 countries, $7 causes: each null without the filter. */
const HOURS = `FROM cdr.call_hours WHERE account_id = $1
    AND ($2::timestamptz IS NULL OR hour >= date_trunc('hour', $2::timestamptz, 'UTC'))
    AND ($3::timestamptz IS NULL OR hour < $3) AND ($4::timestamptz IS NULL OR last_created_at >= $4)
    AND ($5::timestamptz IS NULL OR hour < $5)`;

const VALUES_IN_HOURS = (dimension: string, values: string) => `CASE WHEN ${values}::text[] IS NOT NULL THEN (
    SELECT coalesce(sum(v.calls), 0) FROM cdr.call_hour_values v
    WHERE v.account_id = $1 AND v.dimension = '${dimension}' AND v.hour >= hours.first_hour AND v.hour <= hours.last_hour
      AND v.value = ANY (${values})) END`;

const SEARCH = `SELECT first_hour AS "startedFrom", last_created_at AS "createdTo", first_id AS "firstId", last_id AS "lastId",
    calls::bigint AS calls,
    least(${VALUES_IN_HOURS('country', '$6')}, ${VALUES_IN_HOURS('hangup_cause', '$7')})::bigint AS "scatteredCalls"
  FROM (SELECT coalesce(sum(calls), 0) AS calls, min(hour) AS first_hour, max(hour) AS last_hour, min(first_id) AS first_id,
      max(last_id) AS last_id, max(last_created_at) AS last_created_at ${HOURS}) AS hours`;

interface SearchedHours extends Omit<CdrSearch, 'isEmpty' | 'isFew' | 'fewBy' | 'fewParties' | 'startedTo'> {
  /** The CDRs of these hours, an upper bound of the matching ones. */
  readonly calls: number;
  /** Those with the countries or the causes, also an upper bound; null without such a filter. */
  readonly scatteredCalls: number | null;
}

export const UNBOUNDED: CdrSearch = {
  isEmpty: false,
  isFew: false,
  fewBy: null,
  fewParties: null,
  startedFrom: null,
  startedTo: null,
  createdTo: null,
  firstId: null,
  lastId: null,
};

/** Limits the search for a page with the hourly counts of calls, which also hold the bounds of their ids and times. */
export class HourlySearch {
  constructor(private readonly db: RowReads) {}

  async searchOf(request: PageOfCdrs, fewRows: number): Promise<CdrSearch> {
    const { accountId, filters } = request;
    const [hours, fewBy, fewParties] = await Promise.all([
      this.inHours(request, fewRows),
      this.fewBy(request, fewRows),
      fewestByParty(this.db, accountId, filters, fewRows),
    ]);
    return { ...hours, fewBy, fewParties };
  }

  private async inHours(request: PageOfCdrs, fewRows: number): Promise<CdrSearch> {
    const { accountId, filters, oldest, page } = request;
    if (filters.ids) {
      const [firstId, lastId] = spanOfIds(filters.ids);
      return { ...UNBOUNDED, firstId, lastId };
    }
    if (isPoll(request)) return this.sinceLast(request);
    if (isInOrderOfTimes(filters, page.sort)) return UNBOUNDED;
    const { from, to, createdFrom, createdTo, countries, hangupCauses } = bounded(filters, page.sort, oldest);
    const startedBefore = createdTo && addSeconds(createdTo, CLOCK_TOLERANCE_SECONDS);
    const values = [accountId, from, to, createdFrom, startedBefore, countries, hangupCauses];
    const { calls, scatteredCalls, ...bounds } = await this.db.get<SearchedHours>(SEARCH, values);
    const isFew = Math.min(calls, (scatteredCalls ?? Infinity) * SCATTERED) <= fewRows;
    return { ...UNBOUNDED, ...bounds, isFew };
  }

  /**
   * Finds the months of what was created since a time. A CDR that is committed meanwhile has a later time and is left to the next
   * poll. If it were returned now, the client would poll from its time on and miss an earlier one in a month that was not searched.
   */
  private async sinceLast(request: PageOfCdrs): Promise<CdrSearch> {
    const {
      accountId,
      filters: { createdTo },
    } = request;
    const startedBefore = createdTo && addSeconds(createdTo, CLOCK_TOLERANCE_SECONDS);
    const values = [accountId, null, null, polledFrom(request), startedBefore, null, null];
    const { firstId, lastId, createdTo: last } = await this.db.get<SearchedHours>(SEARCH, values);
    return { ...UNBOUNDED, firstId, lastId, createdTo: last, isEmpty: lastId === null };
  }

  /** Counts the answered CDRs in a range of length or cost, up to the limit, if the page is in the order of the other. */
  private async fewBy({ accountId, filters, page }: PageOfCdrs, fewRows: number): Promise<string | null> {
    const range = otherRangeOf(filters, page.sort);
    if (!range) return null;
    const { column, least, most } = range;
    const few = fewRows * INDEXED;
    const { count } = await this.db.get<{ count: number }>(
      `SELECT count(*) FROM (SELECT FROM cdr.cdrs
         WHERE account_id = $1 AND answered_at IS NOT NULL
           AND ${column} BETWEEN coalesce($2::bigint, 0) AND coalesce($3::bigint, ${Number.MAX_SAFE_INTEGER})
         LIMIT $4) AS few`,
      [accountId, least, most, few + 1],
    );
    return count <= few ? column : null;
  }
}

/** Returns false if the filters limit a time that the page is not sorted by. */
export function isInOrderOfTimes({ from, to, createdFrom, createdTo }: CdrFilters, sort: CdrSort): boolean {
  const byStart = from !== undefined || to !== undefined;
  const byCreation = createdFrom !== undefined || createdTo !== undefined;
  if (sort === 'started_at') return !byCreation;
  if (sort === 'created_at') return !byStart;
  return !byStart && !byCreation;
}

const polledFrom = ({ filters, page: { after } }: PageOfCdrs): Date | undefined =>
  after === null ? filters.createdFrom : new Date(after.key);

/** Returns whether the request reads forward from a recent `created_at`, as a polling client does, and not as an export does. */
function isPoll(request: PageOfCdrs): boolean {
  const {
    filters,
    page: { sort, order },
  } = request;
  const since = polledFrom(request);
  const isRecent = since !== undefined && since > addDays(new Date(), -POLL_DAYS);
  const isForward = sort === 'created_at' && order === 'asc' && filters.existedAt === undefined;
  return isForward && isRecent && isInOrderOfTimes(filters, sort);
}

/** Returns the range of costs of a page by length, or the range of lengths of a page by cost. */
function otherRangeOf({ minBillableSeconds, maxBillableSeconds, minCostCents }: CdrFilters, sort: CdrSort) {
  const lengths = { column: 'billable_duration_seconds', least: minBillableSeconds, most: maxBillableSeconds };
  const costs = { column: 'customer_total_cents', least: minCostCents, most: undefined };
  const range = sort === 'customer_total_cents' ? lengths : sort === 'billable_duration_s' ? costs : null;
  return range === null || (range.least ?? range.most) === undefined ? null : range;
}
