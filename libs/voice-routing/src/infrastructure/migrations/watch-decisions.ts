import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the real time at which a decision was stored, and since when its CDR has been overdue. */
export class WatchDecisions1795000405000 implements MigrationInterface {
  readonly name = 'WatchDecisions1795000405000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.decisions ADD COLUMN stored_at timestamptz, ADD COLUMN overdue_at timestamptz`);
    // Sets the default in a separate statement, so that existing rows are not rewritten.
    await db.query(`ALTER TABLE voice.decisions ALTER COLUMN stored_at SET DEFAULT clock_timestamp()`);
    await db.query(`CREATE INDEX decisions_overdue ON voice.decisions (overdue_at, id)
      WHERE overdue_at IS NOT NULL AND reported_at IS NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.decisions DROP COLUMN stored_at, DROP COLUMN overdue_at`);
  }
}
