import { createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Batches of messages, with the recipients that were refused. */
export class KeepBatches1795021132000 implements MigrationInterface {
  readonly name = 'KeepBatches1795021132000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS messaging.batches (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      sender text NOT NULL,
      encoding text NOT NULL CONSTRAINT batches_encoding CHECK (encoding IN ('gsm7', 'ucs2')),
      segments integer NOT NULL CONSTRAINT batches_segments CHECK (segments > 0),
      total integer NOT NULL CONSTRAINT batches_total CHECK (total > 0),
      refused jsonb NOT NULL,
      customer_reference text,
      scheduled_at timestamptz,
      created_at timestamptz NOT NULL)`);
    await createIndex(db, {
      table: 'messaging.batches',
      name: 'batches_page',
      definition: '(account_id, created_at, id)',
    });
    await createIndex(db, {
      table: 'messaging.messages',
      name: 'messages_of_batch',
      definition: '(account_id, batch_id, id) WHERE batch_id IS NOT NULL',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX messaging.messages_of_batch`);
    await db.query(`DROP TABLE messaging.batches`);
  }
}
