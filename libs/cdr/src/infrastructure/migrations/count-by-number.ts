import { alter, APP_ROLE, backfillBySpans } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  correctAndCount,
  COUNTED_COLUMNS,
  COUNTED_WITH_NUMBER,
  countFunctions,
  HOURLY_COUNTS,
  MONTH,
  NUMBER_COUNTS,
} from './call-counts';

const CREATE = `CREATE TABLE IF NOT EXISTS cdr.number_months (
  account_id text NOT NULL,
  month timestamptz NOT NULL,
  e164 text NOT NULL,
  calls bigint NOT NULL,
  answered bigint NOT NULL,
  billable_seconds bigint NOT NULL,
  cost_cents bigint NOT NULL,
  PRIMARY KEY (account_id, month, e164)) WITH (fillfactor = 70)`;

/**
 * Adds what the CDRs of whole months say and the counts do not say yet. A count below 0 is that of a call which was not counted yet
 * when a correction moved it to another month. See docs/database.md#migrations.
 */
const COUNT_MISSING = `INSERT INTO cdr.number_months AS m (account_id, month, e164, calls, answered, billable_seconds, cost_cents)
  SELECT account_id, month, e164, coalesce(f.calls, 0) - coalesce(c.calls, 0), coalesce(f.answered, 0) - coalesce(c.answered, 0),
    coalesce(f.billable_seconds, 0) - coalesce(c.billable_seconds, 0), coalesce(f.cost_cents, 0) - coalesce(c.cost_cents, 0)
  FROM (SELECT account_id, ${MONTH} AS month, coalesce(e164, '') AS e164, count(*) AS calls, count(answered_at) AS answered,
      sum(billable_duration_seconds) AS billable_seconds, sum(customer_total_cents) AS cost_cents
    FROM cdr.cdrs WHERE account_id = $1 AND started_at >= $2 AND started_at < $3 GROUP BY 1, 2, 3) AS f
  FULL JOIN (SELECT * FROM cdr.number_months WHERE account_id = $1 AND month >= $2 AND month < $3) AS c
    USING (account_id, month, e164)
  WHERE f.calls <> coalesce(c.calls, 0) OR f.calls IS NULL AND c.calls < 0 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, month, e164) DO UPDATE SET calls = m.calls + excluded.calls, answered = m.answered + excluded.answered,
    billable_seconds = m.billable_seconds + excluded.billable_seconds, cost_cents = m.cost_cents + excluded.cost_cents`;

/** Deletes the counts of whole months before a time. */
const DELETE = `CREATE OR REPLACE FUNCTION cdr.delete_number_months(account text, kept_from timestamptz, batch integer)
RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH expired AS (
    SELECT month, e164 FROM cdr.number_months
    -- The minimum of CDR_RETENTION_DAYS, whatever the caller asks for.
    WHERE account_id = account AND month < date_trunc('month', least(kept_from, now() - interval '31 days'), 'UTC') LIMIT batch),
  removed AS (
    DELETE FROM cdr.number_months m USING expired e WHERE m.account_id = account AND m.month = e.month AND m.e164 = e.e164
    RETURNING 1)
  SELECT count(*)::integer FROM removed
$$`;

/**
 * Counts calls by number and month, so that summaries by number over a long time read no CDRs of whole months. See
 * docs/cdrs.md#summary.
 */
export class CountByNumber1795025000000 implements MigrationInterface {
  readonly name = 'CountByNumber1795025000000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      // Waits for the transactions that still count without numbers.
      `SELECT cdr.keep_counts_by(kept_by) FROM cdr.counting`,
      CREATE,
      `REVOKE UPDATE, DELETE ON cdr.number_months FROM ${APP_ROLE}`,
      ...countFunctions([...HOURLY_COUNTS, ...NUMBER_COUNTS], COUNTED_WITH_NUMBER),
      correctAndCount(COUNTED_WITH_NUMBER),
      DELETE,
      `REVOKE ALL ON FUNCTION cdr.delete_number_months FROM PUBLIC`,
      `GRANT EXECUTE ON FUNCTION cdr.delete_number_months TO ${APP_ROLE}`,
    );
    await backfillBySpans(db, {
      step: 'counts of calls by number',
      table: 'cdr.cdrs',
      time: 'started_at',
      unit: 'month',
      statement: COUNT_MISSING,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await alter(
      db,
      ...countFunctions(HOURLY_COUNTS),
      correctAndCount(COUNTED_COLUMNS),
      `DROP FUNCTION cdr.delete_number_months`,
      `DROP TABLE cdr.number_months`,
    );
  }
}
