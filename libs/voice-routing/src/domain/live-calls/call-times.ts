import { addSeconds } from '@trunkline/kernel';
import { RINGING_MAX_SECONDS } from '../calls/plan';

/** A decision without a CDR is flagged this long after the granted time; the time of ringing is well within it. */
const REPORT_GRACE_SECONDS = 15 * 60;
/** Money is held for a call without a CDR this much longer. See docs/live-calls.md#when-no-cdr-comes. */
const HOLD_GRACE_SECONDS = 24 * 3600;

/** The latest moment at which the granted time can have ended: it counts from the answer, which may come late. */
function endsBy(startedAt: Date, maxDurationSeconds: number): Date {
  return addSeconds(startedAt, RINGING_MAX_SECONDS + maxDurationSeconds);
}

/** When the CDR of a call is overdue. */
export function reportDueAt(startedAt: Date, maxDurationSeconds: number): Date {
  return addSeconds(startedAt, maxDurationSeconds + REPORT_GRACE_SECONDS);
}

/** When what a call holds is given back, whether or not its CDR has come. */
export function heldUntil(startedAt: Date, maxDurationSeconds: number): Date {
  return addSeconds(endsBy(startedAt, maxDurationSeconds), HOLD_GRACE_SECONDS);
}
