import { addSeconds } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { HeartbeatPart } from '../../application/live-calls/ports';

const MARK_NAMED = `WITH named AS (
    SELECT id FROM voice.calls
    WHERE switch_id = $1 AND node = $5 AND decision_id = ANY ($2) AND (ended_at IS NULL OR ended_by IN ('heartbeat', 'restart'))
    ORDER BY id FOR UPDATE
  )
  UPDATE voice.calls c
  SET last_seen_at = $3, named_at = $4, ended_at = NULL, ended_by = NULL,
    status = CASE WHEN c.ended_at IS NULL THEN c.status WHEN c.answered_at IS NOT NULL THEN 'in_progress'
      WHEN c.ringing_at IS NOT NULL THEN 'ringing' ELSE 'routing' END
  FROM named WHERE c.id = named.id`;

/** $1 switch, $2 now, $3 by, $4 started before, $5 not named since, $6 node. */
const END_UNNAMED = `WITH gone AS (
    SELECT id FROM voice.calls
    WHERE switch_id = $1 AND node = $6 AND ended_at IS NULL AND started_at < $4 AND (named_at IS NULL OR named_at < $5)
    ORDER BY id FOR UPDATE SKIP LOCKED
  )
  UPDATE voice.calls c SET status = 'completed', ended_at = $2, ended_by = $3 FROM gone WHERE c.id = gone.id`;

const LOCK_SWITCH = `INSERT INTO voice.switch_nodes AS w (switch_id, node, boot_id, last_heartbeat_at)
  VALUES ($1, $4, $2, $3)
  ON CONFLICT (switch_id, node) DO UPDATE SET last_heartbeat_at = GREATEST(w.last_heartbeat_at, excluded.last_heartbeat_at)
  RETURNING boot_id AS "bootId", heartbeat_at AS "heartbeatAt", heartbeat_parts AS "heartbeatParts",
    parts_received AS "partsReceived", calls_listed AS "callsListed"`;

const RECORD_HEARTBEAT = `UPDATE voice.switch_nodes
  SET boot_id = coalesce($2, boot_id), heartbeat_at = $3, heartbeat_parts = $4, parts_received = $5,
    calls_listed = $7
  WHERE switch_id = $1 AND node = $6`;

/** A heartbeat does not end calls that were decided so shortly before it: the switch may still be setting them up. */
const SETUP_SECONDS = 30;

/** What a process has reported before. */
interface Reported {
  readonly bootId: string | null;
  readonly heartbeatAt: Date | null;
  readonly heartbeatParts: number | null;
  readonly partsReceived: readonly number[];
  readonly callsListed: number;
}

/** Records one part of a heartbeat and ends the calls of the process that are missing from it, in one transaction. */
export async function receiveHeartbeat(db: Database, part: HeartbeatPart, now: Date): Promise<void> {
  const { switchId, node } = part;
  await db.run(async () => {
    // The lock of the switch's row serializes its heartbeats across processes.
    const before = await db.get<Reported>(LOCK_SWITCH, [switchId, part.bootId, now, node]);
    if (isOvertaken(before, part)) return;
    await db.query(MARK_NAMED, [switchId, part.decisionIds, now, part.at, node]);
    const received = receivedWith(before, part);
    const isWhole = isComplete(received, part);
    // A list that is cut off ends nothing. Without a count, the first part of a restarted switch is evidence enough.
    if (hasRestarted(before, part) && (isWhole || part.count === null)) {
      await db.query(END_UNNAMED, [switchId, now, 'restart', now, part.at, node]);
    }
    const { bootId, at, parts } = part;
    await db.query(RECORD_HEARTBEAT, [switchId, bootId, at, parts, received.parts, node, received.calls]);
    if (!isWhole) return;
    const startedBefore = addSeconds(part.at < now ? part.at : now, -SETUP_SECONDS);
    await db.query(END_UNNAMED, [switchId, now, 'heartbeat', startedBefore, part.at, node]);
  });
}

/** A part that is older than the last heartbeat proves nothing any more. */
function isOvertaken({ heartbeatAt }: Reported, { at }: HeartbeatPart): boolean {
  return heartbeatAt !== null && at < heartbeatAt;
}

function isComplete({ parts, calls }: Received, heartbeat: HeartbeatPart): boolean {
  return parts.length === heartbeat.parts && (heartbeat.count === null || heartbeat.count === calls);
}

function hasRestarted(before: Reported, { bootId }: HeartbeatPart): boolean {
  return bootId !== null && before.bootId !== null && before.bootId !== bootId;
}

interface Received {
  readonly parts: readonly number[];
  /** The calls that these parts list. */
  readonly calls: number;
}

/** Returns what has arrived of this heartbeat, including this part. A repeated part counts once. */
function receivedWith(before: Reported, heartbeat: HeartbeatPart): Received {
  const { at, part, parts, decisionIds } = heartbeat;
  const isSame =
    before.heartbeatAt?.getTime() === at.getTime() &&
    before.heartbeatParts === parts &&
    !hasRestarted(before, heartbeat);
  const earlier = isSame ? { parts: before.partsReceived, calls: before.callsListed } : { parts: [], calls: 0 };
  if (earlier.parts.includes(part)) return earlier;
  return { parts: [...earlier.parts, part], calls: earlier.calls + decisionIds.length };
}
