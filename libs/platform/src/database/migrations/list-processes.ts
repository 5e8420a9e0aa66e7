import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The processes that run, and how far their clocks are off. See docs/operations.md#doctor. */
export class ListProcesses1795021190000 implements MigrationInterface {
  readonly name = 'ListProcesses1795021190000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE platform.processes (
      id text PRIMARY KEY,
      service text NOT NULL,
      host text NOT NULL,
      version text NOT NULL,
      skew_ms bigint NOT NULL,
      seen_at timestamptz NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE platform.processes`);
  }
}
