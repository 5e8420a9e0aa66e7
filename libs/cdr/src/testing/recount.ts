interface Recount {
  /** Reads the counts of account $1 that are not zero. */
  readonly counted: string;
  /** Counts its CDRs anew, in the same columns and order. */
  readonly recounted: string;
}

const SUMS = `count(*) AS calls, count(answered_at) AS answered, sum(billable_duration_seconds)::bigint AS billable_seconds,
    sum(customer_total_cents)::bigint AS cost_cents`;

/** What the database counts of CDRs, and how to count it again. */
export const RECOUNTS: readonly Recount[] = [
  {
    counted: `SELECT hour, completed, calls, answered, billable_seconds, cost_cents FROM cdr.call_hours
      WHERE account_id = $1 AND calls <> 0 ORDER BY 1`,
    recounted: `SELECT date_trunc('hour', started_at, 'UTC') AS hour,
        count(*) FILTER (WHERE hangup_cause = 'normal_clearing') AS completed, ${SUMS}
      FROM cdr.cdrs WHERE account_id = $1 GROUP BY 1 ORDER BY 1`,
  },
  {
    counted: `SELECT dimension, hour, value, calls FROM cdr.call_hour_values
      WHERE account_id = $1 AND calls <> 0 ORDER BY 1, 2, 3`,
    recounted: `SELECT dimension, date_trunc('hour', started_at, 'UTC') AS hour, value, count(*) AS calls
      FROM cdr.cdrs, LATERAL (VALUES ('country', country), ('hangup_cause', hangup_cause)) AS v (dimension, value)
      WHERE account_id = $1 AND value IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  },
  {
    counted: `SELECT month, e164, calls, answered, billable_seconds, cost_cents FROM cdr.number_months
      WHERE account_id = $1 AND calls <> 0 ORDER BY 1, 2`,
    recounted: `SELECT date_trunc('month', started_at, 'UTC') AS month, coalesce(e164, '') AS e164, ${SUMS}
      FROM cdr.cdrs WHERE account_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
  },
];
