import { addConstraint, alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const EVENTS = 'messaging.carrier_events';
const PARTS = 'messaging.inbound_parts';

/** Keeps why events and parts of carriers could not be handled, each by itself. See docs/messages.md#inbound. */
export class KeepFailures1795021161000 implements MigrationInterface {
  readonly name = 'KeepFailures1795021161000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE ${EVENTS} ADD COLUMN IF NOT EXISTS fault text`,
      `ALTER TABLE ${PARTS} ADD COLUMN IF NOT EXISTS fault text, ADD COLUMN IF NOT EXISTS retry_at timestamptz,
        ADD COLUMN IF NOT EXISTS attempts integer NOT NULL DEFAULT 0`,
    );
    await addConstraint(db, {
      table: EVENTS,
      name: 'carrier_events_fault',
      definition: `CHECK (fault IS NULL OR status = 'received')`,
    });
    await addConstraint(db, {
      table: PARTS,
      name: 'inbound_parts_fault',
      definition: 'CHECK ((fault IS NULL) = (retry_at IS NULL) AND (fault IS NULL OR text_sealed IS NOT NULL))',
    });
    const failed = 'WHERE fault IS NOT NULL';
    await createIndex(db, {
      table: EVENTS,
      name: 'carrier_events_failed',
      definition: `(carrier_id, received_at) ${failed}`,
    });
    await createIndex(db, {
      table: PARTS,
      name: 'inbound_parts_failed',
      definition: `(carrier_id, started_at) ${failed}`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE ${PARTS} DROP COLUMN fault, DROP COLUMN retry_at, DROP COLUMN attempts`);
    await db.query(`ALTER TABLE ${EVENTS} DROP COLUMN fault`);
  }
}
