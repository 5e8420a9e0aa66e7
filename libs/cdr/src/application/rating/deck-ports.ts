import type { Page, PageRequest } from '@trunkline/kernel';
import type { DeckPrice } from '../../domain/rating/price-index';
import type { DeckKind, DeckScope, DeckStatus, RateDeck } from '../../domain/rating/rate-deck';
import type { FileLine, PriceKey } from '../../domain/rating/rate-file';

/** A deck as an operator sees it. */
export interface RateDeckView
  extends Omit<RateDeck, 'activate' | 'withdraw' | 'isAhead' | 'stateError' | 'legacyFrom' | 'draftSince'> {
  /** Whether it is the default deck of its kind, or the deck of its carrier. */
  readonly isDefault: boolean;
  /** When it became or will become that deck; null if neither. */
  readonly defaultFrom: Date | null;
}

export interface RateDeckFilter {
  readonly kind: DeckKind | null;
  readonly status: DeckStatus | null;
  /** Null: the operator's own decks. */
  readonly carrierId: string | null;
}

export interface DeckPriceFilter {
  readonly deckId: string;
  readonly direction: DeckPrice['direction'];
  /** First digits. */
  readonly prefix: string | null;
}

export abstract class RateDeckQueries {
  abstract list(filter: RateDeckFilter, page: PageRequest<'created_at'>, now: Date): Promise<Page<RateDeckView>>;
  /** Throws `not_found`, also for the deck of another carrier. */
  abstract view(id: string, carrierId: string | null, now: Date): Promise<RateDeckView>;
  /** Returns prices by prefix. */
  abstract prices(filter: DeckPriceFilter, page: PageRequest<'prefix'>): Promise<Page<DeckPrice>>;
  /** Reads all prices of a deck, in slices, outbound prices first. */
  abstract allPrices(deckId: string): AsyncIterable<readonly DeckPrice[]>;
}

export abstract class RateDeckRepository {
  abstract find(id: string): Promise<RateDeck | null>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<RateDeck>;
  abstract add(deck: RateDeck): Promise<void>;
  abstract save(deck: RateDeck): Promise<void>;
  /** Adds prices of distinct keys, in batches that leave the event loop to calls. */
  abstract addPrices(deckId: string, prices: readonly DeckPrice[]): Promise<void>;
  /** Copies the prices that the new deck lacks, without the exceptions. Returns the exceptions that the first deck lacks. */
  abstract copyPrices<K extends PriceKey>(copy: {
    readonly from: string;
    readonly to: string;
    readonly except: readonly FileLine<K>[];
  }): Promise<FileLine<K>[]>;
  abstract countPrices(deckId: string): Promise<number>;
  /** Returns drafts since before the time. */
  abstract draftsBefore(before: Date, limit: number): Promise<RateDeck[]>;
  /** Deletes a deck with its prices and the activations that were withdrawn. */
  abstract remove(id: string): Promise<void>;
}

/** A time from which a deck is the default deck of its kind, or the deck of its carrier. */
export interface DeckActivation extends DeckScope {
  readonly id: string;
  readonly deckId: string;
  readonly effectiveFrom: Date;
  readonly createdAt: Date;
}

export abstract class DeckActivations {
  /** Lets one transaction at a time change which deck of the kind and carrier is in force. */
  abstract lock(scope: DeckScope): Promise<void>;
  /** Returns the one in force; null without one. */
  abstract inForce(scope: DeckScope, now: Date): Promise<DeckActivation | null>;
  /** Returns the one in force and the one before it. */
  abstract latest(scope: DeckScope, now: Date): Promise<readonly DeckActivation[]>;
  /** Returns the activation of the deck that has not taken effect. */
  abstract aheadOf(deckId: string, now: Date): Promise<DeckActivation | null>;
  abstract add(activation: DeckActivation): Promise<void>;
  /** Ends an activation as if it had never existed: the one before it is in force again. */
  abstract end(id: string, now: Date): Promise<void>;
}

/** The decks and discounts of accounts. */
export abstract class AccountPricesRepository {
  abstract get(accountId: string): Promise<AccountPrices>;
  abstract save(accountId: string, prices: AccountPrices, now: Date): Promise<void>;
  /** Returns the decks that most accounts have, each with the largest of their discounts. */
  abstract assigned(limit: number): Promise<Pick<AccountPrices, 'rateDeckId' | 'discountPct'>[]>;
}

export interface AccountPrices {
  /** For calls. Null: the default deck alone. */
  readonly rateDeckId: string | null;
  /** For messages. Null: the default deck alone. */
  readonly smsRateDeckId: string | null;
  /** 0 to 90, on the prices of calls and messages. */
  readonly discountPct: number;
}

export abstract class DeckAudit {
  /** Joins the transaction. */
  abstract record(entry: {
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly before?: object;
    readonly after?: object;
  }): Promise<void>;
}
