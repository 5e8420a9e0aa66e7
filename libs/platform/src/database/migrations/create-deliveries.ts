import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries of events and the outbox of mails. */
export class CreateDeliveries1795000800001 implements MigrationInterface {
  readonly name = 'CreateDeliveries1795000800001';

  async up(db: QueryRunner): Promise<void> {
    await createDeliveries(db);
    await createMails(db);
    // Events are pruned by age: they are kept for 30 days.
    await db.query(`CREATE INDEX outbox_relayed ON platform.outbox (relayed_at) WHERE relayed_at IS NOT NULL`);
    await db.query(`CREATE INDEX cache_expires ON platform.cache (expires_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX platform.cache_expires, platform.outbox_relayed`);
    await db.query(`DROP TABLE platform.mails, platform.event_deliveries`);
  }
}

/** `seq` and `account_id` repeat those of the event, so that one index finds the head of a lane. */
async function createDeliveries(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE platform.event_deliveries (
    event_id text NOT NULL,
    subscriber text NOT NULL,
    account_id text NOT NULL,
    seq bigint NOT NULL,
    ordered boolean NOT NULL,
    enqueued_at timestamptz,
    due_at timestamptz NOT NULL,
    claimed_until timestamptz,
    done_at timestamptz,
    failed_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    last_error text,
    PRIMARY KEY (event_id, subscriber),
    CONSTRAINT event_deliveries_event FOREIGN KEY (event_id) REFERENCES platform.outbox (id) ON DELETE CASCADE,
    CONSTRAINT event_deliveries_end CHECK (done_at IS NULL OR failed_at IS NULL))`);
  await db.query(`CREATE INDEX event_deliveries_lane ON platform.event_deliveries (subscriber, account_id, seq)
    WHERE done_at IS NULL AND failed_at IS NULL`);
  await db.query(`CREATE INDEX event_deliveries_due ON platform.event_deliveries (due_at)
    WHERE done_at IS NULL AND failed_at IS NULL`);
  await db.query(`CREATE INDEX event_deliveries_failed ON platform.event_deliveries (failed_at)
    WHERE failed_at IS NOT NULL`);
}

async function createMails(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE platform.mails (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    key text NOT NULL,
    status text NOT NULL CONSTRAINT mails_status CHECK (status IN ('waiting', 'sent', 'refused')),
    letter_sealed text,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT mails_key UNIQUE (account_id, key),
    CONSTRAINT mails_letter CHECK ((status = 'waiting') = (letter_sealed IS NOT NULL)),
    CONSTRAINT mails_end CHECK ((status = 'waiting') = (ended_at IS NULL)))`);
  await db.query(`CREATE INDEX mails_created ON platform.mails (created_at)`);
}
