import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sixteen lanes of accounts, so that workers that bill side by side have neither numbers nor wallets in common. */
export class DealBillingLanes1795000307000 implements MigrationInterface {
  readonly name = 'DealBillingLanes1795000307000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX numbering.phone_numbers_attempt_due`);
    await db.query(`CREATE INDEX phone_numbers_attempt_due ON numbering.phone_numbers
      ((hashtext(account_id) & 15),
        ((next_billing_at AT TIME ZONE 'UTC') + failed_billing_attempts * interval '1 day'), id)
      WHERE status IN ('active', 'suspended')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX numbering.phone_numbers_attempt_due`);
    await db.query(`CREATE INDEX phone_numbers_attempt_due ON numbering.phone_numbers
      (((next_billing_at AT TIME ZONE 'UTC') + failed_billing_attempts * interval '1 day'), id)
      WHERE status IN ('active', 'suspended')`);
  }
}
