import { type RateFilter, RateTable, type RateView } from '../../application/rating/ports';
import type { RateQuote } from '../../domain/rating/rating';

export class FakeRates extends RateTable {
  readonly requests: RateFilter[] = [];

  constructor(
    private readonly quote: RateQuote | null,
    private readonly rates: readonly RateView[] = [],
  ) {
    super();
  }

  override find(): Promise<RateQuote | null> {
    return Promise.resolve(this.quote);
  }

  override list(filter: RateFilter, _now: Date, limit: number): Promise<RateView[]> {
    this.requests.push(filter);
    return Promise.resolve(this.rates.slice(0, limit));
  }
}
