import type { AccountHour, DayRange, FirstUse, ShortCalls, ShortCallsQuery } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { CallPatterns } from '../../application/reads/call-patterns';

/** Longer than a call takes, and than its record waits for the service. */
const LATE = `interval '72 hours'`;

/** $1: since. The marks have a row per account. */
const ACTIVE = `(SELECT account_id FROM cdr.account_marks WHERE last_created_at > $1) AS active`;

// OFFSET 0: PostgreSQL reads the rows of an account by the index of what is inside, and filters them afterwards. Without statistics
// it would read all calls of the account, or of all accounts.

const HOURS = `SELECT account_id, hour, last_created_at FROM cdr.call_hours
  WHERE account_id = active.account_id AND hour > $1::timestamptz - ${LATE} OFFSET 0`;
const CHANGED = `SELECT h.account_id AS "accountId", h.hour FROM ${ACTIVE} CROSS JOIN LATERAL (${HOURS}) AS h
  WHERE h.last_created_at > $1 ORDER BY h.account_id, h.hour`;

/** $1 accounts, $2 hours, $3 and $4 days before. */
const COSTS = `SELECT (
    SELECT coalesce(sum(u.cost_cents), 0)::bigint FROM generate_series($3::integer, $4::integer) AS days
      JOIN cdr.call_hours u ON u.account_id = asked.account_id AND u.hour = asked.hour - days * interval '24 hours') AS cents
  FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS asked (account_id, hour, place) ORDER BY asked.place`;

const RECORDED = `SELECT account_id, id, created_at, started_at, direction, country, callee, billable_duration_seconds,
    customer_total_cents
  FROM cdr.cdrs WHERE account_id = active.account_id AND created_at > $1 AND imported_from IS NULL OFFSET 0`;

/** The first call of each country since, unless there is an earlier one. Most calls have one, which is found at once. */
const FIRST = `SELECT c.account_id AS "accountId", c.country, c.started_at AS "startedAt"
  FROM ${ACTIVE} CROSS JOIN LATERAL (
    SELECT DISTINCT ON (country) account_id, country, created_at, id, started_at FROM (${RECORDED}) AS recorded
    WHERE direction = 'outbound' AND country IS NOT NULL ORDER BY country, created_at, id) AS c
  WHERE NOT EXISTS (
    SELECT FROM (SELECT created_at, id FROM cdr.cdrs
      WHERE account_id = c.account_id AND country = c.country AND direction = 'outbound' OFFSET 0) AS e
    WHERE (e.created_at, e.id) < (c.created_at, c.id))
  ORDER BY c.account_id, c.country`;

/** $1 account, $2 country, $3 before. Of most countries there is an earlier call, which is found at once. */
const USED = `SELECT FROM (SELECT started_at FROM cdr.cdrs
    WHERE account_id = $1 AND country = $2 AND direction = 'outbound' OFFSET 0) AS e
  WHERE e.started_at < $3 LIMIT 1`;

/** $2: longest, $3: fewest, $4: varying digits. Most accounts have too few such calls, which the index tells. */
const IS_SHORT = `direction = 'outbound' AND billable_duration_seconds BETWEEN 1 AND $2 AND customer_total_cents > 0`;
const SHORT = `SELECT active.account_id AS "accountId", c.*
  FROM ${ACTIVE} CROSS JOIN LATERAL (
      SELECT count(*) FROM cdr.cdrs WHERE account_id = active.account_id AND created_at > $1 AND ${IS_SHORT}) AS short
    CROSS JOIN LATERAL (
      SELECT left(callee, -$4::integer) AS prefix, count(*) AS calls, sum(customer_total_cents)::bigint AS "costCents",
        min(started_at) AS "startedAt"
      FROM (${RECORDED}) AS recorded
      WHERE short.count >= $3 AND ${IS_SHORT} AND callee LIKE '+%' GROUP BY 1 HAVING count(*) >= $3) AS c
  ORDER BY active.account_id, c.prefix`;

export class CallPatternReads implements CallPatterns {
  constructor(private readonly db: Database) {}

  changedHours(since: Date): Promise<AccountHour[]> {
    return this.db.query<AccountHour>(CHANGED, [since], 'for values');
  }

  async costs(hours: readonly AccountHour[], { from, to }: DayRange): Promise<readonly number[]> {
    const asked = [hours.map(({ accountId }) => accountId), hours.map(({ hour }) => hour)];
    return (await this.db.query<{ cents: number }>(COSTS, [...asked, from, to])).map(({ cents }) => cents);
  }

  firstUses(since: Date): Promise<FirstUse[]> {
    return this.db.query<FirstUse>(FIRST, [since], 'for values');
  }

  async hasUsedBefore({ accountId, country, startedAt }: FirstUse): Promise<boolean> {
    return (await this.db.find(USED, [accountId, country, startedAt], 'for values')) !== null;
  }

  shortCalls({ from, maxSeconds, minCalls, varyingDigits }: ShortCallsQuery): Promise<ShortCalls[]> {
    return this.db.query<ShortCalls>(SHORT, [from, maxSeconds, minCalls, varyingDigits], 'for values');
  }
}
