import { type Page, type PageRequest, shownCaller } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import {
  type CallProgress,
  type EndedBy,
  type Extension,
  type HeartbeatPart,
  type HeldCall,
  type LiveCall,
  type LiveCallFilters,
  type LiveCallStore,
  type LiveCallView,
  type ProgressReport,
} from '../../application/live-calls/ports';
import type { SwitchNode } from '../../domain/live-calls/switch-node';
import { HELD_AFTER_DUE_SECONDS } from '../../domain/live-calls/call-times';
import { spanOf } from '../calls/kept-decisions';
import { receiveHeartbeat } from './receive-heartbeat';
import { isLive, isSilent, settledBy, takesSlot } from './concurrent-calls';

/**
 * The calls that are reported, each with its first report and its longest list of attempts. $1 decisions, $2 switches, $3 at, $4
 * time by the switch's clock, $5 attempts.
 */
const REPORTED = `WITH report AS (
    SELECT decision_id, switch_id, (array_agg(at ORDER BY position))[1] AS at,
      (array_agg(reported_at ORDER BY position))[1] AS reported_at,
      (array_agg(attempts ORDER BY jsonb_array_length(attempts) DESC NULLS LAST, position DESC))[1] AS attempts
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::jsonb[])
      WITH ORDINALITY AS r (decision_id, switch_id, at, reported_at, attempts, position)
    GROUP BY decision_id, switch_id
  ), call AS (
    SELECT c.id, report.at, report.reported_at,
      CASE WHEN jsonb_array_length(report.attempts) < jsonb_array_length(c.attempts) THEN c.attempts
        ELSE coalesce(report.attempts, c.attempts) END AS attempts
    FROM voice.calls c JOIN report ON report.decision_id = c.decision_id AND report.switch_id = c.switch_id
    WHERE c.ended_at IS NULL ORDER BY c.id FOR UPDATE OF c
  )`;

/** A late or repeated report resets neither the status nor the attempts of an answered call. */
const RINGING = `${REPORTED}
  UPDATE voice.calls c SET ringing_at = coalesce(c.ringing_at, call.at), last_seen_at = call.at,
    attempts = CASE c.status WHEN 'in_progress' THEN coalesce(c.attempts, call.attempts) ELSE call.attempts END,
    status = CASE c.status WHEN 'routing' THEN 'ringing' ELSE c.status END
  FROM call WHERE c.id = call.id`;

/** The hold lasts in full again if it was limited because a branch failed. `expires_at` is when the CDR is due. */
const ANSWERED = `${REPORTED}
  UPDATE voice.calls c SET answered_at = coalesce(c.answered_at, call.at), last_seen_at = call.at, attempts = call.attempts,
    status = 'in_progress', billable_from = coalesce(c.billable_from, call.reported_at),
    held_until = CASE WHEN c.held_until IS NOT NULL
      THEN GREATEST(c.held_until, c.expires_at + interval '${HELD_AFTER_DUE_SECONDS} seconds') END
  FROM call WHERE c.id = call.id`;

const LIVE_CALL = `c.id, c.decision_id AS "decisionId", c.account_id AS "accountId", d.direction, d.rating, d.routes,
  d.max_duration_seconds AS "maxDurationSeconds", c.started_at AS "startedAt", c.billable_from AS "billableFrom",
  c.answered_at IS NOT NULL AS "isAnswered"`;

/** $1 decision, $2 switch or null, $3 at, $4 by, $5 billable from. A reported end replaces an inferred one. */
const END = `WITH call AS (
    SELECT id FROM voice.calls
    WHERE decision_id = $1 AND ($2::text IS NULL OR switch_id = $2) AND (held_until IS NOT NULL OR ended_at IS NULL)
    FOR UPDATE
  ), ended AS (
    UPDATE voice.calls c
    SET status = 'completed', ended_at = coalesce(c.ended_at, $3), ended_by = $4,
      billable_from = coalesce($5, c.billable_from)
    FROM call WHERE c.id = call.id
    RETURNING c.*
  )
  SELECT ${LIVE_CALL} FROM ended c JOIN voice.decisions d ON d.id = c.decision_id WHERE d.id = $1 AND c.held_until IS NOT NULL`;

/** The granted time counts from the answer of the call, or from its start until an answer is reported. */
const RUNS_OUT = `coalesce(c.billable_from, c.started_at) + d.max_duration_seconds * interval '1 second'`;

const TO_EXTEND = `FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id AND d.id >= $4 AND d.id <= $5
  WHERE c.switch_id = $1 AND c.node = $2 AND c.decision_id = ANY ($3) AND c.extends AND c.ended_at IS NULL AND ${RUNS_OUT} < $6`;

const EXTEND = `WITH granted AS (
    SELECT * FROM unnest($1::text[], $2::integer[], $3::timestamptz[], $4::timestamptz[])
      AS g (decision_id, seconds, report_due_at, held_until)
  ), decided AS (
    UPDATE voice.decisions d SET max_duration_seconds = g.seconds, report_due_at = g.report_due_at
    FROM granted g WHERE d.id = g.decision_id AND d.id >= $5 AND d.id <= $6
  )
  UPDATE voice.calls c SET extensions = c.extensions + 1, expires_at = g.report_due_at, held_until = g.held_until
  FROM granted g WHERE c.decision_id = g.decision_id`;

const EXTENDED = `SELECT d.id AS "decisionId", d.max_duration_seconds AS "maxDurationSeconds"
  FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id AND d.id >= $4 AND d.id <= $5
  WHERE c.switch_id = $1 AND c.node = $2 AND c.decision_id = ANY ($3) AND c.extensions > 0 AND c.ended_at IS NULL ORDER BY d.id`;

/** A process of release 0.2.0 does not know the holds of calls: it ends a call without `ended_by`, and leaves `held_until`. */
const END_EXPIRED = `WITH expired AS (
    SELECT id FROM voice.calls
    WHERE held_until IS NOT NULL AND (held_until <= $1 OR ended_at IS NOT NULL AND ended_by IS NULL)
    ORDER BY held_until, id LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE voice.calls c
  SET held_until = NULL, status = 'completed', ended_at = coalesce(c.ended_at, $1),
    ended_by = CASE WHEN c.ended_at IS NOT NULL AND c.ended_by IS NULL THEN 'cdr' ELSE ${settledBy('expiry')} END
  FROM expired WHERE c.id = expired.id
  RETURNING c.account_id AS "accountId", c.decision_id AS "decisionId"`;

const FIND_DECISION = `SELECT c.account_id AS "accountId", c.decision_id AS "decisionId", c.switch_id AS "switchId", c.node,
    d.call_id AS "sipCallId"
  FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id WHERE c.id = $1`;

const FORCE_END = `WITH call AS (
    SELECT id, status FROM voice.calls
    WHERE decision_id = $1 AND (held_until IS NOT NULL OR ended_at IS NULL) FOR UPDATE
  )
  UPDATE voice.calls c
  SET status = 'completed', held_until = NULL, ended_at = coalesce(c.ended_at, $2), ended_by = 'operator',
    end_reason = $3
  FROM call WHERE c.id = call.id
  RETURNING call.status AS "statusBefore"`;

const list = (
  now: string,
) => `SELECT c.id, c.decision_id AS "decisionId", c.account_id AS "accountId", c.switch_id AS "switchId",
    c.node, d.direction, c.status, d.caller, d.caller_withheld AS "isCallerWithheld", d.callee, coalesce(c.trunk_id, d.sip_trunk_id) AS "sipTrunkId",
    c.started_at AS "startedAt", c.answered_at AS "answeredAt", c.last_seen_at AS "lastSeenAt",
    d.max_duration_seconds AS "maxDurationSeconds", ${isSilent('c', now)} AS "isSwitchSilent"
  FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id`;

export class StoredLiveCalls implements LiveCallStore {
  constructor(private readonly db: Database) {}

  async recordProgress(progress: CallProgress, reports: readonly ProgressReport[]): Promise<void> {
    await this.db.query(progress === 'ringing' ? RINGING : ANSWERED, [
      reports.map(({ decisionId }) => decisionId),
      reports.map(({ switchId }) => switchId),
      reports.map(({ at }) => at),
      reports.map(({ reportedAt }) => reportedAt),
      reports.map(({ attempts }) => (attempts.length > 0 ? JSON.stringify(attempts) : null)),
    ]);
  }

  end(
    { switchId, decisionId }: { readonly switchId: string | null; readonly decisionId: string },
    { at, endedBy, billableFrom }: { readonly at: Date; readonly endedBy: EndedBy; readonly billableFrom: Date | null },
  ): Promise<LiveCall | null> {
    return this.db.find<LiveCall>(END, [decisionId, switchId, at, endedBy, billableFrom]);
  }

  receive(part: HeartbeatPart, now: Date): Promise<void> {
    return receiveHeartbeat(this.db, part, now);
  }

  async accountsToExtend(
    { switchId, node }: SwitchNode,
    ids: readonly string[],
    runsOutBefore: Date,
  ): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT DISTINCT c.account_id AS id ${TO_EXTEND} ORDER BY c.account_id`,
      [switchId, node, ...spanOf(ids), runsOutBefore],
    );
    return rows.map(({ id }) => id);
  }

  lockToExtend(
    accountId: string,
    { switchId, node }: SwitchNode,
    ids: readonly string[],
    runsOutBefore: Date,
  ): Promise<LiveCall[]> {
    return this.db.query<LiveCall>(
      `SELECT ${LIVE_CALL} ${TO_EXTEND} AND c.account_id = $7 ORDER BY d.id FOR UPDATE OF d, c SKIP LOCKED`,
      [switchId, node, ...spanOf(ids), runsOutBefore, accountId],
    );
  }

  async extend(extensions: readonly Extension[]): Promise<void> {
    if (extensions.length === 0) return;
    const ids = extensions.map(({ decisionId }) => decisionId);
    const [, first, last] = spanOf(ids);
    await this.db.query(EXTEND, [
      ids,
      extensions.map(({ maxDurationSeconds }) => maxDurationSeconds),
      extensions.map(({ reportDueAt }) => reportDueAt),
      extensions.map(({ heldUntil }) => heldUntil),
      first,
      last,
    ]);
  }

  extended({ switchId, node }: SwitchNode, decisionIds: readonly string[]) {
    return this.db.query<{ decisionId: string; maxDurationSeconds: number }>(EXTENDED, [
      switchId,
      node,
      ...spanOf(decisionIds),
    ]);
  }

  endExpired(now: Date, limit: number): Promise<HeldCall[]> {
    return this.db.query<HeldCall>(END_EXPIRED, [now, limit]);
  }

  forceEnd(decisionId: string, now: Date, reason: string | null) {
    return this.db.find<{ statusBefore: LiveCallView['status'] | 'completed' }>(FORCE_END, [decisionId, now, reason]);
  }

  async countLive(now: Date): Promise<number> {
    const live = `SELECT count(*) AS count FROM voice.calls c WHERE ${takesSlot('c', '$1')}`;
    return (await this.db.get<{ count: number }>(live, [now])).count;
  }

  async list(
    { accountId, switchId, sipTrunkId, direction }: LiveCallFilters,
    now: Date,
    page: PageRequest<'started_at'>,
  ): Promise<Page<LiveCallView>> {
    const where = new Where();
    const at = where.value(now);
    where
      .always(isLive('c', at))
      .add('c.account_id = ?', accountId)
      .add('c.switch_id = ?', switchId)
      .add('coalesce(c.trunk_id, d.sip_trunk_id) = ?', sipTrunkId)
      .add('d.direction = ?', direction);
    const of = ({ startedAt, id }: LiveCallView) => [startedAt, id] as const;
    const calls = { select: list(at), where, by: ['c.started_at', 'c.id'], of } as const;
    const { items, next } = await this.db.page<LiveCallView>(calls, page);
    return { items: items.map((call) => ({ ...call, ...shownCaller(call) })), next };
  }

  findDecision(callId: string) {
    return this.db.find<HeldCall & SwitchNode & { sipCallId: string }>(FIND_DECISION, [callId]);
  }
}
