import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const LINE_KINDS = `('number_monthly', 'number_setup', 'usage_inbound', 'usage_outbound', 'sms', 'adjustment')`;

/** Adds invoices. An issued invoice never changes, except for its payment. */
export class CreateInvoices1795000204100 implements MigrationInterface {
  readonly name = 'CreateInvoices1795000204100';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE billing.invoice_series (
      account_id text PRIMARY KEY,
      prefix text NOT NULL CONSTRAINT invoice_series_prefix UNIQUE,
      last_number integer NOT NULL,
      closed_until timestamptz NOT NULL)`);
    await createInvoices(db);
    await db.query(`CREATE TABLE billing.invoice_lines (
      invoice_id text NOT NULL REFERENCES billing.invoices,
      position integer NOT NULL,
      kind text NOT NULL CONSTRAINT invoice_lines_kind CHECK (kind IN ${LINE_KINDS}),
      description text NOT NULL,
      quantity integer NOT NULL CONSTRAINT invoice_lines_quantity CHECK (quantity > 0),
      unit_price_cents bigint NOT NULL,
      amount_cents bigint NOT NULL CONSTRAINT invoice_lines_amount CHECK (amount_cents = quantity * unit_price_cents),
      related_kind text,
      related_id text,
      PRIMARY KEY (invoice_id, position))`);
    await db.query(`REVOKE UPDATE, DELETE, TRUNCATE ON billing.invoice_lines FROM ${APP_ROLE}`);
    await db.query(`REVOKE DELETE, TRUNCATE ON billing.invoices, billing.invoice_series FROM ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE billing.invoice_lines, billing.invoices, billing.invoice_series`);
  }
}

async function createInvoices(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE billing.invoices (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    number text NOT NULL CONSTRAINT invoices_number UNIQUE,
    status text NOT NULL CONSTRAINT invoices_status CHECK (status IN ('open', 'paid', 'void')),
    period_start timestamptz NOT NULL,
    period_end timestamptz NOT NULL,
    subtotal_cents bigint NOT NULL,
    tax_cents bigint NOT NULL,
    total_cents bigint NOT NULL,
    amount_paid_cents bigint NOT NULL,
    currency text NOT NULL,
    recipient_name text NOT NULL,
    issued_at timestamptz NOT NULL,
    due_at timestamptz,
    paid_at timestamptz,
    CONSTRAINT invoices_month UNIQUE (account_id, period_start),
    CONSTRAINT invoices_total CHECK (total_cents = subtotal_cents + tax_cents),
    CONSTRAINT invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)
      AND (status <> 'paid' OR amount_paid_cents = total_cents)),
    CONSTRAINT invoices_due CHECK (status <> 'open' OR due_at IS NOT NULL))`);
  await db.query(`CREATE INDEX invoices_page ON billing.invoices (account_id, period_start, id)`);
  await db.query(`CREATE INDEX invoices_open ON billing.invoices (account_id) WHERE status = 'open'`);
}
