import { addSeconds } from '@trunkline/kernel';

const FIRST_SECONDS = 60;
const SECONDS_MAX = 86_400;

/**
 * Returns when the sweep checks a charge or refund whose outcome the processor has not reported. The request has a minute
 * to complete it first. Then the interval doubles up to a day, so that an outage does not cause a request storm.
 */
export function nextCheckAt(checks: number, now: Date): Date {
  return addSeconds(now, Math.min(SECONDS_MAX, FIRST_SECONDS * 2 ** checks));
}
