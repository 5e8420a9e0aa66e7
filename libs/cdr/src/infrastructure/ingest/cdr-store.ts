import type { Database } from '@trunkline/platform';
import {
  type CallKey,
  type CdrStore,
  type Claim,
  type Claims,
  type PostedCdr,
  type RecordedCall,
} from '../../application/ingest/ports';

/** Locks the marks of the accounts until the transaction ends, so that `created_at` follows the order of commits. */
const MARK = `INSERT INTO cdr.account_marks AS held (account_id, last_created_at)
  SELECT account_id, $2 FROM unnest($1::text[]) AS account_id ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE
    SET last_created_at = greatest(excluded.last_created_at, held.last_created_at + interval '1 millisecond')
  RETURNING account_id, last_created_at`;

/** Waits for another transaction that claims the same call, and skips the call when that one commits. */
const CLAIM = `INSERT INTO cdr.intake (decision_id, switch_id, call_id, cdr_id)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING RETURNING cdr_id`;

const COLUMNS = {
  id: 'text',
  account_id: 'text',
  switch_id: 'text',
  sip_call_id: 'text',
  decision_id: 'text',
  direction: 'text',
  caller: 'text',
  caller_withheld: 'boolean',
  attestation: 'text',
  verification: 'text',
  callee: 'text',
  e164: 'text',
  number_id: 'text',
  number_type: 'text',
  country: 'text',
  routing_profile_id: 'text',
  sip_trunk_id: 'text',
  forward_to_e164: 'text',
  webrtc_user_id: 'text',
  customer_reference: 'text',
  started_at: 'timestamptz',
  answered_at: 'timestamptz',
  ended_at: 'timestamptz',
  duration_seconds: 'integer',
  billable_duration_seconds: 'integer',
  hangup_cause: 'text',
  sip_response_code: 'integer',
  disconnected_by: 'text',
  customer_total_cents: 'bigint',
  currency: 'text',
  billing_transaction_id: 'text',
  rating: 'jsonb',
  forward_rating: 'jsonb',
  estimated_leg: 'boolean',
  attempts: 'jsonb',
  created_at: 'timestamptz',
} as const;

const NAMES = Object.keys(COLUMNS);
const ADD = `INSERT INTO cdr.cdrs (${NAMES.join(', ')}) SELECT ${NAMES.join(', ')} FROM jsonb_to_recordset($1::jsonb)
  AS row(${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;

const ADD_ESTIMATED = `INSERT INTO cdr.estimated_legs (cdr_id, account_id, created_at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[])`;

/** The application's role has no right to change CDRs: the function changes those of unanswered calls alone. */
const CORRECT = `SELECT cdr.correct_unanswered($1::jsonb) AS id`;

/** A claim whose CDR is past its retention counts as answered: there is nothing left to correct. */
const IS_ANSWERED = `c.id IS NULL OR c.answered_at IS NOT NULL AS "isAnswered"`;

export class StoredCdrs implements CdrStore {
  constructor(private readonly db: Database) {}

  async claim(claims: readonly Claim[], now: Date): Promise<Claims> {
    const accountIds = [...new Set(claims.map(({ accountId }) => accountId))];
    const columns = [
      claims.map(({ decisionId }) => decisionId),
      claims.map(({ switchId }) => switchId),
      claims.map(({ callId }) => callId),
      claims.map(({ cdrId }) => cdrId),
    ];
    const [marks, rows] = await Promise.all([
      this.db.query<{ account_id: string; last_created_at: Date }>(MARK, [accountIds, now]),
      this.db.query<{ cdr_id: string }>(CLAIM, columns),
    ]);
    return {
      won: new Set(rows.map((row) => row.cdr_id)),
      createdAt: new Map(marks.map((row) => [row.account_id, row.last_created_at])),
    };
  }

  async add(cdrs: readonly PostedCdr[]): Promise<void> {
    await this.db.write(ADD, [JSON.stringify(cdrs.map(rowOf))]);
    await this.addEstimated(cdrs);
  }

  async correct(cdrs: readonly PostedCdr[]): Promise<ReadonlySet<string>> {
    const rows = await this.db.query<{ id: string }>(CORRECT, [JSON.stringify(cdrs.map(rowOf))]);
    const corrected = new Set(rows.map(({ id }) => id));
    await this.addEstimated(cdrs.filter(({ id }) => corrected.has(id)));
    return corrected;
  }

  private async addEstimated(cdrs: readonly PostedCdr[]): Promise<void> {
    const estimated = cdrs.filter(({ isLegEstimated }) => isLegEstimated);
    if (estimated.length === 0) return;
    await this.db.write(ADD_ESTIMATED, [
      estimated.map(({ id }) => id),
      estimated.map(({ accountId }) => accountId),
      estimated.map(({ createdAt }) => createdAt),
    ]);
  }

  async findMany(keys: readonly CallKey[]): Promise<ReadonlyMap<string, RecordedCall>> {
    const rows = await this.db.query<RecordedCall & { readonly [column: string]: unknown; decision_id: string }>(
      `SELECT i.decision_id, i.cdr_id AS "cdrId", ${IS_ANSWERED}
        FROM cdr.intake i LEFT JOIN cdr.cdrs c ON c.id = i.cdr_id
        WHERE (i.decision_id, i.switch_id, i.call_id) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`,
      [
        keys.map(({ decisionId }) => decisionId),
        keys.map(({ switchId }) => switchId),
        keys.map(({ callId }) => callId),
      ],
    );
    return new Map(rows.map(({ decision_id, cdrId, isAnswered }) => [decision_id, { cdrId, isAnswered }]));
  }

  findByTimes(decisionId: string, startedAt: Date, endedAt: Date): Promise<RecordedCall | null> {
    return this.db.queryOne<RecordedCall>(
      `SELECT c.id AS "cdrId", ${IS_ANSWERED} FROM cdr.intake i JOIN cdr.cdrs c ON c.id = i.cdr_id
        WHERE i.decision_id = $1 AND c.started_at = $2 AND c.ended_at = $3 LIMIT 1`,
      [decisionId, startedAt, endedAt],
    );
  }
}

function rowOf(cdr: PostedCdr): Record<keyof typeof COLUMNS, unknown> {
  return {
    id: cdr.id,
    account_id: cdr.accountId,
    switch_id: cdr.switchId,
    sip_call_id: cdr.sipCallId,
    decision_id: cdr.decisionId,
    direction: cdr.direction,
    caller: cdr.caller,
    caller_withheld: cdr.isCallerWithheld,
    attestation: cdr.attestation,
    verification: cdr.verification,
    callee: cdr.callee,
    e164: cdr.e164,
    number_id: cdr.numberId,
    number_type: cdr.numberType,
    country: cdr.country,
    routing_profile_id: cdr.routingProfileId,
    sip_trunk_id: cdr.sipTrunkId,
    forward_to_e164: cdr.forwardToE164,
    webrtc_user_id: cdr.webrtcUserId,
    customer_reference: cdr.customerReference,
    started_at: cdr.startedAt,
    answered_at: cdr.answeredAt,
    ended_at: cdr.endedAt,
    duration_seconds: cdr.durationSeconds,
    billable_duration_seconds: cdr.billableDurationSeconds,
    hangup_cause: cdr.hangupCause,
    sip_response_code: cdr.sipResponseCode,
    disconnected_by: cdr.disconnectedBy,
    customer_total_cents: cdr.customerTotalCents,
    currency: cdr.currency,
    billing_transaction_id: cdr.billingTransactionId,
    rating: cdr.rating,
    forward_rating: cdr.forwardRating,
    estimated_leg: cdr.isLegEstimated,
    attempts: cdr.attempts,
    created_at: cdr.createdAt,
  };
}
