import { addSeconds } from '@trunkline/kernel';
import { RINGING_MAX_SECONDS } from '../calls/plan';

/** A decision without a CDR is flagged this long after the granted time, which leaves room for ringing. */
const REPORT_GRACE_SECONDS = 15 * 60;
/** The hold of a call without a CDR lasts this much longer. See docs/live-calls.md#when-no-cdr-arrives. */
const HOLD_GRACE_SECONDS = 24 * 3600;

/** How long after its CDR is due the hold of a call expires. */
export const HELD_AFTER_DUE_SECONDS = RINGING_MAX_SECONDS + HOLD_GRACE_SECONDS - REPORT_GRACE_SECONDS;

/** Returns the latest possible end of the granted time, which counts from the answer. */
function endsBy(startedAt: Date, maxDurationSeconds: number): Date {
  return addSeconds(startedAt, RINGING_MAX_SECONDS + maxDurationSeconds);
}

/** Returns when the CDR of a call becomes overdue. */
export function reportDueAt(startedAt: Date, maxDurationSeconds: number): Date {
  return addSeconds(startedAt, maxDurationSeconds + REPORT_GRACE_SECONDS);
}

/** Returns when the hold of a call expires. */
export function heldUntil(startedAt: Date, maxDurationSeconds: number): Date {
  return addSeconds(endsBy(startedAt, maxDurationSeconds), HOLD_GRACE_SECONDS);
}
