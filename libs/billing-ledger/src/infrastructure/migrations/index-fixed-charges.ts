import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index of the charges that are not for calls and messages, which the forecast of a month sums. */
export class IndexFixedCharges1795030330000 implements MigrationInterface {
  readonly name = 'IndexFixedCharges1795030330000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, {
      table: 'billing.transactions',
      name: 'transactions_fixed',
      definition: `(account_id, created_at) INCLUDE (amount_cents)
        WHERE kind = 'charge' AND (item IS NULL OR item IN ('number_monthly', 'number_setup', 'port_fee'))`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, 'billing.transactions_fixed');
  }
}
