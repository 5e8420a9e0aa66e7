import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates what inbound messages need: parts that wait for each other, messages to unknown numbers, opt-outs, and the accounts
 * whose messages an operator has stopped. See docs/messages.md#inbound.
 */
export class ReceiveMessages1795021121000 implements MigrationInterface {
  readonly name = 'ReceiveMessages1795021121000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE messaging.messages
      ADD COLUMN incomplete boolean NOT NULL DEFAULT false, ADD COLUMN automatic boolean NOT NULL DEFAULT false`);
    await createParts(db);
    await createUnclaimed(db);
    await createOptOuts(db);
    await db.query(`CREATE TABLE messaging.sending_stops (
      account_id text PRIMARY KEY,
      reason text NOT NULL,
      operator text NOT NULL,
      created_at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX sending_stops_page ON messaging.sending_stops (created_at, account_id)`);
    await db.query(`CREATE TABLE messaging.carrier_events (
      carrier_id text NOT NULL,
      event_id text NOT NULL,
      event_sealed text,
      status text NOT NULL CONSTRAINT carrier_events_status CHECK (status IN ('received', 'handled')),
      attempts integer NOT NULL,
      check_at timestamptz,
      received_at timestamptz NOT NULL,
      closed_at timestamptz,
      PRIMARY KEY (carrier_id, event_id),
      CONSTRAINT carrier_events_open CHECK ((status = 'received') = (check_at IS NOT NULL)
        AND (status = 'received') = (event_sealed IS NOT NULL) AND (status = 'received') = (closed_at IS NULL)))`);
    await db.query(`CREATE INDEX carrier_events_due ON messaging.carrier_events (check_at) WHERE check_at IS NOT NULL`);
    await db.query(
      `CREATE INDEX carrier_events_closed ON messaging.carrier_events (closed_at) WHERE closed_at IS NOT NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE messaging.carrier_events, messaging.sending_stops, messaging.opt_outs,
      messaging.unclaimed_messages, messaging.inbound_parts`);
    await db.query(`ALTER TABLE messaging.messages DROP COLUMN automatic, DROP COLUMN incomplete`);
  }
}

async function createParts(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE messaging.inbound_parts (
    group_id text NOT NULL,
    part integer NOT NULL,
    parts integer NOT NULL,
    carrier_id text NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL,
    reference integer NOT NULL,
    digest text NOT NULL,
    text_sealed text,
    encoding text NOT NULL CONSTRAINT inbound_parts_encoding CHECK (encoding IN ('gsm7', 'ucs2')),
    received_at timestamptz NOT NULL,
    started_at timestamptz NOT NULL,
    PRIMARY KEY (group_id, part),
    CONSTRAINT inbound_parts_part CHECK (part BETWEEN 1 AND parts))`);
  await db.query(`CREATE INDEX inbound_parts_of_message ON messaging.inbound_parts
    (recipient, sender, reference, carrier_id, parts)`);
  await db.query(`CREATE INDEX inbound_parts_waiting ON messaging.inbound_parts (started_at, group_id)
    WHERE text_sealed IS NOT NULL`);
  await db.query(`CREATE INDEX inbound_parts_joined ON messaging.inbound_parts (started_at) WHERE text_sealed IS NULL`);
}

async function createUnclaimed(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE messaging.unclaimed_messages (
    id text PRIMARY KEY,
    carrier_id text NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL,
    body_sealed text NOT NULL,
    encoding text NOT NULL CONSTRAINT unclaimed_messages_encoding CHECK (encoding IN ('gsm7', 'ucs2')),
    segments integer NOT NULL,
    is_incomplete boolean NOT NULL,
    received_at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX unclaimed_messages_page ON messaging.unclaimed_messages (received_at, id)`);
  await db.query(`CREATE INDEX unclaimed_messages_of_recipient ON messaging.unclaimed_messages
    (recipient, received_at, id)`);
}

async function createOptOuts(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE messaging.opt_outs (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    number_id text NOT NULL,
    from_number text NOT NULL,
    to_number text NOT NULL,
    keyword text NOT NULL,
    asked_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    ended_at timestamptz)`);
  await db.query(`CREATE UNIQUE INDEX opt_outs_once ON messaging.opt_outs (account_id, from_number, to_number)`);
  const lists = { page: '', of_sender: 'from_number, ', of_recipient: 'to_number, ' };
  for (const [name, column] of Object.entries(lists))
    await db.query(`CREATE INDEX opt_outs_${name} ON messaging.opt_outs (account_id, ${column}created_at, id)
      WHERE ended_at IS NULL`);
  await db.query(`CREATE INDEX opt_outs_recent ON messaging.opt_outs (created_at) WHERE ended_at IS NULL`);
  await db.query(`CREATE INDEX opt_outs_ended ON messaging.opt_outs (ended_at) WHERE ended_at IS NOT NULL`);
}
