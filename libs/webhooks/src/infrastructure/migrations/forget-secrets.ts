import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A deleted endpoint has no secret: an empty text could not be sealed again under another master key. */
export class ForgetSecrets1795000720000 implements MigrationInterface {
  readonly name = 'ForgetSecrets1795000720000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhooks.endpoints ALTER COLUMN secret_sealed DROP NOT NULL`);
    await db.query(`UPDATE webhooks.endpoints SET secret_sealed = NULL WHERE secret_sealed = ''`);
    await db.query(`ALTER TABLE webhooks.endpoints
      ADD CONSTRAINT endpoints_secret CHECK (secret_sealed IS NOT NULL OR deleted_at IS NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhooks.endpoints DROP CONSTRAINT endpoints_secret`);
    await db.query(`UPDATE webhooks.endpoints SET secret_sealed = '' WHERE secret_sealed IS NULL`);
    await db.query(`ALTER TABLE webhooks.endpoints ALTER COLUMN secret_sealed SET NOT NULL`);
  }
}
