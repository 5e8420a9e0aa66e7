import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const HOUR = `date_trunc('hour', created_at, 'UTC')`;

const SUM = `CREATE FUNCTION billing.sum_charges() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  INSERT INTO billing.charge_hours AS h (account_id, hour, charged_cents)
  SELECT account_id, ${HOUR}, -sum(amount_cents) FROM added WHERE kind = 'charge' GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account_id, hour) DO UPDATE SET charged_cents = h.charged_cents + excluded.charged_cents;
  RETURN NULL;
END $$`;

/**
 * Adds the hourly sums of charges. A trigger keeps them, so that charges of processes of the previous version count too;
 * transactions are never changed or deleted. See docs/decisions/0026-triggers-keep-hourly-counts.md.
 */
export class SumCharges1795000212000 implements MigrationInterface {
  readonly name = 'SumCharges1795000212000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE billing.charge_hours (
      account_id text NOT NULL,
      hour timestamptz NOT NULL,
      charged_cents bigint NOT NULL,
      PRIMARY KEY (account_id, hour)) WITH (fillfactor = 70)`);
    await db.query(SUM);
    // Creating a trigger blocks writers until the migration commits, so every charge is either backfilled or summed.
    await db.query(`CREATE TRIGGER sum_added AFTER INSERT ON billing.transactions REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION billing.sum_charges()`);
    await db.query(`INSERT INTO billing.charge_hours
      SELECT account_id, ${HOUR}, -sum(amount_cents) FROM billing.transactions WHERE kind = 'charge' GROUP BY 1, 2`);
    await db.query(`REVOKE UPDATE, DELETE ON billing.charge_hours FROM ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TRIGGER sum_added ON billing.transactions`);
    await db.query(`DROP FUNCTION billing.sum_charges`);
    await db.query(`DROP TABLE billing.charge_hours`);
  }
}
