import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The few numbers that are sold for less than they cost. */
export class IndexNumbersBelowCost1795020761000 implements MigrationInterface {
  readonly name = 'IndexNumbersBelowCost1795020761000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, {
      table: 'numbering.phone_numbers',
      name: 'phone_numbers_below_cost',
      definition: `(id) WHERE status <> 'released' AND monthly_price_cents < monthly_cost_cents`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, 'numbering.phone_numbers_below_cost');
  }
}
