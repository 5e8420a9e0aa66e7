import { addDays, addSeconds, CommonErrors, newId, type NumberType } from '@trunkline/kernel';
import type { Actor } from './actor';
import { type Capability, dueTodayCents, type NumberCosts, type Offer } from './offer';
import { PhoneNumber } from './lifecycle/phone-number';
import type { Purchase } from './lifecycle/purchase';
import type { Route } from './lifecycle/route';

export const ORDER_STATUSES = ['pending', 'provisioned', 'failed', 'cancelled', 'pending_documents'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** A pending order fails after 15 minutes (docs/numbers.md#orders). */
const UNKNOWN_MAX_SECONDS = 15 * 60;
/** How long an abandoned order is reconciled with its supplier, to return a number that it delivered after all. */
const RECONCILE_DAYS = 2;
const NOTE_MAX = 500;

/** The terms of an order besides the number. */
export interface OrderTerms extends Route {
  readonly complianceBundleId: string | null;
  /** Whether the bundle is approved, so that the supplier need not wait for documents. */
  readonly documentsApproved: boolean;
  readonly customerReference: string | null;
}

export interface NewOrder {
  readonly accountId: string;
  /** Identifies the request across retries; null for orders of a checkout. */
  readonly operationId: string | null;
  readonly checkoutId: string | null;
  readonly placedBy: Actor;
  readonly offer: Offer & NumberCosts;
  readonly terms: OrderTerms;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The purchase of one number. Its id is the idempotency key at the supplier. See docs/numbers.md#orders. */
export class NumberOrder {
  readonly id!: string;
  readonly accountId!: string;
  readonly operationId!: string | null;
  readonly checkoutId!: string | null;
  readonly placedBy!: Actor;
  readonly supplier!: string;
  readonly supplierRef!: Readonly<Record<string, string>>;
  /** Null orders any number of the area. */
  readonly requestE164!: string | null;
  readonly country!: string;
  readonly numberType!: NumberType;
  readonly areaCode!: string | null;
  readonly region!: string;
  readonly city!: string | null;
  readonly capabilities!: readonly Capability[];
  readonly monthlyPriceCents!: number;
  readonly setupPriceCents!: number;
  /** What the supplier charges; null for orders from before costs were kept, which were sold at cost. */
  readonly monthlyCostCents!: number | null;
  readonly setupCostCents!: number | null;
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
  /** The hold of its price; null for a free order. Shared by the orders of a checkout. */
  readonly holdId!: string | null;
  /** When a sweeper checks it next; also the end of the lease of the process that places it. */
  readonly nextCheckAt!: Date | null;
  /** End of the reconciliation of an abandoned order. */
  readonly reconcileUntil!: Date | null;
  /** The supplier's last error, for the operator. */
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
    const { monthlyPriceCents, setupPriceCents, monthlyCostCents, setupCostCents, requiresActivation } = offer;
    return new NumberOrder({
      ...terms,
      id: newId('ord'),
      accountId,
      operationId,
      checkoutId,
      placedBy,
      supplier,
      supplierRef,
      requestE164: offer.e164,
      country,
      numberType,
      areaCode,
      region,
      city,
      capabilities,
      monthlyPriceCents,
      setupPriceCents,
      monthlyCostCents,
      setupCostCents,
      requiresActivation,
      status: 'pending',
      errorCode: null,
      errorMessage: null,
      assignedNumberId: null,
      holdId: null,
      nextCheckAt: addSeconds(now, leaseSeconds),
      reconcileUntil: null,
      supplierNote: null,
      createdAt: now,
      completedAt: null,
    });
  }

  get dueCents(): number {
    return dueTodayCents(this);
  }

  /** The invoice item of its charge, which covers setup and first month. */
  get invoiceItem(): 'number_setup' | 'number_monthly' {
    return this.setupPriceCents > 0 ? 'number_setup' : 'number_monthly';
  }

  get isPending(): boolean {
    return this.status === 'pending';
  }

  /** Whether its number was delivered and charged. A number that waits for documents is. */
  get isBought(): boolean {
    return this.status === 'provisioned' || this.status === 'pending_documents';
  }

  /** Whether a sweeper may process it: the lease has ended. */
  isDue(now: Date): boolean {
    return this.nextCheckAt !== null && this.nextCheckAt <= now;
  }

  get isReconciling(): boolean {
    return this.reconcileUntil !== null;
  }

  holdWith(holdId: string): void {
    this.become({ holdId });
  }

  /** Creates the number that the supplier has delivered. */
  fulfil(purchase: Purchase, now: Date): PhoneNumber {
    if (!this.isPending) throw this.refuse('fulfilled');
    const number = PhoneNumber.assign(this, purchase, now);
    const settled = purchase.usable
      ? { status: 'provisioned' as const, completedAt: now }
      : { status: 'pending_documents' as const };
    this.become({ ...settled, assignedNumberId: number.id, nextCheckAt: null });
    return number;
  }

  /** Completes an order that waited for documents, when its number becomes active. */
  completeDocuments(now: Date): void {
    if (this.status !== 'pending_documents') throw this.refuse('completed');
    this.become({ status: 'provisioned', completedAt: now });
  }

  /** `mayBeBought`: the supplier may have delivered a number, so the order is reconciled. */
  fail(failure: Failure, now: Date, mayBeBought = false): void {
    if (!this.isPending) throw this.refuse('failed');
    this.become({ status: 'failed', errorCode: failure.code, errorMessage: failure.message, completedAt: now });
    this.become(mayBeBought ? this.reconciliation(now) : { nextCheckAt: null });
  }

  /** Cancels an order whose number does not work yet. */
  cancel(now: Date): void {
    if (this.status !== 'pending' && this.status !== 'pending_documents') throw this.refuse('cancelled');
    // The supplier of an order that waits for documents is notified by the release of its number.
    const rest = this.isPending ? this.reconciliation(now) : { nextCheckAt: null };
    this.become({ status: 'cancelled', completedAt: now, ...rest });
  }

  /** Whether its outcome has been unknown for too long. */
  isOverdue(now: Date): boolean {
    return now >= addSeconds(this.createdAt, UNKNOWN_MAX_SECONDS);
  }

  /** Keeps the order pending; it is checked again after `retrySeconds`. */
  postpone(note: string, now: Date, retrySeconds: number): void {
    if (!this.isPending) throw this.refuse('postponed');
    this.become({ supplierNote: note.slice(0, NOTE_MAX), nextCheckAt: addSeconds(now, retrySeconds) });
  }

  /** Schedules the next reconciliation, or ends it when its time is over. */
  continueReconciling(now: Date, retrySeconds: number): void {
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
