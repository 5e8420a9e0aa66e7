import { type RateQuote, trimmedEnd } from '@trunkline/kernel';

export type { RateQuote };

export interface RatedCall {
  readonly customerTotalCents: number;
  /** The billable seconds, rounded up to the increments of the first leg. */
  readonly billedSeconds: number;
}

/** Longest duration of a call. */
export const CALL_SECONDS_MAX = 14_400;

const MICROCENTS_PER_CENT = 1_000_000n;
const SECONDS_PER_MINUTE = 60n;

/** Returns the price of a call with several legs, rounded once for the whole call. An unanswered call of 0 seconds is free. See docs/cdrs.md#rating. */
export function rateLegs(legs: readonly RateQuote[], billableSeconds: number): RatedCall {
  if (billableSeconds <= 0) return { customerTotalCents: 0, billedSeconds: 0 };
  const scale = MICROCENTS_PER_CENT * SECONDS_PER_MINUTE;
  const scaled = legs.reduce((sum, leg) => sum + scaledPrice(leg, billableSeconds, scale), 0n);
  const [first] = legs;
  return {
    customerTotalCents: Number((scaled + scale - 1n) / scale),
    billedSeconds: first ? billedSeconds(first, billableSeconds) : billableSeconds,
  };
}

/**
 * Returns the longest duration with these legs that the money covers, at most four hours; 0 if it does not cover a second.
 * The price never falls with the duration, so a binary search finds it.
 */
export function affordableSeconds(legs: readonly RateQuote[], availableCents: number): number {
  let covered = 0;
  let beyond = CALL_SECONDS_MAX + 1;
  while (beyond - covered > 1) {
    const middle = Math.floor((covered + beyond) / 2);
    if (rateLegs(legs, middle).customerTotalCents <= Math.max(availableCents, 0)) covered = middle;
    else beyond = middle;
  }
  return covered;
}

const MICROCENTS_PER_UNIT = 100_000_000n;
const FRACTION_DIGITS = 8;
const SHOWN_DIGITS_MIN = 4;

/** Formats a price per minute exactly, with at least four decimals: 1_500_000 is "$0.0150". */
export function displayPerMinute(microcents: number): string {
  const amount = BigInt(microcents);
  const fraction = trimmedEnd((amount % MICROCENTS_PER_UNIT).toString().padStart(FRACTION_DIGITS, '0'), '0');
  return `$${amount / MICROCENTS_PER_UNIT}.${fraction.padEnd(SHOWN_DIGITS_MIN, '0')}`;
}

function scaledPrice(leg: RateQuote, billableSeconds: number, scale: bigint): bigint {
  const fee = BigInt(leg.connectionFeeCents) * scale;
  return fee + BigInt(leg.ratePerMinuteMicrocents) * BigInt(billedSeconds(leg, billableSeconds));
}

function billedSeconds({ firstSeconds, nextSeconds }: RateQuote, billableSeconds: number): number {
  const beyond = Math.max(0, billableSeconds - firstSeconds);
  return firstSeconds + Math.ceil(beyond / nextSeconds) * nextSeconds;
}
