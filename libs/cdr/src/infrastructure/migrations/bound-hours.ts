import type { MigrationInterface, QueryRunner } from 'typeorm';

const HOUR = `date_trunc('hour', started_at, 'UTC')`;
const COUNTED = `account_id, ${HOUR}, sign * count(*), sign * count(answered_at),
    sign * count(*) FILTER (WHERE hangup_cause = 'normal_clearing'), sign * sum(billable_duration_seconds),
    sign * sum(customer_total_cents)`;
const ADDED = `calls = h.calls + excluded.calls, answered = h.answered + excluded.answered,
    completed = h.completed + excluded.completed, billable_seconds = h.billable_seconds + excluded.billable_seconds,
    cost_cents = h.cost_cents + excluded.cost_cents`;

/** `columns`, `bounds` and `wider` add to the hourly counts of calls. */
const count = (columns: string, bounds: string, wider: string) => `CREATE OR REPLACE FUNCTION cdr.count_calls()
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

const COLUMNS = 'first_id, last_id, last_created_at';
const BOUNDS = 'min(id), max(id), max(created_at)';
const WIDER = `first_id = least(h.first_id, excluded.first_id), last_id = greatest(h.last_id, excluded.last_id),
    last_created_at = greatest(h.last_created_at, excluded.last_created_at)`;

/**
 * Adds the bounds of the ids and of `created_at` to the hourly counts of calls, which limit a search by one time in the
 * order of another. See docs/cdrs.md#reading-cdrs.
 */
export class BoundHours1795000505000 implements MigrationInterface {
  readonly name = 'BoundHours1795000505000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE cdr.call_hours ADD COLUMN first_id text, ADD COLUMN last_id text,
      ADD COLUMN last_created_at timestamptz`);
    // Blocks writers until the migration commits, so every CDR is either backfilled or counted with its bounds.
    await db.query(`LOCK TABLE cdr.cdrs IN SHARE ROW EXCLUSIVE MODE`);
    await db.query(count(`, ${COLUMNS}`, `, ${BOUNDS}`, `, ${WIDER}`));
    await db.query(`UPDATE cdr.call_hours h SET first_id = b.first_id, last_id = b.last_id, last_created_at = b.last_created_at
      FROM (SELECT account_id, ${HOUR} AS hour, min(id) AS first_id, max(id) AS last_id, max(created_at) AS last_created_at
        FROM cdr.cdrs GROUP BY 1, 2) AS b
      WHERE h.account_id = b.account_id AND h.hour = b.hour`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(count('', '', ''));
    await db.query(`ALTER TABLE cdr.call_hours DROP COLUMN first_id, DROP COLUMN last_id, DROP COLUMN last_created_at`);
  }
}
