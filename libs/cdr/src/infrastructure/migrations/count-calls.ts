import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const HOUR = `date_trunc('hour', started_at, 'UTC')`;

const COUNT = `CREATE FUNCTION cdr.count_calls() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  sign CONSTANT integer := TG_ARGV[0];
BEGIN
  INSERT INTO cdr.call_hours AS h (account_id, hour, calls, answered, completed, billable_seconds, cost_cents)
  SELECT account_id, ${HOUR}, sign * count(*), sign * count(answered_at),
    sign * count(*) FILTER (WHERE hangup_cause = 'normal_clearing'), sign * sum(billable_duration_seconds),
    sign * sum(customer_total_cents)
  FROM changed GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account_id, hour) DO UPDATE SET calls = h.calls + excluded.calls, answered = h.answered + excluded.answered,
    completed = h.completed + excluded.completed, billable_seconds = h.billable_seconds + excluded.billable_seconds,
    cost_cents = h.cost_cents + excluded.cost_cents;
  INSERT INTO cdr.call_hour_values AS h (account_id, dimension, hour, value, calls)
  SELECT account_id, dimension, ${HOUR}, value, sign * count(*)
  FROM changed CROSS JOIN LATERAL (VALUES ('country', country), ('hangup_cause', hangup_cause)) AS v (dimension, value)
  WHERE value IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, dimension, hour, value) DO UPDATE SET calls = h.calls + excluded.calls;
  RETURN NULL;
END $$`;

export const TRIGGERS = {
  count_added: `AFTER INSERT ON cdr.cdrs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cdr.count_calls('1')`,
  count_before_change: `AFTER UPDATE ON cdr.cdrs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION cdr.count_calls('-1')`,
  count_changed: `AFTER UPDATE ON cdr.cdrs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION cdr.count_calls('1')`,
  count_removed: `AFTER DELETE ON cdr.cdrs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION cdr.count_calls('-1')`,
} as const;

/**
 * Adds the hourly counts of calls. Triggers keep them, so that CDRs of processes of the previous version count too. The CDRs from
 * before are counted by BoundHours. See docs/decisions/0026-triggers-keep-hourly-counts.md.
 */
export class CountCalls1795000503000 implements MigrationInterface {
  readonly name = 'CountCalls1795000503000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE cdr.call_hours (
      account_id text NOT NULL,
      hour timestamptz NOT NULL,
      calls bigint NOT NULL,
      answered bigint NOT NULL,
      completed bigint NOT NULL,
      billable_seconds bigint NOT NULL,
      cost_cents bigint NOT NULL,
      PRIMARY KEY (account_id, hour)) WITH (fillfactor = 70)`);
    await db.query(`CREATE TABLE cdr.call_hour_values (
      account_id text NOT NULL,
      dimension text NOT NULL
        CONSTRAINT call_hour_values_dimension CHECK (dimension IN ('country', 'hangup_cause')),
      hour timestamptz NOT NULL,
      value text NOT NULL,
      calls bigint NOT NULL,
      PRIMARY KEY (account_id, dimension, hour, value)) WITH (fillfactor = 70)`);
    await db.query(COUNT);
    await db.query(`REVOKE UPDATE, DELETE ON cdr.call_hours, cdr.call_hour_values FROM ${APP_ROLE}`);
    // Last, because it blocks writers until the transaction commits.
    for (const [name, definition] of Object.entries(TRIGGERS)) await db.query(`CREATE TRIGGER ${name} ${definition}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(TRIGGERS)) await db.query(`DROP TRIGGER ${name} ON cdr.cdrs`);
    await db.query(`DROP FUNCTION cdr.count_calls`);
    await db.query(`DROP TABLE cdr.call_hours, cdr.call_hour_values`);
  }
}
