import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prepaid wallets have no credit limit. */
export class LimitCredit1795000203200 implements MigrationInterface {
  readonly name = 'LimitCredit1795000203200';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE billing.wallets ADD CONSTRAINT wallets_credit_of_prepaid
      CHECK (billing_mode = 'postpaid' OR credit_limit_cents = 0)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE billing.wallets DROP CONSTRAINT wallets_credit_of_prepaid`);
  }
}
