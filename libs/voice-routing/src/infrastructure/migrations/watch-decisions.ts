import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a decision was stored in real time, and since when its record has been overdue. */
export class WatchDecisions1795000405000 implements MigrationInterface {
  readonly name = 'WatchDecisions1795000405000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.decisions ADD COLUMN stored_at timestamptz, ADD COLUMN overdue_at timestamptz`);
    // Apart from the column, so that the rows that are there are not rewritten.
    await db.query(`ALTER TABLE voice.decisions ALTER COLUMN stored_at SET DEFAULT clock_timestamp()`);
    await db.query(`CREATE INDEX decisions_overdue ON voice.decisions (overdue_at, id)
      WHERE overdue_at IS NOT NULL AND reported_at IS NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.decisions DROP COLUMN stored_at, DROP COLUMN overdue_at`);
  }
}
