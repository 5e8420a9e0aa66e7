import type { MigrationInterface, QueryRunner } from 'typeorm';

const RULES = 'numbering.number_price_rules';

/**
 * Adds the operator's rules of number prices, and what numbers cost. Purchases from before have no cost of their own: they were
 * sold at cost, so their price is it.
 */
export class PriceNumbers1795020760000 implements MigrationInterface {
  readonly name = 'PriceNumbers1795020760000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE ${RULES} (
        id text PRIMARY KEY,
        account_id text,
        supplier text,
        country text,
        number_type text CONSTRAINT number_price_rules_type
          CHECK (number_type IN ('geographic', 'national', 'mobile', 'tollfree', 'inum')),
        markup_pct text NOT NULL CONSTRAINT number_price_rules_markup CHECK (markup_pct ~ '^[0-9]{1,4}([.][0-9]{1,4})?$'),
        add_monthly_cents bigint NOT NULL,
        add_setup_cents bigint NOT NULL,
        min_monthly_cents bigint NOT NULL,
        min_setup_cents bigint NOT NULL,
        effective_from timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT number_price_rules_amounts CHECK (least(
          add_monthly_cents, add_setup_cents, min_monthly_cents, min_setup_cents) >= 0))`);
    await db.query(`CREATE UNIQUE INDEX number_price_rules_selector ON ${RULES} (
        coalesce(account_id, ''), coalesce(supplier, ''), coalesce(country, ''), coalesce(number_type, ''), effective_from)`);
    await db.query(`CREATE INDEX number_price_rules_created ON ${RULES} (created_at, id)`);
    for (const table of ['number_orders', 'phone_numbers']) {
      await db.query(
        `ALTER TABLE numbering.${table} ADD COLUMN monthly_cost_cents bigint, ADD COLUMN setup_cost_cents bigint`,
      );
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE numbering.phone_numbers DROP COLUMN monthly_cost_cents, DROP COLUMN setup_cost_cents`);
    await db.query(`ALTER TABLE numbering.number_orders DROP COLUMN monthly_cost_cents, DROP COLUMN setup_cost_cents`);
    await db.query(`DROP TABLE ${RULES}`);
  }
}
