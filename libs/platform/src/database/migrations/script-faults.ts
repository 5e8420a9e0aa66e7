import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The faults that operators script for the sandboxes. */
export class ScriptFaults1795000802000 implements MigrationInterface {
  readonly name = 'ScriptFaults1795000802000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE platform.sandbox_faults (
      id text PRIMARY KEY,
      target text NOT NULL CONSTRAINT sandbox_faults_target CHECK (target IN ('supplier', 'processor', 'mail')),
      point text NOT NULL CONSTRAINT sandbox_faults_point CHECK (point IN ('request', 'callback')),
      kind text NOT NULL CONSTRAINT sandbox_faults_kind CHECK (kind IN ('slow', 'timeout', 'error', 'duplicate')),
      times_left integer NOT NULL CONSTRAINT sandbox_faults_times CHECK (times_left >= 0),
      created_at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX sandbox_faults_next ON platform.sandbox_faults (target, point, id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE platform.sandbox_faults`);
  }
}
