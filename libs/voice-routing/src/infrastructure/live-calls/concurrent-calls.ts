import type { EndedBy } from '../../application/live-calls/ports';

/** Calls of a switch that has been silent this long take no slots. */
const SILENT_SECONDS = 90;
/** A listening API process records its uptime more often than this. */
export const BEAT_GAP_SECONDS = 30;

/** SQL: whether the call `c` has not ended at `now`, as far as is known. */
export const isLive = (c: string, now: string) => `(${c}.ended_at IS NULL AND ${c}.expires_at > ${now})`;

/**
 * SQL: whether the process of the switch of the call `c` is silent at `now`: only if it has ever sent a heartbeat, and only while the API
 * was listening.
 */
export const isSilent = (c: string, now: string) => `EXISTS (
    SELECT FROM voice.switch_nodes w, voice.api_uptime u
     WHERE w.switch_id = ${c}.switch_id AND w.node = ${c}.node
       AND GREATEST(w.last_heartbeat_at, u.up_since) < ${now}::timestamptz - interval '${SILENT_SECONDS} seconds'
       AND u.beat_at > clock_timestamp() - interval '${BEAT_GAP_SECONDS} seconds')`;

/** SQL: whether the call `c` takes a slot at `now`. Calls of a silent switch take none. */
export const takesSlot = (c: string, now: string) => `(${isLive(c, now)} AND NOT ${isSilent(c, now)})`;

/**
 * SQL: counts the live calls that match `where`, with expressions and placeholders of the surrounding statement. A call
 * whose route is requested twice counts once, and `excluding` (`switch id, call id`) does not count. Answered calls with
 * the same Call-ID count separately: the caller chooses it, and could otherwise make any number of calls.
 */
const liveCalls = (where: string, now: string, excluding: string) => `(
  SELECT coalesce(sum(calls), 0)::bigint FROM (
    SELECT greatest(count(*) FILTER (WHERE c.status = 'in_progress'),
        ((c.switch_id, c.sip_call_id) IS DISTINCT FROM (${excluding}))::integer) AS calls
      FROM voice.calls c WHERE ${where} AND ${takesSlot('c', now)} GROUP BY c.switch_id, c.sip_call_id) by_call)`;

export const liveCallsOn = (trunkId: string, now: string, excluding: string) =>
  liveCalls(`c.trunk_id = ${trunkId}`, now, excluding);

/** SQL: counts the live calls that were offered to the carrier first. */
export const liveCallsOver = (carrierId: string, now: string, excluding: string) =>
  liveCalls(`c.carrier_id = ${carrierId}`, now, excluding);

/**
 * SQL: whether the account has at least `max` live calls. Counts the rows that have not ended first: there are at least as
 * many as calls, and counting them is cheap. Below `max` nothing else is read, because other calls wait for the wallet.
 */
export const hasCalls = (accountId: string, max: string, now: string, excluding: string) => `(
  CASE WHEN (SELECT count(*) FROM voice.calls c WHERE c.account_id = ${accountId} AND c.ended_at IS NULL) < ${max}
    THEN false ELSE ${liveCalls(`c.account_id = ${accountId}`, now, excluding)} >= ${max} END)`;

/**
 * SQL: `ended_by` of the settled call `c`. Replaces an inferred end, so that a late heartbeat cannot revive a call whose
 * hold would never be released.
 */
export const settledBy = (by: EndedBy) =>
  `CASE WHEN c.ended_by IS NULL OR c.ended_by IN ('heartbeat', 'restart') THEN '${by}' ELSE c.ended_by END`;
