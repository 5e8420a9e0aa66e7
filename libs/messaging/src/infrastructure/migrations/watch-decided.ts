import { addConstraint } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const MESSAGES = 'messaging.messages';
const NAME = 'messages_watched';
const SENT = `status = 'sent' OR phase IS NOT DISTINCT FROM 'unknown'`;

/** Lets messages that a receipt has decided be watched while some of their parts are unknown. See docs/messages.md#receipts. */
export class WatchDecided1795021162000 implements MigrationInterface {
  readonly name = 'WatchDecided1795021162000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await addConstraint(db, {
      table: MESSAGES,
      name: NAME,
      definition: `CHECK ((${SENT} OR has_unknown_parts) = (receipt_until IS NOT NULL))`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `UPDATE ${MESSAGES} SET receipt_until = NULL, has_unknown_parts = false WHERE NOT (${SENT}) AND has_unknown_parts`,
    );
    await db.query(`ALTER TABLE ${MESSAGES} DROP CONSTRAINT ${NAME}`);
    await db.query(`ALTER TABLE ${MESSAGES} ADD CONSTRAINT ${NAME} CHECK ((${SENT}) = (receipt_until IS NOT NULL))`);
  }
}
