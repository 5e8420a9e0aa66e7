import { alter, APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export const deleteExpired = (margins: string) => `CREATE OR REPLACE FUNCTION
  cdr.delete_expired(account text, kept_from timestamptz, batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  -- The minimum of CDR_RETENTION_DAYS: younger CDRs stay, whatever the caller asks for.
  oldest CONSTANT timestamptz := least(kept_from, now() - interval '31 days');
  deleted integer;
BEGIN
  PERFORM set_config('trunkline.keeps_counts', 'on', true);
  WITH expired AS (
    SELECT id FROM cdr.cdrs WHERE account_id = account AND created_at < oldest ORDER BY created_at LIMIT batch),
  removed AS (DELETE FROM cdr.cdrs WHERE id = ANY (ARRAY(SELECT id FROM expired)) RETURNING id),
  ${margins}legs AS (DELETE FROM cdr.estimated_legs WHERE cdr_id IN (SELECT id FROM removed))
  SELECT count(*) INTO deleted FROM removed;
  PERFORM set_config('trunkline.keeps_counts', 'off', true);
  RETURN deleted;
END $$`;

export const MARGINS = `margins AS (DELETE FROM cdr.call_margins WHERE cdr_id = ANY (ARRAY(SELECT id FROM expired))),
  `;

/**
 * Keeps what each answered call cost beside its CDR, and deletes it with the CDR. Reports read it by time, in the order of which
 * it is written, so that a small index suffices.
 */
export class KeepMargins1795020720002 implements MigrationInterface {
  readonly name = 'KeepMargins1795020720002';

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `CREATE TABLE cdr.call_margins (
        cdr_id text PRIMARY KEY,
        account_id text NOT NULL,
        created_at timestamptz NOT NULL,
        e164 text,
        carrier_id text,
        destination text,
        customer_total_cents bigint NOT NULL,
        cost_microcents bigint CONSTRAINT call_margins_cost CHECK (cost_microcents >= 0),
        costs jsonb)`,
      `CREATE INDEX call_margins_by_time ON cdr.call_margins USING brin (created_at) WITH (pages_per_range = 16)`,
      `COMMENT ON COLUMN cdr.call_margins.cost_microcents IS 'null where no deck tells'`,
      `REVOKE UPDATE, DELETE, TRUNCATE ON cdr.call_margins FROM ${APP_ROLE}`,
      deleteExpired(MARGINS),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(deleteExpired(''));
    await db.query(`DROP TABLE cdr.call_margins`);
  }
}
