import { alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints of single numbers, beside those of the account. See docs/webhooks.md#numbers. */
export class SendToNumbers1795021122000 implements MigrationInterface {
  readonly name = 'SendToNumbers1795021122000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE webhooks.endpoints ADD COLUMN IF NOT EXISTS number_id text`);
    await createIndex(db, {
      table: 'webhooks.endpoints',
      name: 'endpoints_of_number',
      definition: '(number_id) WHERE number_id IS NOT NULL AND deleted_at IS NULL',
      unique: true,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhooks.endpoints DROP COLUMN number_id`);
  }
}
