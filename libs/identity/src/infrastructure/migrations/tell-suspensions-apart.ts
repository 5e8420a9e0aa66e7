import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has suspended an account, so that a payment lifts what debt has done and nothing else. */
export class TellSuspensionsApart1795000109500 implements MigrationInterface {
  readonly name = 'TellSuspensionsApart1795000109500';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.accounts
      ADD COLUMN suspended_for text[] NOT NULL DEFAULT '{}'
      CONSTRAINT accounts_suspended_for CHECK (suspended_for <@ ARRAY['operator', 'debt'])`);
    await db.query(`UPDATE identity.accounts SET suspended_for = '{operator}' WHERE suspended_at IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.accounts DROP COLUMN suspended_for`);
  }
}
