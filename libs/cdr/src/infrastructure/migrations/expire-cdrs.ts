import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const DELETE = `CREATE FUNCTION cdr.delete_expired(account text, kept_from timestamptz, batch integer) RETURNS integer
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
  legs AS (DELETE FROM cdr.estimated_legs WHERE cdr_id IN (SELECT id FROM removed))
  SELECT count(*) INTO deleted FROM removed;
  PERFORM set_config('trunkline.keeps_counts', 'off', true);
  RETURN deleted;
END $$`;

export const UNLESS_COUNTS_ARE_KEPT = `WHEN (current_setting('trunkline.keeps_counts', true) IS DISTINCT FROM 'on')`;

const trigger = (condition: string) => `CREATE OR REPLACE TRIGGER count_removed AFTER DELETE ON cdr.cdrs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT ${condition} EXECUTE FUNCTION cdr.count_calls('-1')`;

/**
 * Lets the application delete CDRs past their retention, and no others: its role has no right to delete. The hourly counts
 * stay as they are. See docs/cdrs.md#retention.
 */
export class ExpireCdrs1795001940000 implements MigrationInterface {
  readonly name = 'ExpireCdrs1795001940000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(trigger(UNLESS_COUNTS_ARE_KEPT));
    await db.query(DELETE);
    await db.query(`REVOKE ALL ON FUNCTION cdr.delete_expired FROM PUBLIC`);
    await db.query(`GRANT EXECUTE ON FUNCTION cdr.delete_expired TO ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION cdr.delete_expired`);
    await db.query(trigger(''));
  }
}
