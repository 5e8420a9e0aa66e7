import { alter, APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Claims of calls whose CDR is stored stay, whatever the caller asks for: a repeated report must find them. */
export const DELETE_CLAIMS = `CREATE OR REPLACE FUNCTION cdr.delete_claims(after_decision text, before_decision text, batch integer,
  OUT last_decision text, OUT deleted integer) LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH page AS (
    SELECT decision_id, switch_id, call_id, cdr_id FROM cdr.intake
    WHERE decision_id > after_decision AND decision_id < before_decision ORDER BY decision_id LIMIT batch),
  removed AS (
    DELETE FROM cdr.intake i USING page p
    WHERE i.decision_id = p.decision_id AND i.switch_id = p.switch_id AND i.call_id = p.call_id
      AND NOT EXISTS (SELECT FROM cdr.cdrs c WHERE c.id = p.cdr_id)
    RETURNING 1)
  SELECT (SELECT max(decision_id) FROM page), (SELECT count(*)::integer FROM removed)
$$`;

/** Counts of hours of which a CDR is stored stay, because lists are limited by them. */
const DELETE_VALUES = `CREATE OR REPLACE FUNCTION cdr.delete_hour_values(account text, kept_from timestamptz, batch integer)
RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH expired AS (
    SELECT dimension, hour, value FROM cdr.call_hour_values v
    WHERE account_id = account AND dimension IN ('country', 'hangup_cause')
      -- The minimum of CDR_RETENTION_DAYS, whatever the caller asks for.
      AND hour < least(kept_from, now() - interval '31 days')
      AND NOT EXISTS (SELECT FROM cdr.cdrs c WHERE c.account_id = account
        AND c.started_at >= v.hour AND c.started_at < v.hour + interval '1 hour')
    LIMIT batch),
  removed AS (
    DELETE FROM cdr.call_hour_values v USING expired e
    WHERE v.account_id = account AND v.dimension = e.dimension AND v.hour = e.hour AND v.value = e.value RETURNING 1)
  SELECT count(*)::integer FROM removed
$$`;

const FUNCTIONS = ['delete_claims', 'delete_hour_values'] as const;

/**
 * Lets the application delete what outlived the CDRs: the claims of calls, and the hourly counts by country and cause. Its role
 * has no right to delete either. See docs/cdrs.md#retention.
 */
export class PruneRemains1795003201000 implements MigrationInterface {
  readonly name = 'PruneRemains1795003201000';

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      DELETE_CLAIMS,
      DELETE_VALUES,
      ...FUNCTIONS.flatMap((name) => [
        `REVOKE ALL ON FUNCTION cdr.${name} FROM PUBLIC`,
        `GRANT EXECUTE ON FUNCTION cdr.${name} TO ${APP_ROLE}`,
      ]),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of FUNCTIONS) await db.query(`DROP FUNCTION cdr.${name}`);
  }
}
