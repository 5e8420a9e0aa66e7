import type { EndedBy } from '../../application/live-calls/ports';

/**
 * SQL: `ended_by` of the settled call `c`. Replaces an inferred end, so that a late heartbeat cannot revive a call whose
 * hold would never be released.
 */
export const settledBy = (by: EndedBy) =>
  `CASE WHEN c.ended_by IS NULL OR c.ended_by IN ('heartbeat', 'restart') THEN '${by}' ELSE c.ended_by END`;
