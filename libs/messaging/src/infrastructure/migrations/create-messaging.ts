import { APP_ROLE, createSchema } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPEN = `phase IN ('waiting', 'submitting')`;

/** Creates the messages, and the parts that carriers know by their own ids. See docs/messages.md. */
export class CreateMessaging1795021100000 implements MigrationInterface {
  readonly name = 'CreateMessaging1795021100000';

  async up(db: QueryRunner): Promise<void> {
    await createSchema(db, 'messaging');
    await createMessages(db);
    await indexLists(db);
    await indexWork(db);
    await createParts(db);
    await createSandbox(db);
    await db.query(`REVOKE DELETE, TRUNCATE ON messaging.messages FROM ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA messaging CASCADE`);
  }
}

async function createMessages(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE messaging.messages (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    direction text NOT NULL CONSTRAINT messages_direction CHECK (direction IN ('inbound', 'outbound')),
    sender text NOT NULL,
    recipient text NOT NULL,
    number_id text NOT NULL,
    status text NOT NULL CONSTRAINT messages_status
      CHECK (status IN ('queued', 'sent', 'delivered', 'undelivered', 'failed', 'received')),
    phase text CONSTRAINT messages_phase CHECK (phase IN ('waiting', 'submitting', 'unknown')),
    body_sealed text,
    encoding text NOT NULL CONSTRAINT messages_encoding CHECK (encoding IN ('gsm7', 'ucs2')),
    segments integer NOT NULL CONSTRAINT messages_segments CHECK (segments > 0),
    price_cents bigint NOT NULL CONSTRAINT messages_price CHECK (price_cents >= 0),
    customer_reference text,
    batch_id text,
    error_code text,
    carrier_code text,
    created_at timestamptz NOT NULL,
    scheduled_at timestamptz,
    sent_at timestamptz,
    delivered_at timestamptz,
    due_at timestamptz,
    expires_at timestamptz,
    attempts integer NOT NULL,
    carrier_id text,
    refused_by text[] NOT NULL,
    passed_over text[] NOT NULL,
    claimed_by text,
    claimed_at timestamptz,
    receipt_until timestamptz,
    query_at timestamptz,
    CONSTRAINT messages_received CHECK ((direction = 'inbound') = (status = 'received')),
    CONSTRAINT messages_queued CHECK ((status = 'queued') = (phase IS NOT NULL)),
    CONSTRAINT messages_waiting CHECK ((phase IS NOT DISTINCT FROM 'waiting') = (due_at IS NOT NULL)),
    CONSTRAINT messages_claimed CHECK ((phase IS NOT DISTINCT FROM 'submitting') = (claimed_by IS NOT NULL)
      AND (claimed_by IS NULL) = (claimed_at IS NULL)),
    CONSTRAINT messages_delivered CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
    CONSTRAINT messages_watched CHECK ((status = 'sent' OR phase IS NOT DISTINCT FROM 'unknown')
      = (receipt_until IS NOT NULL)),
    CONSTRAINT messages_queried CHECK (query_at IS NULL OR status = 'sent'))`);
}

async function indexLists(db: QueryRunner): Promise<void> {
  const lists = {
    messages_page: '(account_id, created_at, id)',
    messages_of_sender: '(account_id, sender, created_at, id)',
    messages_of_recipient: '(account_id, recipient, created_at, id)',
    // Most messages are delivered or received: the index above serves those.
    messages_of_status: `(account_id, status, created_at, id)
      WHERE status IN ('queued', 'sent', 'undelivered', 'failed')`,
  };
  for (const [name, definition] of Object.entries(lists))
    await db.query(`CREATE INDEX ${name} ON messaging.messages ${definition}`);
}

async function indexWork(db: QueryRunner): Promise<void> {
  const work = {
    messages_due: `(carrier_id, due_at, id) WHERE phase = 'waiting'`,
    // The order within a conversation is that of the times at which its messages were to be sent.
    messages_open: `(sender, recipient, (coalesce(scheduled_at, created_at)), id) WHERE ${OPEN}`,
    messages_submitting: `(carrier_id, claimed_at) WHERE phase = 'submitting'`,
    messages_unknown: `(carrier_id, sender, recipient) WHERE phase = 'unknown'`,
    messages_expiring: `(expires_at, id) WHERE phase = 'waiting'`,
    messages_without_receipt: `(receipt_until, id) WHERE receipt_until IS NOT NULL`,
    messages_to_query: `(carrier_id, query_at, id) WHERE query_at IS NOT NULL`,
    messages_with_body: `(created_at, id) WHERE body_sealed IS NOT NULL`,
  };
  for (const [name, definition] of Object.entries(work))
    await db.query(`CREATE INDEX ${name} ON messaging.messages ${definition}`);
}

/**
 * A row is written by what comes first, the carrier's answer with its id or a receipt for it. The primary key makes the other
 * one wait and find it, so that a receipt before the answer is not lost.
 */
async function createParts(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE messaging.message_parts (
    carrier_id text NOT NULL,
    carrier_message_id text NOT NULL,
    message_id text,
    state text CONSTRAINT message_parts_state
      CHECK (state IN ('accepted', 'delivered', 'undelivered', 'rejected', 'expired', 'unknown')),
    code text,
    reported_at timestamptz,
    sender text,
    recipient text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (carrier_id, carrier_message_id),
    CONSTRAINT message_parts_known CHECK (message_id IS NOT NULL OR state IS NOT NULL))`);
  await db.query(`CREATE INDEX message_parts_of_message ON messaging.message_parts (message_id)`);
  await db.query(`CREATE INDEX message_parts_unmatched ON messaging.message_parts (created_at)
    WHERE message_id IS NULL`);
  await db.query(`CREATE INDEX message_parts_age ON messaging.message_parts (created_at)`);
}

/** The state of the sandbox carrier, which must survive a crash, as a real carrier's does. */
async function createSandbox(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE messaging.sandbox_receipts (
    carrier_id text NOT NULL,
    carrier_message_id text NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL,
    state text NOT NULL CONSTRAINT sandbox_receipts_state CHECK (state IN ('delivered', 'undelivered')),
    due_at timestamptz NOT NULL,
    reply text,
    PRIMARY KEY (carrier_id, carrier_message_id))`);
  await db.query(`CREATE INDEX sandbox_receipts_due ON messaging.sandbox_receipts (carrier_id, due_at)`);
}
