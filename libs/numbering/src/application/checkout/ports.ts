import type { Cart, CartItem, CartOwner } from '../../domain/checkout/cart';
import type { Checkout, CheckoutStep } from '../../domain/checkout/checkout';
import type { AccountStanding } from '../../domain/checkout/reservation-limit';
import type { Claim } from '../ports';

export abstract class CartRepository {
  /** Locks the cart until the transaction ends. Creates an empty cart when the owner has none. */
  abstract lock(owner: CartOwner, now: Date): Promise<Cart>;
  abstract find(owner: CartOwner): Promise<Cart | null>;
  /** Returns whether any cart of the account contains the number. */
  abstract containsNumber(accountId: string, e164: string): Promise<boolean>;
  /** Saves a locked cart. `before`: the items that are stored. */
  abstract save(cart: Cart, before: readonly CartItem[]): Promise<void>;
}

export abstract class CheckoutRepository {
  abstract add(checkout: Checkout): Promise<void>;
  /** Saves a locked checkout. */
  abstract save(checkout: Checkout): Promise<void>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<Checkout>;
  /** Locks the checkout until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<Checkout>;
  abstract findByOperation(accountId: string, operationId: string): Promise<Checkout | null>;
  /** Returns whether a checkout of the account is unfinished. */
  abstract hasOpen(accountId: string): Promise<boolean>;
  /** Claims unfinished checkouts whose next check is due, until the lease ends. Returns their ids. */
  abstract claimDue(claim: Claim): Promise<string[]>;
  /** Logs a step of the saga for troubleshooting. */
  abstract log(checkoutId: string, step: CheckoutStep, at: Date): Promise<void>;
}

export interface ReservationClaim {
  readonly accountId: string;
  readonly e164: string;
  /** Maximum number of reservations that the account may have at once. */
  readonly max: number;
  readonly now: Date;
  /** When the claim expires if the supplier's response is never recorded. */
  readonly endsAt: Date;
  /** A claim of the number that ends later may still wait for the supplier's response, and is kept. */
  readonly waitingFrom: Date;
}

/** The supplier's response to a claim. */
export interface MadeReservation {
  readonly claimId: string;
  /** `unknown`: the supplier did not respond, so the number may be reserved. It counts, and is not shown as reserved. */
  readonly result: 'reserved' | 'unknown';
  readonly endsAt: Date;
}

/**
 * The numbers that each account has reserved at suppliers, including those whose supplier has not responded yet. Each
 * claim has an id; recording the result of a claim that a later one has replaced changes nothing.
 */
export abstract class ReservationRepository {
  /**
   * Claims one of the account's reservations for the number, before the supplier is called. Returns null when the
   * account has `max` reservations of other numbers, and when a claim of the number may still wait for its response. A
   * number that is reserved already keeps its place under a new claim id. Claims of one account are serialized.
   */
  abstract claim(claim: ReservationClaim): Promise<string | null>;
  /** Records the supplier's response to a claim. */
  abstract settle(reservation: MadeReservation): Promise<void>;
  /** Starts ending a reservation under a new claim id. Returns null when there is none, or its claim is not settled yet. */
  abstract startEnding(accountId: string, e164: string): Promise<string | null>;
  /** Deletes a claim. */
  abstract remove(claimId: string): Promise<void>;
  /** Deletes the reservations of numbers that the account has bought. */
  abstract removeBought(accountId: string, e164s: readonly string[]): Promise<void>;
  /** Returns those of the numbers that a supplier reserves for the account now. */
  abstract listReserved(accountId: string, e164s: readonly string[], now: Date): Promise<ReadonlySet<string>>;
}

/** The tier and payment history of an account, from identity and billing. */
export abstract class AccountStandings {
  /** Throws `not_found`. */
  abstract standing(accountId: string): Promise<AccountStanding>;
}
