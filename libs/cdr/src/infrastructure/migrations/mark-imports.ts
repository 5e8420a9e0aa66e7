import { addConstraint, alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the former provider of imported CDRs, which are free. The index holds imported CDRs alone, so that usage, which counts what
 * is charged here, leaves them out without reading the others. See docs/cdrs.md#reading-cdrs.
 */
export class MarkImports1795021260000 implements MigrationInterface {
  readonly name = 'MarkImports1795021260000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE cdr.cdrs ADD COLUMN IF NOT EXISTS imported_from text`);
    await addConstraint(db, {
      table: 'cdr.cdrs',
      name: 'cdrs_imported_free',
      definition: `CHECK (imported_from IS NULL OR customer_total_cents = 0)`,
    });
    await createIndex(db, {
      table: 'cdr.cdrs',
      name: 'cdrs_imported',
      definition: `(account_id, created_at) WHERE imported_from IS NOT NULL`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE cdr.cdrs DROP COLUMN imported_from`);
  }
}
