import type { MigrationInterface, QueryRunner } from 'typeorm';

const NUMBER_TYPE = `number_type IN ('geographic', 'national', 'mobile', 'tollfree', 'inum')`;
/** Of these, the search reads nothing else. */
const FOR_SALE = `state IN ('free', 'reserved')`;

/** The operator's own numbers. See docs/numbers.md#own-stock. */
export class StockNumbers1795020740000 implements MigrationInterface {
  readonly name = 'StockNumbers1795020740000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE numbering.stock_lots (
      id text PRIMARY KEY,
      country text NOT NULL,
      calling_code text NOT NULL,
      number_type text NOT NULL CONSTRAINT stock_lots_number_type CHECK (${NUMBER_TYPE}),
      area_code text,
      region text,
      region_names text[] NOT NULL,
      city text,
      city_names text[] NOT NULL,
      capabilities text[] NOT NULL,
      monthly_cents bigint NOT NULL,
      setup_cents bigint NOT NULL,
      requires_activation boolean NOT NULL,
      CONSTRAINT stock_lots_cents CHECK (monthly_cents >= 0 AND setup_cents >= 0))`);
    await db.query(`CREATE INDEX stock_lots_country ON numbering.stock_lots (country)`);
    // Ranges of digits are ranges of the index in the collation "C" alone.
    await db.query(`CREATE TABLE numbering.stock_numbers (
      e164 text COLLATE "C" PRIMARY KEY,
      lot_id text NOT NULL,
      country text NOT NULL,
      number_type text NOT NULL CONSTRAINT stock_numbers_number_type CHECK (${NUMBER_TYPE}),
      carrier_id text,
      state text NOT NULL CONSTRAINT stock_numbers_state
        CHECK (state IN ('free', 'reserved', 'sold', 'ageing', 'withdrawn')),
      account_id text,
      order_id text,
      is_usable boolean,
      available_at timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT stock_numbers_account CHECK ((state IN ('reserved', 'sold')) = (account_id IS NOT NULL)),
      CONSTRAINT stock_numbers_order CHECK ((order_id IS NOT NULL) = (is_usable IS NOT NULL)
        AND (state <> 'sold' OR order_id IS NOT NULL) AND (order_id IS NULL OR state IN ('reserved', 'sold'))),
      CONSTRAINT stock_numbers_available_at
        CHECK ((available_at IS NOT NULL) = (state = 'ageing' OR (state = 'reserved' AND order_id IS NULL))))`);
    for (const index of [
      `UNIQUE INDEX stock_numbers_order_id ON numbering.stock_numbers (order_id) WHERE order_id IS NOT NULL`,
      `INDEX stock_numbers_for_sale ON numbering.stock_numbers (lot_id, e164) WHERE ${FOR_SALE}`,
      // In this order neighbours are of different areas, and it finds numbers by their last digits.
      `INDEX stock_numbers_for_sale_mirrored ON numbering.stock_numbers (lot_id, reverse(e164)) WHERE ${FOR_SALE}`,
      `INDEX stock_numbers_digits ON numbering.stock_numbers USING gin (numbering.digit_keys('', e164))
        WITH (fastupdate = off)`,
      `INDEX stock_numbers_available_at ON numbering.stock_numbers (available_at) WHERE available_at IS NOT NULL`,
      `INDEX stock_numbers_state ON numbering.stock_numbers (state, e164)`,
      `INDEX stock_numbers_country ON numbering.stock_numbers (country, e164)`,
      `INDEX stock_numbers_type ON numbering.stock_numbers (number_type, e164)`,
      `INDEX stock_numbers_carrier ON numbering.stock_numbers (carrier_id, e164) WHERE carrier_id IS NOT NULL`,
    ])
      await db.query(`CREATE ${index}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE numbering.stock_numbers, numbering.stock_lots`);
  }
}
