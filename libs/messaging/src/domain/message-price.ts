/** The price of messages with a number. A message keeps it, so that a later rate deck does not change what the message costs. */
export interface SegmentPrice {
  readonly deckId: string;
  /** Leading digits of the numbers that the price applies to; empty for every number. */
  readonly prefix: string;
  readonly description: string;
  readonly pricePerSegmentMicrocents: number;
  /** Percent by which an operator reduces the price for the account, before it is rounded. */
  readonly discountPct: number;
}

const MICROCENTS_PER_CENT = 1_000_000n;
const PERCENT = 100n;

/** Returns what a message costs, in cents, rounded up once: for its preview, its hold and its charge. See docs/prices.md#messages. */
export function messageCents(
  { pricePerSegmentMicrocents, discountPct }: Pick<SegmentPrice, 'pricePerSegmentMicrocents' | 'discountPct'>,
  segments: number,
): number {
  const scale = MICROCENTS_PER_CENT * PERCENT;
  const scaled = BigInt(pricePerSegmentMicrocents) * BigInt(segments) * (PERCENT - BigInt(discountPct));
  return Number((scaled + scale - 1n) / scale);
}
