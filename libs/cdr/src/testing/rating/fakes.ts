import { type RateFilter, type RateTable, type RateView } from '../../application/rating/ports';
import type { RateQuote } from '../../domain/rating/rating';

export class FakeRates implements RateTable {
  readonly requests: RateFilter[] = [];

  constructor(
    private readonly quote: RateQuote | null,
    private readonly rates: readonly RateView[] = [],
  ) {}

  find(): Promise<RateQuote | null> {
    return Promise.resolve(this.quote);
  }

  list(filter: RateFilter, _now: Date, limit: number): Promise<RateView[]> {
    this.requests.push(filter);
    return Promise.resolve(this.rates.slice(0, limit));
  }
}
