import type { Clock } from '@trunkline/kernel';
import {
  affordableSeconds,
  maxDurationSeconds,
  rateCall,
  rateLegs,
  type RatedCall,
  type RateQuote,
} from '../../domain/rating/rating';
import type { PricedCall, RateTable } from './ports';

/** What other contexts may ask of prices. The same arithmetic as in the records. */
export class CallRating {
  constructor(
    private readonly rates: RateTable,
    private readonly clock: Clock,
  ) {}

  /** Null when the deck has no price for the call. */
  quote(call: PricedCall): Promise<RateQuote | null> {
    return this.rates.find(call, this.clock.now());
  }

  rateCall(quote: RateQuote, billableSeconds: number): RatedCall {
    return rateCall(quote, billableSeconds);
  }

  maxDurationSeconds(quote: RateQuote, availableCents: number): number {
    return maxDurationSeconds(quote, availableCents);
  }

  /** What so much time of a call with these legs costs, as its record will be rated. */
  totalCents(legs: readonly RateQuote[], billableSeconds: number): number {
    return rateLegs(legs, billableSeconds).customerTotalCents;
  }

  /** How long a call with these legs may last on that money; 0 when not even its beginning is covered. */
  affordableSeconds(legs: readonly RateQuote[], availableCents: number): number {
    return affordableSeconds(legs, availableCents);
  }
}
