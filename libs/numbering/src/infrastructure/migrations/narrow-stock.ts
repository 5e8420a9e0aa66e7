import { alter, createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NUMBERS = 'numbering.stock_numbers';
const DIGITS = 'numbering.stock_numbers_digits';
const UNSOLD = `WHERE state IN ('free', 'reserved') AND order_id IS NULL`;
const LISTED = `WHERE state IN ('free', 'reserved')`;
/** Each with the index that it replaces. */
const INDEXES = [
  { name: 'stock_numbers_unsold', replaces: 'stock_numbers_for_sale', columns: '(lot_id, e164)' },
  {
    name: 'stock_numbers_unsold_mirrored',
    replaces: 'stock_numbers_for_sale_mirrored',
    columns: '(lot_id, reverse(e164))',
  },
  {
    name: 'stock_numbers_unsold_by_number',
    replaces: 'stock_numbers_by_number',
    columns: '(country, substr(e164, 2))',
  },
  {
    name: 'stock_numbers_unsold_by_last_digits',
    replaces: 'stock_numbers_by_last_digits',
    columns: '(country, reverse(e164))',
  },
  {
    name: 'stock_numbers_unsold_by_price',
    replaces: 'stock_numbers_by_price',
    columns: '(country, monthly_cents, e164)',
  },
];

/**
 * Takes a number out of the indexes of searches once an order has it, so that a sale writes to them once instead of twice, and
 * collects the new entries of the index of digits: a search reads up to 256 kB of them, and a sale in about two hundred moves
 * them into the index.
 */
export class NarrowStock1795021190100 implements MigrationInterface {
  readonly name = 'NarrowStock1795021190100';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const { name, columns } of INDEXES)
      await createIndex(db, { table: NUMBERS, name, definition: `${columns} ${UNSOLD}` });
    for (const { replaces } of INDEXES) await dropIndex(db, `numbering.${replaces}`);
    await alter(db, `ALTER INDEX ${DIGITS} SET (fastupdate = on, gin_pending_list_limit = 256)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER INDEX ${DIGITS} RESET (gin_pending_list_limit)`);
    await db.query(`ALTER INDEX ${DIGITS} SET (fastupdate = off)`);
    for (const { name, replaces, columns } of INDEXES) {
      await createIndex(db, { table: NUMBERS, name: replaces, definition: `${columns} ${LISTED}` });
      await dropIndex(db, `numbering.${name}`);
    }
  }
}
