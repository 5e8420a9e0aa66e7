import { addConstraint } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets messages hold their price, which counts against the daily limit of what goes out. */
export class HoldMoneyOfMessages1795021100001 implements MigrationInterface {
  readonly name = 'HoldMoneyOfMessages1795021100001';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const definition = `CHECK (item IN ('usage_inbound', 'usage_outbound', 'sms'))`;
    await addConstraint(db, { table: 'billing.holds', name: 'holds_item', definition });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`UPDATE billing.holds SET item = NULL WHERE item = 'sms'`);
    await db.query(`ALTER TABLE billing.holds DROP CONSTRAINT holds_item,
      ADD CONSTRAINT holds_item CHECK (item IN ('usage_inbound', 'usage_outbound'))`);
  }
}
