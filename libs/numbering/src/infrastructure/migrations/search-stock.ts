import { alter, backfillByKey, createIndex, dropIndex, setNotNull } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NUMBERS = 'numbering.stock_numbers';
const FOR_SALE = `state IN ('free', 'reserved')`;
/** The numbers of a country in each order of a search. */
const INDEXES = {
  stock_numbers_by_number: `(country, substr(e164, 2)) WHERE ${FOR_SALE}`,
  stock_numbers_by_last_digits: `(country, reverse(e164)) WHERE ${FOR_SALE}`,
  stock_numbers_by_price: `(country, monthly_cents, e164) WHERE ${FOR_SALE}`,
};

/** Lets a search read the numbers of a country in its order, whatever the number of lots. No release without this wrote numbers. */
export class SearchStock1795021001000 implements MigrationInterface {
  readonly name = 'SearchStock1795021001000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE ${NUMBERS} ADD COLUMN IF NOT EXISTS monthly_cents bigint`);
    await backfillByKey(db, {
      step: 'monthly prices of the stock',
      table: NUMBERS,
      key: 'e164',
      statement: `UPDATE ${NUMBERS} n SET monthly_cents = l.monthly_cents FROM numbering.stock_lots l
        WHERE l.id = n.lot_id AND n.monthly_cents IS NULL AND n.e164 > $1 AND n.e164 <= $2`,
    });
    await setNotNull(db, NUMBERS, 'monthly_cents');
    for (const [name, definition] of Object.entries(INDEXES))
      await createIndex(db, { table: NUMBERS, name, definition });
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await dropIndex(db, `numbering.${name}`);
    await db.query(`ALTER TABLE ${NUMBERS} DROP COLUMN monthly_cents`);
  }
}
