import { alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the messages of a number are sent, beside the webhook endpoints of its account. */
export class AddMessageWebhooks1795021123000 implements MigrationInterface {
  readonly name = 'AddMessageWebhooks1795021123000';

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE numbering.phone_numbers ADD COLUMN IF NOT EXISTS sms_webhook_url text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE numbering.phone_numbers DROP COLUMN sms_webhook_url`);
  }
}
