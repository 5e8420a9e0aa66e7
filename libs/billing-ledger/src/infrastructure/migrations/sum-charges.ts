import { alter, APP_ROLE, backfillBySpans } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const HOUR = `date_trunc('hour', created_at, 'UTC')`;

const SUM = `CREATE OR REPLACE FUNCTION billing.sum_charges() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  INSERT INTO billing.charge_hours AS h (account_id, hour, charged_cents)
  SELECT account_id, ${HOUR}, -sum(amount_cents) FROM added WHERE kind = 'charge' GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account_id, hour) DO UPDATE SET charged_cents = h.charged_cents + excluded.charged_cents;
  RETURN NULL;
END $$`;

/** Adds what the charges of whole hours say and the sums do not say yet. See docs/database.md#migrations. */
const SUM_MISSING = `WITH found AS (
    SELECT account_id, ${HOUR} AS hour, -sum(amount_cents) AS charged_cents FROM billing.transactions
    WHERE kind = 'charge' AND account_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1, 2)
  INSERT INTO billing.charge_hours AS h (account_id, hour, charged_cents)
  SELECT account_id, hour, f.charged_cents - coalesce(c.charged_cents, 0)
  FROM found f LEFT JOIN billing.charge_hours c USING (account_id, hour) ORDER BY 1, 2
  ON CONFLICT (account_id, hour) DO UPDATE SET charged_cents = h.charged_cents + excluded.charged_cents`;

/**
 * Adds the hourly sums of charges. A trigger keeps them, so that charges of processes of the previous version count too;
 * transactions are never changed or deleted. See docs/decisions/0026-triggers-keep-hourly-counts.md.
 */
export class SumCharges1795000212000 implements MigrationInterface {
  readonly name = 'SumCharges1795000212000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `CREATE TABLE IF NOT EXISTS billing.charge_hours (
        account_id text NOT NULL,
        hour timestamptz NOT NULL,
        charged_cents bigint NOT NULL,
        PRIMARY KEY (account_id, hour)) WITH (fillfactor = 70)`,
      `REVOKE UPDATE, DELETE ON billing.charge_hours FROM ${APP_ROLE}`,
      SUM,
      `CREATE OR REPLACE TRIGGER sum_added AFTER INSERT ON billing.transactions REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION billing.sum_charges()`,
    );
    await backfillBySpans(db, {
      step: 'hourly sums of charges',
      table: 'billing.transactions',
      time: 'created_at',
      unit: 'hour',
      statement: SUM_MISSING,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TRIGGER sum_added ON billing.transactions`);
    await db.query(`DROP FUNCTION billing.sum_charges`);
    await db.query(`DROP TABLE billing.charge_hours`);
  }
}
