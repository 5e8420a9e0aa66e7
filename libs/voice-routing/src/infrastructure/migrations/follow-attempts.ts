import { alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what the switch has tried so far to live calls. */
export class FollowAttempts1795010552000 implements MigrationInterface {
  readonly name = 'FollowAttempts1795010552000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE voice.calls ADD COLUMN IF NOT EXISTS attempts jsonb,
        ADD COLUMN IF NOT EXISTS customer_reference text`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.calls DROP COLUMN attempts, DROP COLUMN customer_reference`);
  }
}
