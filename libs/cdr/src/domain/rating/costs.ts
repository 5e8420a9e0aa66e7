import { CALL_SECONDS_MAX, type RateQuote, scaledPrice } from './rating';

/** Carriers are ranked by the cost of a call of this length. See docs/routing.md#least-cost. */
export const EXPECTED_SECONDS = 180;

/** In this many parts of a micro-cent, `scaledPrice` counts. */
const SCALE = 6_000n;

/** Returns what the legs cost in micro-cents, rounded up once. An unanswered call of 0 seconds is free. */
export function costMicrocents(legs: readonly RateQuote[], seconds: number): number {
  if (seconds <= 0) return 0;
  const scaled = legs.reduce((sum, leg) => sum + scaledPrice(leg, seconds), 0n);
  return Number((scaled + SCALE - 1n) / SCALE);
}

/**
 * Returns whether a call of any length up to four hours costs more than its price, both before rounding. The cost only rises
 * where an increment begins, so these seconds decide. A price whose increments do not matter covers all of them once it covers
 * one, from the end at which the cost exceeds the price most.
 */
export function sellsBelowCost(price: RateQuote, cost: RateQuote): boolean {
  const isLoss = (second: number) => scaledPrice(cost, second) > scaledPrice(price, second);
  if (isLoss(1)) return true;
  // Both rise at the same seconds, by the same amount each time, so that the ends decide.
  if (price.firstSeconds === cost.firstSeconds && price.nextSeconds === cost.nextSeconds)
    return isLoss(CALL_SECONDS_MAX);
  const least = { ...price, firstSeconds: 1, nextSeconds: 1 };
  const rises = perMinute(cost) > perMinute(price);
  const steps = Math.ceil((CALL_SECONDS_MAX - cost.firstSeconds) / cost.nextSeconds);
  for (let step = 0; step < steps; step++) {
    const second = cost.firstSeconds + (rises ? steps - 1 - step : step) * cost.nextSeconds + 1;
    if (isLoss(second)) return true;
    if (scaledPrice(cost, second) <= scaledPrice(least, second)) return false;
  }
  return false;
}

function perMinute({ ratePerMinuteMicrocents, discountPct = 0 }: RateQuote): bigint {
  return BigInt(ratePerMinuteMicrocents) * BigInt(100 - discountPct);
}
