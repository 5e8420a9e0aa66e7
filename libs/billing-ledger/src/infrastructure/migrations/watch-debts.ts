import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the debts of accounts. */
export class WatchDebts1795000203100 implements MigrationInterface {
  readonly name = 'WatchDebts1795000203100';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE billing.debts (
      account_id text PRIMARY KEY,
      since timestamptz,
      suspended_at timestamptz,
      CONSTRAINT debts_suspended CHECK (suspended_at IS NULL OR since IS NOT NULL))`);
    await db.query(`REVOKE DELETE, TRUNCATE ON billing.debts FROM ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE billing.debts`);
  }
}
