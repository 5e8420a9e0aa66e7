import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the WebRTC users of accounts, and the tokens with which browsers register. */
export class CreateWebrtcUsers1795005440000 implements MigrationInterface {
  readonly name = 'CreateWebrtcUsers1795005440000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE voice.webrtc_users (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      name text NOT NULL,
      status text NOT NULL CONSTRAINT webrtc_users_status CHECK (status IN ('active', 'disabled')),
      default_caller_id text,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL)`);
    await db.query(`CREATE UNIQUE INDEX webrtc_users_name ON voice.webrtc_users (account_id, name)`);
    await db.query(`CREATE INDEX webrtc_users_by_age ON voice.webrtc_users (account_id, created_at, id)`);
    await db.query(`CREATE TABLE voice.webrtc_tokens (
      sip_username text PRIMARY KEY,
      webrtc_user_id text NOT NULL REFERENCES voice.webrtc_users ON DELETE CASCADE,
      account_id text NOT NULL,
      sip_password_sealed text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX webrtc_tokens_of_user ON voice.webrtc_tokens (webrtc_user_id, expires_at)`);
    await db.query(`CREATE INDEX webrtc_tokens_by_expiry ON voice.webrtc_tokens (expires_at)`);
    await db.query(
      `COMMENT ON COLUMN voice.webrtc_tokens.sip_password_sealed IS 'Sealed for the username (voice.webrtc_password)'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE voice.webrtc_tokens, voice.webrtc_users`);
  }
}
