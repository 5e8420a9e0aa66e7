import { alter, APP_ROLE, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DELETE_CLAIMS_OF_ACCOUNTS, deleteClaimsOf } from './key-by-account';

const IMPORTED = `left(decision_id, 4) = 'imp_'`;

/** The id of a claimed decision says how old it is; that of an imported call is a digest, but its CDR was created with the claim. */
const DELETE_IMPORT_CLAIMS = `CREATE OR REPLACE FUNCTION cdr.delete_import_claims(after_cdr text, before_cdr text, batch integer,
  OUT last_cdr text, OUT deleted integer) LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH page AS (
    SELECT decision_id, switch_id, call_id, account_id, cdr_id FROM cdr.intake
    WHERE ${IMPORTED} AND cdr_id > after_cdr AND cdr_id < before_cdr ORDER BY cdr_id LIMIT batch),
  removed AS (
    DELETE FROM cdr.intake i USING page p
    WHERE i.decision_id = p.decision_id AND i.switch_id = p.switch_id AND i.call_id = p.call_id
      AND NOT EXISTS (SELECT FROM cdr.cdrs c WHERE c.account_id = p.account_id AND c.id = p.cdr_id)
    RETURNING 1)
  SELECT (SELECT max(cdr_id) FROM page), (SELECT count(*)::integer FROM removed)
$$`;

/**
 * Keeps the claims of imported calls for as long after the CDR as others. All of them sort before the first decision, so each
 * deletion took them for expired ones. The index is written by imports alone.
 */
export class KeepImportClaims1795021500002 implements MigrationInterface {
  readonly name = 'KeepImportClaims1795021500002';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(db, deleteClaimsOf(`greatest(after_decision, 'rd_')`));
    await createIndex(db, {
      table: 'cdr.intake',
      name: 'intake_imported',
      definition: `(cdr_id) WHERE ${IMPORTED}`,
    });
    await alter(
      db,
      DELETE_IMPORT_CLAIMS,
      `REVOKE ALL ON FUNCTION cdr.delete_import_claims FROM PUBLIC`,
      `GRANT EXECUTE ON FUNCTION cdr.delete_import_claims TO ${APP_ROLE}`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION cdr.delete_import_claims`);
    await db.query(`DROP INDEX cdr.intake_imported`);
    await db.query(DELETE_CLAIMS_OF_ACCOUNTS);
  }
}
