/** The number of reservations that DIDWW keeps at a time for an API key. */
export const DIDWW_RESERVATIONS_MAX = 10;

export interface PlaceClaim {
  readonly now: Date;
  /** When the place is free again although DIDWW's answer has not been recorded. */
  readonly endsAt: Date;
  /** A reservation that was cancelled for this one, whose place it takes over; null for none. */
  readonly replacedId: string | null;
}

/**
 * The reservations at DIDWW of all processes together. A place is taken before the request to DIDWW, and kept until it is
 * known that no reservation came of it, so that there are never more than ten.
 */
export abstract class ReservationBudget {
  /** The id of the claim, or null when every place is taken. Joins no transaction. */
  abstract claim(claim: PlaceClaim): Promise<string | null>;
  /** DIDWW made the reservation and keeps it until then. */
  abstract settle(claimId: string, reservationId: string, endsAt: Date): Promise<void>;
  /** DIDWW refused. */
  abstract cancel(claimId: string): Promise<void>;
  /** The reservation was cancelled or its number bought. */
  abstract release(reservationId: string): Promise<void>;
}
