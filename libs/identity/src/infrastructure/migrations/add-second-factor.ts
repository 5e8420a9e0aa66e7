import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a second factor is checked against, and how a session began, which its second factor goes on from. */
export class AddSecondFactor1795000103000 implements MigrationInterface {
  readonly name = 'AddSecondFactor1795000103000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.sessions ADD COLUMN method text NOT NULL DEFAULT 'password'
      CONSTRAINT sessions_method CHECK (method IN ('password', 'oauth_idp1', 'oauth_idp2', 'magic_link'))`);
    await db.query(`ALTER TABLE identity.sessions ALTER COLUMN method DROP DEFAULT`);
    await db.query(`CREATE TABLE identity.second_factors (
      user_id text PRIMARY KEY CONSTRAINT second_factors_user REFERENCES identity.users,
      secret_sealed text NOT NULL,
      recovery_codes_sealed text NOT NULL,
      used_steps integer[] NOT NULL,
      enabled_at timestamptz NOT NULL)`);
    await db.query(`CREATE TABLE identity.issued_totp_secrets (
      user_id text NOT NULL CONSTRAINT issued_totp_secrets_user REFERENCES identity.users,
      secret_hash bytea NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, secret_hash))`);
    await db.query(`CREATE INDEX issued_totp_secrets_expires_at ON identity.issued_totp_secrets (expires_at)`);
    await db.query(`CREATE TABLE identity.email_codes (
      user_id text PRIMARY KEY CONSTRAINT email_codes_user REFERENCES identity.users,
      code_digest bytea NOT NULL,
      expires_at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX email_codes_expires_at ON identity.email_codes (expires_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.email_codes`);
    await db.query(`DROP TABLE identity.issued_totp_secrets`);
    await db.query(`DROP TABLE identity.second_factors`);
    await db.query(`ALTER TABLE identity.sessions DROP COLUMN method`);
  }
}
