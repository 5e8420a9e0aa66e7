import type { CallDecision } from '@trunkline/kernel';
import {
  columnNames,
  columnsOf,
  type Database,
  lockedToConditionNotMet,
  membersOf,
  requiring,
  storedValues,
  toConditionNotMet,
} from '@trunkline/platform';
import type { CallKey, DecisionLog, NewDecision, StartResult } from '../../application/calls/ports';
import { callIdOf } from '../../domain/live-calls/call-id';
import { CallSchema, DecisionSchema, type StoredDecision } from '../call-schema';
import { hasCalls, liveCallsOn, liveCallsOver, settledBy } from '../live-calls/concurrent-calls';
import { type KeptDecisions, spanOf } from './kept-decisions';
import type { WithheldIdentities } from './withheld-identities';

/** The live call that starts with a decision. It takes a slot of the trunk and the carrier of its first route. */
const CALL = {
  id: (d) => callIdOf(d.id),
  decisionId: (d) => d.id,
  accountId: (d) => d.accountId,
  switchId: (d) => d.switchId,
  node: (d) => d.node,
  sipCallId: (d) => d.callId,
  trunkId: (d) => d.routes[0]?.trunkId ?? null,
  carrierId: (d) => d.routes[0]?.carrierId ?? null,
  direction: (d) => d.direction,
  status: () => 'routing',
  customerReference: (d) => d.customerReference,
  startedAt: (d) => d.createdAt,
  namedAt: (d) => d.listedFrom ?? null,
  expiresAt: (d) => d.reportDueAt,
  heldUntil: (d) => d.heldUntil,
  extends: (d) => d.isExtending,
} as const satisfies Record<string, (decision: NewDecision) => unknown>;

const DECIDED = membersOf(DecisionSchema, ['reportedAt', 'storedAt', 'overdueAt']);
const STARTED = Object.keys(CALL) as (keyof typeof CALL)[];
/** Returns the parameter of a member of the live call. */
const $ = (member: keyof typeof CALL) => `$${DECIDED.length + STARTED.indexOf(member) + 1}`;
const LIMIT = `$${DECIDED.length + STARTED.length + 1}::integer`;
const parameters = (from: number, count: number) => Array.from({ length: count }, (_, n) => `$${from + n}`).join(', ');

/** SQL: whether the call is already live and was not answered. */
const IS_REPEATED = `EXISTS (
  SELECT FROM voice.calls c
  WHERE c.sip_call_id = ${$('sipCallId')} AND c.switch_id = ${$('switchId')} AND c.account_id = ${$('accountId')}
    AND c.ended_at IS NULL AND c.answered_at IS NULL)`;

/** A free call locks no wallet, so without this lock two requests for its route could both count as a new call. */
const LOCK_CALL = `SELECT pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))`;

/** SQL: whether a trunk or carrier has a limit of concurrent calls and has reached it. */
export const isPeerFull = (table: string, id: string, live: string) => `coalesce((
    SELECT CASE WHEN max_concurrent_calls IS NOT NULL THEN ${live} >= max_concurrent_calls END
    FROM voice.${table} WHERE id = ${id}), false)`;

/** Many accounts use a carrier, so its calls are counted under its lock, by a statement that sees what was committed before. */
export const LOCK_CARRIER = `SELECT FROM voice.carriers WHERE id = $1 AND max_concurrent_calls IS NOT NULL FOR NO KEY UPDATE`;

const KEY = `${$('switchId')}, ${$('sipCallId')}`;
const onTrunk = liveCallsOn($('trunkId'), $('startedAt'), KEY);
const overCarrier = liveCallsOver($('carrierId'), $('startedAt'), KEY);

/** A trunk needs no lock: its calls belong to one account, whose wallet is already locked. */
const STARTING = `WITH account AS (
    SELECT ${LIMIT} IS NOT NULL AND ${hasCalls($('accountId'), LIMIT, $('startedAt'), KEY)} AS is_full
  ), peer AS (
    SELECT ${isPeerFull('sip_trunks', $('trunkId'), onTrunk)} OR ${isPeerFull('carriers', $('carrierId'), overCarrier)} AS is_full
  ), slot AS (SELECT FROM account, peer WHERE NOT account.is_full AND NOT peer.is_full),
  decided AS (
    INSERT INTO voice.decisions (${columnNames(DecisionSchema, DECIDED)})
    SELECT ${parameters(1, DECIDED.length)} FROM slot),
  started AS (
    INSERT INTO voice.calls (${columnNames(CallSchema, STARTED)})
    SELECT ${parameters(DECIDED.length + 1, STARTED.length)} FROM slot)`;

const START = `${STARTING}
  SELECT account.is_full AS "isAccountFull", peer.is_full AS "isPeerFull", ${IS_REPEATED} AS "isRepeated" FROM account, peer`;

const START_OR_FAIL = `${STARTING}
  ${requiring(`NOT account.is_full AND NOT peer.is_full AND NOT ${IS_REPEATED}`)} FROM account, peer`;

const KEEP_REST = `INSERT INTO voice.resumable_plans (decision_id, rest) VALUES ($1, $2)`;

const NOT_READ = [
  'node',
  'rejectReason',
  'rejectedFor',
  'sourceIp',
  'sourcePort',
  'transport',
  'reportDueAt',
  'overdueAt',
] as const;
const VIEW = `${columnsOf(DecisionSchema, membersOf(DecisionSchema, [...NOT_READ, 'withheldIdentitySealed']), 'd')},
    c.ringing_at AS "rangAt", c.answered_at AS "answeredAt", c.customer_reference AS "customerReference",
    coalesce(p.asked, '[]') AS asked`;
const WITH_CALL = `LEFT JOIN voice.calls c ON c.decision_id = d.id
  LEFT JOIN voice.resumable_plans p ON p.decision_id = d.id`;

/** A decision whose call holds money is kept longer. */
const FIND = `SELECT ${VIEW} FROM voice.decisions d ${WITH_CALL}
  WHERE d.id = ANY($1) AND d.id >= $2 AND d.id <= $3 AND (d.created_at >= $4 OR c.held_until IS NOT NULL)`;

const FIND_BY_CALLS = `SELECT ${VIEW}
  FROM unnest($1::text[], $2::text[]) AS wanted (switch_id, call_id)
  CROSS JOIN LATERAL (SELECT * FROM voice.decisions d
    WHERE d.call_id = wanted.call_id AND d.switch_id = wanted.switch_id AND d.created_at >= $3
    ORDER BY d.reported_at IS NOT NULL, d.created_at DESC, d.id LIMIT 20) d
  ${WITH_CALL}`;

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

/** SQL: what becomes of a call that is reported. Its hold ends with its charge. */
const charged = (at: string) => `status = 'completed', held_until = NULL, ended_at = coalesce(c.ended_at, ${at}),
    ended_by = ${settledBy('cdr')}`;

/** Reads and writes one month, which PostgreSQL finds by the parameter: most calls are reported alone. */
const REPORT_ONE = `WITH reported AS (
    UPDATE voice.decisions SET reported_at = $2 WHERE id = $1 AND reported_at IS NULL RETURNING id)
  UPDATE voice.calls c SET ${charged('$2')}
  FROM reported WHERE c.decision_id = reported.id`;

/** Locks decisions and calls in id order. */
const REPORT = `WITH due AS (
      SELECT id FROM voice.decisions WHERE id = ANY($1) AND id >= $2 AND id <= $3 AND reported_at IS NULL ORDER BY id FOR UPDATE),
    reported AS (UPDATE voice.decisions d SET reported_at = $4 FROM due WHERE d.id = due.id AND d.id >= $2 AND d.id <= $3),
    call AS (SELECT c.id FROM voice.calls c JOIN due ON due.id = c.decision_id ORDER BY c.id FOR UPDATE OF c)
  UPDATE voice.calls c SET ${charged('$4')}
  FROM call WHERE c.id = call.id`;

interface Started {
  /** The account's limit of concurrent calls is reached. */
  readonly isAccountFull: boolean;
  /** The limit of the trunk or carrier is reached. */
  readonly isPeerFull: boolean;
  /** The call is already live. */
  readonly isRepeated: boolean;
}

export class StoredDecisionLog implements DecisionLog {
  constructor(
    private readonly db: Database,
    private readonly identities: WithheldIdentities,
    private readonly kept: KeptDecisions,
  ) {}

  async add(decision: NewDecision): Promise<void> {
    await this.db.table(DecisionSchema).add(this.sealed(decision));
  }

  start(decision: NewDecision, maxConcurrentCalls: number | null): Promise<StartResult> {
    return this.db.run(async () => {
      await this.lock(decision);
      const result = resultOf(await this.db.get<Started>(START, this.valuesOf(decision, maxConcurrentCalls)));
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
    await this.db.write(START_OR_FAIL, this.valuesOf(decision, maxConcurrentCalls), toConditionNotMet);
    await this.keepRest(decision);
  }

  /** Sent with the statement before, so that a call with a rest costs no further round trip. */
  private async keepRest({ id, rest }: NewDecision): Promise<void> {
    if (rest !== null) await this.db.write(KEEP_REST, [id, JSON.stringify(rest)]);
  }

  private valuesOf(decision: NewDecision, maxConcurrentCalls: number | null): unknown[] {
    const call = Object.values(CALL).map((of) => of(decision));
    return [...storedValues(DecisionSchema, this.sealed(decision), DECIDED), ...call, maxConcurrentCalls];
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
    return (await this.db.query<CallDecision>(FIND, [...spanOf(ids), this.kept.since])).map(withTimes);
  }

  async findByCalls(calls: readonly CallKey[]): Promise<CallDecision[]> {
    const names = [calls.map(({ switchId }) => switchId), calls.map(({ callId }) => callId), this.kept.since];
    return (await this.db.query<CallDecision>(FIND_BY_CALLS, names)).map(withTimes);
  }

  async endCalls(ids: readonly string[], now: Date): Promise<void> {
    await this.db.query(END_CALLS, [ids, now]);
  }

  async limitHolds(ids: readonly string[]): Promise<void> {
    await this.db.write(LIMIT_HOLDS, [ids]);
  }

  async markReported(ids: readonly string[], now: Date): Promise<void> {
    const [id] = ids;
    if (ids.length === 1) await this.db.write(REPORT_ONE, [id, now]);
    else await this.db.write(REPORT, [...spanOf(ids), now]);
  }
}

function resultOf({ isAccountFull, isPeerFull, isRepeated }: Started): StartResult {
  if (isAccountFull) return 'account_full';
  if (isPeerFull) return 'peer_full';
  return isRepeated ? 'repeated' : 'started';
}

/** In JSON, times are texts. Leaves out where a webhook has sent the call, which the routes tell. */
function withTimes(decision: CallDecision): CallDecision {
  const asked = decision.asked.map(({ targetId, askedAt, afterRoutes, code, failure }) => {
    return { targetId, askedAt: new Date(askedAt), afterRoutes, code, failure };
  });
  return { ...decision, asked };
}
