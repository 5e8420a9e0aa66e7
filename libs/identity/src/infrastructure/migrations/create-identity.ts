import { createSchema } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIdentity1795000100000 implements MigrationInterface {
  readonly name = 'CreateIdentity1795000100000';

  async up(db: QueryRunner): Promise<void> {
    await createSchema(db, 'identity');
    await createAccounts(db);
    await createUsers(db);
    await createMemberships(db);
    await createOneTimeTokens(db);
    await createSessions(db);
    await createApiKeys(db);
    await createLoginEvents(db);
    await createSigningKeys(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA identity CASCADE`);
  }
}

async function createAccounts(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.accounts (
    id text PRIMARY KEY,
    name text NOT NULL,
    tier text NOT NULL CONSTRAINT accounts_tier
      CHECK (tier IN ('self_serve', 'manual_review', 'verified', 'wholesale')),
    country text NOT NULL CONSTRAINT accounts_country CHECK (country ~ '^[A-Z]{2}$'),
    status text NOT NULL CONSTRAINT accounts_status
      CHECK (status IN ('active', 'suspended', 'pending_closure', 'closed')),
    billing_mode text NOT NULL CONSTRAINT accounts_billing_mode CHECK (billing_mode IN ('prepaid', 'postpaid')),
    closure_grace_ends_at timestamptz,
    settings jsonb NOT NULL,
    sign_up_operation_id text,
    created_at timestamptz NOT NULL,
    CONSTRAINT accounts_closure CHECK (status <> 'pending_closure' OR closure_grace_ends_at IS NOT NULL))`);
  await db.query(`CREATE UNIQUE INDEX accounts_sign_up_operation_id ON identity.accounts (sign_up_operation_id)`);
}

async function createUsers(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.users (
    id text PRIMARY KEY,
    email text NOT NULL CONSTRAINT users_email_lower_case CHECK (email !~ '[A-Z]'),
    name text NOT NULL,
    password_hash text,
    password_changed_at timestamptz,
    email_verified_at timestamptz,
    phone_e164 text,
    phone_verified boolean NOT NULL,
    mfa_method text CONSTRAINT users_mfa_method CHECK (mfa_method IN ('totp', 'email_otp')),
    marketing_opt_in boolean NOT NULL,
    intended_use text CONSTRAINT users_intended_use CHECK (intended_use IN ('itsp', 'dev', 'internal', 'other')),
    login_locked_until timestamptz,
    created_at timestamptz NOT NULL)`);
  await db.query(`CREATE UNIQUE INDEX users_email ON identity.users (email)`);
}

async function createMemberships(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.memberships (
    account_id text NOT NULL CONSTRAINT memberships_account REFERENCES identity.accounts,
    user_id text NOT NULL CONSTRAINT memberships_user REFERENCES identity.users,
    role text NOT NULL CONSTRAINT memberships_role CHECK (role IN ('owner', 'admin', 'billing', 'member', 'read_only')),
    joined_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, user_id))`);
  await db.query(`CREATE INDEX memberships_user_id ON identity.memberships (user_id)`);
}

async function createOneTimeTokens(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.one_time_tokens (
    hash bytea PRIMARY KEY,
    kind text NOT NULL CONSTRAINT one_time_tokens_kind
      CHECK (kind IN ('verify_email', 'magic_link', 'reset_password', 'change_email')),
    user_id text NOT NULL CONSTRAINT one_time_tokens_user REFERENCES identity.users,
    email text NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    created_at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX one_time_tokens_user_kind ON identity.one_time_tokens (user_id, kind)`);
  await db.query(`CREATE INDEX one_time_tokens_expires_at ON identity.one_time_tokens (expires_at)`);
}

/**
 * Room is left on each page, and no index holds what every use changes, so that noting a use rewrites no index (HOT).
 */
async function createSessions(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.sessions (
    id text PRIMARY KEY,
    id_hash bytea NOT NULL,
    user_id text NOT NULL CONSTRAINT sessions_user REFERENCES identity.users,
    account_id text NOT NULL CONSTRAINT sessions_account REFERENCES identity.accounts,
    device_name text NOT NULL,
    ip text,
    ip_country text,
    city text,
    user_agent text,
    is_trusted boolean NOT NULL,
    mfa_required boolean NOT NULL,
    mfa_completed_at timestamptz,
    signed_in_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL) WITH (fillfactor = 80)`);
  await db.query(`CREATE UNIQUE INDEX sessions_id_hash ON identity.sessions (id_hash)`);
  await db.query(`CREATE INDEX sessions_user_id ON identity.sessions (user_id)`);
}

async function createApiKeys(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.api_keys (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    prefix_display text NOT NULL,
    scopes text[] NOT NULL,
    allowed_cidrs text[] NOT NULL,
    expires_at timestamptz,
    last_used_at timestamptz,
    last_used_ip text,
    revoked_at timestamptz,
    replaced_by_id text,
    created_at timestamptz NOT NULL) WITH (fillfactor = 80)`);
  await db.query(`CREATE UNIQUE INDEX api_keys_key_hash ON identity.api_keys (key_hash)`);
  await db.query(`CREATE INDEX api_keys_account ON identity.api_keys (account_id, created_at, id)`);
}

async function createLoginEvents(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.login_events (
    id text PRIMARY KEY,
    user_id text,
    outcome text NOT NULL CONSTRAINT login_events_outcome CHECK (outcome IN
      ('success', 'wrong_password', 'no_such_user', 'mfa_required', 'mfa_failed', 'suspicious', 'locked_out',
       'fraud_screen_blocked', 'fraud_screen_review', 'unverified_email')),
    method text NOT NULL CONSTRAINT login_events_method
      CHECK (method IN ('password', 'oauth_idp1', 'oauth_idp2', 'magic_link')),
    ip text,
    ip_country text,
    user_agent text,
    is_new_device boolean NOT NULL,
    is_new_location boolean NOT NULL,
    fraud_decision text CONSTRAINT login_events_fraud_decision CHECK (fraud_decision IN ('allow', 'review', 'block')),
    at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX login_events_user ON identity.login_events (user_id, at, id)`);
  await db.query(`CREATE INDEX login_events_at ON identity.login_events (at)`);
}

async function createSigningKeys(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE identity.signing_keys (
    kid text PRIMARY KEY,
    alg text NOT NULL,
    public_jwk jsonb NOT NULL,
    private_jwk_sealed text NOT NULL,
    created_at timestamptz NOT NULL,
    retired_at timestamptz)`);
  // Whatever the advisory lock does, two keys are never in use at once.
  await db.query(`CREATE UNIQUE INDEX signing_keys_current ON identity.signing_keys ((true)) WHERE retired_at IS NULL`);
}
