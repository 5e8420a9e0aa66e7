/**
 * SQL: how many calls are up on a trunk, or over a carrier that they were offered to first, as expressions and placeholders of the statement around it. A switch that asks
 * again for a call has still but one call, and the call that is asking (`switch id, call id`) is not in its own way.
 */
const liveCalls = (column: 'trunk_id' | 'carrier_id') => (id: string, now: string, asking: string) => `(
  SELECT count(DISTINCT (d.switch_id, d.call_id)) FROM voice.calls c JOIN voice.decisions d ON d.id = c.decision_id
   WHERE c.${column} = ${id} AND c.ended_at IS NULL AND c.expires_at > ${now}
     AND (d.switch_id, d.call_id) IS DISTINCT FROM (${asking}))`;

export const liveCallsOn = liveCalls('trunk_id');
export const liveCallsOver = liveCalls('carrier_id');
