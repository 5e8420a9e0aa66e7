import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wrong passwords by what they count for, and the devices that a lockout passes by. `guessed_addresses` and
 * `users.login_locked_until` stay for processes of the version before; a later migration drops them.
 */
export class KnowDevices1795000113000 implements MigrationInterface {
  readonly name = 'KnowDevices1795000113000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE identity.password_failures (
      subject text NOT NULL,
      at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX password_failures_latest ON identity.password_failures (subject, at)`);
    await db.query(`CREATE INDEX password_failures_at ON identity.password_failures (at)`);
    await db.query(`CREATE TABLE identity.known_devices (
      id_hash bytea PRIMARY KEY,
      user_id text NOT NULL CONSTRAINT known_devices_user REFERENCES identity.users,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX known_devices_user_id ON identity.known_devices (user_id)`);
    await db.query(`CREATE INDEX known_devices_expires_at ON identity.known_devices (expires_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.known_devices`);
    await db.query(`DROP TABLE identity.password_failures`);
  }
}
