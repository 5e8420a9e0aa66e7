import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves the content of documents out of the database. No earlier version has stored a document. */
export class StoreDocuments1795000602000 implements MigrationInterface {
  readonly name = 'StoreDocuments1795000602000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE compliance.documents DROP COLUMN content_sealed,
      ADD COLUMN storage_key text NOT NULL CONSTRAINT documents_storage_key UNIQUE`);
    await db.query(`CREATE TABLE compliance.loose_files (
      storage_key text PRIMARY KEY,
      account_id text NOT NULL,
      is_removed boolean NOT NULL,
      since timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX loose_files_since ON compliance.loose_files (since, storage_key)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE compliance.loose_files`);
    await db.query(`ALTER TABLE compliance.documents DROP COLUMN storage_key,
      ADD COLUMN content_sealed text NOT NULL DEFAULT ''`);
  }
}
