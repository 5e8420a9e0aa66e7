import { addDays, type Clock, CommonErrors, invalidFields } from '@trunkline/kernel';
import type { DeckPrice } from '../../domain/rating/price-index';
import type { RateDeck } from '../../domain/rating/rate-deck';
import type { DeckActivations, RateDeckRepository } from './deck-ports';

export const PREVIEW_DAYS = 30;
/** Prices of each kind of move, and accounts. */
export const MOVES_SHOWN = 50;
export const ACCOUNTS_SHOWN = 500;

export const MOVES = ['added', 'removed', 'raised', 'lowered'] as const;
export type Move = (typeof MOVES)[number];

/** A price of a deck beside that of another; null: the deck has none. */
export interface PriceMove extends Pick<DeckPrice, 'direction' | 'prefix' | 'numberType' | 'description'> {
  readonly rateBeforeMicrocents: number | null;
  readonly rateAfterMicrocents: number | null;
  readonly feeBeforeCents: number | null;
  readonly feeAfterCents: number | null;
}

export interface PriceMoves {
  readonly count: number;
  /** The largest, by what a call of one minute costs. */
  readonly prices: readonly PriceMove[];
}

/** What calls would have cost if the deck had been the default deck, with the decks and discounts that accounts have now. */
export interface PreviewedCost {
  /** Answered calls with a price, except emergency calls. */
  readonly calls: number;
  /** What the calls were charged. */
  readonly chargedCents: number;
  /** What they would have cost with the deck that is compared. */
  readonly beforeCents: number;
  readonly afterCents: number;
  /** Calls that would have been rejected, without a charge, because a leg has no price. */
  readonly unpricedBefore: number;
  readonly unpricedAfter: number;
}

export interface AccountCost extends PreviewedCost {
  readonly accountId: string;
}

export interface PreviewedCalls extends PreviewedCost {
  readonly from: Date;
  readonly to: Date;
  /** Those with the largest differences. */
  readonly accounts: readonly AccountCost[];
}

export interface DeckPreview extends Readonly<Record<Move, PriceMoves>> {
  readonly deckId: string;
  readonly againstDeckId: string;
  /** Prices that stay the same. */
  readonly unchanged: number;
  /** Null for decks of messages and of carriers. */
  readonly calls: PreviewedCalls | null;
}

interface Compared {
  readonly deckId: string;
  readonly againstDeckId: string;
}

export abstract class DeckPreviews {
  abstract moves(compared: Compared): Promise<Readonly<Record<Move, PriceMoves>> & { readonly unchanged: number }>;
  /** Computes the costs of the calls that started in the time, to the cent as `rateLegs` does. */
  abstract costs(compared: Compared, from: Date, to: Date): Promise<PreviewedCalls>;
}

/** Shows what a deck changes before it is activated. */
export class PreviewDeck {
  constructor(
    private readonly decks: RateDeckRepository,
    private readonly activations: DeckActivations,
    private readonly previews: DeckPreviews,
    private readonly clock: Clock,
  ) {}

  /**
   * Compares a deck with another of its kind and carrier, by default the one in force, and computes what the calls of the last
   * 30 days would have cost. Throws `not_found`, `invalid_input` for a deck of another kind, and `invalid_state` without a
   * deck to compare it with.
   */
  async preview(id: string, against: string | null): Promise<DeckPreview> {
    const deck = await this.decks.get(id);
    const now = this.clock.now();
    const compared = { deckId: id, againstDeckId: await this.otherThan(deck, against, now) };
    const moves = await this.previews.moves(compared);
    const isOfCalls = deck.kind === 'voice' && deck.carrierId === null;
    const calls = isOfCalls ? await this.previews.costs(compared, addDays(now, -PREVIEW_DAYS), now) : null;
    return { ...compared, ...moves, calls };
  }

  private async otherThan(deck: RateDeck, against: string | null, now: Date): Promise<string> {
    if (against === null) {
      const current = await this.activations.inForce(deck, now);
      if (!current) throw CommonErrors.invalid_state({ message: 'No deck is in force yet. Pass `against`.' });
      return current.deckId;
    }
    const other = await this.decks.find(against);
    if (other?.kind !== deck.kind || other.carrierId !== deck.carrierId)
      throw invalidFields({ against: 'must be a rate deck of the same kind' });
    return against;
  }
}
