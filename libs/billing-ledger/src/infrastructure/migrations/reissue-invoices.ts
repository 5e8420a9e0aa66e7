import { addConstraint, alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INVOICES = 'billing.invoices';

/** Lets a void invoice be issued again: once, by an invoice of the same month. */
export class ReissueInvoices1795021010000 implements MigrationInterface {
  readonly name = 'ReissueInvoices1795021010000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE ${INVOICES} ADD COLUMN IF NOT EXISTS replaces_id text, ADD COLUMN IF NOT EXISTS replaced_by_id text`,
    );
    await addConstraint(db, {
      table: INVOICES,
      name: 'invoices_replaced',
      definition: `CHECK ((replaced_by_id IS NULL OR status = 'void') AND (replaces_id IS NULL OR corrects_id IS NULL))`,
    });
    await createIndex(db, {
      table: INVOICES,
      name: 'invoices_replaces',
      definition: '(replaces_id) WHERE replaces_id IS NOT NULL',
      unique: true,
    });
    await createIndex(db, {
      table: INVOICES,
      name: 'invoices_period',
      definition: '(account_id, period_start) WHERE corrects_id IS NULL AND replaces_id IS NULL',
      unique: true,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX billing.invoices_period`);
    await db.query(`ALTER TABLE ${INVOICES} DROP COLUMN replaces_id, DROP COLUMN replaced_by_id`);
    await db.query(
      `CREATE UNIQUE INDEX invoices_period ON ${INVOICES} (account_id, period_start) WHERE corrects_id IS NULL`,
    );
  }
}
