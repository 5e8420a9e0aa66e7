import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers by the time of their next charge or its next repeat: those that failed wait apart from the head of the index. */
export class IndexBillingAttempts1795000303000 implements MigrationInterface {
  readonly name = 'IndexBillingAttempts1795000303000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX phone_numbers_attempt_due ON numbering.phone_numbers
      (((next_billing_at AT TIME ZONE 'UTC') + failed_billing_attempts * interval '1 day'), id)
      WHERE status IN ('active', 'suspended')`);
    await db.query(`DROP INDEX numbering.phone_numbers_billing_due`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX phone_numbers_billing_due ON numbering.phone_numbers (next_billing_at, id)
      WHERE status IN ('active', 'suspended')`);
    await db.query(`DROP INDEX numbering.phone_numbers_attempt_due`);
  }
}
