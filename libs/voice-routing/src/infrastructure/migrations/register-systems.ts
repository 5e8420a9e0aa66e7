import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the contacts of registered systems, and the failed sign-ins that block a user from an address. */
export class RegisterSystems1795010330000 implements MigrationInterface {
  readonly name = 'RegisterSystems1795010330000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE voice.contacts (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      trunk_id text,
      webrtc_user_id text,
      switch_id text NOT NULL,
      node text NOT NULL,
      boot_id text NOT NULL,
      username text NOT NULL,
      uri text NOT NULL,
      received text,
      path text,
      user_agent text,
      q double precision NOT NULL CONSTRAINT contacts_q CHECK (q BETWEEN 0 AND 1),
      expires_at timestamptz NOT NULL,
      registered_at timestamptz NOT NULL,
      CONSTRAINT contacts_owner CHECK ((trunk_id IS NULL) <> (webrtc_user_id IS NULL)))`);
    // Two phones behind different routers may have the same private URI.
    await db.query(`CREATE UNIQUE INDEX contacts_binding
      ON voice.contacts (switch_id, node, username, uri, coalesce(received, ''))`);
    await db.query(`CREATE INDEX contacts_trunk ON voice.contacts (trunk_id, expires_at) WHERE trunk_id IS NOT NULL`);
    await db.query(
      `CREATE INDEX contacts_webrtc_user ON voice.contacts (webrtc_user_id, expires_at) WHERE webrtc_user_id IS NOT NULL`,
    );
    await db.query(`CREATE INDEX contacts_expiry ON voice.contacts (expires_at)`);
    // When each switch last reported a user, so that a late report does not undo a newer one.
    await db.query(`CREATE TABLE voice.contact_reports (
      switch_id text NOT NULL,
      node text NOT NULL,
      username text NOT NULL,
      reported_at timestamptz NOT NULL,
      PRIMARY KEY (switch_id, node, username))`);
    await db.query(`CREATE TABLE voice.auth_failures (
      username text NOT NULL,
      source_ip inet NOT NULL,
      failed_at timestamptz[] NOT NULL,
      blocked_until timestamptz,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (username, source_ip))`);
    await db.query(`CREATE INDEX auth_failures_expiry ON voice.auth_failures (expires_at)`);
    await db.query(`ALTER TABLE voice.trunk_credentials ADD COLUMN registered_at timestamptz`);
    await db.query(
      `COMMENT ON COLUMN voice.trunk_credentials.registered_at IS 'Since when the trunk has a contact, as its events say; null without one'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.trunk_credentials DROP COLUMN registered_at`);
    await db.query(`DROP TABLE voice.auth_failures, voice.contact_reports, voice.contacts`);
  }
}
