import { addSeconds, CommonErrors, newId } from '@trunkline/kernel';
import { NumberingErrors } from '../errors';
import { type PricedOffer, type Totals, totalsOf } from '../offer';

/** Limits and lifetime of a cart (docs/numbers.md#cart-and-reservations). */
export const CART_ITEMS_MAX = 50;
const CART_SECONDS = 4 * 3600;

/** The owner of a cart: a user in an account, or an API key. */
export interface CartOwner {
  readonly accountId: string;
  /** The id of the user or of the key. */
  readonly ownerId: string;
}

/** An offer as it was when it was added to the cart. Checkout requests a new quote. */
export interface CartItem {
  readonly id: string;
  readonly accountId: string;
  readonly ownerId: string;
  readonly position: number;
  readonly offer: PricedOffer;
  /** The token with which the item was added. */
  readonly selectToken: string;
  /** Operation that added the item, for idempotency. */
  readonly operationId: string;
  readonly addedAt: Date;
}

export interface CartAddition {
  readonly offer: PricedOffer;
  readonly selectToken: string;
  readonly quantity: number;
  readonly operationId: string;
}

export class Cart {
  readonly accountId!: string;
  readonly ownerId!: string;
  /** The open checkout of this cart. There is at most one. */
  readonly openCheckoutId!: string | null;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;
  readonly items!: readonly CartItem[];

  private constructor(state: Partial<Cart>) {
    Object.assign(this, state);
  }

  static open(owner: CartOwner, now: Date): Cart {
    return new Cart({ ...owner, openCheckoutId: null, createdAt: now, updatedAt: now, items: [] });
  }

  /** Attaches the items that the repository has loaded. */
  withItems(items: readonly CartItem[]): this {
    return this.become({ items });
  }

  get totals(): Totals {
    return totalsOf(this.items.map(({ offer }) => offer));
  }

  get expiresAt(): Date {
    return addSeconds(this.updatedAt, CART_SECONDS);
  }

  /** Empties an expired cart, unless it has an open checkout. */
  resetIfExpired(now: Date): void {
    if (now >= this.expiresAt && !this.openCheckoutId) this.become({ items: [], createdAt: now, updatedAt: now });
  }

  hasOperation(operationId: string): boolean {
    return this.items.some((item) => item.operationId === operationId);
  }

  add({ offer, selectToken, quantity, operationId }: CartAddition, now: Date): void {
    if (offer.e164 && this.items.some((item) => item.offer.e164 === offer.e164)) {
      throw NumberingErrors.cart_item_duplicate();
    }
    if (this.items.length + quantity > CART_ITEMS_MAX) throw cartFull(CART_ITEMS_MAX - this.items.length);
    const { accountId, ownerId } = this;
    const first = (this.items.at(-1)?.position ?? 0) + 1;
    const added = Array.from({ length: quantity }, (_, index) => ({
      id: newId('ci'),
      accountId,
      ownerId,
      position: first + index,
      offer,
      selectToken,
      operationId,
      addedAt: now,
    }));
    const createdAt = this.items.length === 0 ? now : this.createdAt;
    this.become({ items: [...this.items, ...added], createdAt, updatedAt: now });
  }

  remove(itemId: string, now: Date): void {
    if (!this.items.some(({ id }) => id === itemId)) throw CommonErrors.not_found();
    this.removeAll([itemId], now);
  }

  /** Removes the items that are still in the cart. */
  removeAll(itemIds: readonly string[], now: Date): void {
    this.become({ items: this.items.filter(({ id }) => !itemIds.includes(id)), updatedAt: now });
  }

  clear(now: Date): void {
    this.become({ items: [], updatedAt: now });
  }

  beginCheckout(checkoutId: string): void {
    if (this.openCheckoutId) throw NumberingErrors.checkout_in_progress();
    if (this.items.length === 0) throw NumberingErrors.cart_empty();
    this.become({ openCheckoutId: checkoutId });
  }

  /** Removes the bought items. Failed items stay. */
  endCheckout(boughtItemIds: readonly string[], now: Date): void {
    this.removeAll(boughtItemIds, now);
    this.become({ openCheckoutId: null });
  }

  private become(change: Partial<Cart>): this {
    return Object.assign(this, change);
  }
}

function cartFull(left: number): Error {
  if (left === 0)
    return NumberingErrors.cart_full({ fields: { select_token: 'exceeds the maximum number of items in the cart' } });
  return NumberingErrors.cart_full({ fields: { quantity: `must be at most ${left}` } });
}
