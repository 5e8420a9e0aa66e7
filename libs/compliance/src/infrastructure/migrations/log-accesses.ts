import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LogAccesses1795000601000 implements MigrationInterface {
  readonly name = 'LogAccesses1795000601000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE compliance.end_users ADD COLUMN search_index text[] NOT NULL DEFAULT '{}'`);
    await db.query(`CREATE INDEX end_users_search_index ON compliance.end_users USING gin (search_index)`);
    await db.query(`CREATE TABLE compliance.access_log (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      at timestamptz NOT NULL,
      actor_kind text NOT NULL CONSTRAINT access_log_actor_kind
        CHECK (actor_kind IN ('user', 'api_key', 'oauth_app', 'operator')),
      actor_id text NOT NULL,
      action text NOT NULL,
      resource_id text NOT NULL)`);
    await db.query(`REVOKE UPDATE, DELETE, TRUNCATE ON compliance.access_log FROM ${APP_ROLE}`);
    await db.query(`CREATE INDEX access_log_at ON compliance.access_log (account_id, at, id)`);
    await db.query(`CREATE INDEX access_log_resource ON compliance.access_log (account_id, resource_id, at, id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE compliance.access_log`);
    await db.query(`ALTER TABLE compliance.end_users DROP COLUMN search_index`);
  }
}
