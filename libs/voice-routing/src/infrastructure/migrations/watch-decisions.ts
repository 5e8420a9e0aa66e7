import { alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the real time at which a decision was stored, and since when its CDR has been overdue. */
export class WatchDecisions1795000405000 implements MigrationInterface {
  readonly name = 'WatchDecisions1795000405000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE voice.decisions ADD COLUMN IF NOT EXISTS stored_at timestamptz,
        ADD COLUMN IF NOT EXISTS overdue_at timestamptz`,
      // Sets the default in a separate statement, so that existing rows are not rewritten.
      `ALTER TABLE voice.decisions ALTER COLUMN stored_at SET DEFAULT clock_timestamp()`,
    );
    await createIndex(db, {
      table: 'voice.decisions',
      name: 'decisions_overdue',
      definition: '(overdue_at, id) WHERE overdue_at IS NOT NULL AND reported_at IS NULL',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.decisions DROP COLUMN stored_at, DROP COLUMN overdue_at`);
  }
}
