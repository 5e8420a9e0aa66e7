import { addConstraint, alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operator may grant an account another number of concurrent calls than its tier has. */
export class LimitCalls1795000116000 implements MigrationInterface {
  readonly name = 'LimitCalls1795000116000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE identity.accounts ADD COLUMN IF NOT EXISTS max_concurrent_calls integer`);
    await addConstraint(db, {
      table: 'identity.accounts',
      name: 'accounts_max_concurrent_calls',
      definition: 'CHECK (max_concurrent_calls >= 0)',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.accounts DROP COLUMN max_concurrent_calls`);
  }
}
