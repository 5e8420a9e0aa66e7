import { createSchema } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhooks1795000700000 implements MigrationInterface {
  readonly name = 'CreateWebhooks1795000700000';

  async up(db: QueryRunner): Promise<void> {
    await createSchema(db, 'webhooks');
    await createEvents(db);
    await createEndpoints(db);
    await createDeliveries(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA webhooks CASCADE`);
  }
}

async function createEvents(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE webhooks.events (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    related_ids text[] NOT NULL,
    created_at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX events_account ON webhooks.events (account_id, created_at, id)`);
  await db.query(`CREATE INDEX events_account_type ON webhooks.events (account_id, type, created_at, id)`);
  await db.query(`CREATE INDEX events_related ON webhooks.events USING gin (related_ids)`);
  await db.query(`CREATE INDEX events_created_at ON webhooks.events (created_at)`);
}

async function createEndpoints(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE webhooks.endpoints (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    url text NOT NULL,
    event_types text[] NOT NULL CONSTRAINT endpoints_event_types CHECK (cardinality(event_types) > 0),
    description text,
    status text NOT NULL CONSTRAINT endpoints_status CHECK (status IN ('enabled', 'disabled', 'failing')),
    disabled_reason text,
    secret_sealed text NOT NULL,
    secret_prefix text NOT NULL,
    previous_secret_sealed text,
    previous_valid_until timestamptz,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    failing_since timestamptz,
    consecutive_failures integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT endpoints_rotation CHECK ((previous_secret_sealed IS NULL) = (previous_valid_until IS NULL)))`);
  await db.query(`CREATE INDEX endpoints_account ON webhooks.endpoints (account_id, created_at, id)`);
}

async function createDeliveries(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE webhooks.deliveries (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    endpoint_id text NOT NULL REFERENCES webhooks.endpoints (id) ON DELETE CASCADE,
    event_id text NOT NULL,
    event_type text NOT NULL,
    is_test boolean NOT NULL,
    status text NOT NULL CONSTRAINT deliveries_status
      CHECK (status IN ('pending', 'succeeded', 'failed', 'abandoned')),
    attempts jsonb NOT NULL CONSTRAINT deliveries_attempts CHECK (jsonb_typeof(attempts) = 'array'),
    next_attempt_at timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT deliveries_due CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)))`);
  await db.query(`CREATE UNIQUE INDEX deliveries_once ON webhooks.deliveries (endpoint_id, event_id)`);
  await db.query(`CREATE INDEX deliveries_endpoint ON webhooks.deliveries (endpoint_id, created_at, id)`);
  await db.query(`CREATE INDEX deliveries_due ON webhooks.deliveries (next_attempt_at) WHERE status = 'pending'`);
}
