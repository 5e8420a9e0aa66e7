import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `notified_at`: when the expiry was announced. */
export class AnnounceDocumentExpiry1795000603000 implements MigrationInterface {
  readonly name = 'AnnounceDocumentExpiry1795000603000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE compliance.documents ADD COLUMN notified_at timestamptz`);
    await db.query(`CREATE INDEX documents_unannounced ON compliance.documents (expires_at, id)
      WHERE notified_at IS NULL AND expires_at IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE compliance.documents DROP COLUMN notified_at`);
  }
}
