import type { EndedBy } from '../../application/live-calls/ports';

/**
 * SQL: who ended the call `c` once it is settled. What was only inferred is certain from then on: a heartbeat that names
 * the call late does not begin it again, to take a place and to hold money that nobody would give back.
 */
export const settledBy = (by: EndedBy) =>
  `CASE WHEN c.ended_by IS NULL OR c.ended_by IN ('heartbeat', 'restart') THEN '${by}' ELSE c.ended_by END`;
