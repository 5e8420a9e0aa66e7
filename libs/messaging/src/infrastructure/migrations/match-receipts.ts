import { addConstraint, alter, backfillWhere, createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const MESSAGES = 'messaging.messages';
const PARTS = 'messaging.message_parts';
const UNMATCHED = '(carrier_id, sender, recipient)';

/** Marks messages with unidentified parts, and parts that count for no message. See docs/messages.md#receipts. */
export class MatchReceipts1795021160000 implements MigrationInterface {
  readonly name = 'MatchReceipts1795021160000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE ${MESSAGES} ADD COLUMN IF NOT EXISTS has_unknown_parts boolean NOT NULL DEFAULT false`,
      `ALTER TABLE ${PARTS} ADD COLUMN IF NOT EXISTS is_given_up boolean NOT NULL DEFAULT false`,
    );
    await addConstraint(db, {
      table: MESSAGES,
      name: 'messages_unknown_parts',
      definition: 'CHECK (NOT has_unknown_parts OR receipt_until IS NOT NULL)',
    });
    await backfillWhere(db, {
      step: 'messages of unknown outcome',
      table: MESSAGES,
      condition: `phase = 'unknown' AND NOT has_unknown_parts`,
      set: 'has_unknown_parts = true',
    });
    await createIndex(db, {
      table: MESSAGES,
      name: 'messages_unmatched',
      definition: `${UNMATCHED} WHERE has_unknown_parts`,
    });
    await dropIndex(db, 'messaging.messages_unknown');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX messages_unknown ON ${MESSAGES} ${UNMATCHED} WHERE phase = 'unknown'`);
    await db.query(`ALTER TABLE ${PARTS} DROP COLUMN is_given_up`);
    await db.query(`ALTER TABLE ${MESSAGES} DROP COLUMN has_unknown_parts`);
  }
}
