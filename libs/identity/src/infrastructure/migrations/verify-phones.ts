import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes that were sent to phones, and the numbers that a trial credit was granted for. */
export class VerifyPhones1795021131000 implements MigrationInterface {
  readonly name = 'VerifyPhones1795021131000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE identity.phone_codes (
      user_id text PRIMARY KEY CONSTRAINT phone_codes_user REFERENCES identity.users,
      phone_e164 text NOT NULL,
      code_digest bytea NOT NULL,
      sent_by text NOT NULL,
      used_by text,
      failures integer NOT NULL,
      expires_at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX phone_codes_expires_at ON identity.phone_codes (expires_at)`);
    await db.query(`CREATE TABLE identity.trial_phones (
      phone_digest bytea PRIMARY KEY,
      account_id text NOT NULL,
      claimed_at timestamptz NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.trial_phones`);
    await db.query(`DROP TABLE identity.phone_codes`);
  }
}
