import type { Clock } from '@trunkline/kernel';
import { affordableSeconds, rateLegs, type RateQuote } from '../../domain/rating';
import type { PricedCall, RateTable } from './ports';

/** Prices calls for other contexts, with the arithmetic that rates CDRs. */
export class CallRating {
  constructor(
    private readonly rates: RateTable,
    private readonly clock: Clock,
  ) {}

  /** Returns null when the rate deck has no price for the call. */
  quote(call: PricedCall): Promise<RateQuote | null> {
    return this.rates.find(call, this.clock.now());
  }

  /** Returns the price of a call with these legs and this duration. */
  totalCents(legs: readonly RateQuote[], billableSeconds: number): number {
    return rateLegs(legs, billableSeconds).customerTotalCents;
  }

  /** Returns the longest duration that the money covers; 0 if it does not cover a second. */
  affordableSeconds(legs: readonly RateQuote[], availableCents: number): number {
    return affordableSeconds(legs, availableCents);
  }
}
