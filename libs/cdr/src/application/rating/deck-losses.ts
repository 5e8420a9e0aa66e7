import { type Clock, NUMBER_TYPES } from '@trunkline/kernel';
import { sellsBelowCost } from '../../domain/rating/costs';
import type { DeckPrice } from '../../domain/rating/price-index';
import type { RateQuote } from '../../domain/rating/rating';
import type { AccountPricesRepository, RateDeckQueries } from './deck-ports';
import type { DecksInForce } from './ports';

/** The decks that most accounts have, beside the default deck. */
const ASSIGNED_MAX = 5;
const SHOWN_MAX = 5;

/** A deck as customers pay its prices. */
interface SoldDeck {
  readonly deckId: string;
  readonly discountPct: number;
}

type Place = Pick<DeckPrice, 'direction' | 'prefix'>;

/** Prefixes for which calls would be sold below cost. */
export interface DeckLoss extends SoldDeck {
  readonly count: number;
  /** The first of them, in the order of their digits, inbound ones first. */
  readonly prefixes: readonly Place[];
}

/**
 * Compares what customers pay for calls with what carriers charge: the default deck, and the decks that most accounts have, each with
 * the largest discount given on it. See docs/prices.md#below-cost.
 */
export class FindDeckLosses {
  constructor(
    private readonly inForce: Pick<DecksInForce, 'forCalls'>,
    private readonly accounts: Pick<AccountPricesRepository, 'assigned'>,
    private readonly decks: Pick<RateDeckQueries, 'allPrices'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the decks that sell below cost; null if no carrier has a rate deck in force. Outbound calls are sold below cost if every
   * carrier with a cost for them charges more than their price, inbound calls if any does. Reads each deck once, in slices.
   */
  async find(
    known: (carrierIds: readonly string[]) => Promise<readonly string[]>,
  ): Promise<readonly DeckLoss[] | null> {
    const { defaultDeckId, costDecks } = await this.inForce.forCalls('', this.clock.now());
    const costs = (await known(Object.keys(costDecks))).flatMap((carrierId) => costDecks[carrierId] ?? []);
    if (costs.length === 0) return null;
    const assigned = await this.accounts.assigned(ASSIGNED_MAX);
    const sold = [
      ...(defaultDeckId === null ? [] : [{ deckId: defaultDeckId, discountPct: 0 }]),
      ...assigned.flatMap(({ rateDeckId, discountPct }): SoldDeck[] => {
        const deckId = rateDeckId ?? (discountPct > 0 ? defaultDeckId : null);
        return deckId === null ? [] : [{ deckId, discountPct }];
      }),
    ];
    return lossesOf(sold, costs, (deckId) => this.decks.allPrices(deckId));
  }
}

type Read = (deckId: string) => AsyncIterable<readonly DeckPrice[]>;

async function lossesOf(sold: readonly SoldDeck[], costs: readonly string[], read: Read): Promise<DeckLoss[]> {
  const cursors = new Map(
    [...sold.map(({ deckId }) => deckId), ...costs].map((id) => [id, new DeckCursor(id, read(id))]),
  );
  const of = (deckId: string) => cursors.get(deckId)?.open;
  const found = sold.map((deck) => ({ ...deck, count: 0, prefixes: new Array<Place>() }));
  for await (const { direction, prefix } of placesOf([...cursors.values()]))
    for (const loss of found) {
      if (!isLoss(direction, loss, of(loss.deckId), costs.map(of))) continue;
      loss.count += 1;
      if (loss.prefixes.length < SHOWN_MAX) loss.prefixes.push({ direction, prefix });
    }
  return found.filter(({ count }) => count > 0);
}

/** Yields the prefixes of all decks in order. The prices that are open then are those of the prefix. */
async function* placesOf(cursors: readonly DeckCursor[]): AsyncGenerator<Place> {
  for (const cursor of cursors) await cursor.read();
  for (let next = firstOf(cursors); next !== null; next = firstOf(cursors)) {
    for (const cursor of cursors) while (cursor.moveTo(keyOf(next))) await cursor.read();
    yield next;
  }
}

function isLoss(
  direction: DeckPrice['direction'],
  { discountPct }: SoldDeck,
  prices: OpenPrices | undefined,
  costs: readonly (OpenPrices | undefined)[],
): boolean {
  const types = direction === 'inbound' ? NUMBER_TYPES : [null];
  return types.some((numberType) => {
    const price = prices?.find(numberType);
    const known = costs.flatMap((cost) => cost?.find(numberType) ?? []);
    if (!price || known.length === 0) return false;
    const isBelow = (cost: RateQuote) => sellsBelowCost({ ...price, discountPct }, cost);
    return direction === 'inbound' ? known.some(isBelow) : known.every(isBelow);
  });
}

/** Sorts as the prices of a deck are read, and begins with the keys of the prefixes that enclose it. */
const keyOf = ({ direction, prefix }: Place) => `${direction} ${prefix}`;

function firstOf(cursors: readonly DeckCursor[]): DeckPrice | null {
  let first: DeckCursor | null = null;
  for (const cursor of cursors)
    if (cursor.key !== null && (first === null || first.key === null || cursor.key < first.key)) first = cursor;
  return first && first.next;
}

/** The prices of a deck whose prefixes enclose the present one, the shortest first. */
class OpenPrices {
  private readonly open: { readonly key: string; readonly byType: Map<string | null, RateQuote> }[] = [];

  moveTo(key: string): void {
    for (let last = this.open.at(-1); last && !key.startsWith(last.key); last = this.open.at(-1)) this.open.pop();
  }

  add(key: string, numberType: string | null, price: RateQuote): void {
    const last = this.open.at(-1);
    if (last?.key === key) last.byType.set(numberType, price);
    else this.open.push({ key, byType: new Map([[numberType, price]]) });
  }

  /** Returns the price with the longest prefix; of two with the same prefix, the one for the number type. */
  find(numberType: string | null): RateQuote | null {
    for (let at = this.open.length - 1; at >= 0; at--) {
      const byType = this.open[at]?.byType;
      const price = byType?.get(numberType) ?? byType?.get(null);
      if (price) return price;
    }
    return null;
  }
}

/** Reads the prices of a deck in order. */
class DeckCursor {
  readonly open = new OpenPrices();
  private readonly slices: AsyncIterator<readonly DeckPrice[]>;
  private slice: readonly DeckPrice[] = [];
  private at = 0;
  private hasEnded = false;
  /** Of the next price; null at the end. */
  key: string | null = null;

  constructor(
    private readonly deckId: string,
    slices: AsyncIterable<readonly DeckPrice[]>,
  ) {
    this.slices = slices[Symbol.asyncIterator]();
  }

  /** Null at the end. */
  get next(): DeckPrice | null {
    return this.slice[this.at] ?? null;
  }

  async read(): Promise<void> {
    const read: IteratorResult<readonly DeckPrice[], unknown> = await this.slices.next();
    this.hasEnded = read.done === true;
    this.slice = read.done === true ? [] : read.value;
    this.goTo(0);
  }

  /** Passes the prices of a prefix. Returns true if more must be read first: the prices of a prefix may be in two slices. */
  moveTo(key: string): boolean {
    this.open.moveTo(key);
    for (let next = this.next; next && this.key === key; next = this.next) {
      this.open.add(key, next.numberType, { deckId: this.deckId, ...next });
      this.goTo(this.at + 1);
    }
    return this.next === null && !this.hasEnded;
  }

  private goTo(at: number): void {
    this.at = at;
    this.key = this.next && keyOf(this.next);
  }
}
