import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the events of card processors, and the sandbox's refunds, disputes and events. */
export class HearProcessors1795000202000 implements MigrationInterface {
  readonly name = 'HearProcessors1795000202000';

  async up(db: QueryRunner): Promise<void> {
    await createInbox(db);
    await createCustomers(db);
    await sealClientSecrets(db);
    await extendSandbox(db);
    // A won dispute credits the money of the chargeback under the same kind.
    await signs(db, `kind = 'charge' THEN amount_cents < 0`);
  }

  async down(db: QueryRunner): Promise<void> {
    await signs(db, `kind IN ('charge', 'chargeback') THEN amount_cents < 0`);
    await db.query(`DROP TABLE billing.sandbox_events, billing.sandbox_disputes, billing.sandbox_refunds`);
    await db.query(`ALTER TABLE billing.sandbox_charges ADD COLUMN client_secret text`);
    await db.query(`ALTER TABLE billing.topups DROP COLUMN client_secret_sealed, ADD COLUMN client_secret text`);
    await db.query(`DROP TABLE billing.card_setups, billing.processor_customers, billing.processor_events`);
  }
}

/** Events are stored once, by id, without personal data, and handled later. */
async function createInbox(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE billing.processor_events (
    processor text NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    news jsonb,
    status text NOT NULL CONSTRAINT processor_events_status CHECK (status IN ('received', 'handled', 'ignored')),
    attempts integer NOT NULL,
    check_at timestamptz,
    received_at timestamptz NOT NULL,
    closed_at timestamptz,
    PRIMARY KEY (processor, event_id),
    CONSTRAINT processor_events_open CHECK ((status = 'received') = (check_at IS NOT NULL)
      AND (status = 'received') = (closed_at IS NULL)))`);
  await db.query(`CREATE INDEX processor_events_due ON billing.processor_events (check_at) WHERE check_at IS NOT NULL`);
  await db.query(
    `CREATE INDEX processor_events_closed ON billing.processor_events (closed_at) WHERE closed_at IS NOT NULL`,
  );
}

async function createCustomers(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE billing.processor_customers (
    account_id text NOT NULL,
    processor text NOT NULL,
    customer_id text NOT NULL,
    PRIMARY KEY (account_id, processor))`);
  await db.query(`CREATE TABLE billing.card_setups (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    expires_at timestamptz NOT NULL,
    closed_at timestamptz)`);
  await db.query(`CREATE INDEX card_setups_open ON billing.card_setups (expires_at) WHERE closed_at IS NULL`);
  await db.query(`REVOKE DELETE, TRUNCATE ON billing.processor_customers FROM ${APP_ROLE}`);
}

/** Deletes secrets that were stored unencrypted; the sweep reads them from the processor again. */
async function sealClientSecrets(db: QueryRunner): Promise<void> {
  await db.query(`ALTER TABLE billing.topups DROP COLUMN client_secret, ADD COLUMN client_secret_sealed text`);
}

async function extendSandbox(db: QueryRunner): Promise<void> {
  await db.query(`ALTER TABLE billing.sandbox_charges DROP COLUMN client_secret`);
  await db.query(`CREATE TABLE billing.sandbox_refunds (
    id text PRIMARY KEY,
    intent_id text NOT NULL,
    idempotency_key text CONSTRAINT sandbox_refunds_key UNIQUE,
    amount_cents bigint NOT NULL CONSTRAINT sandbox_refunds_amount CHECK (amount_cents > 0),
    created_at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX sandbox_refunds_intent ON billing.sandbox_refunds (intent_id)`);
  await db.query(`CREATE TABLE billing.sandbox_disputes (
    id text PRIMARY KEY,
    intent_id text NOT NULL CONSTRAINT sandbox_disputes_intent UNIQUE,
    amount_cents bigint NOT NULL CONSTRAINT sandbox_disputes_amount CHECK (amount_cents > 0),
    status text NOT NULL CONSTRAINT sandbox_disputes_status CHECK (status IN ('needs_response', 'won', 'lost')),
    created_at timestamptz NOT NULL)`);
  await db.query(`CREATE TABLE billing.sandbox_events (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    body text NOT NULL,
    due_at timestamptz NOT NULL,
    sent_at timestamptz,
    created_at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX sandbox_events_due ON billing.sandbox_events (due_at, id) WHERE sent_at IS NULL`);
}

async function signs(db: QueryRunner, debits: string): Promise<void> {
  await db.query(`ALTER TABLE billing.transactions DROP CONSTRAINT transactions_sign,
    ADD CONSTRAINT transactions_sign CHECK (CASE
      WHEN ${debits}
      WHEN kind IN ('topup', 'trial_credit') THEN amount_cents > 0
      ELSE amount_cents <> 0 END)`);
}
