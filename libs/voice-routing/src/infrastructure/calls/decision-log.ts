import type { CallDecision, DecidedRoute, RateQuote } from '@trunkline/kernel';
import { type Database, lockedToConditionNotMet, requiring, toConditionNotMet } from '@trunkline/platform';
import { type CallKey, type NewDecision, type DecisionLog, type StartResult } from '../../application/calls/ports';
import { settledBy } from '../live-calls/settled-calls';
import { $, DECISION, startValuesOf, type StoredDecision, valuesOf } from './decision-columns';
import type { WithheldIdentities } from './withheld-identities';
import { hasCalls, liveCallsOn, liveCallsOver } from '../live-calls/concurrent-calls';

/**
 * SQL: whether the call is already live and was not answered. The caller chooses the Call-ID, so only as many decisions are
 * read as a switch can need.
 */
const IS_REPEATED = `EXISTS (
  SELECT FROM (SELECT * FROM voice.decisions WHERE call_id = ${$('call_id')} LIMIT 20) d
  JOIN voice.calls c ON c.decision_id = d.id
  WHERE d.switch_id = ${$('switch_id')} AND d.account_id = ${$('account_id')}
    AND c.ended_at IS NULL AND c.answered_at IS NULL)`;

/** A free call locks no wallet, so without this lock two requests for its route could both count as a new call. */
const LOCK_CALL = `SELECT pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))`;

/** SQL: whether a trunk or carrier has a limit of concurrent calls and has reached it. */
export const isPeerFull = (table: string, id: string, live: string) => `coalesce((
    SELECT CASE WHEN max_concurrent_calls IS NOT NULL THEN ${live} >= max_concurrent_calls END
    FROM voice.${table} WHERE id = ${id}), false)`;

/** Many accounts use a carrier, so its calls are counted under its lock, by a statement that sees what was committed before. */
export const LOCK_CARRIER = `SELECT FROM voice.carriers WHERE id = $1 AND max_concurrent_calls IS NOT NULL FOR NO KEY UPDATE`;

const CALL = `${$('switch_id')}, ${$('call_id')}`;
const LIMIT = `${$('max_concurrent_calls')}::integer`;
const onTrunk = liveCallsOn($('trunk_id'), $('created_at'), CALL);
const overCarrier = liveCallsOver($('carrier_id'), $('created_at'), CALL);

/** A trunk needs no lock: its calls belong to one account, whose wallet is already locked. */
const STARTING = `WITH account AS (
    SELECT ${LIMIT} IS NOT NULL AND ${hasCalls($('account_id'), LIMIT, $('created_at'), CALL)} AS is_full
  ), peer AS (
    SELECT ${isPeerFull('sip_trunks', $('trunk_id'), onTrunk)} OR ${isPeerFull('carriers', $('carrier_id'), overCarrier)} AS is_full
  ), slot AS (SELECT FROM account, peer WHERE NOT account.is_full AND NOT peer.is_full),
  decided AS (${DECISION} FROM slot),
  started AS (
    INSERT INTO voice.calls (id, decision_id, account_id, switch_id, node, trunk_id, carrier_id, status, started_at, expires_at,
      direction, extends, held_until, customer_reference,
      named_at)
    SELECT ${$('live_call_id')}, ${$('id')}, ${$('account_id')}, ${$('switch_id')}, ${$('node')}, ${$('trunk_id')}, ${$('carrier_id')},
      'routing', ${$('created_at')}, ${$('report_due_at')}, ${$('direction')}, ${$('extends')}, ${$('held_until')},
      ${$('customer_reference')}, ${$('named_at')}
    FROM slot)`;

const START = `${STARTING}
  SELECT account.is_full AS is_account_full, peer.is_full AS is_peer_full, ${IS_REPEATED} AS is_repeated FROM account, peer`;

const START_OR_FAIL = `${STARTING}
  ${requiring(`NOT account.is_full AND NOT peer.is_full AND NOT ${IS_REPEATED}`)} FROM account, peer`;

const KEEP_REST = `INSERT INTO voice.resumable_plans (decision_id, rest) VALUES ($1, $2)`;

const FIND = `SELECT d.*, c.ringing_at, c.answered_at, c.customer_reference, p.asked
  FROM voice.decisions d LEFT JOIN voice.calls c ON c.decision_id = d.id
  LEFT JOIN voice.resumable_plans p ON p.decision_id = d.id WHERE d.id = ANY($1)`;

const FIND_BY_CALLS = `SELECT d.*, c.ringing_at, c.answered_at, c.customer_reference, p.asked
  FROM unnest($1::text[], $2::text[]) AS wanted (switch_id, call_id)
  CROSS JOIN LATERAL (SELECT * FROM voice.decisions d
    WHERE d.call_id = wanted.call_id AND d.switch_id = wanted.switch_id
    ORDER BY d.reported_at IS NOT NULL, d.created_at DESC, d.id LIMIT 20) d
  LEFT JOIN voice.calls c ON c.decision_id = d.id
  LEFT JOIN voice.resumable_plans p ON p.decision_id = d.id`;

const END_CALLS = `WITH live AS (
    SELECT id FROM voice.calls
    WHERE decision_id = ANY($1) AND (ended_at IS NULL OR ended_by IN ('heartbeat', 'restart')) ORDER BY id FOR UPDATE)
  UPDATE voice.calls c SET status = 'completed', ended_at = coalesce(c.ended_at, $2), ended_by = ${settledBy('cdr')}
  FROM live WHERE c.id = live.id`;

/**
 * `expires_at` is when the CDR is due. Waits for no lock, since other calls may be locked before; a call that is locked is in
 * use.
 */
const LIMIT_HOLDS = `WITH call AS (
    SELECT id FROM voice.calls
    WHERE decision_id = ANY($1) AND held_until > expires_at AND answered_at IS NULL FOR UPDATE SKIP LOCKED)
  UPDATE voice.calls c SET held_until = c.expires_at FROM call WHERE c.id = call.id`;

/** Locks calls in id order. The hold of a call ends with its charge. */
const REPORT = `WITH due AS (SELECT id FROM voice.decisions WHERE id = ANY($1) AND reported_at IS NULL ORDER BY id FOR UPDATE),
    reported AS (UPDATE voice.decisions d SET reported_at = $2 FROM due WHERE d.id = due.id),
    call AS (SELECT c.id FROM voice.calls c JOIN due ON due.id = c.decision_id ORDER BY c.id FOR UPDATE OF c)
  UPDATE voice.calls c
  SET status = 'completed', held_until = NULL, ended_at = coalesce(c.ended_at, $2), ended_by = ${settledBy('cdr')}
  FROM call WHERE c.id = call.id`;

interface Row {
  readonly id: string;
  readonly call_id: string;
  readonly switch_id: string;
  readonly account_id: string | null;
  readonly direction: 'inbound' | 'outbound';
  readonly caller: string;
  readonly caller_withheld: boolean;
  readonly attestation: CallDecision['attestation'];
  readonly verification: CallDecision['verification'];
  readonly callee: string;
  readonly e164: string | null;
  readonly number_id: string | null;
  readonly number_type: string | null;
  readonly country: string | null;
  readonly routing_profile_id: string | null;
  readonly sip_trunk_id: string | null;
  readonly customer_reference: string | null;
  readonly action: 'route' | 'reject';
  readonly reject_code: number | null;
  readonly reject_cause: string | null;
  readonly rating: RateQuote | null;
  readonly routes: DecidedRoute[];
  readonly asked: StoredAsked[] | null;
  readonly max_duration_seconds: number;
  readonly ringing_at: Date | null;
  readonly answered_at: Date | null;
  readonly reported_at: Date | null;
  readonly stored_at: Date | null;
  readonly created_at: Date;
}

type StoredAsked = Omit<CallDecision['asked'][number], 'askedAt'> & { readonly askedAt: string };

interface StartRow {
  /** The account's limit of concurrent calls is reached. */
  readonly is_account_full: boolean;
  /** The limit of the trunk or carrier is reached. */
  readonly is_peer_full: boolean;
  /** The call is already live. */
  readonly is_repeated: boolean;
}

export class StoredDecisionLog implements DecisionLog {
  constructor(
    private readonly db: Database,
    private readonly identities: WithheldIdentities,
  ) {}

  async add(decision: NewDecision): Promise<void> {
    await this.db.query(DECISION, valuesOf(this.sealed(decision)));
  }

  start(decision: NewDecision, maxConcurrentCalls: number | null): Promise<StartResult> {
    return this.db.run(async () => {
      await this.lock(decision);
      const values = startValuesOf(this.sealed(decision), maxConcurrentCalls);
      const result = resultOf(await this.db.queryOne<StartRow>(START, values));
      if (result === 'started' || result === 'repeated') await this.keepRest(decision);
      return result;
    });
  }

  async startOrFail(
    decision: NewDecision,
    maxConcurrentCalls: number | null,
    { atOnce } = { atOnce: false },
  ): Promise<void> {
    await this.lock(decision, atOnce);
    await this.db.write(START_OR_FAIL, startValuesOf(this.sealed(decision), maxConcurrentCalls), toConditionNotMet);
    await this.keepRest(decision);
  }

  /** Sent with the statement before, so that a call with a rest costs no further round trip. */
  private async keepRest({ id, rest }: NewDecision): Promise<void> {
    if (rest !== null) await this.db.write(KEEP_REST, [id, JSON.stringify(rest)]);
  }

  private sealed(decision: NewDecision): StoredDecision {
    const { id, withheldIdentity } = decision;
    return { ...decision, withheldIdentitySealed: withheldIdentity && this.identities.seal(id, withheldIdentity) };
  }

  private async lock({ heldUntil, switchId, callId, routes }: NewDecision, atOnce = false): Promise<void> {
    if (heldUntil === null) await this.db.write(LOCK_CALL, [switchId, callId]);
    const carrierId = routes[0]?.carrierId;
    const lockCarrier = atOnce ? `${LOCK_CARRIER} NOWAIT` : LOCK_CARRIER;
    if (carrierId) await this.db.write(lockCarrier, [carrierId], lockedToConditionNotMet);
  }

  async findMany(ids: readonly string[]): Promise<CallDecision[]> {
    return (await this.db.query<Row>(FIND, [ids])).map(viewOf);
  }

  async findByCalls(calls: readonly CallKey[]): Promise<CallDecision[]> {
    const names = [calls.map(({ switchId }) => switchId), calls.map(({ callId }) => callId)];
    return (await this.db.query<Row>(FIND_BY_CALLS, names)).map(viewOf);
  }

  async endCalls(ids: readonly string[], now: Date): Promise<void> {
    await this.db.query(END_CALLS, [ids, now]);
  }

  async limitHolds(ids: readonly string[]): Promise<void> {
    await this.db.write(LIMIT_HOLDS, [ids]);
  }

  async markReported(ids: readonly string[], now: Date): Promise<void> {
    await this.db.write(REPORT, [ids, now]);
  }
}

function resultOf(row: StartRow | null): StartResult {
  if (row?.is_account_full) return 'account_full';
  if (row?.is_peer_full) return 'peer_full';
  return row?.is_repeated ? 'repeated' : 'started';
}

function viewOf(row: Row): CallDecision {
  return {
    id: row.id,
    callId: row.call_id,
    switchId: row.switch_id,
    accountId: row.account_id,
    direction: row.direction,
    from: row.caller,
    isCallerWithheld: row.caller_withheld,
    attestation: row.attestation,
    verification: row.verification,
    to: row.callee,
    e164: row.e164,
    numberId: row.number_id,
    numberType: row.number_type,
    country: row.country,
    routingProfileId: row.routing_profile_id,
    sipTrunkId: row.sip_trunk_id,
    customerReference: row.customer_reference,
    action: row.action,
    rejectCode: row.reject_code,
    rejectCause: row.reject_cause,
    rating: row.rating,
    routes: row.routes,
    asked: (row.asked ?? []).map(askedOf),
    maxDurationSeconds: row.max_duration_seconds,
    rangAt: row.ringing_at,
    answeredAt: row.answered_at,
    reportedAt: row.reported_at,
    createdAt: row.created_at,
    storedAt: row.stored_at,
  };
}

/** Leaves out where the webhook has sent the call, which the routes tell. */
function askedOf({ targetId, askedAt, afterRoutes, code, failure }: StoredAsked): CallDecision['asked'][number] {
  return { targetId, askedAt: new Date(askedAt), afterRoutes, code, failure };
}
