import type { AccountStanding } from '../../domain/checkout/reservation-limit';

export interface ReservationClaim {
  readonly accountId: string;
  readonly e164: string;
  /** How many the account may have at once. */
  readonly max: number;
  readonly now: Date;
  /** When the place is free again although no answer of the supplier has been recorded. */
  readonly endsAt: Date;
}

/** `unknown`: the supplier has not answered, so the number may be reserved. It counts, and is not shown as reserved. */
export type ReservationResult = 'reserved' | 'unknown';

/**
 * The numbers that each account has reserved at suppliers, including those whose supplier has not answered yet. Every
 * claim has an id: a record of a claim that a later one has replaced changes nothing.
 */
export abstract class ReservationRepository {
  /**
   * Takes a place for the number among the reservations of the account, before the supplier is asked. Null when `max`
   * others are taken. A number that has a place keeps it, under a new id. Claims of one account wait for each other.
   */
  abstract claim(claim: ReservationClaim): Promise<string | null>;
  /** Records the answer of the supplier to a claim. */
  abstract settle(claimId: string, result: ReservationResult, endsAt: Date): Promise<void>;
  /** Begins the end of a reservation, under a new id; null when there is none, or its supplier is being asked for it. */
  abstract startEnding(accountId: string, e164: string): Promise<string | null>;
  /** Frees the place of a claim. */
  abstract remove(claimId: string): Promise<void>;
  /** Frees the places of numbers that the account has bought. */
  abstract removeBought(accountId: string, e164s: readonly string[]): Promise<void>;
  /** Those among the numbers that a supplier keeps for the account now. */
  abstract listReserved(accountId: string, e164s: readonly string[], now: Date): Promise<ReadonlySet<string>>;
}

/** Numbering's view of identity and billing. */
export abstract class AccountStandings {
  /** Throws `not_found`. */
  abstract standing(accountId: string): Promise<AccountStanding>;
}
