import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The minimum of SMS_RETENTION_DAYS: younger messages stay, whatever the caller asks for. */
const DELETE_EXPIRED = `CREATE FUNCTION messaging.delete_expired(account text, kept_from timestamptz, batch integer)
RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = ''
AS $$
  WITH expired AS (
    SELECT id FROM messaging.messages
    WHERE account_id = account AND created_at < least(kept_from, now() - interval '31 days') AND phase IS NULL
    ORDER BY created_at LIMIT batch FOR UPDATE SKIP LOCKED),
  removed AS (DELETE FROM messaging.messages WHERE id = ANY (ARRAY(SELECT id FROM expired)) RETURNING id)
  SELECT count(*)::integer FROM removed
$$`;

/** Deletes messages of accounts whose erasure was requested, and of no others. */
const DELETE_ERASED = `CREATE FUNCTION messaging.delete_erased(account text, batch integer)
RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = ''
AS $$
  WITH erased AS (
    SELECT m.id FROM messaging.messages m
    WHERE m.account_id = account AND m.phase IS NULL
      AND EXISTS (SELECT FROM messaging.erasures e WHERE e.account_id = account)
    ORDER BY m.created_at LIMIT batch FOR UPDATE OF m SKIP LOCKED),
  parts AS (DELETE FROM messaging.message_parts WHERE message_id IN (SELECT id FROM erased)),
  removed AS (DELETE FROM messaging.messages WHERE id = ANY (ARRAY(SELECT id FROM erased)) RETURNING id)
  SELECT count(*)::integer FROM removed
$$`;

/**
 * Lets the application delete messages past their retention, and those of closed accounts, and no others: its role has no right to
 * delete. See docs/messages.md#retention.
 */
export class ExpireMessages1795021170300 implements MigrationInterface {
  readonly name = 'ExpireMessages1795021170300';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE messaging.erasures (
      account_id text PRIMARY KEY,
      requested_at timestamptz NOT NULL)`);
    await db.query(DELETE_EXPIRED);
    await db.query(DELETE_ERASED);
    for (const name of ['delete_expired', 'delete_erased']) {
      await db.query(`REVOKE ALL ON FUNCTION messaging.${name} FROM PUBLIC`);
      await db.query(`GRANT EXECUTE ON FUNCTION messaging.${name} TO ${APP_ROLE}`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION messaging.delete_expired, messaging.delete_erased`);
    await db.query(`DROP TABLE messaging.erasures`);
  }
}
