import { addDays } from '@trunkline/kernel';

/** Events, and deliveries with their attempts, are shown for so long. See docs/events.md#retention. */
export const RETENTION_DAYS = 30;

/** Returns the time before which events and deliveries have expired. */
export function keptSince(now: Date): Date {
  return addDays(now, -RETENTION_DAYS);
}
