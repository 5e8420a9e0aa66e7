import type { Actor, Change } from '../domain/actor';
import type { Bundle } from '../domain/lifecycle/bundle';
import type { Cart, CartOwner } from '../domain/checkout/cart';
import type { Checkout, CheckoutStep } from '../domain/checkout/checkout';
import type { NumberOrder } from '../domain/orders/number-order';
import type { Offer } from '../domain/supply/offer';
import type { PhoneNumber } from '../domain/lifecycle/phone-number';

/** Rows that a job takes for itself: until the lease ends no other worker is given them. */
export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
}

/** Accounts are dealt out to so many lanes, each account to one for good. */
export const BILLING_LANES = 16;

/** Which of the numbers that are due is asked for. */
export interface DueAsked {
  readonly now: Date;
  /** From 0; of the accounts of this lane. */
  readonly lane: number;
  /** The `next` of the part before; null at first. */
  readonly from: string | null;
  readonly limit: number;
}

/** A part of the numbers that are due, in the order in which they became due. */
export interface DueNumbers {
  readonly numbers: readonly PhoneNumber[];
  /** Where the next part begins; null behind the last one. */
  readonly next: string | null;
}

/** A number that waits for documents, and where its place is among them: they are listed in the order of their orders. */
export interface WaitingNumber {
  readonly numberId: string;
  readonly orderId: string;
  /** When it was ordered, to the microsecond. */
  readonly orderedAt: string;
}

/** A bundle as numbers name it. */
export interface BundleRef {
  readonly accountId: string;
  readonly bundleId: string;
}

/** A bundle that live numbers need, and what these make of it. */
export interface AttachedBundle extends BundleRef {
  /** Some do not work for want of it. */
  readonly isAwaited: boolean;
  /** Some work, or are suspended for other reasons alone. */
  readonly isRestedOn: boolean;
}

export abstract class PhoneNumberRepository {
  /** Throws `number_unavailable` when the number is live already, whosever it is. */
  abstract add(number: PhoneNumber): Promise<void>;
  abstract save(number: PhoneNumber): Promise<void>;
  /** Locked until the transaction ends. The live one, else the one released last; throws `not_found`. */
  abstract lock(accountId: string, e164: string): Promise<PhoneNumber>;
  abstract lockById(id: string): Promise<PhoneNumber>;
  /** Throws `not_found`. */
  abstract e164Of(id: string): Promise<string>;
  /** One that waits for documents, locked; null when it does not, or somebody else has locked it. */
  abstract lockWaiting(id: string): Promise<PhoneNumber | null>;
  /** Those that were bought at or before then and wait for documents, behind `after` (null: from the oldest order). */
  abstract listWaiting(boughtBefore: Date, after: WaitingNumber | null, limit: number): Promise<WaitingNumber[]>;
  /** The live ones among them, locked in the order of their ids. */
  abstract lockMany(accountId: string, e164s: readonly string[]): Promise<PhoneNumber[]>;
  /**
   * The account's live numbers behind `afterId` (null: from the first), locked in the order of their ids. All of them,
   * whatever state they are in: who waited for the lock must see what its holder made of them.
   */
  abstract lockLive(accountId: string, afterId: string | null, limit: number): Promise<PhoneNumber[]>;
  /** The bundles that live numbers need and have, of all accounts, behind `after` (null: from the first). */
  abstract listAttached(after: BundleRef | null, limit: number): Promise<AttachedBundle[]>;
  /** The live numbers that need the bundle and have it, behind `afterId`, locked as `lockLive` does. */
  abstract lockAttached(bundle: BundleRef, afterId: string | null, limit: number): Promise<PhoneNumber[]>;
  /** The next number whose scheduled release is due, locked; those of the list, and what another worker has locked, are passed over. */
  abstract lockDueForRelease(now: Date, except: readonly string[]): Promise<PhoneNumber | null>;
  /**
   * Numbers with a charge to be tried, locked; those that another worker has locked are passed over, and a number that was
   * left as it was does not come again in a later part.
   */
  abstract lockDueForBilling(asked: DueAsked): Promise<DueNumbers>;
  /** Saves what billing changes of a number, of all of them in one round trip. They must be locked. */
  abstract saveBilled(numbers: readonly PhoneNumber[]): Promise<void>;
  /** Released numbers whose supplier is to be told; taken for this caller until the lease ends. */
  abstract claimUntold(claim: Claim): Promise<PhoneNumber[]>;
  /** The supplier knows; it need not be told again. */
  abstract markTold(id: string): Promise<void>;
}

export abstract class NumberOrderRepository {
  /** Starts the transaction anew when the account's operation has placed one meanwhile, so that it is found. */
  abstract add(order: NumberOrder): Promise<void>;
  abstract save(order: NumberOrder): Promise<void>;
  abstract get(id: string): Promise<NumberOrder>;
  abstract find(id: string): Promise<NumberOrder | null>;
  /** Locked until the transaction ends. */
  abstract lock(id: string): Promise<NumberOrder>;
  abstract findByOperation(accountId: string, operationId: string): Promise<NumberOrder | null>;
  abstract listByCheckout(checkoutId: string): Promise<NumberOrder[]>;
  /** The account's pending orders that no checkout has placed, locked in the order of their ids. */
  abstract lockPending(accountId: string): Promise<NumberOrder[]>;
  /**
   * Takes a pending order to place it, until the lease ends: false when somebody has taken or settled it since it was
   * read. Whoever takes it alone may buy: not every supplier buys once for two who ask at the same moment.
   */
  abstract take(read: NumberOrder, leaseUntil: Date): Promise<boolean>;
  /** Orders that are pending or to be reconciled and whose next check is due; taken until the lease ends. */
  abstract claimDue(claim: Claim): Promise<NumberOrder[]>;
}

export abstract class CartRepository {
  /** Locked until the transaction ends; made when there is none. */
  abstract lock(owner: CartOwner, now: Date): Promise<Cart>;
  abstract find(owner: CartOwner): Promise<Cart | null>;
  /** Whether a number is in any cart of the account. */
  abstract isInACart(accountId: string, e164: string): Promise<boolean>;
  abstract save(cart: Cart): Promise<void>;
}

export abstract class CheckoutRepository {
  abstract add(checkout: Checkout): Promise<void>;
  abstract save(checkout: Checkout): Promise<void>;
  abstract get(id: string): Promise<Checkout>;
  /** Locked until the transaction ends. */
  abstract lock(id: string): Promise<Checkout>;
  abstract findByOperation(accountId: string, operationId: string): Promise<Checkout | null>;
  /** Whether any checkout of the account is still to be finished. */
  abstract hasOpen(accountId: string): Promise<boolean>;
  /** Unfinished checkouts whose next check is due; taken until the lease ends. Returns their ids. */
  abstract claimDue(claim: Claim): Promise<string[]>;
  /** The saga's log: what was done when, for whoever has to understand a crash. */
  abstract log(checkoutId: string, step: CheckoutStep, at: Date): Promise<void>;
}

export interface HistoryLine {
  readonly number: PhoneNumber;
  readonly actor: Actor;
  readonly change: Change;
  readonly at: Date;
}

export abstract class NumberHistory {
  /** In one round trip. */
  abstract addAll(lines: readonly HistoryLine[]): Promise<void>;

  add(number: PhoneNumber, actor: Actor, change: Change, at: Date): Promise<void> {
    return this.addAll([{ number, actor, change, at }]);
  }
}

export interface SelectToken {
  readonly offer: Offer;
  readonly searchId: string;
  readonly expiresAt: Date;
}

/** Select tokens: opaque, sealed, bound to the account (contract, section 5). No table needed. */
export abstract class SelectTokens {
  abstract seal(accountId: string, token: SelectToken): string;
  /** Throws `select_token_expired` for a token that is expired, altered, or another account's. */
  abstract open(accountId: string, token: string, now: Date): SelectToken;
}

interface Posting {
  readonly transactionId: string;
  readonly balanceAfterCents: number;
}

interface Booking {
  readonly accountId: string;
  /** Positive integer cents. */
  readonly amountCents: number;
  readonly relatedKind: string;
  readonly relatedId: string;
  /** Unique per account: a repeat returns what the first one did. */
  readonly reference: string;
}

/** A charge as a bill shows it. */
export interface Entry extends Booking {
  readonly description: string;
  /** What it is for, on bills. */
  readonly item: 'number_monthly' | 'number_setup';
}

/** Numbering's view of the ledger. Every method joins the transaction around it. */
export abstract class Funds {
  /** Throws `insufficient_balance`. */
  abstract charge(charge: Entry): Promise<Posting>;
  /** As `charge` of each in turn, all at once; null for one that was refused for want of balance. */
  abstract chargeAll(charges: readonly Entry[]): Promise<readonly (Posting | null)[]>;
  /** `callHeldCents`: what live calls hold, and therefore is not available. */
  abstract balance(accountId: string): Promise<{ readonly availableCents: number; readonly callHeldCents: number }>;
  /** Sets money aside. Throws `insufficient_balance`. */
  abstract hold(booking: Booking): Promise<{ readonly holdId: string }>;
  /** Charges a part of a hold, as often as the hold covers it. */
  abstract captureHold(capture: Entry & { readonly holdId: string }): Promise<Posting>;
  /** Frees a part of a hold, once per reference. */
  abstract releasePart(part: {
    readonly accountId: string;
    readonly holdId: string;
    readonly amountCents: number;
    readonly reference: string;
  }): Promise<unknown>;
  /** Frees what is left of a hold; harmless when nothing is. */
  abstract releaseHold(hold: { readonly accountId: string; readonly holdId: string }): Promise<unknown>;
  /** Refunds a charge, less what was given back of it before. */
  abstract giveBack(refund: Entry): Promise<Posting | null>;
}

/** Numbering's view of identity. */
export abstract class AccountStates {
  /** As it is now, a suspension behind a pending closure included. Throws `not_found`. */
  abstract isSuspended(accountId: string): Promise<boolean>;
}

export type RouteTargetStatus = 'active' | 'disabled' | 'archived';

/** Numbering's view of voice routing: where a number may point to. Null for what is not the account's. */
export abstract class RouteTargets {
  abstract trunkStatus(accountId: string, trunkId: string): Promise<RouteTargetStatus | null>;
  abstract profileStatus(accountId: string, profileId: string): Promise<RouteTargetStatus | null>;
}

/** Numbering's view of compliance. */
export abstract class Bundles {
  abstract find(accountId: string, bundleId: string): Promise<Bundle | null>;
  /** Those of them that are there, in any order. */
  abstract findMany(bundles: readonly BundleRef[]): Promise<readonly Bundle[]>;
  /** The account's bundles of a country whose approval holds. */
  abstract listApproved(accountId: string, country: string, now: Date): Promise<readonly Bundle[]>;
}

/** The steps of a purchase between which a process can die; tests make it die there. */
export type FaultPoint =
  | 'order.held'
  | 'order.supplier_done'
  | 'order.settled'
  | 'checkout.started'
  | 'checkout.quoted'
  | 'checkout.held'
  | 'checkout.ordered'
  | 'release.decided'
  | 'release.supplier_told';

export abstract class FaultPoints {
  /** Returns at once, except in a test that wants the process to end here. */
  abstract reach(point: FaultPoint): Promise<void>;
}

export class NoFaults extends FaultPoints {
  override reach(): Promise<void> {
    return Promise.resolve();
  }
}
