import { addDays, addSeconds, CommonErrors, newId } from '@trunkline/kernel';
import type { Actor } from '../actor';
import { type Capability, dueTodayCents, type NumberType, type Offer } from '../supply/offer';
import { PhoneNumber, type Purchase, type Route } from '../lifecycle/phone-number';

export const ORDER_STATUSES = ['pending', 'provisioned', 'failed', 'cancelled', 'pending_documents'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Contract, section 9: 15 minutes without result → failed `supplier_timeout`. */
const UNKNOWN_MAX_SECONDS = 15 * 60;
/** How long an order that was given up is still looked for at the supplier, to give back what it bought after all. */
const RECONCILE_DAYS = 2;
const NOTE_MAX = 500;

/** What the customer asked for beside the number itself. */
export interface OrderTerms extends Route {
  readonly complianceBundleId: string | null;
  /** An approved bundle that fits goes with the order, so the supplier need not wait for documents. */
  readonly documentsApproved: boolean;
  readonly customerReference: string | null;
}

export interface NewOrder {
  readonly accountId: string;
  /** Names the request across its repeats; null for the items of a checkout, which have an id of their own. */
  readonly operationId: string | null;
  readonly checkoutId: string | null;
  readonly placedBy: Actor;
  readonly offer: Offer;
  readonly terms: OrderTerms;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The purchase of one number. Its id is the idempotency key at the supplier. */
export class NumberOrder {
  readonly id!: string;
  readonly accountId!: string;
  readonly operationId!: string | null;
  readonly checkoutId!: string | null;
  readonly placedBy!: Actor;
  readonly supplier!: string;
  readonly supplierRef!: Readonly<Record<string, string>>;
  /** Null asks for any number of the area. */
  readonly requestE164!: string | null;
  readonly country!: string;
  readonly numberType!: NumberType;
  readonly areaCode!: string | null;
  readonly region!: string;
  readonly city!: string | null;
  readonly capabilities!: readonly Capability[];
  readonly monthlyPriceCents!: number;
  readonly setupPriceCents!: number;
  readonly requiresActivation!: boolean;
  readonly documentsApproved!: boolean;
  readonly trunkId!: string | null;
  readonly routingProfileId!: string | null;
  readonly complianceBundleId!: string | null;
  readonly customerReference!: string | null;
  readonly status!: OrderStatus;
  readonly errorCode!: string | null;
  readonly errorMessage!: string | null;
  readonly assignedNumberId!: string | null;
  /** The money set aside for it; null when it costs nothing. Shared by the orders of a checkout. */
  readonly holdId!: string | null;
  /** When a sweeper looks after it next, unless somebody else has settled it; also the lease of who is at work. */
  readonly nextCheckAt!: Date | null;
  /** Until when the supplier is asked whether it bought an order that was given up. */
  readonly reconcileUntil!: Date | null;
  /** What the supplier's last fault said, for the operator. */
  readonly supplierNote!: string | null;
  readonly createdAt!: Date;
  readonly completedAt!: Date | null;

  private constructor(state: Partial<NumberOrder>) {
    Object.assign(this, state);
  }

  /** `leaseSeconds`: how long the placing process has before a sweeper takes over. */
  static place(request: NewOrder, now: Date, leaseSeconds: number): NumberOrder {
    const { accountId, operationId, checkoutId, placedBy, offer, terms } = request;
    const { supplier, supplierRef, country, numberType, areaCode, region, city, capabilities } = offer;
    const { monthlyPriceCents, setupPriceCents, requiresActivation } = offer;
    return new NumberOrder({
      ...{ id: newId('ord'), accountId, operationId, checkoutId, placedBy },
      ...{ supplier, supplierRef, requestE164: offer.e164 },
      ...{ country, numberType, areaCode, region, city, capabilities, monthlyPriceCents, setupPriceCents },
      ...{ requiresActivation, ...terms, status: 'pending', errorCode: null, errorMessage: null },
      ...{ assignedNumberId: null, holdId: null, nextCheckAt: addSeconds(now, leaseSeconds), reconcileUntil: null },
      ...{ supplierNote: null, createdAt: now, completedAt: null },
    });
  }

  get dueCents(): number {
    return dueTodayCents(this);
  }

  /** What a bill counts its charge as: one charge covers setup and first month. */
  get billedItem(): 'number_setup' | 'number_monthly' {
    return this.setupPriceCents > 0 ? 'number_setup' : 'number_monthly';
  }

  get isPending(): boolean {
    return this.status === 'pending';
  }

  /** Whether a sweeper may look after it: nobody else is at work on it, or nobody any more. */
  isDue(now: Date): boolean {
    return this.nextCheckAt !== null && this.nextCheckAt <= now;
  }

  get isReconciling(): boolean {
    return this.reconcileUntil !== null;
  }

  holdWith(holdId: string): void {
    this.become({ holdId });
  }

  /** The supplier has delivered: the number exists from here on. */
  fulfil(purchase: Purchase, now: Date): PhoneNumber {
    if (!this.isPending) throw this.refuse('fulfilled');
    const number = PhoneNumber.assign(this, purchase, now);
    const settled = purchase.usable
      ? { status: 'provisioned' as const, completedAt: now }
      : { status: 'pending_documents' as const };
    this.become({ ...settled, assignedNumberId: number.id, nextCheckAt: null });
    return number;
  }

  /** pending_documents → provisioned, when its number has become active. */
  completeDocuments(now: Date): void {
    if (this.status !== 'pending_documents') throw this.refuse('completed');
    this.become({ status: 'provisioned', completedAt: now });
  }

  /** `mayBeBought`: the supplier might have it all the same, so it is looked for and given back. */
  fail(failure: Failure, now: Date, mayBeBought = false): void {
    if (!this.isPending) throw this.refuse('failed');
    this.become({ status: 'failed', errorCode: failure.code, errorMessage: failure.message, completedAt: now });
    this.become(mayBeBought ? this.reconciliation(now) : { nextCheckAt: null });
  }

  /** Contract, section 9: by the customer, before the number works. */
  cancel(now: Date): void {
    if (this.status !== 'pending' && this.status !== 'pending_documents') throw this.refuse('cancelled');
    // One that waits for documents has a number, whose release tells the supplier.
    const rest = this.isPending ? this.reconciliation(now) : { nextCheckAt: null };
    this.become({ status: 'cancelled', completedAt: now, ...rest });
  }

  /** Whether its outcome has been waited for long enough. */
  isOverdue(now: Date): boolean {
    return now >= addSeconds(this.createdAt, UNKNOWN_MAX_SECONDS);
  }

  /** The supplier's answer did not come, or says nothing yet; asked again after `retrySeconds`. */
  stayUnknown(note: string, now: Date, retrySeconds: number): void {
    if (!this.isPending) throw this.refuse('waited for');
    this.become({ supplierNote: note.slice(0, NOTE_MAX), nextCheckAt: addSeconds(now, retrySeconds) });
  }

  /** Looked for at the supplier without finding it; given up when the time for that is over. */
  stayReconciling(now: Date, retrySeconds: number): void {
    if (this.reconcileUntil && now >= this.reconcileUntil) this.finishReconciling();
    else this.become({ nextCheckAt: addSeconds(now, retrySeconds) });
  }

  finishReconciling(): void {
    this.become({ reconcileUntil: null, nextCheckAt: null });
  }

  private reconciliation(now: Date): Pick<NumberOrder, 'reconcileUntil' | 'nextCheckAt'> {
    return { reconcileUntil: addDays(now, RECONCILE_DAYS), nextCheckAt: now };
  }

  private refuse(verb: string): Error {
    return CommonErrors.invalid_state({ message: `An order that is ${this.status} cannot be ${verb}.` });
  }

  private become(change: Partial<NumberOrder>): void {
    Object.assign(this, change);
  }
}
