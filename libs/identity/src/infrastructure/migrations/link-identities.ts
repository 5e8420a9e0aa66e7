import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-in through third parties: who is who there, and who is on the way there just now. */
export class LinkIdentities1795000107000 implements MigrationInterface {
  readonly name = 'LinkIdentities1795000107000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE identity.linked_identities (
      id text PRIMARY KEY,
      user_id text NOT NULL CONSTRAINT linked_identities_user REFERENCES identity.users,
      provider text NOT NULL CONSTRAINT linked_identities_provider CHECK (provider IN ('oauth_idp1', 'oauth_idp2')),
      issuer text NOT NULL,
      subject text NOT NULL,
      email text,
      last_used_at timestamptz,
      created_at timestamptz NOT NULL)`);
    await db.query(`CREATE UNIQUE INDEX linked_identities_person
      ON identity.linked_identities (provider, issuer, subject)`);
    await db.query(`CREATE INDEX linked_identities_user_id ON identity.linked_identities (user_id, created_at, id)`);
    await db.query(`CREATE TABLE identity.provider_attempts (
      state_hash bytea PRIMARY KEY,
      browser_hash bytea NOT NULL,
      provider text NOT NULL CONSTRAINT provider_attempts_provider CHECK (provider IN ('oauth_idp1', 'oauth_idp2')),
      mode text NOT NULL CONSTRAINT provider_attempts_mode CHECK (mode IN ('login', 'signup', 'link')),
      return_to text NOT NULL,
      country text,
      user_id text,
      session_id text,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT provider_attempts_linker
        CHECK ((mode = 'link') = (user_id IS NOT NULL AND session_id IS NOT NULL)))`);
    await db.query(`CREATE INDEX provider_attempts_expires_at ON identity.provider_attempts (expires_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.provider_attempts`);
    await db.query(`DROP TABLE identity.linked_identities`);
  }
}
