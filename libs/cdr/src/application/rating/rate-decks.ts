import { addDays, type Clock, invalidFields, newId, type Transactor } from '@trunkline/kernel';
import { effectiveTime, type NewDeck, RateDeck } from '../../domain/rating/rate-deck';
import {
  FileFaults,
  PRICE_COLUMN,
  RATE_COLUMNS,
  RATE_FILE_ROWS_MAX,
  type RateFile,
} from '../../domain/rating/rate-file';
import type { DeckActivations, DeckAudit, RateDeckRepository } from './deck-ports';

const DRAFT_DAYS = 90;
const BATCH = 100;

export type UploadedDeck = Omit<NewDeck, 'baseDeckId'>;

export interface ActivationRequest {
  /** Null: now. */
  readonly effectiveFrom: Date | null;
  /** Whether the deck becomes the default of its kind. A carrier's deck always becomes the one of its carrier. */
  readonly isDefault: boolean;
}

/**
 * The operator's rate decks, and those of carriers. Each change is one transaction with its audit record. Which deck is in force
 * changes under a lock of its kind and carrier, so that there is exactly one at any time. See docs/prices.md#rate-decks.
 */
export class RateDecks {
  constructor(
    private readonly tx: Transactor,
    private readonly decks: RateDeckRepository,
    private readonly activations: DeckActivations,
    private readonly audit: DeckAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the prices of a file as a draft and returns its id. Prices that a delta does not mention are those of the deck in
   * force. The columns of another kind are a fault, and such a file's prices are not stored. Throws `invalid_input` for a delta
   * without a deck in force, and for more than 200,000 prices.
   */
  upload(operator: string, given: UploadedDeck, file: RateFile): Promise<string> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const isDelta = given.mode === 'delta';
      const base = isDelta ? await this.activations.inForce(given, now) : null;
      if (isDelta && !base) throw invalidFields({ mode: 'requires a deck in force, to which the changes are applied' });
      const deck = RateDeck.upload({ ...given, baseDeckId: base?.deckId ?? null }, file, now);
      await this.decks.add(deck);
      const faults = new FileFaults(file);
      await this.addPrices(deck, file, faults);
      const rows = await this.decks.countPrices(deck.id);
      if (rows > RATE_FILE_ROWS_MAX) throw invalidFields({ file: `leads to more than ${RATE_FILE_ROWS_MAX} prices` });
      await this.decks.save(Object.assign(deck, { rows, faults: faults.first, faultCount: faults.count }));
      const { id, name, kind, mode, carrierId } = deck;
      const after = { name, kind, mode, carrier_id: carrierId, rows, fault_count: faults.count };
      await this.audit.record({ actor: operator, action: 'rate_deck.upload', subject: id, after });
      return id;
    });
  }

  /**
   * Activates a deck from a time on: it may be assigned to accounts, and becomes the default deck if the request says so.
   * An active deck can become the default later. Throws `not_found`, `invalid_input` for a time that has passed or precedes
   * that of the deck, and `invalid_state` for a deck with faults, or when nothing would change.
   */
  activate(operator: string, id: string, request: ActivationRequest): Promise<void> {
    return this.change(id, async (deck, now) => {
      const effectiveFrom = effectiveTime(request.effectiveFrom, now);
      const becomesCurrent = request.isDefault || deck.carrierId !== null;
      if (deck.status === 'draft' || !becomesCurrent) {
        deck.activate(effectiveFrom, now);
        await this.decks.save(deck);
      }
      if (deck.effectiveFrom !== null && deck.effectiveFrom > effectiveFrom)
        throw invalidFields({
          effective_from: `must not precede ${deck.effectiveFrom.toISOString()}, that of the deck`,
        });
      if (becomesCurrent) await this.makeCurrent(deck, effectiveFrom, now);
      const after = { effective_from: effectiveFrom, default: request.isDefault };
      await this.audit.record({ actor: operator, action: 'rate_deck.activate', subject: id, after });
    });
  }

  /**
   * Withdraws what has not taken effect: the activation of the deck, and its use as the default deck. Throws `not_found`, and
   * `invalid_state` if there is neither.
   */
  withdraw(operator: string, id: string): Promise<void> {
    return this.change(id, async (deck, now) => {
      const ahead = await this.activations.aheadOf(id, now);
      if (!ahead && !deck.isAhead(now)) throw deck.stateError('has no activation that lies ahead');
      if (ahead) await this.activations.end(ahead.id, now);
      const before = { effective_from: ahead?.effectiveFrom ?? deck.effectiveFrom, default: ahead !== null };
      if (deck.isAhead(now)) deck.withdraw(now);
      await this.decks.save(deck);
      await this.audit.record({ actor: operator, action: 'rate_deck.withdraw', subject: id, before });
    });
  }

  /**
   * Puts the deck that was in force before this one in force again. Throws `not_found`, and `invalid_state` unless this one is in
   * force and another was before.
   */
  rollBack(operator: string, id: string): Promise<void> {
    return this.change(id, async (deck, now) => {
      const [current, previous] = await this.activations.latest(deck, now);
      if (current?.deckId !== id) throw deck.stateError('is not the default deck, so it cannot be rolled back');
      if (!previous) throw deck.stateError('is the first default deck, so there is none to roll back to');
      await this.activations.end(current.id, now);
      const entry = { before: { default_deck_id: id }, after: { default_deck_id: previous.deckId } };
      await this.audit.record({ actor: operator, action: 'rate_deck.roll_back', subject: id, ...entry });
    });
  }

  /** Deletes drafts after 90 days, each in a transaction of its own. Returns how many. */
  async pruneDrafts(): Promise<number> {
    const before = addDays(this.clock.now(), -DRAFT_DAYS);
    let total = 0;
    for (let batch = BATCH; batch === BATCH; total += batch) {
      const drafts = await this.decks.draftsBefore(before, BATCH);
      for (const draft of drafts) await this.pruneDraft(draft);
      batch = drafts.length;
    }
    return total;
  }

  private pruneDraft(draft: RateDeck): Promise<void> {
    return this.tx.run(async () => {
      await this.activations.lock(draft);
      // It may have been activated before the lock.
      if ((await this.decks.find(draft.id))?.status === 'draft') await this.decks.remove(draft.id);
    });
  }

  private change(id: string, work: (deck: RateDeck, now: Date) => Promise<void>): Promise<void> {
    return this.tx.run(async () => {
      await this.activations.lock(await this.decks.get(id));
      await work(await this.decks.get(id), this.clock.now());
    });
  }

  private async makeCurrent(deck: RateDeck, effectiveFrom: Date, now: Date): Promise<void> {
    const ahead = await this.activations.aheadOf(deck.id, now);
    if (ahead) throw deck.stateError(`becomes the default deck at ${ahead.effectiveFrom.toISOString()} already`);
    const current = await this.activations.inForce(deck, now);
    if (current?.deckId === deck.id) throw deck.stateError('is the default deck already');
    const { id: deckId, kind, carrierId } = deck;
    // Of two activations in the same millisecond, the later one is in force.
    const createdAt = new Date(Math.max(now.getTime(), (current?.createdAt.getTime() ?? 0) + 1));
    await this.activations.add({ id: newId('dact'), deckId, kind, carrierId, effectiveFrom, createdAt });
  }

  private async addPrices(deck: RateDeck, file: RateFile, faults: FileFaults): Promise<void> {
    const { kind, baseDeckId } = deck;
    if (file.kind !== kind) {
      const columns = RATE_COLUMNS[kind].join(',');
      return faults.add(1, PRICE_COLUMN[file.kind], `A deck of kind ${kind} has the columns ${columns}.`);
    }
    const { prices, removals } = file;
    await this.decks.addPrices(deck.id, prices);
    if (baseDeckId === null) {
      for (const { line } of removals) faults.add(line, PRICE_COLUMN[kind], 'is required unless mode is delta');
      return;
    }
    const unknown = await this.decks.copyPrices({ from: baseDeckId, to: deck.id, except: removals });
    for (const { line } of unknown) faults.add(line, 'prefix', 'The deck in force has no such price to remove.');
  }
}
