import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds refunds to the cards of customers whose account was closed. */
export class RefundCards1795000202001 implements MigrationInterface {
  readonly name = 'RefundCards1795000202001';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE billing.card_refunds (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      topup_id text NOT NULL,
      processor_payment_intent_id text NOT NULL,
      status text NOT NULL CONSTRAINT card_refunds_status CHECK (status IN ('processing', 'succeeded', 'failed')),
      amount_cents bigint NOT NULL CONSTRAINT card_refunds_amount CHECK (amount_cents > 0),
      processor_refund_id text,
      failure_code text,
      checks integer NOT NULL,
      check_at timestamptz,
      created_at timestamptz NOT NULL,
      completed_at timestamptz,
      CONSTRAINT card_refunds_open CHECK ((status = 'processing') = (check_at IS NOT NULL)
        AND (status = 'processing') = (completed_at IS NULL)),
      CONSTRAINT card_refunds_paid CHECK (status <> 'succeeded' OR processor_refund_id IS NOT NULL))`);
    await db.query(`CREATE INDEX card_refunds_account ON billing.card_refunds (account_id, status)`);
    await db.query(`CREATE INDEX card_refunds_topup ON billing.card_refunds (topup_id)`);
    await db.query(`CREATE INDEX card_refunds_due ON billing.card_refunds (check_at) WHERE check_at IS NOT NULL`);
    await db.query(`CREATE INDEX postings_refunds_due ON billing.postings (account_id)
      WHERE debit_account = 'refunds_due' OR credit_account = 'refunds_due'`);
    await db.query(`REVOKE DELETE, TRUNCATE ON billing.card_refunds FROM ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX billing.postings_refunds_due`);
    await db.query(`DROP TABLE billing.card_refunds`);
  }
}
