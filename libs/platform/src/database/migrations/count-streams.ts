import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Unlogged: after a crash of the database no stream is open. */
export class CountStreams1795000807000 implements MigrationInterface {
  readonly name = 'CountStreams1795000807000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE UNLOGGED TABLE platform.open_streams (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      process_id text NOT NULL,
      expires_at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX open_streams_account ON platform.open_streams (account_id)`);
    await db.query(`CREATE INDEX open_streams_process ON platform.open_streams (process_id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE platform.open_streams`);
  }
}
