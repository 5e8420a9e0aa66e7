import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who wants an account to end, and how far its end has come. */
export class RequestClosures1795000106000 implements MigrationInterface {
  readonly name = 'RequestClosures1795000106000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE identity.closure_requests (
      id text PRIMARY KEY,
      account_id text NOT NULL CONSTRAINT closure_requests_account REFERENCES identity.accounts,
      operation_id text NOT NULL,
      reason text,
      reason_category text CONSTRAINT closure_requests_reason_category
        CHECK (reason_category IN ('price', 'feature', 'consolidation', 'other')),
      requested_by_user_id text NOT NULL,
      requested_at timestamptz NOT NULL,
      grace_expires_at timestamptz NOT NULL,
      cancelled_at timestamptz,
      begun_at timestamptz,
      completed_at timestamptz,
      CONSTRAINT closure_requests_one_end CHECK (cancelled_at IS NULL OR begun_at IS NULL),
      CONSTRAINT closure_requests_completed CHECK (completed_at IS NULL OR begun_at IS NOT NULL))`);
    await db.query(`CREATE UNIQUE INDEX closure_requests_standing ON identity.closure_requests (account_id)
      WHERE cancelled_at IS NULL`);
    await db.query(`CREATE UNIQUE INDEX closure_requests_operation
      ON identity.closure_requests (account_id, operation_id)`);
    await db.query(`CREATE TABLE identity.closure_steps (
      closure_request_id text NOT NULL CONSTRAINT closure_steps_request REFERENCES identity.closure_requests,
      step text NOT NULL CONSTRAINT closure_steps_step CHECK (step IN ('numbers_released', 'routes_archived',
        'keys_revoked', 'sessions_revoked', 'data_erased', 'balance_refunded', 'account_closed')),
      done_at timestamptz NOT NULL,
      PRIMARY KEY (closure_request_id, step))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.closure_steps`);
    await db.query(`DROP TABLE identity.closure_requests`);
  }
}
