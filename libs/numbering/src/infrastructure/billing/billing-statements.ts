import { BILLING_LANES } from '../../application/ports';

/** LANE and DUE_AT are expressions of the index `phone_numbers_attempt_due`, and must match it exactly. */
const LANE = `(hashtext(account_id) & ${BILLING_LANES - 1})`;
/** When the next attempt is due. */
const DUE_AT = `(next_billing_at AT TIME ZONE 'UTC') + failed_billing_attempts * interval '1 day'`;

/**
 * $1 now, $2 due time and $3 id of the last number of the previous page (null: from the first), $4 limit, $5 lane. The due
 * time is text, because a JavaScript date would lose its microseconds and return the same number again.
 */
export const LOCK_DUE = `SELECT id, (${DUE_AT})::text AS due_at FROM numbering.phone_numbers
  WHERE status IN ('active', 'suspended') AND ${LANE} = $5 AND ${DUE_AT} <= $1::timestamptz AT TIME ZONE 'UTC'
    AND (release_scheduled_at IS NULL OR release_scheduled_at > $1::timestamptz)
    AND (${DUE_AT}, id) > (coalesce($2::timestamp, '-infinity'), coalesce($3, ''))
  ORDER BY ${DUE_AT}, id LIMIT $4 FOR UPDATE SKIP LOCKED`;

/** $1: JSON array of numbers. */
export const SAVE_BILLED = `UPDATE numbering.phone_numbers AS n
  SET status = b.status, suspended_for = b.suspended_for, billed_months = b.billed_months,
    next_billing_at = b.next_billing_at, failed_billing_attempts = b.failed_billing_attempts,
    last_billing_attempt_at = b.last_billing_attempt_at, last_billing_failure_code = b.last_billing_failure_code,
    release_scheduled_at = b.release_scheduled_at, updated_at = b.updated_at
  FROM jsonb_to_recordset($1::jsonb) AS b (id text, status text, suspended_for text[], billed_months integer,
    next_billing_at timestamptz, failed_billing_attempts integer, last_billing_attempt_at timestamptz,
    last_billing_failure_code text, release_scheduled_at timestamptz, updated_at timestamptz)
  WHERE n.id = b.id`;
