import { addDays } from '@trunkline/kernel';

/** The seventh failed attempt suspends the number, and it is released 30 days later (docs/numbers.md#billing). */
export const FAILED_ATTEMPTS_MAX = 7;
const UNPAID_RELEASE_DAYS = 30;

/** The state of the monthly charges of a number. */
export interface BillingCycle {
  readonly billingAnchorAt: Date;
  readonly billedMonths: number;
  readonly nextBillingAt: Date;
  readonly failedBillingAttempts: number;
}

/** Returns when the due month is charged next: when it starts, then daily. Attempts missed in an outage stay due. */
export function attemptDueAt({ nextBillingAt, failedBillingAttempts }: BillingCycle): Date {
  return addDays(nextBillingAt, failedBillingAttempts);
}

/** Returns the state after a payment of the due month, which resets the failed attempts. */
export function afterPayment({ billingAnchorAt, billedMonths }: BillingCycle, now: Date) {
  const nextBillingAt = monthsAfter(billingAnchorAt, billedMonths + 1);
  return {
    billedMonths: billedMonths + 1,
    nextBillingAt,
    lastBillingAttemptAt: now,
    failedBillingAttempts: 0,
    lastBillingFailureCode: null,
  };
}

/** Returns the state after a failed attempt, which is retried a day later. */
export function afterRefusal({ failedBillingAttempts }: BillingCycle, lastBillingFailureCode: string, now: Date) {
  return { failedBillingAttempts: failedBillingAttempts + 1, lastBillingFailureCode, lastBillingAttemptAt: now };
}

/** Returns when a number suspended for non-payment is released: in 30 days, or at an earlier scheduled release. */
export function unpaidReleaseAt(scheduledAt: Date | null, now: Date): Date {
  const releaseAt = addDays(now, UNPAID_RELEASE_DAYS);
  return scheduledAt && scheduledAt < releaseAt ? scheduledAt : releaseAt;
}

/**
 * Returns the start of the month `months` after the anchor: the same day and time (UTC), or the last day of a shorter
 * month. Counted from the anchor, so that 31 January and 28 February are followed by 31 March.
 */
export function monthsAfter(anchor: Date, months: number): Date {
  const at = new Date(anchor);
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  at.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth(at)));
  return at;
}

function daysInMonth(at: Date): number {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
}
