import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drops an index that no query reads, and the extensions of an index that was replaced. An extension stays when other
 * objects use it, or when another role has created it.
 */
export class DropUnusedIndexes1795000313000 implements MigrationInterface {
  readonly name = 'DropUnusedIndexes1795000313000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX numbering.checkout_steps_checkout_id`);
    for (const extension of ['pg_trgm', 'btree_gin']) {
      await db.query(`DO $$ BEGIN
        DROP EXTENSION IF EXISTS ${extension};
      EXCEPTION WHEN dependent_objects_still_exist OR insufficient_privilege THEN
        RAISE NOTICE 'The extension ${extension} is kept: %', SQLERRM;
      END $$`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
    await db.query(`CREATE EXTENSION IF NOT EXISTS btree_gin`);
    await db.query(`CREATE INDEX checkout_steps_checkout_id ON numbering.checkout_steps (checkout_id, seq)`);
  }
}
