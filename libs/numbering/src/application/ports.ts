import type { Actor, Change } from '../domain/actor';
import type { Bundle } from '../domain/lifecycle/bundle';
import type { PhoneNumber } from '../domain/lifecycle/phone-number';
import type { NumberOrder } from '../domain/number-order';

/** Claims due rows for one worker: until the lease ends, no other worker receives them. */
export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
}

/** Number of billing lanes. Each account belongs to one lane. */
export const BILLING_LANES = 16;

export interface DueNumbersQuery {
  readonly now: Date;
  /** Zero-based lane of the accounts. */
  readonly lane: number;
  /** The `next` of the previous page; null for the first page. */
  readonly from: string | null;
  readonly limit: number;
}

/** A page of numbers whose charge is due, in the order in which they became due. */
export interface DueNumbersPage {
  readonly numbers: readonly PhoneNumber[];
  /** Where the next page starts; null after the last page. */
  readonly next: string | null;
}

/** A number that waits for documents, with its position in the list, which is in the order of the orders. */
export interface WaitingNumber {
  readonly numberId: string;
  readonly orderId: string;
  /** Creation time of the order, with microseconds. */
  readonly orderedAt: string;
}

export interface BundleRef {
  readonly accountId: string;
  readonly bundleId: string;
}

/** A bundle that live numbers need and have attached. */
export interface AttachedBundle extends BundleRef {
  /** Some numbers wait for documents or are suspended for compliance. */
  readonly hasWaitingNumbers: boolean;
  /** Some numbers are active, or suspended for other reasons only. */
  readonly hasDependentNumbers: boolean;
}

export abstract class PhoneNumberRepository {
  /** Returns those of the numbers that are live, in any account. */
  abstract findLive(e164s: readonly string[]): Promise<readonly string[]>;
  /** Adds the numbers in one statement. Restarts the transaction when one became live, so that the caller finds it. */
  abstract add(numbers: PhoneNumber | readonly PhoneNumber[]): Promise<void>;
  abstract save(number: PhoneNumber): Promise<void>;
  /** Locks the live number, else the one released last, until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, e164: string): Promise<PhoneNumber>;
  abstract lockById(id: string): Promise<PhoneNumber>;
  /** Locks the numbers, in the order of their ids. */
  abstract lockAll(ids: readonly string[]): Promise<PhoneNumber[]>;
  /** Throws `not_found`. */
  abstract e164Of(id: string): Promise<string>;
  /** Locks a number that waits for documents. Returns null when it does not, or is locked by another transaction. */
  abstract lockWaiting(id: string): Promise<PhoneNumber | null>;
  /** Lists the numbers that were bought by then and wait for documents, oldest order first. */
  abstract listWaiting(boughtBefore: Date, after: WaitingNumber | null, limit: number): Promise<WaitingNumber[]>;
  /** Locks the live numbers among them, in the order of their ids. */
  abstract lockMany(accountId: string, e164s: readonly string[]): Promise<PhoneNumber[]>;
  /**
   * Locks the account's live numbers after `afterId` (null: from the first), in the order of their ids. Never filters by
   * status, so that a caller that waited for a lock sees what its holder has changed.
   */
  abstract lockLive(accountId: string, afterId: string | null, limit: number): Promise<PhoneNumber[]>;
  /** Lists the bundles that live numbers of all accounts need and have attached, after `after` (null: from the first). */
  abstract listAttached(after: BundleRef | null, limit: number): Promise<AttachedBundle[]>;
  /** Locks the live numbers that need the bundle and have it attached, as `lockLive` does. */
  abstract lockAttached(bundle: BundleRef, afterId: string | null, limit: number): Promise<PhoneNumber[]>;
  /** Locks the next number whose scheduled release is due, except those listed and those locked by other transactions. */
  abstract lockDueForRelease(now: Date, except: readonly string[]): Promise<PhoneNumber | null>;
  /** Locks the next number that is due to leave for another carrier, except those listed and those locked by other transactions. */
  abstract lockDueForPortOut(now: Date, except: readonly string[]): Promise<PhoneNumber | null>;
  /** Locks the live number of any account. Throws `not_found`. */
  abstract lockLiveOfAny(e164: string): Promise<PhoneNumber>;
  /**
   * Locks numbers whose charge is due, except those locked by other transactions. A number that stays due is not returned
   * by a later page.
   */
  abstract lockDueForBilling(query: DueNumbersQuery): Promise<DueNumbersPage>;
  /** Saves the billing state of locked numbers in one round trip. */
  abstract saveBilled(numbers: readonly PhoneNumber[]): Promise<void>;
  /** Claims released numbers that have not been returned to their supplier. */
  abstract claimUnreportedReleases(claim: Claim): Promise<PhoneNumber[]>;
  /** Records that the supplier has been notified of the release. */
  abstract markReleaseReported(id: string): Promise<void>;
}

export abstract class NumberOrderRepository {
  /** Restarts the transaction when an operation has placed its order concurrently, so that the caller finds it. */
  abstract addAll(orders: readonly NumberOrder[]): Promise<void>;
  /** Saves a locked order. */
  abstract save(order: NumberOrder): Promise<void>;
  abstract get(id: string): Promise<NumberOrder>;
  abstract find(id: string): Promise<NumberOrder | null>;
  /** Locks the order until the transaction ends. */
  abstract lock(id: string): Promise<NumberOrder>;
  /** Locks the orders of a checkout until the transaction ends, in the order of their ids. */
  abstract lockByCheckout(checkoutId: string): Promise<NumberOrder[]>;
  abstract findByOperation(accountId: string, operationId: string): Promise<NumberOrder | null>;
  abstract listByCheckout(checkoutId: string): Promise<NumberOrder[]>;
  /** Locks the account's pending orders that are part of no checkout, in the order of their ids. */
  abstract lockPending(accountId: string): Promise<NumberOrder[]>;
  /**
   * Leases pending orders to the process that places them. Returns the ids of those that were neither leased nor settled
   * since they were read. The lease is required because not every supplier deduplicates concurrent requests.
   */
  abstract leaseAll(read: readonly NumberOrder[], leaseUntil: Date): Promise<ReadonlySet<string>>;
  /** Claims orders that are pending or being reconciled and whose next check is due. */
  abstract claimDue(claim: Claim): Promise<NumberOrder[]>;
}

export interface HistoryEntry {
  readonly number: PhoneNumber;
  readonly actor: Actor;
  readonly change: Change;
  readonly at: Date;
}

export abstract class NumberHistory {
  /** Adds the entries in one statement. */
  abstract add(entries: HistoryEntry | readonly HistoryEntry[]): Promise<void>;
}

/** A number of the stock, for its order. */
export interface SoldNumber {
  readonly e164: string;
  readonly orderId: string;
  readonly accountId: string;
  /** False while the number waits for documents. */
  readonly isUsable: boolean;
}

/** The operator's own numbers, whose state changes with the sale and the release. Every method joins the caller's transaction. */
export abstract class OwnStock {
  /** Sells the numbers that are free, or reserved for their orders. Returns the ids of the orders whose numbers are sold. */
  abstract sell(numbers: readonly SoldNumber[]): Promise<ReadonlySet<string>>;
  /** Starts the ageing of a number that is sold to this order, after which it is free again. */
  abstract release(number: { readonly e164: string; readonly orderId: string }): Promise<void>;
  /** Removes a number that is sold to this order and leaves for another carrier. */
  abstract remove(number: { readonly e164: string; readonly orderId: string }): Promise<void>;
}

interface Posting {
  readonly transactionId: string;
  readonly balanceAfterCents: number;
}

interface Hold {
  readonly accountId: string;
  /** Positive integer. */
  readonly amountCents: number;
  readonly relatedKind: string;
  readonly relatedId: string;
  /** Idempotency key, unique per account. */
  readonly reference: string;
}

export interface Charge extends Hold {
  readonly description: string;
  /** Invoice item. */
  readonly item: 'number_monthly' | 'number_setup' | 'port_fee';
}

/** The wallets of accounts, from billing. Every method joins the caller's transaction. */
export abstract class Funds {
  /** Throws `insufficient_balance`. */
  abstract charge(charge: Charge): Promise<Posting>;
  /** Charges each in turn, in one round trip. Returns null for a charge that the balance does not cover. */
  abstract chargeAll(charges: readonly Charge[]): Promise<readonly (Posting | null)[]>;
  /** `callHeldCents`: what live calls hold, which is not available. */
  abstract balance(accountId: string): Promise<{ readonly availableCents: number; readonly callHeldCents: number }>;
  /** Throws `insufficient_balance`. */
  abstract hold(hold: Hold): Promise<{ readonly holdId: string }>;
  /** Captures parts of one hold in turn. A hold can be captured repeatedly, up to its amount. */
  abstract captureAll(captures: readonly (Charge & { readonly holdId: string })[]): Promise<readonly Posting[]>;
  /** Releases a part of a hold, once per reference. */
  abstract releasePart(part: {
    readonly accountId: string;
    readonly holdId: string;
    readonly amountCents: number;
    readonly reference: string;
  }): Promise<unknown>;
  /** Releases the rest of a hold. Idempotent. */
  abstract releaseHold(hold: { readonly accountId: string; readonly holdId: string }): Promise<unknown>;
  /** Refunds a charge, less earlier refunds of it. */
  abstract refundUpTo(refund: Charge): Promise<Posting | null>;
}

/** The compliance bundles of accounts, from compliance. */
export abstract class Bundles {
  abstract find(accountId: string, bundleId: string): Promise<Bundle | null>;
  /** Returns those that exist, in any order. */
  abstract findMany(bundles: readonly BundleRef[]): Promise<readonly Bundle[]>;
  /** Lists the account's bundles of a country whose approval is valid. */
  abstract listApproved(accountId: string, country: string, now: Date): Promise<readonly Bundle[]>;
}

/** Points between the steps of a purchase, release or registration at which tests inject a crash. */
export type FaultPoint =
  | 'order.held'
  | 'order.supplier_done'
  | 'order.settled'
  | 'checkout.started'
  | 'checkout.quoted'
  | 'checkout.held'
  | 'checkout.ordered'
  | 'release.decided'
  | 'release.supplier_notified'
  | 'registration.record_begun'
  | 'registration.record_created'
  | 'registration.supplier_done'
  | 'registration.checked'
  | 'repricing.batch_done'
  | 'port.number_assigned';

export abstract class FaultPoints {
  /** Does nothing in production. */
  abstract reach(point: FaultPoint): Promise<void>;
}

export class NoFaults implements FaultPoints {
  reach(): Promise<void> {
    return Promise.resolve();
  }
}

/** Records what operators do. Joins the surrounding transaction. */
export abstract class OperatorAudit {
  abstract record(entry: {
    readonly actor: string;
    readonly action:
      | 'registration.retry'
      | 'erasure.retry'
      | `stock.${'add' | 'change' | 'delete'}`
      | 'number.give'
      | `port.${'read' | 'transition' | 'decide_numbers' | 'comment'}`
      | `number_price.${'create' | 'delete' | 'reprice' | 'withdraw'}`
      | `port_${'coverage' | 'carriers'}.change`
      | `port_out.${'enter' | 'refuse'}`;
    readonly subject: string;
    readonly accountId?: string;
    readonly before?: object;
    readonly after?: object;
  }): Promise<void>;
}
