import { addDays } from '@trunkline/kernel';

/** Spec, States: the seventh failed attempt suspends; the number is kept 30 more days for the customer to pay. */
export const FAILED_ATTEMPTS_MAX = 7;
const KEPT_DAYS = 30;

/** What the monthly charges of a number have come to. */
export interface BillingCycle {
  readonly billingAnchorAt: Date;
  readonly billedMonths: number;
  readonly nextBillingAt: Date;
  readonly failedBillingAttempts: number;
}

/**
 * When the month that is due is charged next: when it begins, then daily, counted from there. Attempts that nobody could
 * make, in an outage, are due all the same.
 */
export function attemptDueAt({ nextBillingAt, failedBillingAttempts }: BillingCycle): Date {
  return addDays(nextBillingAt, failedBillingAttempts);
}

/** One month more is paid; what failed before is forgotten. */
export function afterPayment({ billingAnchorAt, billedMonths }: BillingCycle, now: Date) {
  const nextBillingAt = monthsAfter(billingAnchorAt, billedMonths + 1);
  const clean = { failedBillingAttempts: 0, lastBillingFailureCode: null };
  return { ...clean, billedMonths: billedMonths + 1, nextBillingAt, lastBillingAttemptAt: now };
}

/** Every month before the one due stays paid; that one is tried again a day later. */
export function afterRefusal({ failedBillingAttempts }: BillingCycle, lastBillingFailureCode: string, now: Date) {
  return { failedBillingAttempts: failedBillingAttempts + 1, lastBillingFailureCode, lastBillingAttemptAt: now };
}

/** When a number that nobody pays for is let go, unless that is to happen sooner. */
export function unpaidReleaseAt(scheduledAt: Date | null, now: Date): Date {
  const end = addDays(now, KEPT_DAYS);
  return scheduledAt && scheduledAt < end ? scheduledAt : end;
}

/**
 * When month `months` after the anchor begins: the same day and time of day (UTC), or the last day of a month that is
 * too short for it. Counted from the anchor each time, so that 31 January, 28 February is followed by 31 March.
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
