import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds auto-recharge with its claim, one row per account, and the alert threshold of wallets. */
export class AddAutoRecharge1795000203000 implements MigrationInterface {
  readonly name = 'AddAutoRecharge1795000203000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE billing.auto_recharges (
      account_id text PRIMARY KEY,
      enabled boolean NOT NULL,
      threshold_cents bigint CONSTRAINT auto_recharges_threshold CHECK (threshold_cents >= 100),
      amount_cents bigint CONSTRAINT auto_recharges_amount CHECK (amount_cents BETWEEN 500 AND 1000000),
      claim_id text,
      claim_status text CONSTRAINT auto_recharges_claim_status CHECK (claim_status IN ('waiting', 'begun', 'failed')),
      claim_due_at timestamptz,
      attempted_at timestamptz[] NOT NULL,
      last_attempt_status text CONSTRAINT auto_recharges_last_attempt
        CHECK (last_attempt_status IN ('processing', 'succeeded', 'failed')),
      failures integer NOT NULL,
      paused_until timestamptz,
      CONSTRAINT auto_recharges_enabled
        CHECK (NOT enabled OR (threshold_cents IS NOT NULL AND amount_cents IS NOT NULL)),
      CONSTRAINT auto_recharges_claim
        CHECK ((claim_id IS NULL) = (claim_status IS NULL) AND (claim_id IS NULL) = (claim_due_at IS NULL)))`);
    await db.query(`CREATE INDEX auto_recharges_at_work ON billing.auto_recharges (account_id)
      WHERE enabled OR claim_id IS NOT NULL`);
    await db.query(`REVOKE DELETE, TRUNCATE ON billing.auto_recharges FROM ${APP_ROLE}`);
    await db.query(`ALTER TABLE billing.wallets ADD COLUMN low_balance_alert_cents bigint`);
    await db.query(`COMMENT ON COLUMN billing.wallets.low_balance_alert_cents IS
      'The setting of the account, here as well so that a debit can tell in one statement whether it passes it'`);
    // Copies the thresholds that accounts stored before wallets had the column.
    await db.query(`UPDATE billing.wallets w
      SET low_balance_alert_cents = (a.settings ->> 'lowBalanceAlertCents')::bigint
      FROM identity.accounts a
      WHERE a.id = w.account_id AND a.settings ->> 'lowBalanceAlertCents' IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE billing.wallets DROP COLUMN low_balance_alert_cents`);
    await db.query(`DROP TABLE billing.auto_recharges`);
  }
}
