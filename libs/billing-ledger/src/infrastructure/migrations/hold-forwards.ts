import { alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what the outbound legs of live forwarded calls may cost, which counts against the daily cap. */
export class HoldForwards1795020783000 implements MigrationInterface {
  readonly name = 'HoldForwards1795020783000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE billing.holds ADD COLUMN IF NOT EXISTS forward_cents bigint NOT NULL DEFAULT 0`);
    await createIndex(db, {
      table: 'billing.holds',
      name: 'holds_of_forwards',
      definition: `(account_id) WHERE forward_cents > 0 AND status = 'open'`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE billing.holds DROP COLUMN forward_cents`);
  }
}
