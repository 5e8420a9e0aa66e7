import { CommonErrors, invalidFields, newId } from '@trunkline/kernel';
import { DECK_KINDS, type DeckKind, type FileFault, type RateFile } from './rate-file';

export { DECK_KINDS, type DeckKind };

/** `delta`: the file changes and removes prices of the deck in force at the upload. */
export const DECK_MODES = ['full', 'delta'] as const;
export type DeckMode = (typeof DECK_MODES)[number];

/** `active`: the deck may price calls or messages, from `effectiveFrom`. */
export const DECK_STATUSES = ['draft', 'active'] as const;
export type DeckStatus = (typeof DECK_STATUSES)[number];

export const DECK_NAME_MAX = 64;
/** Of an account, on rate and fee. */
export const DISCOUNT_PCT_MAX = 90;

/** The scope in which one deck is in force at any time: a kind, and a carrier, or null for the decks that customers pay. */
export interface DeckScope {
  readonly kind: DeckKind;
  readonly carrierId: string | null;
}

export interface NewDeck extends DeckScope {
  readonly name: string;
  readonly mode: DeckMode;
  /** The deck that a delta changes. */
  readonly baseDeckId: string | null;
}

/** A list of prices, as it was uploaded. See docs/prices.md#rate-decks. */
export class RateDeck implements DeckScope {
  readonly id!: string;
  readonly name!: string;
  readonly kind!: DeckKind;
  readonly carrierId!: string | null;
  readonly mode!: DeckMode;
  readonly baseDeckId!: string | null;
  readonly status!: DeckStatus;
  /** The number of its prices. */
  readonly rows!: number;
  readonly faultCount!: number;
  /** The first hundred. */
  readonly faults!: readonly FileFault[];
  /** Time from which it may be assigned to accounts. */
  readonly effectiveFrom!: Date | null;
  /** Processes of release 0.2.0 price all calls by the active deck with the latest. Null for decks that were uploaded since. */
  readonly legacyFrom!: Date | null;
  /** Time of the upload, or of the last withdrawal. */
  readonly draftSince!: Date;
  readonly createdAt!: Date;
  readonly activatedAt!: Date | null;

  private constructor(state: Partial<RateDeck>) {
    Object.assign(this, state);
  }

  static upload(given: NewDeck, { faults, faultCount }: Pick<RateFile, 'faults' | 'faultCount'>, now: Date): RateDeck {
    return new RateDeck({
      id: newId('deck'),
      ...given,
      status: 'draft',
      rows: 0,
      faultCount,
      faults,
      effectiveFrom: null,
      legacyFrom: null,
      draftSince: now,
      createdAt: now,
      activatedAt: null,
    });
  }

  /** Activates the deck from a time on. Throws `invalid_state` for a deck with faults, and unless it is a draft. */
  activate(effectiveFrom: Date, now: Date): void {
    if (this.status === 'active') throw this.stateError('cannot become active again');
    if (this.faultCount > 0)
      throw this.stateError(`has ${this.faultCount} faults and cannot become active. Upload the corrected file`);
    this.become({ status: 'active', effectiveFrom, activatedAt: now });
  }

  /** Withdraws an activation that has not taken effect. */
  withdraw(now: Date): void {
    this.become({ status: 'draft', effectiveFrom: null, activatedAt: null, draftSince: now });
  }

  /** Whether the deck was activated for a time in the future. */
  isAhead(now: Date): boolean {
    return this.effectiveFrom !== null && this.effectiveFrom > now;
  }

  stateError(message: string): Error {
    return CommonErrors.invalid_state({ message: `This deck is ${this.stateName()}; it ${message}.` });
  }

  private stateName(): string {
    return this.effectiveFrom === null ? this.status : `${this.status} from ${this.effectiveFrom.toISOString()}`;
  }

  private become(state: Partial<RateDeck>): void {
    Object.assign(this, state);
  }
}

/** Returns when an activation takes effect: now by default. Throws `invalid_input` for a time that has passed. */
export function effectiveTime(given: Date | null, now: Date): Date {
  if (given !== null && given < now) throw invalidFields({ effective_from: 'must not lie in the past' });
  return given ?? now;
}
