import { type Clock, invalidFields } from '@trunkline/kernel';
import type { Direction } from '../../domain/ingest/decision';
import type { DeckKind } from '../../domain/rating/rate-deck';
import { discounted } from '../../domain/rating/rating';
import type { DecksInForce, RateFilter, RateLists, RateView } from './ports';

/** Prices of a list. */
export const RATES_MAX = 1_000;

export interface RateQuery {
  readonly kind: DeckKind;
  readonly accountId: string;
  readonly direction: Direction;
  /** E.164. */
  readonly to: string | null;
  /** Digits, with or without +. */
  readonly prefix: string | null;
  /** Type of the account's number, for inbound calls; null for messages. */
  readonly numberType: string | null;
}

/** The prices of an account, from the decks that price its calls or messages. */
export class Rates {
  constructor(
    private readonly decks: DecksInForce,
    private readonly lists: RateLists,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists prices after the account's discount, the longest prefix first: the first price that matches a number applies
   * to it. Returns an empty list for numbers without a price. Throws `invalid_input` for an ambiguous query or more than 1,000
   * prices.
   */
  async list(query: RateQuery): Promise<RateView[]> {
    const filter = filterOf(query);
    const { kind, accountId } = query;
    const now = this.clock.now();
    const terms = await (kind === 'sms' ? this.decks.forMessages(accountId, now) : this.decks.forCalls(accountId, now));
    const rates = await this.lists.list(terms, filter, RATES_MAX + 1);
    if (rates.length > RATES_MAX)
      throw invalidFields({ prefix: `matches more than ${RATES_MAX} prices; use more digits` });
    return rates.map((rate) => discounted(rate, terms.discountPct));
  }
}

function filterOf(query: RateQuery): RateFilter {
  validate(query);
  const { direction, to, prefix, numberType } = query;
  const destination = to === null ? { prefix: (prefix ?? '').replace('+', '') } : { to };
  return { direction, numberType, destination };
}

function validate({ direction, to, prefix, numberType }: RateQuery): void {
  if (to !== null && prefix !== null) throw invalidFields({ prefix: 'cannot be combined with `to`' });
  if (direction === 'inbound') return;
  if (numberType !== null) throw invalidFields({ number_type: 'requires direction=inbound' });
  // Inbound prices are few; outbound ones cover the world.
  if (to === null && prefix === null) throw invalidFields({ to: 'is required without `prefix`' });
}
