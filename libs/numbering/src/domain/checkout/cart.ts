import { addSeconds, CommonErrors, newId } from '@trunkline/kernel';
import { NumberingErrors } from '../errors';
import type { Offer } from '../supply/offer';

/** Contract, section 6: `cart_full` (50). */
export const CART_ITEMS_MAX = 50;
/** Spec, Limits: 4 hours after the last write. */
const CART_SECONDS = 4 * 3600;

/** One open cart per account and user, or per API key (contract, section 6). */
export interface CartOwner {
  readonly accountId: string;
  /** The id of the user or of the key. */
  readonly ownerId: string;
}

/** An offer as it stood when it was put into the cart; checkout asks the supplier again. */
export interface CartItem {
  readonly id: string;
  readonly accountId: string;
  readonly ownerId: string;
  readonly position: number;
  readonly offer: Offer;
  /** The token of the search, given back as it came. */
  readonly selectToken: string;
  /** The request that put it here, so that its repeat does not put it here twice. */
  readonly operationId: string;
  readonly addedAt: Date;
}

export interface Addition {
  readonly offer: Offer;
  readonly selectToken: string;
  readonly quantity: number;
  readonly operationId: string;
}

export class Cart {
  readonly accountId!: string;
  readonly ownerId!: string;
  /** The checkout that is at work on it; a second one has to wait. */
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

  /** For the repository, which keeps the items in a table of their own. */
  holding(items: readonly CartItem[]): this {
    return this.become({ items });
  }

  get expiresAt(): Date {
    return addSeconds(this.updatedAt, CART_SECONDS);
  }

  /** An expired cart begins anew, as if its items had never been there. */
  renewIfExpired(now: Date): void {
    if (now >= this.expiresAt && !this.openCheckoutId) this.become({ items: [], createdAt: now, updatedAt: now });
  }

  isKnown(operationId: string): boolean {
    return this.items.some((item) => item.operationId === operationId);
  }

  add({ offer, selectToken, quantity, operationId }: Addition, now: Date): void {
    if (offer.e164 && this.items.some((item) => item.offer.e164 === offer.e164)) {
      throw NumberingErrors.cart_item_duplicate();
    }
    if (this.items.length + quantity > CART_ITEMS_MAX) throw cartFull(CART_ITEMS_MAX - this.items.length);
    const { accountId, ownerId } = this;
    const first = (this.items.at(-1)?.position ?? 0) + 1;
    const added = Array.from({ length: quantity }, (_, index) => ({
      ...{ id: newId('ci'), accountId, ownerId, position: first + index },
      ...{ offer, selectToken, operationId, addedAt: now },
    }));
    const createdAt = this.items.length === 0 ? now : this.createdAt;
    this.become({ items: [...this.items, ...added], createdAt, updatedAt: now });
  }

  remove(itemId: string, now: Date): void {
    if (!this.items.some(({ id }) => id === itemId)) throw CommonErrors.not_found();
    this.removeAll([itemId], now);
  }

  /** Those that are there; what the customer has removed meanwhile is no fault. */
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

  /** Bought items leave the cart; failed ones stay (contract, section 6, step 7). */
  endCheckout(boughtItemIds: readonly string[], now: Date): void {
    this.removeAll(boughtItemIds, now);
    this.become({ openCheckoutId: null });
  }

  private become(change: Partial<Cart>): this {
    return Object.assign(this, change);
  }
}

function cartFull(left: number): Error {
  if (left === 0) return NumberingErrors.cart_full({ fields: { select_token: 'finds no room in the cart' } });
  return NumberingErrors.cart_full({ fields: { quantity: `can be ${left} at most` } });
}
