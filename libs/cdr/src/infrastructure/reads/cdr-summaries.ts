import { offsetText, pageOf, type TimeZone } from '@trunkline/kernel';
import { type RowReads, Where } from '@trunkline/platform';
import type { CdrFilters } from '../../application/reads/ports';
import {
  type CdrSummaries,
  isTimeGroup,
  type SummaryGroup,
  type SummaryRequest,
  type SummedCalls,
  type SummedGroup,
  type TimeGroup,
} from '../../application/reads/summaries';
import type { CallSums } from '../../domain/call-rates';
import { bounded, conditionsOf } from './cdr-conditions';
import { isContradictory } from './cdr-page';

const HOUR_MS = 3_600_000;
const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
const nextHour = (hour: Date): Date => new Date(hour.getTime() + HOUR_MS);
const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
const nextMonth = (month: Date): Date => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
const DAY_MS = 86_400_000;
/** A CDR that was retried from quarantine may have started this much before it was created. */
const RETRIED_DAYS = 400;
const MINUTES_PER_HOUR = 60;

const COLUMNS: Readonly<Record<Exclude<SummaryGroup, TimeGroup>, string>> = {
  country: 'country',
  number: 'e164',
  trunk: 'sip_trunk_id',
  profile: 'routing_profile_id',
  hangup_cause: 'hangup_cause',
  direction: 'direction',
};

/** The key of calls without a value, which is the smallest text. */
const NONE = '';

/** By the clock of the zone. The clocks of all zones change at a quarter of an hour of UTC, so a part is never divided. */
const LOCAL = `(at AT TIME ZONE 'UTC' + zone.minutes * interval '1 minute')`;
const HOUR = `date_trunc('hour', ${LOCAL}) - zone.minutes * interval '1 minute'`;
const TIME_KEYS: Readonly<Record<TimeGroup, string>> = {
  /** The start in UTC, in whose order hours are read even where the clock is set back, and the offset of the zone. */
  hour: `to_char(${HOUR}, 'YYYY-MM-DD"T"HH24:MI') || zone.minutes`,
  day: `to_char(${LOCAL}, 'YYYY-MM-DD')`,
  month: `to_char(${LOCAL}, 'YYYY-MM')`,
};
const HOUR_LENGTH = 16;

const PART_OF_START = `date_bin('15 minutes', started_at, timestamptz '2000-01-01Z')`;
const SUMS = `count(*) AS calls, count(answered_at) AS answered, coalesce(sum(billable_duration_seconds), 0) AS seconds,
    coalesce(sum(customer_total_cents), 0) AS cost`;

/** Counts of calls by spans of time, and how CDRs are summed like them. */
interface Counts {
  readonly table: string;
  /** The column with the start of the span. */
  readonly span: string;
  /** What counts and CDRs are grouped by. */
  readonly counted: string;
  readonly summed: string;
  readonly startOf: (at: Date) => Date;
  readonly next: (start: Date) => Date;
}

const BY_HOUR: Counts = {
  table: 'cdr.call_hours',
  span: 'hour',
  counted: 'hour AS at',
  summed: `${PART_OF_START} AS at`,
  startOf: hourOf,
  next: nextHour,
};
const BY_NUMBER: Counts = {
  table: 'cdr.number_months',
  span: 'month',
  counted: 'e164',
  summed: 'e164',
  startOf: monthOf,
  next: nextMonth,
};

/** Where counts suffice: for the whole hours or months of a period, while CDRs are summed of what it divides. */
interface CountedPeriod {
  readonly counts: Counts;
  readonly from: Date;
  /** Null: everything up to now, and what clocks that are ahead have reported. */
  readonly to: Date | null;
}

interface Row extends CallSums {
  readonly key1: string | null;
  readonly key2: string | null;
  readonly total: CallSums;
}

/**
 * Sums CDRs by groups. Without other filters than times, hours, days and months are summed from the hourly counts where the zone has
 * whole hours, and numbers from the counts by month; all others from the CDRs, of which the index by start holds what is summed. See
 * docs/cdrs.md#summary.
 */
export class StoredCdrSummaries implements CdrSummaries {
  constructor(private readonly db: RowReads) {}

  async sum(request: SummaryRequest): Promise<SummedCalls> {
    const nothing = { calls: 0, answered: 0, billableSeconds: 0, costCents: 0 };
    if (isContradictory(request.filters)) return { items: [], next: null, totals: nothing };
    const { text, values } = statementOf(request);
    const rows = await this.db.query<Row>(text, values, 'for values');
    const groups = rows.flatMap(({ key1, key2, total: _total, ...sums }) =>
      key1 === null ? [] : [{ sorted: [key1, key2 ?? NONE] as const, sums }],
    );
    const { items, next } = pageOf(groups, request.page.limit, ({ sorted: [key, id] }) => ({ key, id }));
    const shown = items.map(({ sorted, sums }): SummedGroup => {
      return { keys: request.groups.map((group, n) => shownKey(group, sorted[n] ?? NONE)), ...sums };
    });
    return { items: shown, next, totals: rows[0]?.total ?? nothing };
  }
}

/** Reads a page of groups, with the totals of all of them in each row: one row without a group if the page is empty. */
function statementOf(request: SummaryRequest) {
  const { filters: requested, oldest, groups, zone, now, page } = request;
  const filters = bounded(requested, 'started_at', oldest);
  const { parts, where } = partsOf(request, filters);
  const hasTime = groups.some(isTimeGroup);
  const [key1 = '', key2 = `'${NONE}'`] = groups.map((group) =>
    isTimeGroup(group) ? TIME_KEYS[group] : `coalesce(${COLUMNS[group]}, '${NONE}')`,
  );
  const after = page.after
    ? `WHERE (key1, key2) ${page.order === 'asc' ? '>' : '<'} (${where.value(page.after.key)}, ${where.value(page.after.id)})`
    : '';
  const order = page.order;
  const text = `WITH parts AS (${parts}), groups AS MATERIALIZED (
      SELECT (${key1}) COLLATE "C" AS key1, (${key2}) COLLATE "C" AS key2, sum(calls)::bigint AS calls,
        sum(answered)::bigint AS answered, sum(seconds)::bigint AS "billableSeconds", sum(cost)::bigint AS "costCents"
      FROM parts ${hasTime ? joinOf(zone, oldest, now, where) : ''} GROUP BY 1, 2 HAVING sum(calls) > 0)
    SELECT page.*, total FROM (
      SELECT json_build_object('calls', coalesce(sum(calls), 0), 'answered', coalesce(sum(answered), 0),
        'billableSeconds', coalesce(sum("billableSeconds"), 0), 'costCents', coalesce(sum("costCents"), 0)) AS total
      FROM groups) AS totals
    LEFT JOIN (SELECT * FROM groups ${after} ORDER BY key1 ${order}, key2 ${order} ${where.limit(page.limit)}) AS page ON true
    ORDER BY key1 ${order}, key2 ${order}`;
  return { text, values: where.values };
}

/** The sums of calls by part of their start and by value, from counts or from the CDRs. */
function partsOf(request: SummaryRequest, filters: CdrFilters): { readonly parts: string; readonly where: Where } {
  const { accountId, groups, hiddenDigits } = request;
  const period = countedPeriod(request, filters);
  if (period) return partsOfCounts(accountId, period);
  const where = conditionsOf(accountId, filters, hiddenDigits);
  const columns = groups.flatMap((group) => (isTimeGroup(group) ? [] : [COLUMNS[group]]));
  const selected = [...(groups.some(isTimeGroup) ? [`${PART_OF_START} AS at`] : []), ...columns];
  const grouped = selected.map((_, n) => String(n + 1));
  return {
    parts: `SELECT ${[...selected, SUMS].join(', ')} FROM cdr.cdrs ${where.text} GROUP BY ${grouped.join(', ')}`,
    where,
  };
}

/** Returns null unless counts suffice. */
function countedPeriod(request: SummaryRequest, { from, to, ...others }: CdrFilters): CountedPeriod | null {
  const counts = countsOf(request);
  const isByTime = Object.values<unknown>(others).every((value) => value === undefined);
  return counts && from && isByTime ? { counts, from, to: to ?? null } : null;
}

function countsOf({ groups, zone, oldest, now }: SummaryRequest): Counts | null {
  if (groups.every((group) => group === 'number')) return BY_NUMBER;
  const spans = zone.spansOf(oldest, new Date(now.getTime() + DAY_MS));
  const hasWholeHours = spans.every(({ offsetMinutes }) => offsetMinutes % MINUTES_PER_HOUR === 0);
  return groups.every(isTimeGroup) && hasWholeHours ? BY_HOUR : null;
}

/** Returns the bounds of the whole spans of a period: equal if there are none. */
function wholeSpans({ counts: { startOf, next }, from, to }: CountedPeriod) {
  const begun = startOf(from);
  const first = begun < from ? next(begun) : from;
  if (to === null) return { first, last: null };
  const ended = startOf(to);
  return { first, last: ended > first ? ended : first };
}

function partsOfCounts(accountId: string, period: CountedPeriod) {
  const { counts, from, to } = period;
  const { table, span, counted, summed } = counts;
  const { first, last } = wholeSpans(period);
  const where = new Where();
  const account = where.value(accountId);
  const between = (column: string, start: Date, end: Date | null) =>
    [
      `account_id = ${account} AND ${column} >= ${where.value(start)}`,
      ...(end === null ? [] : [`${column} < ${where.value(end)}`]),
    ].join(' AND ');
  const cdrs = (start: Date, end: Date) =>
    start >= end
      ? []
      : [`SELECT ${summed}, ${SUMS} FROM cdr.cdrs WHERE ${between('started_at', start, end)} GROUP BY 1`];
  const parts = [
    `SELECT ${counted}, calls, answered, billable_seconds AS seconds, cost_cents AS cost
      FROM ${table} WHERE ${between(span, first, last)}`,
    ...cdrs(from, to && to < first ? to : first),
    ...(to && last ? cdrs(last, to) : []),
  ];
  return { parts: parts.join(' UNION ALL '), where };
}

/** Joins each part with the clock of its time. */
function joinOf(zone: TimeZone, oldest: Date, now: Date, where: Where): string {
  const spans = zone.spansOf(new Date(oldest.getTime() - RETRIED_DAYS * DAY_MS), new Date(now.getTime() + DAY_MS));
  const minutes = where.value(spans.map(({ offsetMinutes }) => offsetMinutes));
  // The first and the last clock also apply before and after.
  const starts = where.value(spans.map(({ from }, n) => (n === 0 ? '-infinity' : from.toISOString())));
  const ends = where.value(spans.map(({ to }, n) => (n === spans.length - 1 ? 'infinity' : to.toISOString())));
  return `JOIN unnest(${starts}::timestamptz[], ${ends}::timestamptz[], ${minutes}::integer[]) AS zone (start, stop, minutes)
      ON at >= zone.start AND at < zone.stop`;
}

function shownKey(group: SummaryGroup, sorted: string): string | null {
  if (group !== 'hour') return sorted === NONE ? null : sorted;
  const offset = Number(sorted.slice(HOUR_LENGTH));
  const local = new Date(Date.parse(`${sorted.slice(0, HOUR_LENGTH)}Z`) + offset * (HOUR_MS / MINUTES_PER_HOUR));
  return `${local.toISOString().slice(0, HOUR_LENGTH)}${offsetText(offset)}`;
}
