/** A switch that has been silent this long holds no places any more. */
export const SILENT_SECONDS = 90;
/** An API process beats more often than this while it listens. */
export const BEAT_GAP_SECONDS = 30;

/**
 * SQL: whether the call `c` takes a place at the moment `now`. Places of a silent switch are free; a switch counts as
 * silent only if it has ever sent a heartbeat, and only for time in which the API was there to hear it.
 */
export const takesPlace = (c: string, now: string) => `(${c}.ended_at IS NULL AND ${c}.expires_at > ${now}
  AND NOT EXISTS (
    SELECT FROM voice.switches w, voice.api_uptime u
     WHERE w.switch_id = ${c}.switch_id
       AND GREATEST(w.last_heartbeat_at, u.up_since) < ${now}::timestamptz - interval '${SILENT_SECONDS} seconds'
       AND u.beat_at > clock_timestamp() - interval '${BEAT_GAP_SECONDS} seconds'))`;

/**
 * SQL: how many calls are up that `where` names, as expressions and placeholders of the statement around it. A switch that
 * asks again for a call has still but one call, and the call that is asking (`switch id, call id`) is not in its own way.
 * Answered calls count each, also under one Call-ID: the caller chooses it, and could else have any number of calls.
 */
export const liveCalls = (where: string, now: string, asking: string) => `(
  SELECT coalesce(sum(calls), 0)::bigint FROM (
    SELECT greatest(count(*) FILTER (WHERE c.status = 'in_progress'),
        ((d.switch_id, d.call_id) IS DISTINCT FROM (${asking}))::integer) AS calls
      FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id
     WHERE ${where} AND ${takesPlace('c', now)} GROUP BY d.switch_id, d.call_id) by_call)`;

export const liveCallsOn = (trunkId: string, now: string, asking: string) =>
  liveCalls(`c.trunk_id = ${trunkId}`, now, asking);

/** Over a carrier that they were offered to first. */
export const liveCallsOver = (carrierId: string, now: string, asking: string) =>
  liveCalls(`c.carrier_id = ${carrierId}`, now, asking);

/**
 * SQL: whether the account has `max` calls up or more. The rows that have not ended are at least as many as the calls, and
 * cheap to count: below `max` of them nothing else is read, for other calls of the account wait for its wallet meanwhile.
 */
export const hasCalls = (accountId: string, max: string, now: string, asking: string) => `(
  CASE WHEN (SELECT count(*) FROM voice.calls c WHERE c.account_id = ${accountId} AND c.ended_at IS NULL) < ${max}
    THEN false ELSE ${liveCalls(`c.account_id = ${accountId}`, now, asking)} >= ${max} END)`;
