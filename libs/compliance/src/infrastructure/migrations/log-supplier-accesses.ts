import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Suppliers read the bundles that are handed over to them. */
export class LogSupplierAccesses1795000604000 implements MigrationInterface {
  readonly name = 'LogSupplierAccesses1795000604000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE compliance.access_log DROP CONSTRAINT access_log_actor_kind,
      ADD CONSTRAINT access_log_actor_kind
        CHECK (actor_kind IN ('user', 'api_key', 'oauth_app', 'operator', 'supplier')) NOT VALID`);
    await db.query(`ALTER TABLE compliance.access_log VALIDATE CONSTRAINT access_log_actor_kind`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE compliance.access_log DROP CONSTRAINT access_log_actor_kind,
      ADD CONSTRAINT access_log_actor_kind
        CHECK (actor_kind IN ('user', 'api_key', 'oauth_app', 'operator')) NOT VALID`);
  }
}
