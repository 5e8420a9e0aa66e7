import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Database, Log } from '@trunkline/platform';
import type { DeckPrices } from '../../application/rating/ports';
import { type PriceCount, type PricedLeg, PriceIndex } from '../../domain/rating/price-index';
import type { RateQuote } from '../../domain/rating/rating';
import { ANY, deckSlices, QUOTE } from './deck-slices';

/** Prices in the memory of a process, about 60 bytes each. */
const PRICES_MAX = 2_000_000;
/** A deck that was not used for so long gives its memory to another. */
const IDLE_MS = 3_600_000;
/** When memory was short, a deck is tried again this much later: to count its prices for each call would cost more than they do. */
const RETRY_MS = 60_000;

/** A price for one number type precedes a price for any. */
const FIND = `SELECT r.* FROM unnest($3::text[]) WITH ORDINALITY AS asked (digits, place) LEFT JOIN LATERAL (
    SELECT r.deck_id AS "deckId", ${QUOTE} FROM cdr.rates r
    WHERE r.deck_id = $1 AND r.direction = $2 AND r.number_type IN ($4, '${ANY}')
      AND r.prefix = ANY (ARRAY(SELECT left(digits, n) FROM generate_series(0, length(digits)) AS n))
    ORDER BY length(r.prefix) DESC, r.number_type = '${ANY}' LIMIT 1) AS r ON true
  ORDER BY place`;

const COUNT = `SELECT direction, nullif(number_type, '${ANY}') AS "numberType", count(*)::integer AS prices
  FROM cdr.rates WHERE deck_id = $1 GROUP BY direction, number_type`;

/** Of a number without a price. */
interface NoPrice {
  readonly deckId: null;
}

interface LoadedDeck {
  readonly index: PriceIndex;
  readonly prices: number;
  usedAt: number;
}

/**
 * Keeps the prices of the decks that are used in memory. Each is loaded in slices when it is first used; until then, and when
 * memory is short, a statement finds the price, so that no call waits for a deck.
 */
export class LoadedDeckPrices implements DeckPrices {
  private readonly decks = new Map<string, LoadedDeck>();
  private readonly loading = new Map<string, Promise<void>>();
  /** The prices of decks that are being loaded. */
  private readonly arriving = new Map<string, number>();
  /** When memory was too short for a deck. */
  private readonly refusedAt = new Map<string, number>();
  /** Runs work outside of the request that first uses a deck: it has no part in its transaction and its connection. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(
    private readonly db: Database,
    private readonly log: Log,
    private readonly pricesMax = PRICES_MAX,
  ) {}

  async find(deckId: string, { to, ...leg }: PricedLeg): Promise<RateQuote | null> {
    const [price = null] = await this.findAll(deckId, leg, [to]);
    return price;
  }

  async findAll(
    deckId: string,
    { direction, numberType }: Omit<PricedLeg, 'to'>,
    numbers: readonly string[],
  ): Promise<readonly (RateQuote | null)[]> {
    const deck = this.decks.get(deckId);
    if (deck) {
      deck.usedAt = performance.now();
      return numbers.map((to) => deck.index.find({ direction, to, numberType }));
    }
    if (performance.now() - (this.refusedAt.get(deckId) ?? -Infinity) > RETRY_MS) void this.load(deckId);
    const digits = numbers.map((to) => to.replace(/\D/g, ''));
    const rows = await this.db.query<RateQuote | NoPrice>(FIND, [deckId, direction, digits, numberType ?? ANY]);
    return rows.map((row) => (row.deckId === null ? null : row));
  }

  /** Loads a deck, unless it is loaded or memory is short. Does not reject: the next use of the deck tries again. */
  load(deckId: string): Promise<void> {
    const running = this.loading.get(deckId);
    if (running) return running;
    const loading = this.outside(() => this.read(deckId))
      .catch((error: unknown) =>
        this.log.warn({ err: error, deckId }, 'a rate deck was not loaded; statements find its prices'),
      )
      .finally(() => {
        this.arriving.delete(deckId);
        this.loading.delete(deckId);
      });
    this.loading.set(deckId, loading);
    return loading;
  }

  private async read(deckId: string): Promise<void> {
    const counts = await this.db.query<PriceCount & { prices: number }>(COUNT, [deckId]);
    const prices = counts.reduce((sum, count) => sum + count.prices, 0);
    if (!this.makeRoom(prices)) {
      this.refusedAt.set(deckId, performance.now());
      return;
    }
    this.refusedAt.delete(deckId);
    this.arriving.set(deckId, prices);
    const index = new PriceIndex(deckId, counts);
    for await (const slice of deckSlices(this.db, deckId)) {
      for (const price of slice) index.add(price);
      await setImmediate();
    }
    this.decks.set(deckId, { index, prices, usedAt: performance.now() });
  }

  /** Drops decks that have not been used for long. Returns false if there is no room then. */
  private makeRoom(prices: number): boolean {
    const longAgo = performance.now() - IDLE_MS;
    for (const [id, { usedAt }] of this.decks) if (usedAt < longAgo) this.decks.delete(id);
    const kept = [...this.decks.values()].reduce((sum, deck) => sum + deck.prices, 0);
    const arriving = [...this.arriving.values()].reduce((sum, each) => sum + each, 0);
    return kept + arriving + prices <= this.pricesMax;
  }
}

/** Returns all prefixes of the number, so that the longest match takes a few index lookups. */
export function prefixesOf(e164: string): string[] {
  const digits = e164.replace(/\D/g, '');
  return Array.from({ length: digits.length + 1 }, (_, length) => digits.slice(0, length));
}
