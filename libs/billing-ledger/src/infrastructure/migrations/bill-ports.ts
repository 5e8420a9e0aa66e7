import { addConstraint } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ITEMS = ['number_monthly', 'number_setup', 'usage_inbound', 'usage_outbound', 'sms'];

/** Adds the fee of a port to the items of charges and to the lines of invoices. */
export class BillPorts1795021140001 implements MigrationInterface {
  readonly name = 'BillPorts1795021140001';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await allow(db, [...ITEMS, 'port_fee']);
  }

  async down(db: QueryRunner): Promise<void> {
    await allow(db, ITEMS);
  }
}

async function allow(db: QueryRunner, items: readonly string[]): Promise<void> {
  const oneOf = (column: string, values: readonly string[]) =>
    `CHECK (${column} IN (${values.map((value) => `'${value}'`).join(', ')}))`;
  const item = { table: 'billing.transactions', name: 'transactions_item', definition: oneOf('item', items) };
  const kind = { table: 'billing.invoice_lines', name: 'invoice_lines_kind' };
  await addConstraint(db, item);
  await addConstraint(db, { ...kind, definition: oneOf('kind', [...items, 'adjustment']) });
}
