import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE } from '../roles/app-role';

/** One value per master key, sealed under it, by which a process with other keys is detected at start. */
export class KnowMasterKeys1795000805000 implements MigrationInterface {
  readonly name = 'KnowMasterKeys1795000805000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE platform.master_keys (
      id text PRIMARY KEY, sealed text NOT NULL, first_seen_at timestamptz NOT NULL DEFAULT now())`);
    await db.query(`REVOKE UPDATE, DELETE ON platform.master_keys FROM ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE platform.master_keys`);
  }
}
