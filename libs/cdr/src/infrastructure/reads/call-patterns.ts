import type { Database } from '@trunkline/platform';
import type {
  CallPatterns,
  FirstCall,
  HourlyCost,
  ShortCalls,
  ShortCallsQuery,
} from '../../application/reads/call-patterns';

/** Longer than a call takes, and than its record waits for the service. */
const LATE = `interval '72 hours'`;
const USUAL_DAYS = 30;

/** $1: since. The marks have a row per account. */
const ACTIVE = `(SELECT account_id FROM cdr.account_marks WHERE last_created_at > $1) AS active`;

// OFFSET 0: PostgreSQL reads the rows of an account by the index of what is inside, and filters them afterwards. Without statistics
// it would read all calls of the account, or of all accounts.

const CHANGED = `SELECT account_id, hour, cost_cents, last_created_at FROM cdr.call_hours
  WHERE account_id = active.account_id AND hour > $1::timestamptz - ${LATE} OFFSET 0`;
const EXPENSIVE = `SELECT h.account_id AS "accountId", h.hour, h.cost_cents AS "costCents", (
    SELECT coalesce(sum(u.cost_cents), 0)::bigint FROM generate_series(1, ${USUAL_DAYS}) AS days
      JOIN cdr.call_hours u ON u.account_id = h.account_id AND u.hour = h.hour - days * interval '24 hours') AS "usualCents"
  FROM ${ACTIVE} CROSS JOIN LATERAL (${CHANGED}) AS h
  WHERE h.last_created_at > $1 AND h.cost_cents > $2 ORDER BY h.account_id, h.hour`;

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

  expensiveHours(since: Date, aboveCents: number): Promise<HourlyCost[]> {
    return this.db.query<HourlyCost>(EXPENSIVE, [since, aboveCents], 'for values');
  }

  firstCalls(since: Date): Promise<FirstCall[]> {
    return this.db.query<FirstCall>(FIRST, [since], 'for values');
  }

  shortCalls({ from, maxSeconds, minCalls, varyingDigits }: ShortCallsQuery): Promise<ShortCalls[]> {
    return this.db.query<ShortCalls>(SHORT, [from, maxSeconds, minCalls, varyingDigits], 'for values');
  }
}
