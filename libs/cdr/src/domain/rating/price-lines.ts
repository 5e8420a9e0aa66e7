import type { RateQuote } from '@trunkline/kernel';
import { billedSeconds, MICROCENTS_PER_CENT, PERCENT, rateLegs, SECONDS_PER_MINUTE } from './rating';

export const PRICE_LEGS = ['call', 'forward'] as const;
export const PRICE_LINE_KINDS = ['connection_fee', 'time', 'discount', 'rounding'] as const;

/** A part of the price of a call. The parts add up to the price exactly. */
export interface PriceLine {
  readonly kind: (typeof PRICE_LINE_KINDS)[number];
  /** Null for the rounding, which is of the whole call. */
  readonly leg: (typeof PRICE_LEGS)[number] | null;
  /** What is charged of the leg, in its increments; null unless the line is for time. */
  readonly billedSeconds: number | null;
  /** Negative for a discount. */
  readonly amountMicrocents: number;
}

/** The rates of the legs of a call. Null for a leg that the call does not have. */
export interface RatedLegs {
  readonly rating: RateQuote | null;
  readonly forwardRating: RateQuote | null;
}

/** Returns the parts of the price of a call, none for an unanswered one. See docs/cdrs.md#rating. */
export function priceLines({ rating, forwardRating }: RatedLegs, billableSeconds: number): PriceLine[] {
  if (billableSeconds <= 0) return [];
  const lines = [
    ...(rating ? legLines('call', rating, billableSeconds) : []),
    ...(forwardRating ? legLines('forward', forwardRating, billableSeconds) : []),
  ];
  const legs = [rating, forwardRating].filter((leg) => leg !== null);
  const total = BigInt(rateLegs(legs, billableSeconds).customerTotalCents) * MICROCENTS_PER_CENT;
  const rounding = total - lines.reduce((sum, { amount }) => sum + amount, 0n);
  const all = rounding === 0n ? lines : [...lines, { ...ROUNDING, amount: rounding }];
  return all.map(({ amount, ...line }) => ({ ...line, amountMicrocents: Number(amount) }));
}

type Line = Omit<PriceLine, 'amountMicrocents'> & { readonly amount: bigint };

const ROUNDING = { kind: 'rounding', leg: null, billedSeconds: null } as const;

function legLines(leg: (typeof PRICE_LEGS)[number], quote: RateQuote, billableSeconds: number): Line[] {
  const seconds = billedSeconds(quote, billableSeconds);
  const fee = BigInt(quote.connectionFeeCents) * MICROCENTS_PER_CENT;
  // Cut to the micro-cent: the rounding has the rest.
  const time = (BigInt(quote.ratePerMinuteMicrocents) * BigInt(seconds)) / SECONDS_PER_MINUTE;
  const discount = ((fee + time) * BigInt(quote.discountPct ?? 0)) / PERCENT;
  const none = { leg, billedSeconds: null } as const;
  return [
    ...(fee > 0n ? [{ ...none, kind: 'connection_fee', amount: fee } as const] : []),
    { leg, kind: 'time', billedSeconds: seconds, amount: time },
    ...(discount > 0n ? [{ ...none, kind: 'discount', amount: -discount } as const] : []),
  ];
}
