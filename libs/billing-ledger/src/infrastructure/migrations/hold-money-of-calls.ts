import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds holds of live calls and the daily cap of outbound calls. Their sums are in the wallet's row, so that the statement that
 * locks it also decides. See docs/live-calls.md.
 */
export class HoldMoneyOfCalls1795000206000 implements MigrationInterface {
  readonly name = 'HoldMoneyOfCalls1795000206000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE billing.holds ADD COLUMN item text
      CONSTRAINT holds_item CHECK (item IN ('usage_inbound', 'usage_outbound'))`);
    await db.query(`ALTER TABLE billing.wallets
      ADD COLUMN call_held_cents bigint NOT NULL DEFAULT 0 CONSTRAINT wallets_call_held CHECK (call_held_cents >= 0),
      ADD COLUMN outbound_held_cents bigint NOT NULL DEFAULT 0
        CONSTRAINT wallets_outbound_held CHECK (outbound_held_cents >= 0),
      ADD COLUMN outbound_spent_cents bigint NOT NULL DEFAULT 0
        CONSTRAINT wallets_outbound_spent CHECK (outbound_spent_cents >= 0),
      ADD COLUMN outbound_spent_on date`);
    await db.query(`COMMENT ON COLUMN billing.wallets.outbound_spent_cents IS
      'What calls out were charged on outbound_spent_on, a day of UTC'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE billing.wallets DROP COLUMN call_held_cents, DROP COLUMN outbound_held_cents,
      DROP COLUMN outbound_spent_cents, DROP COLUMN outbound_spent_on`);
    await db.query(`ALTER TABLE billing.holds DROP COLUMN item`);
  }
}
