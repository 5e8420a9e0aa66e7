import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHECKS = [
  ['billing.holds', 'holds_item', `item IN ('usage_inbound', 'usage_outbound')`],
  ['billing.wallets', 'wallets_call_held', 'call_held_cents >= 0'],
  ['billing.wallets', 'wallets_outbound_held', 'outbound_held_cents >= 0'],
  ['billing.wallets', 'wallets_outbound_spent', 'outbound_spent_cents >= 0'],
] as const;

/**
 * Adds holds of live calls and the daily cap of outbound calls. Their sums are in the wallet's row, so that the statement that
 * locks it also decides. See docs/live-calls.md.
 */
export class HoldMoneyOfCalls1795000206000 implements MigrationInterface {
  readonly name = 'HoldMoneyOfCalls1795000206000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE billing.holds ADD COLUMN IF NOT EXISTS item text`,
      `ALTER TABLE billing.wallets
        ADD COLUMN IF NOT EXISTS call_held_cents bigint NOT NULL DEFAULT 0,
        ADD COLUMN IF NOT EXISTS outbound_held_cents bigint NOT NULL DEFAULT 0,
        ADD COLUMN IF NOT EXISTS outbound_spent_cents bigint NOT NULL DEFAULT 0,
        ADD COLUMN IF NOT EXISTS outbound_spent_on date`,
      `COMMENT ON COLUMN billing.wallets.outbound_spent_cents IS
      'What calls out were charged on outbound_spent_on, a day of UTC'`,
    );
    for (const [table, name, condition] of CHECKS)
      await addConstraint(db, { table, name, definition: `CHECK (${condition})` });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE billing.wallets DROP COLUMN call_held_cents, DROP COLUMN outbound_held_cents,
      DROP COLUMN outbound_spent_cents, DROP COLUMN outbound_spent_on`);
    await db.query(`ALTER TABLE billing.holds DROP COLUMN item`);
  }
}
