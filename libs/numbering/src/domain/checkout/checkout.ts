import { addSeconds, CommonErrors, newId } from '@trunkline/kernel';
import type { Actor } from '../actor';
import type { Cart } from './cart';
import { dueTodayCents, type PricedOffer, type Totals, totalsOf } from '../offer';
import type { Failure, NumberOrder, OrderTerms } from '../number-order';

export const CHECKOUT_OUTCOMES = ['all_provisioned', 'partial', 'all_failed', 'balance_too_low'] as const;
export type CheckoutOutcome = (typeof CHECKOUT_OUTCOMES)[number];
export const CHECKOUT_STATUSES = ['quoting', 'ordering', ...CHECKOUT_OUTCOMES] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

export const CHECKOUT_ITEM_STATUSES = ['waiting', 'provisioned', 'pending_documents', 'failed'] as const;
export type CheckoutItemStatus = (typeof CHECKOUT_ITEM_STATUSES)[number];

export const CHECKOUT_STEPS = ['started', 'held', 'ordered', 'refused', 'finished'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

/** A cart item in a checkout. */
export interface CheckoutItem {
  readonly checkoutId: string;
  readonly cartItemId: string;
  readonly position: number;
  readonly selectToken: string;
  /** The offer in the cart, replaced by the supplier's new quote. */
  readonly offer: PricedOffer;
  readonly orderId: string | null;
  readonly status: CheckoutItemStatus;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly chargedCents: number;
}

/** The supplier's new quotes, or failures, by cart item id. */
export type Quotes = ReadonlyMap<string, PricedOffer | Failure>;

export interface CheckoutRequest {
  readonly operationId: string;
  readonly placedBy: Actor;
  readonly terms: Omit<OrderTerms, 'documentsApproved'>;
  readonly maxTotalCents: number | null;
}

const PRICE_CHANGED: Failure = { code: 'price_changed', message: 'The total exceeds `max_total_cents`.' };
const BALANCE_TOO_LOW: Failure = {
  code: 'insufficient_balance',
  message: 'The available balance does not cover the total; nothing was bought.',
};

/**
 * The purchase of a cart, as a saga: quoting, ordering (one hold, one order per item), and an outcome. Any process can
 * continue an unfinished checkout. See docs/numbers.md#checkout.
 */
export class Checkout {
  readonly id!: string;
  readonly accountId!: string;
  readonly ownerId!: string;
  readonly operationId!: string;
  readonly placedBy!: Actor;
  readonly status!: CheckoutStatus;
  readonly trunkId!: string | null;
  readonly routingProfileId!: string | null;
  readonly complianceBundleId!: string | null;
  readonly customerReference!: string | null;
  readonly maxTotalCents!: number | null;
  readonly holdId!: string | null;
  readonly chargedCents!: number;
  /** When a sweeper takes over; null when the checkout is finished. */
  readonly nextCheckAt!: Date | null;
  readonly createdAt!: Date;
  readonly completedAt!: Date | null;
  readonly items!: readonly CheckoutItem[];

  private constructor(state: Partial<Checkout>) {
    Object.assign(this, state);
  }

  /** Starts a checkout of the cart's items. Throws `cart_empty` and `checkout_in_progress`. */
  static start(cart: Cart, request: CheckoutRequest, now: Date, leaseSeconds: number): Checkout {
    const id = newId('chk');
    cart.beginCheckout(id);
    const { accountId, ownerId } = cart;
    const { operationId, placedBy, terms, maxTotalCents } = request;
    const items = cart.items.map(
      ({ id: cartItemId, position, selectToken, offer }): CheckoutItem => ({
        checkoutId: id,
        cartItemId,
        position,
        selectToken,
        offer,
        orderId: null,
        status: 'waiting',
        errorCode: null,
        errorMessage: null,
        chargedCents: 0,
      }),
    );
    return new Checkout({
      ...terms,
      id,
      accountId,
      ownerId,
      operationId,
      placedBy,
      status: 'quoting',
      maxTotalCents,
      items,
      holdId: null,
      chargedCents: 0,
      nextCheckAt: addSeconds(now, leaseSeconds),
      createdAt: now,
      completedAt: null,
    });
  }

  /** Attaches the items that the repository has loaded. */
  withItems(items: readonly CheckoutItem[]): this {
    return this.become({ items });
  }

  get isFinished(): boolean {
    return this.status !== 'quoting' && this.status !== 'ordering';
  }

  /** The outcome of a finished checkout. */
  get outcome(): CheckoutOutcome {
    const { status } = this;
    if (status === 'quoting' || status === 'ordering') throw new Error(`The checkout is ${status}.`);
    return status;
  }

  get totals(): Totals {
    return totalsOf(this.items.map(({ offer }) => offer));
  }

  /** The items that are for sale and not bought yet. */
  get waiting(): readonly CheckoutItem[] {
    return this.items.filter(({ status }) => status === 'waiting');
  }

  get boughtItemIds(): string[] {
    return this.items.filter(isBought).map(({ cartItemId }) => cartItemId);
  }

  /** The bought numbers whose items named them. */
  get boughtNumbers(): string[] {
    return this.items.filter(isBought).flatMap(({ offer }) => offer.e164 ?? []);
  }

  /** Applies new quotes, and fails the items that are no longer for sale. Returns the total of the others, in cents. */
  applyQuotes(quotes: Quotes, now: Date): number {
    this.require('quoting');
    this.become({ items: this.items.map((item) => quotedItem(item, quotes)) });
    const total = this.waiting.reduce((sum, { offer }) => sum + dueTodayCents(offer), 0);
    if (this.waiting.length === 0) this.conclude(now);
    return total;
  }

  /** Returns whether the total exceeds the limit of the request. */
  exceedsLimit(totalCents: number): boolean {
    return this.maxTotalCents !== null && totalCents > this.maxTotalCents;
  }

  /** Fails every item, without a charge. */
  rejectForBalance(now: Date): void {
    this.require('quoting');
    this.reject('balance_too_low', BALANCE_TOO_LOW, now);
  }

  /** Fails every item, without a charge. */
  rejectForPrice(now: Date): void {
    this.require('quoting');
    this.reject('all_failed', PRICE_CHANGED, now);
  }

  /** Records the hold and the orders, by cart item id. */
  startOrdering(holdId: string | null, orders: ReadonlyMap<string, NumberOrder>): void {
    this.require('quoting');
    const items = this.items.map((item) => ({ ...item, orderId: orders.get(item.cartItemId)?.id ?? null }));
    this.become({ status: 'ordering', holdId, items });
  }

  /** Applies the outcome of the orders. Returns false, and changes nothing, while an order is pending. */
  settle(orders: readonly NumberOrder[], now: Date): boolean {
    this.require('ordering');
    if (orders.some(({ isPending }) => isPending)) return false;
    const byId = new Map(orders.map((order) => [order.id, order]));
    this.become({ items: this.items.map((item) => settledItem(item, byId.get(item.orderId ?? ''))) });
    this.conclude(now);
    return true;
  }

  /** Schedules the next check of an open checkout. */
  postpone(now: Date, retrySeconds: number): void {
    this.become({ nextCheckAt: addSeconds(now, retrySeconds) });
  }

  private reject(status: CheckoutOutcome, failure: Failure, now: Date): void {
    this.become({
      status,
      items: this.items.map((item) => failedItem(item, failure)),
      completedAt: now,
      nextCheckAt: null,
    });
  }

  private conclude(now: Date): void {
    const bought = this.items.filter(isBought).length;
    const status = bought === this.items.length ? 'all_provisioned' : bought === 0 ? 'all_failed' : 'partial';
    const chargedCents = this.items.reduce((sum, item) => sum + item.chargedCents, 0);
    this.become({ status, chargedCents, completedAt: now, nextCheckAt: null });
  }

  private require(status: CheckoutStatus): void {
    if (this.status === status) return;
    throw CommonErrors.invalid_state({ message: `The checkout is ${this.status}, not ${status}.` });
  }

  private become(change: Partial<Checkout>): this {
    return Object.assign(this, change);
  }
}

/** A number that waits for documents is bought and charged. */
function isBought({ status }: CheckoutItem): boolean {
  return status === 'provisioned' || status === 'pending_documents';
}

function failedItem(item: CheckoutItem, { code, message }: Failure): CheckoutItem {
  return { ...item, status: 'failed', errorCode: code, errorMessage: message };
}

function quotedItem(item: CheckoutItem, quotes: Quotes): CheckoutItem {
  const quote = quotes.get(item.cartItemId);
  if (!quote) return item;
  return 'code' in quote ? failedItem(item, quote) : { ...item, offer: quote };
}

const CANCELLED: Failure = { code: 'supplier_error', message: 'The order was cancelled.' };

function settledItem(item: CheckoutItem, order: NumberOrder | undefined): CheckoutItem {
  if (!order) return item;
  const { status, errorCode, errorMessage } = order;
  if (status === 'provisioned' || status === 'pending_documents')
    return { ...item, status, chargedCents: order.dueCents };
  return failedItem(item, { code: errorCode ?? CANCELLED.code, message: errorMessage ?? CANCELLED.message });
}
