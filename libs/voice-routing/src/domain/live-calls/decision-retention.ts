import { addDays } from '@trunkline/kernel';

/** A CDR that was quarantined a month after its call can be booked for as long as it is kept. */
const LONGER_DAYS = 31;

/** Returns the time from which on decisions are kept: a month longer than CDRs. See docs/cdrs.md#retention. */
export function decisionsKeptFrom(now: Date, cdrRetentionDays: number): Date {
  return addDays(now, -cdrRetentionDays - LONGER_DAYS);
}
