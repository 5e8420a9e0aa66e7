import { addConstraint, alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INVOICES = 'billing.invoices';
const LINES = 'billing.invoice_lines';
const TRANSACTIONS = 'billing.transactions';

/** Calls differ in price, so that the price of their minutes is an average. */
const AMOUNT = `CHECK (amount_cents = quantity * unit_price_cents OR kind IN ('usage_inbound', 'usage_outbound'))`;
/** A void invoice keeps when it was paid. */
const PAID = `CHECK (status = 'void' OR ((status = 'paid') = (paid_at IS NOT NULL)
    AND (status <> 'paid' OR amount_paid_cents = total_cents)))`;

/** Adds seller and buyer, units, the destinations of calls, and corrections. */
export class DetailInvoices1795020800000 implements MigrationInterface {
  readonly name = 'DetailInvoices1795020800000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE ${TRANSACTIONS} ADD COLUMN IF NOT EXISTS usage_of text, ADD COLUMN IF NOT EXISTS usage_seconds integer`,
      `ALTER TABLE ${INVOICES} ADD COLUMN IF NOT EXISTS seller jsonb, ADD COLUMN IF NOT EXISTS buyer jsonb,
        ADD COLUMN IF NOT EXISTS corrects_id text, ADD COLUMN IF NOT EXISTS correction_reason text,
        ADD COLUMN IF NOT EXISTS corrected_by_id text`,
      `ALTER TABLE ${LINES} ADD COLUMN IF NOT EXISTS unit text NOT NULL DEFAULT 'item'`,
    );
    await addConstraint(db, {
      table: LINES,
      name: 'invoice_lines_unit',
      definition: `CHECK (unit IN ('item', 'month', 'minute', 'call', 'message'))`,
    });
    await addConstraint(db, { table: LINES, name: 'invoice_lines_amount', definition: AMOUNT });
    await addConstraint(db, { table: INVOICES, name: 'invoices_paid', definition: PAID });
    await addConstraint(db, {
      table: INVOICES,
      name: 'invoices_void',
      definition: `CHECK ((status = 'void') = (corrected_by_id IS NOT NULL) AND (corrects_id IS NULL) = (correction_reason IS NULL))`,
    });
    await createIndex(db, {
      table: INVOICES,
      name: 'invoices_period',
      definition: '(account_id, period_start) WHERE corrects_id IS NULL',
      unique: true,
    });
    await createIndex(db, {
      table: INVOICES,
      name: 'invoices_corrects',
      definition: '(corrects_id) WHERE corrects_id IS NOT NULL',
      unique: true,
    });
    await alter(db, `ALTER TABLE ${INVOICES} DROP CONSTRAINT IF EXISTS invoices_month`);
    // Sums the calls of a month by destination with an index-only scan.
    await createIndex(db, {
      table: TRANSACTIONS,
      name: 'transactions_page',
      definition: '(account_id, created_at, id, amount_cents, kind) INCLUDE (item, usage_of, usage_seconds)',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX billing.transactions_page`);
    await db.query(`ALTER TABLE ${TRANSACTIONS} DROP COLUMN usage_of, DROP COLUMN usage_seconds`);
    await db.query(
      `CREATE INDEX transactions_page ON ${TRANSACTIONS} (account_id, created_at, id, amount_cents, kind) INCLUDE (item)`,
    );
    await db.query(`DROP INDEX billing.invoices_period, billing.invoices_corrects`);
    await db.query(`ALTER TABLE ${INVOICES} ADD CONSTRAINT invoices_month UNIQUE (account_id, period_start)`);
    await db.query(`ALTER TABLE ${INVOICES} DROP CONSTRAINT invoices_void, DROP CONSTRAINT invoices_paid,
      ADD CONSTRAINT invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)
        AND (status <> 'paid' OR amount_paid_cents = total_cents))`);
    await db.query(`ALTER TABLE ${LINES} DROP CONSTRAINT invoice_lines_amount, DROP COLUMN unit,
      ADD CONSTRAINT invoice_lines_amount CHECK (amount_cents = quantity * unit_price_cents)`);
    await db.query(`ALTER TABLE ${INVOICES} DROP COLUMN seller, DROP COLUMN buyer, DROP COLUMN corrects_id,
      DROP COLUMN correction_reason, DROP COLUMN corrected_by_id`);
  }
}
