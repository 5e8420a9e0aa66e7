import { addPrimaryKey, alter, createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { correct, CORRECT_BY_ID } from './correct-unanswered';
import { deleteExpired, MARGINS } from './keep-margins';
import { DELETE_CLAIMS } from './prune-remains';

/** `declared` are constants of the function, and `condition` limits the deletion. */
export const deleteExpiredOf = (declared: string, condition: string) => `CREATE OR REPLACE FUNCTION
  cdr.delete_expired(account text, kept_from timestamptz, batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  -- The minimum of CDR_RETENTION_DAYS: younger CDRs stay, whatever the caller asks for.
  oldest CONSTANT timestamptz := least(kept_from, now() - interval '31 days');
  ${declared}
  deleted integer;
BEGIN
  PERFORM set_config('trunkline.keeps_counts', 'on', true);
  WITH expired AS (
    SELECT id FROM cdr.cdrs WHERE account_id = account AND ${condition} created_at < oldest ORDER BY created_at LIMIT batch),
  removed AS (
    DELETE FROM cdr.cdrs WHERE account_id = account AND ${condition} id = ANY (ARRAY(SELECT id FROM expired)) RETURNING id),
  margins AS (DELETE FROM cdr.call_margins WHERE cdr_id = ANY (ARRAY(SELECT id FROM expired))),
  legs AS (DELETE FROM cdr.estimated_legs WHERE account_id = account AND cdr_id IN (SELECT id FROM removed))
  SELECT count(*) INTO deleted FROM removed;
  PERFORM set_config('trunkline.keeps_counts', 'off', true);
  RETURN deleted;
END $$`;

export const DELETE_EXPIRED_OF_ACCOUNT = deleteExpiredOf('', '');

/**
 * Claims of calls whose CDR is stored stay, whatever the caller asks for: a repeated report must find them. Claims of former
 * releases have no account, so their CDRs are found by id alone. `after` is where a page begins.
 */
export const deleteClaimsOf = (
  after: string,
) => `CREATE OR REPLACE FUNCTION cdr.delete_claims(after_decision text, before_decision text,
  batch integer, OUT last_decision text, OUT deleted integer) LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH page AS (
    SELECT decision_id, switch_id, call_id, account_id, cdr_id FROM cdr.intake
    WHERE decision_id > ${after} AND decision_id < before_decision ORDER BY decision_id LIMIT batch),
  removed AS (
    DELETE FROM cdr.intake i USING page p
    WHERE i.decision_id = p.decision_id AND i.switch_id = p.switch_id AND i.call_id = p.call_id
      AND CASE WHEN p.account_id IS NULL THEN NOT EXISTS (SELECT FROM cdr.cdrs c WHERE c.id = p.cdr_id)
        ELSE NOT EXISTS (SELECT FROM cdr.cdrs c WHERE c.account_id = p.account_id AND c.id = p.cdr_id) END
    RETURNING 1)
  SELECT (SELECT max(decision_id) FROM page), (SELECT count(*)::integer FROM removed)
$$`;

export const DELETE_CLAIMS_OF_ACCOUNTS = deleteClaimsOf('after_decision');

export const CORRECT_OF_ACCOUNT = correct(
  'stored.account_id = answered.account_id AND stored.id = answered.id',
  'account_id text, id text',
);

/**
 * Lets the keys of CDRs and of estimated legs begin with the account, and finds CDRs by account and id alone, so that they can be
 * distributed by account. Processes of the previous release find CDRs by id: the index serves them, and claims of former releases.
 * See docs/decisions/0033-months-are-ranges-of-ids.md.
 */
export class KeyByAccount1795021200000 implements MigrationInterface {
  readonly name = 'KeyByAccount1795021200000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, `ALTER TABLE cdr.intake ADD COLUMN IF NOT EXISTS account_id text`);
    await createIndex(db, { table: 'cdr.cdrs', name: 'cdrs_by_id', definition: '(id)' });
    await addPrimaryKey(db, { table: 'cdr.cdrs', name: 'cdrs_pkey', columns: 'account_id, id' });
    await addPrimaryKey(db, {
      table: 'cdr.estimated_legs',
      name: 'estimated_legs_pkey',
      columns: 'account_id, cdr_id',
    });
    await alter(db, DELETE_EXPIRED_OF_ACCOUNT, DELETE_CLAIMS_OF_ACCOUNTS, CORRECT_OF_ACCOUNT);
  }

  async down(db: QueryRunner): Promise<void> {
    await alter(db, deleteExpired(MARGINS), DELETE_CLAIMS, CORRECT_BY_ID);
    await addPrimaryKey(db, { table: 'cdr.estimated_legs', name: 'estimated_legs_pkey', columns: 'cdr_id' });
    await addPrimaryKey(db, { table: 'cdr.cdrs', name: 'cdrs_pkey', columns: 'id' });
    await dropIndex(db, 'cdr.cdrs_by_id');
    await alter(db, `ALTER TABLE cdr.intake DROP COLUMN account_id`);
  }
}
