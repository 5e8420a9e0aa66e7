import { alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the reference of calls that the customer has placed, and an index of the CDRs that have one. The index is in the order of
 * starts, so that a list by a reference that many calls share is read in its order.
 */
export class KeepReferences1795020660000 implements MigrationInterface {
  readonly name = 'KeepReferences1795020660000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE cdr.cdrs ADD COLUMN IF NOT EXISTS customer_reference text`);
    await createIndex(db, {
      table: 'cdr.cdrs',
      name: 'cdrs_with_reference',
      definition: `(account_id, customer_reference, started_at, id) WHERE customer_reference IS NOT NULL`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE cdr.cdrs DROP COLUMN customer_reference`);
  }
}
