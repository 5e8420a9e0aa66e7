import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an account is still buying: few rows of many, asked for when the account ends. */
export class IndexOpenPurchases1795000302000 implements MigrationInterface {
  readonly name = 'IndexOpenPurchases1795000302000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX number_orders_pending ON numbering.number_orders (account_id, id)
      WHERE status = 'pending'`);
    await db.query(`CREATE INDEX checkouts_open ON numbering.checkouts (account_id)
      WHERE status IN ('quoting', 'ordering')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX numbering.number_orders_pending`);
    await db.query(`DROP INDEX numbering.checkouts_open`);
  }
}
