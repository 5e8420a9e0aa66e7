import { alter, APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BOUNDS, COLUMNS, count, WIDER } from './bound-hours';
import { correctAndCount, COUNT_ADDED, COUNTED_COLUMNS, countFunctions, HOURLY_COUNTS } from './call-counts';
import { TRIGGERS } from './count-calls';
import { UNLESS_COUNTS_ARE_KEPT } from './expire-cdrs';
import { CORRECT_OF_ACCOUNT } from './key-by-account';

const removed = TRIGGERS.count_removed.replace(' EXECUTE', ` ${UNLESS_COUNTS_ARE_KEPT} EXECUTE`);

/**
 * Lets the triggers count CDRs, or the statements that write them. Waits for transactions that write CDRs, and lets later ones wait
 * until the setting is committed: no transaction counts in both ways, or in neither. Creates the triggers if they are
 * missing. Runs as its caller, who must own the table.
 */
const KEEP_COUNTS_BY = `CREATE OR REPLACE FUNCTION cdr.keep_counts_by(keeper text) RETURNS void
LANGUAGE plpgsql SET search_path = '' SET lock_timeout = '3s' AS $$
BEGIN
  LOCK TABLE ONLY cdr.cdrs IN SHARE ROW EXCLUSIVE MODE;
  IF keeper = 'trigger' THEN
    ${Object.entries({ ...TRIGGERS, count_removed: removed })
      .map(([name, definition]) => `CREATE OR REPLACE TRIGGER ${name} ${definition};`)
      .join('\n    ')}
  END IF;
  UPDATE cdr.counting SET kept_by = keeper;
END $$`;

/**
 * Lets the statements that write CDRs keep the counts, instead of the triggers, for an engine whose tables have none. See
 * docs/operations.md#cdrs-on-several-servers.
 */
export class CountByStatement1795021700000 implements MigrationInterface {
  readonly name = 'CountByStatement1795021700000';

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `CREATE TABLE cdr.counting (
        id text PRIMARY KEY DEFAULT 'calls' CONSTRAINT counting_one CHECK (id = 'calls'),
        kept_by text NOT NULL CONSTRAINT counting_kept_by CHECK (kept_by IN ('trigger', 'statement')))`,
      `INSERT INTO cdr.counting (kept_by) VALUES ('trigger')`,
      `REVOKE UPDATE, DELETE ON cdr.counting FROM ${APP_ROLE}`,
      ...countFunctions(HOURLY_COUNTS),
      COUNT_ADDED,
      correctAndCount(COUNTED_COLUMNS),
      KEEP_COUNTS_BY,
      `REVOKE ALL ON FUNCTION cdr.count_given, cdr.count_added, cdr.keep_counts_by FROM PUBLIC`,
      `GRANT EXECUTE ON FUNCTION cdr.count_added TO ${APP_ROLE}`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `SELECT cdr.keep_counts_by('trigger')`,
      CORRECT_OF_ACCOUNT,
      `DROP FUNCTION cdr.count_added, cdr.count_given, cdr.keep_counts_by`,
      count(`, ${COLUMNS}`, `, ${BOUNDS}`, WIDER),
      `DROP TABLE cdr.counting`,
    );
  }
}
