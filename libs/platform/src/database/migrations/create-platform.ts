import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE, ensureAppRole } from '../roles/app-role';
import { createSchema } from '../migrate';

export class CreatePlatform1795000000000 implements MigrationInterface {
  readonly name = 'CreatePlatform1795000000000';

  async up(db: QueryRunner): Promise<void> {
    await ensureAppRole(db);
    await createSchema(db, 'platform');
    await createOutbox(db);
    await createIdempotency(db);
    await createStores(db);
    await createAuditTrail(db);
    await db.query(`CREATE TABLE platform.test_clock (
      only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT test_clock_one_row CHECK (only_row),
      offset_s bigint NOT NULL DEFAULT 0 CONSTRAINT test_clock_forward CHECK (offset_s >= 0))`);
    await db.query(`INSERT INTO platform.test_clock DEFAULT VALUES`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA platform CASCADE`);
  }
}

async function createOutbox(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE platform.outbox (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL CONSTRAINT outbox_id UNIQUE,
    account_id text NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    relayed_at timestamptz)`);
  await db.query(`CREATE INDEX outbox_pending ON platform.outbox (seq) WHERE relayed_at IS NULL`);
  await db.query(
    `CREATE INDEX outbox_pending_by_account ON platform.outbox (account_id, seq) WHERE relayed_at IS NULL`,
  );
}

async function createIdempotency(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE platform.idempotency_keys (
    account_id text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    operation_id text NOT NULL,
    locked_until timestamptz,
    status integer,
    body_sealed text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, method, path, key),
    CONSTRAINT idempotency_keys_answer CHECK ((status IS NULL) = (body_sealed IS NULL)))`);
  await db.query(`CREATE INDEX idempotency_keys_created ON platform.idempotency_keys (created_at)`);
}

/** Unlogged: the rows are worthless after a crash, and writes must not wait for the disk. */
async function createStores(db: QueryRunner): Promise<void> {
  await db.query(`CREATE UNLOGGED TABLE platform.rate_limits (
    key text PRIMARY KEY, tokens double precision NOT NULL, granted integer NOT NULL, updated_at timestamptz NOT NULL)`);
  await db.query(`CREATE UNLOGGED TABLE platform.cache (
    key text PRIMARY KEY, value jsonb NOT NULL, expires_at timestamptz NOT NULL)`);
  await db.query(`CREATE UNLOGGED TABLE platform.turns (key text PRIMARY KEY, turn bigint NOT NULL)`);
}

async function createAuditTrail(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE platform.audit_trail (
    id text PRIMARY KEY, at timestamptz NOT NULL, actor text NOT NULL, action text NOT NULL, subject text NOT NULL,
    account_id text, before jsonb, after jsonb)`);
  await db.query(`CREATE INDEX audit_trail_account ON platform.audit_trail (account_id, id)`);
  await db.query(`REVOKE UPDATE, DELETE ON platform.audit_trail FROM ${APP_ROLE}`);
}
