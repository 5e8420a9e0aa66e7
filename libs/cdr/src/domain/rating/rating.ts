import { type RateQuote, trimmedEnd } from '@trunkline/kernel';

export type { RateQuote };

export interface RatedCall {
  readonly customerTotalCents: number;
  /** The billable seconds, rounded up to the increments of the first leg. */
  readonly billedSeconds: number;
}

/** Longest duration of a call. */
export const CALL_SECONDS_MAX = 14_400;

export const MICROCENTS_PER_CENT = 1_000_000n;
export const SECONDS_PER_MINUTE = 60n;
export const PERCENT = 100n;

/**
 * Returns the price of a call with several legs, after the discount of each, rounded up once for the whole call. An unanswered
 * call of 0 seconds is free. See docs/cdrs.md#rating.
 */
export function rateLegs(legs: readonly RateQuote[], billableSeconds: number): RatedCall {
  if (billableSeconds <= 0) return { customerTotalCents: 0, billedSeconds: 0 };
  const scale = MICROCENTS_PER_CENT * SECONDS_PER_MINUTE * PERCENT;
  const scaled = legs.reduce((sum, leg) => sum + scaledPrice(leg, billableSeconds), 0n);
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

const FRACTION_DIGITS = 8;
const SHOWN_DIGITS_MIN = 4;

/** Formats a price per minute or per segment exactly, with at least four decimals: 1_500_000 is "$0.0150". */
export function displayRate(microcents: number): string {
  const [units = '', fraction = ''] = dollarsOf(microcents, FRACTION_DIGITS).split('.');
  return `$${units}.${trimmedEnd(fraction, '0').padEnd(SHOWN_DIGITS_MIN, '0')}`;
}

/** Formats an amount as a decimal of dollars, of which its unit is the last place: 1_500_000 with 8 places is "0.01500000". */
export function dollarsOf(amount: number, places: number): string {
  const digits = String(BigInt(amount)).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** In parts of which a cent has `scale`. */
export function scaledPrice(leg: RateQuote, billableSeconds: number): bigint {
  const fee = BigInt(leg.connectionFeeCents) * MICROCENTS_PER_CENT * SECONDS_PER_MINUTE;
  const time = BigInt(leg.ratePerMinuteMicrocents) * BigInt(billedSeconds(leg, billableSeconds));
  return (fee + time) * (PERCENT - BigInt(leg.discountPct ?? 0));
}

/** Returns the price after its discount, as it is shown: the rate rounded up to a micro-cent, the fee to a cent. */
export function discounted<P extends Pick<RateQuote, 'ratePerMinuteMicrocents' | 'connectionFeeCents'>>(
  price: P,
  discountPct: number,
): P {
  const reduced = (amount: number) => Number((BigInt(amount) * BigInt(100 - discountPct) + PERCENT - 1n) / PERCENT);
  const { ratePerMinuteMicrocents, connectionFeeCents } = price;
  return {
    ...price,
    ratePerMinuteMicrocents: reduced(ratePerMinuteMicrocents),
    connectionFeeCents: reduced(connectionFeeCents),
  };
}

/** Rounds up to the first and further increments of the price. */
export function billedSeconds({ firstSeconds, nextSeconds }: RateQuote, billableSeconds: number): number {
  const beyond = Math.max(0, billableSeconds - firstSeconds);
  return firstSeconds + Math.ceil(beyond / nextSeconds) * nextSeconds;
}
