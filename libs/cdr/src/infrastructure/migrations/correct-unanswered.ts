import { APP_ROLE } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the report determines. The parties, the price and the identity of a call come from its decision. */
export const REPORTED = {
  sip_trunk_id: 'text',
  forward_to_e164: 'text',
  webrtc_user_id: 'text',
  started_at: 'timestamptz',
  answered_at: 'timestamptz',
  ended_at: 'timestamptz',
  duration_seconds: 'integer',
  billable_duration_seconds: 'integer',
  hangup_cause: 'text',
  sip_response_code: 'integer',
  disconnected_by: 'text',
  customer_total_cents: 'bigint',
  billing_transaction_id: 'text',
  forward_rating: 'jsonb',
  estimated_leg: 'boolean',
  attempts: 'jsonb',
  created_at: 'timestamptz',
} as const;

const NAMES = Object.keys(REPORTED);

/** `id` and `columns` identify the CDR. */
export const correct = (
  id: string,
  columns: string,
) => `CREATE OR REPLACE FUNCTION cdr.correct_unanswered(cdrs jsonb) RETURNS SETOF text
LANGUAGE sql SECURITY DEFINER SET search_path = ''
AS $$
  UPDATE cdr.cdrs AS stored SET ${NAMES.map((name) => `${name} = answered.${name}`).join(', ')}
  FROM jsonb_to_recordset(cdrs) AS answered(${columns}, ${Object.entries(REPORTED)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})
  WHERE ${id} AND stored.answered_at IS NULL AND answered.answered_at IS NOT NULL
  RETURNING stored.id
$$`;

export const CORRECT_BY_ID = correct('stored.id = answered.id', 'id text');

/**
 * Lets the application replace the CDR of an unanswered call by that of the answered call, and no other: its role has no
 * right to change CDRs. Stores whether a quarantined row says that its call was answered. See docs/cdrs.md#late-answers.
 */
export class CorrectUnanswered1795003100000 implements MigrationInterface {
  readonly name = 'CorrectUnanswered1795003100000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(CORRECT_BY_ID);
    await db.query(`REVOKE ALL ON FUNCTION cdr.correct_unanswered FROM PUBLIC`);
    await db.query(`GRANT EXECUTE ON FUNCTION cdr.correct_unanswered TO ${APP_ROLE}`);
    // Null for rows that were stored before: they may say so.
    await db.query(`ALTER TABLE cdr.quarantine ADD COLUMN says_answered boolean`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION cdr.correct_unanswered`);
    await db.query(`ALTER TABLE cdr.quarantine DROP COLUMN says_answered`);
  }
}
