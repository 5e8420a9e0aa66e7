import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operator may grant an account another number of concurrent calls than its tier has. */
export class LimitCalls1795000116000 implements MigrationInterface {
  readonly name = 'LimitCalls1795000116000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.accounts ADD COLUMN max_concurrent_calls integer
      CONSTRAINT accounts_max_concurrent_calls CHECK (max_concurrent_calls >= 0)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.accounts DROP COLUMN max_concurrent_calls`);
  }
}
