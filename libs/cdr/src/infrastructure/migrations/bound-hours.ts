import { alter, backfillBySpans } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TRIGGERS } from './count-calls';

const HOUR = `date_trunc('hour', started_at, 'UTC')`;
const COUNTED = `account_id, ${HOUR}, sign * count(*), sign * count(answered_at),
    sign * count(*) FILTER (WHERE hangup_cause = 'normal_clearing'), sign * sum(billable_duration_seconds),
    sign * sum(customer_total_cents)`;
const ADDED = `calls = h.calls + excluded.calls, answered = h.answered + excluded.answered,
    completed = h.completed + excluded.completed, billable_seconds = h.billable_seconds + excluded.billable_seconds,
    cost_cents = h.cost_cents + excluded.cost_cents`;

/** `columns`, `bounds` and `wider` add to the hourly counts of calls. */
export const count = (columns: string, bounds: string, wider: string) => `CREATE OR REPLACE FUNCTION cdr.count_calls()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  sign CONSTANT integer := TG_ARGV[0];
BEGIN
  INSERT INTO cdr.call_hours AS h (account_id, hour, calls, answered, completed, billable_seconds, cost_cents${columns})
  SELECT ${COUNTED}${bounds}
  FROM changed GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account_id, hour) DO UPDATE SET ${ADDED}${wider};
  INSERT INTO cdr.call_hour_values AS h (account_id, dimension, hour, value, calls)
  SELECT account_id, dimension, ${HOUR}, value, sign * count(*)
  FROM changed CROSS JOIN LATERAL (VALUES ('country', country), ('hangup_cause', hangup_cause)) AS v (dimension, value)
  WHERE value IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, dimension, hour, value) DO UPDATE SET calls = h.calls + excluded.calls;
  RETURN NULL;
END $$`;

export const COLUMNS = 'first_id, last_id, last_created_at';
export const BOUNDS = 'min(id), max(id), max(created_at)';
export const WIDER = `, first_id = least(h.first_id, excluded.first_id), last_id = greatest(h.last_id, excluded.last_id),
    last_created_at = greatest(h.last_created_at, excluded.last_created_at)`;

const WITHIN = `account_id = $1 AND started_at >= $2 AND started_at < $3`;
const COUNTED_WITHIN = `account_id = $1 AND hour >= $2 AND hour < $3`;

/**
 * Add what the CDRs of whole hours say and the counts do not say yet. A count below 0 is that of a call which was not counted yet
 * when a correction moved it to another hour. See docs/database.md#migrations.
 */
const COUNT_MISSING = {
  'hourly counts of calls': `INSERT INTO cdr.call_hours AS h
      (account_id, hour, calls, answered, completed, billable_seconds, cost_cents, ${COLUMNS})
    SELECT account_id, hour, coalesce(f.calls, 0) - coalesce(c.calls, 0), coalesce(f.answered, 0) - coalesce(c.answered, 0),
      coalesce(f.completed, 0) - coalesce(c.completed, 0), coalesce(f.billable_seconds, 0) - coalesce(c.billable_seconds, 0),
      coalesce(f.cost_cents, 0) - coalesce(c.cost_cents, 0), f.first_id, f.last_id, f.last_created_at
    FROM (SELECT account_id, ${HOUR} AS hour, count(*) AS calls, count(answered_at) AS answered,
        count(*) FILTER (WHERE hangup_cause = 'normal_clearing') AS completed,
        sum(billable_duration_seconds) AS billable_seconds, sum(customer_total_cents) AS cost_cents,
        min(id) AS first_id, max(id) AS last_id, max(created_at) AS last_created_at
      FROM cdr.cdrs WHERE ${WITHIN} GROUP BY 1, 2) AS f
    FULL JOIN (SELECT * FROM cdr.call_hours WHERE ${COUNTED_WITHIN}) AS c USING (account_id, hour)
    WHERE f.calls IS NOT NULL OR c.calls < 0 ORDER BY 1, 2
    ON CONFLICT (account_id, hour) DO UPDATE SET ${ADDED}${WIDER}`,
  'hourly counts of values': `INSERT INTO cdr.call_hour_values AS h (account_id, dimension, hour, value, calls)
    SELECT account_id, dimension, hour, value, coalesce(f.calls, 0) - coalesce(c.calls, 0)
    FROM (SELECT account_id, dimension, ${HOUR} AS hour, value, count(*) AS calls
      FROM cdr.cdrs CROSS JOIN LATERAL (VALUES ('country', country), ('hangup_cause', hangup_cause)) AS v (dimension, value)
      WHERE value IS NOT NULL AND ${WITHIN} GROUP BY 1, 2, 3, 4) AS f
    FULL JOIN (SELECT * FROM cdr.call_hour_values WHERE ${COUNTED_WITHIN}) AS c USING (account_id, dimension, hour, value)
    WHERE f.calls <> coalesce(c.calls, 0) OR f.calls IS NULL AND c.calls < 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (account_id, dimension, hour, value) DO UPDATE SET calls = h.calls + excluded.calls`,
} as const;

/**
 * Adds the bounds of the ids and of `created_at` to the hourly counts of calls, which limit a search by one time in the
 * order of another, and counts the CDRs from before. See docs/cdrs.md#reading-cdrs.
 */
export class BoundHours1795000505000 implements MigrationInterface {
  readonly name = 'BoundHours1795000505000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE cdr.call_hours ADD COLUMN IF NOT EXISTS first_id text, ADD COLUMN IF NOT EXISTS last_id text,
        ADD COLUMN IF NOT EXISTS last_created_at timestamptz`,
    );
    // Creating the trigger anew waits for the transactions that still count without bounds.
    await alter(
      db,
      count(`, ${COLUMNS}`, `, ${BOUNDS}`, WIDER),
      `CREATE OR REPLACE TRIGGER count_added ${TRIGGERS.count_added}`,
    );
    for (const [step, statement] of Object.entries(COUNT_MISSING))
      await backfillBySpans(db, { step, table: 'cdr.cdrs', time: 'started_at', unit: 'hour', statement });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(count('', '', ''));
    await db.query(`ALTER TABLE cdr.call_hours DROP COLUMN first_id, DROP COLUMN last_id, DROP COLUMN last_created_at`);
  }
}
