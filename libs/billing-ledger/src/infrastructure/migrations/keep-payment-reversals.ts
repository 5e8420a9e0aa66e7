import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the reversals of card payments, including those that the payment has no money left for. */
export class KeepPaymentReversals1795000205100 implements MigrationInterface {
  readonly name = 'KeepPaymentReversals1795000205100';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE billing.payment_reversals (
      topup_id text NOT NULL,
      reversal_id text NOT NULL,
      account_id text NOT NULL,
      kind text NOT NULL CONSTRAINT payment_reversals_kind CHECK (kind IN ('chargeback', 'refund')),
      amount_cents bigint NOT NULL CONSTRAINT payment_reversals_amount CHECK (amount_cents > 0),
      created_at timestamptz NOT NULL,
      returned_at timestamptz,
      PRIMARY KEY (topup_id, reversal_id))`);
    await db.query(`REVOKE DELETE, TRUNCATE ON billing.payment_reversals FROM ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE billing.payment_reversals`);
  }
}
