import { addSeconds, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, readPage, Where } from '@trunkline/platform';
import {
  type CallProgress,
  type EndedBy,
  type Extension,
  type HeartbeatPart,
  type HeldCall,
  type LiveCall,
  type LiveCallFilters,
  LiveCallStore,
  type LiveCallView,
} from '../../application/live-calls/ports';
import { HELD_AFTER_DUE_SECONDS } from '../../domain/live-calls/call-times';
import { settledBy } from './settled-calls';
import { isLive, isSilent, takesSlot } from './concurrent-calls';

/** $1 decision, $2 switch, $3 at. A late or repeated report does not reset the status of an answered call. */
const RINGING = `UPDATE voice.calls SET ringing_at = coalesce(ringing_at, $3), last_seen_at = $3,
    status = CASE status WHEN 'routing' THEN 'ringing' ELSE status END
  WHERE decision_id = $1 AND switch_id = $2 AND ended_at IS NULL`;

/**
 * As RINGING; $4 is the time of the answer, if reported. The hold lasts in full again if it was limited because a branch
 * failed. `expires_at` is when the CDR is due.
 */
const ANSWERED = `UPDATE voice.calls SET answered_at = coalesce(answered_at, $3), last_seen_at = $3,
    status = 'in_progress', billable_from = coalesce(billable_from, $4),
    held_until = CASE WHEN held_until IS NOT NULL
      THEN GREATEST(held_until, expires_at + interval '${HELD_AFTER_DUE_SECONDS} seconds') END
  WHERE decision_id = $1 AND switch_id = $2 AND ended_at IS NULL`;

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
  SELECT ${LIVE_CALL} FROM ended c JOIN voice.decisions d ON d.id = c.decision_id WHERE c.held_until IS NOT NULL`;

const MARK_NAMED = `WITH named AS (
    SELECT id FROM voice.calls
    WHERE switch_id = $1 AND decision_id = ANY ($2) AND (ended_at IS NULL OR ended_by IN ('heartbeat', 'restart'))
    ORDER BY id FOR UPDATE
  )
  UPDATE voice.calls c
  SET last_seen_at = $3, named_at = $4, ended_at = NULL, ended_by = NULL,
    status = CASE WHEN c.ended_at IS NULL THEN c.status WHEN c.answered_at IS NOT NULL THEN 'in_progress'
      WHEN c.ringing_at IS NOT NULL THEN 'ringing' ELSE 'routing' END
  FROM named WHERE c.id = named.id`;

/** $1 switch, $2 now, $3 by, $4 started before, $5 not named since. */
const END_UNNAMED = `WITH gone AS (
    SELECT id FROM voice.calls
    WHERE switch_id = $1 AND ended_at IS NULL AND started_at < $4 AND (named_at IS NULL OR named_at < $5)
    ORDER BY id FOR UPDATE SKIP LOCKED
  )
  UPDATE voice.calls c SET status = 'completed', ended_at = $2, ended_by = $3 FROM gone WHERE c.id = gone.id`;

const LOCK_SWITCH = `INSERT INTO voice.switches AS w (switch_id, boot_id, last_heartbeat_at) VALUES ($1, $2, $3)
  ON CONFLICT (switch_id) DO UPDATE SET last_heartbeat_at = GREATEST(w.last_heartbeat_at, excluded.last_heartbeat_at)
  RETURNING boot_id, heartbeat_at, heartbeat_parts, parts_received`;

const RECORD_HEARTBEAT = `UPDATE voice.switches
  SET boot_id = coalesce($2, boot_id), heartbeat_at = $3, heartbeat_parts = $4, parts_received = $5 WHERE switch_id = $1`;

/** The granted time counts from the answer of the call, or from its start until an answer is reported. */
const RUNS_OUT = `coalesce(c.billable_from, c.started_at) + d.max_duration_seconds * interval '1 second'`;

const TO_EXTEND = `FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id
  WHERE c.switch_id = $1 AND c.decision_id = ANY ($2) AND c.extends AND c.ended_at IS NULL AND ${RUNS_OUT} < $3`;

const EXTEND = `WITH granted AS (
    SELECT * FROM unnest($1::text[], $2::integer[], $3::timestamptz[], $4::timestamptz[])
      AS g (decision_id, seconds, report_due_at, held_until)
  ), decided AS (
    UPDATE voice.decisions d SET max_duration_seconds = g.seconds, report_due_at = g.report_due_at
    FROM granted g WHERE d.id = g.decision_id
  )
  UPDATE voice.calls c SET extensions = c.extensions + 1, expires_at = g.report_due_at, held_until = g.held_until
  FROM granted g WHERE c.decision_id = g.decision_id`;

const EXTENDED = `SELECT d.id AS "decisionId", d.max_duration_seconds AS "maxDurationSeconds"
  FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id
  WHERE c.switch_id = $1 AND c.decision_id = ANY ($2) AND c.extensions > 0 AND c.ended_at IS NULL ORDER BY d.id`;

const END_EXPIRED = `WITH expired AS (
    SELECT id FROM voice.calls WHERE held_until <= $1 ORDER BY held_until, id LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE voice.calls c
  SET held_until = NULL, status = 'completed', ended_at = coalesce(c.ended_at, $1), ended_by = ${settledBy('expiry')}
  FROM expired WHERE c.id = expired.id
  RETURNING c.account_id AS "accountId", c.decision_id AS "decisionId"`;

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
    d.direction, c.status, d.caller, d.callee, coalesce(c.trunk_id, d.sip_trunk_id) AS "sipTrunkId",
    c.started_at AS "startedAt", c.answered_at AS "answeredAt", c.last_seen_at AS "lastSeenAt",
    d.max_duration_seconds AS "maxDurationSeconds", ${isSilent('c', now)} AS "isSwitchSilent"
  FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id`;

/** A heartbeat does not end calls that were decided so shortly before it: the switch may still be setting them up. */
const SETUP_SECONDS = 30;

interface SwitchRow {
  readonly boot_id: string | null;
  readonly heartbeat_at: Date | null;
  readonly heartbeat_parts: number | null;
  readonly parts_received: readonly number[];
}

type Row<T> = T & Record<string, unknown>;

export class SqlLiveCalls extends LiveCallStore {
  constructor(private readonly db: Database) {
    super();
  }

  override async recordProgress(
    { switchId, decisionId }: { readonly switchId: string; readonly decisionId: string },
    progress: CallProgress,
    { at, reportedAt }: { readonly at: Date; readonly reportedAt: Date | null },
  ): Promise<void> {
    if (progress === 'ringing') await this.db.query(RINGING, [decisionId, switchId, at]);
    else await this.db.query(ANSWERED, [decisionId, switchId, at, reportedAt]);
  }

  override end(
    { switchId, decisionId }: { readonly switchId: string | null; readonly decisionId: string },
    { at, endedBy, billableFrom }: { readonly at: Date; readonly endedBy: EndedBy; readonly billableFrom: Date | null },
  ): Promise<LiveCall | null> {
    return this.db.queryOne<Row<LiveCall>>(END, [decisionId, switchId, at, endedBy, billableFrom]);
  }

  override async receive(part: HeartbeatPart, now: Date): Promise<void> {
    await this.db.run(async () => {
      // The lock of the switch's row serializes its heartbeats across processes.
      const before = await this.db.queryOne<Row<SwitchRow>>(LOCK_SWITCH, [part.switchId, part.bootId, now]);
      await this.db.query(MARK_NAMED, [part.switchId, part.decisionIds, now, part.at]);
      if (before?.heartbeat_at && part.at < before.heartbeat_at) return;
      if (hasRestarted(before, part)) {
        await this.db.query(END_UNNAMED, [part.switchId, now, 'restart', now, part.at]);
      }
      const received = partsReceived(before, part);
      await this.db.query(RECORD_HEARTBEAT, [part.switchId, part.bootId, part.at, part.parts, received]);
      if (received.length < part.parts) return;
      const startedBefore = addSeconds(part.at < now ? part.at : now, -SETUP_SECONDS);
      await this.db.query(END_UNNAMED, [part.switchId, now, 'heartbeat', startedBefore, part.at]);
    });
  }

  override async accountsToExtend(switchId: string, ids: readonly string[], runsOutBefore: Date): Promise<string[]> {
    const rows = await this.db.query<{ account_id: string }>(
      `SELECT DISTINCT c.account_id ${TO_EXTEND} ORDER BY c.account_id`,
      [switchId, ids, runsOutBefore],
    );
    return rows.map(({ account_id }) => account_id);
  }

  override lockToExtend(
    accountId: string,
    switchId: string,
    ids: readonly string[],
    runsOutBefore: Date,
  ): Promise<LiveCall[]> {
    return this.db.query<Row<LiveCall>>(
      `SELECT ${LIVE_CALL} ${TO_EXTEND} AND c.account_id = $4 ORDER BY d.id FOR UPDATE OF d, c SKIP LOCKED`,
      [switchId, ids, runsOutBefore, accountId],
    );
  }

  override async extend(extensions: readonly Extension[]): Promise<void> {
    if (extensions.length === 0) return;
    await this.db.query(EXTEND, [
      extensions.map(({ decisionId }) => decisionId),
      extensions.map(({ maxDurationSeconds }) => maxDurationSeconds),
      extensions.map(({ reportDueAt }) => reportDueAt),
      extensions.map(({ heldUntil }) => heldUntil),
    ]);
  }

  override extended(switchId: string, decisionIds: readonly string[]) {
    return this.db.query<Row<{ decisionId: string; maxDurationSeconds: number }>>(EXTENDED, [switchId, decisionIds]);
  }

  override endExpired(now: Date, limit: number): Promise<HeldCall[]> {
    return this.db.query<Row<HeldCall>>(END_EXPIRED, [now, limit]);
  }

  override forceEnd(decisionId: string, now: Date, reason: string | null) {
    return this.db.queryOne<Row<{ statusBefore: LiveCallView['status'] | 'completed' }>>(FORCE_END, [
      decisionId,
      now,
      reason,
    ]);
  }

  override async countLive(now: Date): Promise<number> {
    const row = await this.db.queryOne<{ live: number }>(
      `SELECT count(*) AS live FROM voice.calls c WHERE ${takesSlot('c', '$1')}`,
      [now],
    );
    return row?.live ?? 0;
  }

  override list(
    { accountId, switchId, sipTrunkId, direction }: LiveCallFilters,
    now: Date,
    page: PageRequest<'started_at'>,
  ): Promise<Page<LiveCallView>> {
    const where = new Where();
    const at = where.value(now);
    const { conditions, values } = where
      .always(isLive('c', at))
      .add('c.account_id = ?', accountId)
      .add('c.switch_id = ?', switchId)
      .add('coalesce(c.trunk_id, d.sip_trunk_id) = ?', sipTrunkId)
      .add('d.direction = ?', direction);
    const key = {
      column: 'c.started_at',
      type: 'timestamptz',
      of: ({ startedAt }: LiveCallView) => startedAt.toISOString(),
    } as const;
    return readPage<Row<LiveCallView>>(this.db, { select: list(at), where: conditions, values, key, id: 'c.id' }, page);
  }

  override findDecision(callId: string): Promise<HeldCall | null> {
    return this.db.queryOne<Row<HeldCall>>(
      `SELECT account_id AS "accountId", decision_id AS "decisionId" FROM voice.calls WHERE id = $1`,
      [callId],
    );
  }
}

function hasRestarted(before: SwitchRow | null, { bootId }: HeartbeatPart): boolean {
  const known = before?.boot_id ?? null;
  return bootId !== null && known !== null && known !== bootId;
}

/** Returns the parts of this heartbeat that have arrived, including this one. */
function partsReceived(before: SwitchRow | null, heartbeat: HeartbeatPart): number[] {
  const { at, part, parts } = heartbeat;
  const isSame =
    before?.heartbeat_at?.getTime() === at.getTime() &&
    before.heartbeat_parts === parts &&
    !hasRestarted(before, heartbeat);
  return [...new Set([...(isSame ? before.parts_received : []), part])];
}
