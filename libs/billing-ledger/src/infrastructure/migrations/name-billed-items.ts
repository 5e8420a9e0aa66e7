import type { MigrationInterface, QueryRunner } from 'typeorm';

const PAGE_KEY = '(account_id, created_at, id, amount_cents, kind)';

/** Adds the billed item of each charge, for usage reports and invoices. */
export class NameBilledItems1795000204000 implements MigrationInterface {
  readonly name = 'NameBilledItems1795000204000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE billing.transactions ADD COLUMN item text CONSTRAINT transactions_item
      CHECK (item IN ('number_monthly', 'number_setup', 'usage_inbound', 'usage_outbound', 'sms'))`);
    await db.query(`UPDATE billing.transactions SET item = CASE
        WHEN related_kind = 'number_order' THEN 'number_setup'
        WHEN description LIKE 'Inbound call%' THEN 'usage_inbound' ELSE 'usage_outbound' END
      WHERE related_kind IN ('cdr', 'number_order') AND kind IN ('charge', 'refund')`);
    await pageIndex(db, `${PAGE_KEY} INCLUDE (item)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await pageIndex(db, PAGE_KEY);
    await db.query(`ALTER TABLE billing.transactions DROP COLUMN item`);
  }
}

/** Sums the charges of a period by item with an index-only scan. */
async function pageIndex(db: QueryRunner, columns: string): Promise<void> {
  await db.query(`DROP INDEX billing.transactions_page`);
  await db.query(`CREATE INDEX transactions_page ON billing.transactions ${columns}`);
}
