import type { MigrationInterface, QueryRunner } from 'typeorm';

/** OAuth applications, the grants that users give them, and what the authorization server stores. */
export class CreateOAuth1795000120000 implements MigrationInterface {
  readonly name = 'CreateOAuth1795000120000';

  async up(db: QueryRunner): Promise<void> {
    await createApps(db);
    await createGrants(db);
    await createRequests(db);
    await createTokens(db);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['oauth_tokens', 'oauth_requests', 'oauth_grants', 'oauth_apps']) {
      await db.query(`DROP TABLE identity.${table}`);
    }
  }
}

async function createApps(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.oauth_apps (
    id text PRIMARY KEY,
    client_id text NOT NULL,
    account_id text NOT NULL CONSTRAINT oauth_apps_account REFERENCES identity.accounts,
    created_by_id text NOT NULL,
    name text NOT NULL,
    description text,
    homepage_url text,
    logo_url text,
    redirect_uris text[] NOT NULL CONSTRAINT oauth_apps_redirect_uris CHECK (cardinality(redirect_uris) > 0),
    max_scopes text[] NOT NULL CONSTRAINT oauth_apps_max_scopes CHECK (cardinality(max_scopes) > 0),
    secret_hash bytea NOT NULL,
    secret_last4 text NOT NULL,
    secret_rotated_at timestamptz,
    disabled_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL)`);
  await db.query(`CREATE UNIQUE INDEX oauth_apps_client_id ON identity.oauth_apps (client_id)`);
  await db.query(`CREATE INDEX oauth_apps_account ON identity.oauth_apps (account_id, created_at, id)`);
}

/** Every refresh updates its grant: room is left on each page, and no index holds what a refresh changes (HOT). */
async function createGrants(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.oauth_grants (
    id text PRIMARY KEY,
    client_id text NOT NULL CONSTRAINT oauth_grants_app REFERENCES identity.oauth_apps (client_id),
    user_id text NOT NULL CONSTRAINT oauth_grants_user REFERENCES identity.users,
    account_id text NOT NULL CONSTRAINT oauth_grants_account REFERENCES identity.accounts,
    scopes text[] NOT NULL CONSTRAINT oauth_grants_scopes CHECK (cardinality(scopes) > 0),
    last_used_at timestamptz,
    expires_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL) WITH (fillfactor = 80)`);
  await db.query(`CREATE INDEX oauth_grants_user ON identity.oauth_grants (user_id, created_at, id)`);
  await db.query(`CREATE INDEX oauth_grants_app ON identity.oauth_grants (client_id)`);
  await db.query(`CREATE INDEX oauth_grants_account ON identity.oauth_grants (account_id)`);
  await db.query(`CREATE INDEX oauth_grants_ends_at ON identity.oauth_grants (ends_at)`);
}

async function createRequests(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.oauth_requests (
    id_hash bytea PRIMARY KEY,
    client_id text NOT NULL,
    scopes text[] NOT NULL,
    redirect_uri text NOT NULL,
    return_to text NOT NULL,
    payload jsonb NOT NULL,
    decided_by_id text,
    grant_id text,
    expires_at timestamptz NOT NULL,
    CONSTRAINT oauth_requests_decision CHECK (grant_id IS NULL OR decided_by_id IS NOT NULL))`);
  await db.query(`CREATE INDEX oauth_requests_expires_at ON identity.oauth_requests (expires_at)`);
}

/** Authorization codes and refresh tokens. Grants outlive them, so no foreign key is needed, nor the index for it. */
async function createTokens(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.oauth_tokens (
    hash bytea PRIMARY KEY,
    kind text NOT NULL CONSTRAINT oauth_tokens_kind CHECK (kind IN ('code', 'refresh_token')),
    grant_id text NOT NULL,
    payload jsonb NOT NULL,
    used_at timestamptz,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL) WITH (fillfactor = 90)`);
  await db.query(`CREATE INDEX oauth_tokens_expires_at ON identity.oauth_tokens (expires_at)`);
}
