import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When ports that failed are tried again. See docs/porting.md#activation. */
export class RetryPorts1795021170400 implements MigrationInterface {
  readonly name = 'RetryPorts1795021170400';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE numbering.port_retries (
      request_id text PRIMARY KEY,
      failures integer NOT NULL CONSTRAINT port_retries_failures CHECK (failures > 0),
      next_at timestamptz NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE numbering.port_retries`);
  }
}
