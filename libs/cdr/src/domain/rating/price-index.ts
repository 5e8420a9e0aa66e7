import type { Direction } from '../ingest/decision';
import type { RateQuote } from './rating';

/** A price of a deck. In a deck of messages, the rate is the price of a segment, without fee and increments. */
export interface DeckPrice extends Omit<RateQuote, 'deckId' | 'discountPct'> {
  readonly direction: Direction;
  /** Type of the account's number that the price applies to; null for all types. */
  readonly numberType: string | null;
}

/** What the price of a leg depends on. */
export interface PricedLeg {
  readonly direction: Direction;
  /** E.164. */
  readonly to: string;
  /** Type of the account's number, for inbound calls. */
  readonly numberType: string | null;
}

export interface PriceCount extends Pick<DeckPrice, 'direction' | 'numberType'> {
  readonly prices: number;
}

const DIGITS_MAX = 15;

/**
 * The prices of a deck, for look-ups by the longest prefix. About 60 bytes per price, and its description once. Built price by
 * price, so that a large deck can be added in slices.
 */
export class PriceIndex {
  private readonly tables = new Map<string, PrefixTable>();

  /** `counts` has each direction and number type of the deck once. */
  constructor(
    readonly deckId: string,
    counts: readonly PriceCount[],
  ) {
    for (const count of counts) this.tables.set(tableName(count), new PrefixTable(deckId, count.prices));
  }

  /** Throws when there are more prices than were counted. */
  add(price: DeckPrice): void {
    const table = this.tables.get(tableName(price));
    if (!table) throw new Error(`Prices of ${tableName(price)} were not counted.`);
    table.add(price);
  }

  /** Returns the price with the longest prefix; of two with the same prefix, the one for the number type. Null: no price. */
  find({ direction, to, numberType }: PricedLeg): RateQuote | null {
    const any = this.findOfType({ direction, numberType: null }, to);
    const exact = numberType === null ? null : this.findOfType({ direction, numberType }, to);
    if (exact === null || any === null) return exact ?? any;
    return exact.prefix.length >= any.prefix.length ? exact : any;
  }

  private findOfType(of: Pick<DeckPrice, 'direction' | 'numberType'>, to: string): RateQuote | null {
    return this.tables.get(tableName(of))?.find(to.startsWith('+') ? to.slice(1) : to) ?? null;
  }
}

function tableName({ direction, numberType }: Pick<DeckPrice, 'direction' | 'numberType'>): string {
  return numberType === null ? direction : `${direction} ${numberType}`;
}

/** A hash table in arrays of numbers. A prefix is the number that its digits form behind a 1, at most 16 digits, so exact. */
class PrefixTable {
  private readonly mask: number;
  /** Prefixes by slot; 0: empty. */
  private readonly slots: Float64Array;
  /** Positions in the arrays below, by slot. */
  private readonly positions: Uint32Array;
  private readonly rates: Float64Array;
  private readonly fees: Float64Array;
  private readonly firstSeconds: Uint16Array;
  private readonly nextSeconds: Uint16Array;
  private readonly descriptions: string[] = [];
  private readonly known = new Map<string, string>();
  /** The lengths of prefixes that occur. */
  private readonly lengths = new Uint8Array(DIGITS_MAX + 1);
  private count = 0;

  constructor(
    private readonly deckId: string,
    private readonly size: number,
  ) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, size * 1.5)));
    this.mask = capacity - 1;
    this.slots = new Float64Array(capacity);
    this.positions = new Uint32Array(capacity);
    this.rates = new Float64Array(size);
    this.fees = new Float64Array(size);
    this.firstSeconds = new Uint16Array(size);
    this.nextSeconds = new Uint16Array(size);
  }

  add(price: DeckPrice): void {
    if (this.count >= this.size) throw new Error(`${this.deckId} has more prices than were counted.`);
    const position = this.count++;
    const key = keysOf(price.prefix)[price.prefix.length] ?? 1;
    const slot = this.slotOf(key);
    this.slots[slot] = key;
    this.positions[slot] = position;
    this.lengths[price.prefix.length] = 1;
    this.rates[position] = price.ratePerMinuteMicrocents;
    this.fees[position] = price.connectionFeeCents;
    this.firstSeconds[position] = price.firstSeconds;
    this.nextSeconds[position] = price.nextSeconds;
    const { description } = price;
    if (!this.known.has(description)) this.known.set(description, description);
    this.descriptions.push(this.known.get(description) ?? description);
    if (this.count === this.size) this.known.clear();
  }

  find(digits: string): RateQuote | null {
    const keys = keysOf(digits);
    for (let length = keys.length - 1; length >= 0; length--) {
      if (this.lengths[length] === 0) continue;
      const key = keys[length] ?? 1;
      const slot = this.slotOf(key);
      if (this.slots[slot] === key) return this.quoteAt(this.positions[slot] ?? 0, digits.slice(0, length));
    }
    return null;
  }

  /** Returns the slot of a prefix, or the empty one where it would be. */
  private slotOf(key: number): number {
    let slot = hashOf(key) & this.mask;
    while (this.slots[slot] !== 0 && this.slots[slot] !== key) slot = (slot + 1) & this.mask;
    return slot;
  }

  private quoteAt(position: number, prefix: string): RateQuote {
    return {
      deckId: this.deckId,
      prefix,
      description: this.descriptions[position] ?? '',
      ratePerMinuteMicrocents: this.rates[position] ?? 0,
      firstSeconds: this.firstSeconds[position] ?? 1,
      nextSeconds: this.nextSeconds[position] ?? 1,
      connectionFeeCents: this.fees[position] ?? 0,
    };
  }
}

/** Returns the keys of all prefixes of the digits, by length. No prefix extends over another character. */
function keysOf(digits: string): number[] {
  const keys = [1];
  for (let at = 0, key = 1; at < Math.min(digits.length, DIGITS_MAX); at++) {
    const digit = digits.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    key = key * 10 + digit;
    keys.push(key);
  }
  return keys;
}

/** Mixes both halves of a number of 53 bits. */
function hashOf(key: number): number {
  let hash = key ^ Math.imul(Math.floor(key / 4_294_967_296), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
