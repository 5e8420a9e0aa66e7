/**
 * SQL: how many calls are up on a trunk, as expressions and placeholders of the statement around it. A switch that asks
 * again for a call has still but one call, and the call that is asking (`switch id, call id`) is not in its own way.
 */
export const liveCallsOn = (trunkId: string, now: string, asking: string) => `(
  SELECT count(DISTINCT (d.switch_id, d.call_id)) FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id
   WHERE c.trunk_id = ${trunkId} AND c.ended_at IS NULL AND c.expires_at > ${now}
     AND (d.switch_id, d.call_id) IS DISTINCT FROM (${asking}))`;
