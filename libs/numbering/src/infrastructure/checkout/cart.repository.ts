import { type Database, insertRows, requiring, selectRow, selectRows, toConditionNotMet } from '@trunkline/platform';
import { type CartRepository, type CartState, type EndedCheckout } from '../../application/checkout/ports';
import type { Cart, CartItem, CartOwner } from '../../domain/checkout/cart';
import { CartItemSchema, CartSchema } from './cart.schema';

const CREATE = `INSERT INTO numbering.carts (account_id, owner_id, created_at, updated_at) VALUES ($1, $2, $3, $3)
  ON CONFLICT DO NOTHING`;
const LOCK = `SELECT FROM numbering.carts WHERE account_id = $1 AND owner_id = $2 FOR UPDATE`;
/** $3 open checkout, $4 time of the last change, null for a cart that did not exist, $5 IDs of the items in their order. */
const UNCHANGED = requiring(`EXISTS (
    SELECT FROM numbering.carts WHERE account_id = $1 AND owner_id = $2 AND open_checkout_id IS NOT DISTINCT FROM $3::text
      AND ($4::timestamptz IS NULL OR updated_at = $4))
  AND ARRAY(SELECT id FROM numbering.cart_items WHERE account_id = $1 AND owner_id = $2 ORDER BY position) = $5::text[]`);
const SAVE = `INSERT INTO numbering.carts AS c (account_id, owner_id, open_checkout_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account_id, owner_id) DO UPDATE SET open_checkout_id = $3, created_at = $4, updated_at = $5`;
/** $3 time, $4 checkout, $5 IDs of the bought items. */
const END_CHECKOUT = `WITH bought AS (
    DELETE FROM numbering.cart_items WHERE account_id = $1 AND owner_id = $2 AND id = ANY($5))
  UPDATE numbering.carts SET open_checkout_id = NULL, updated_at = $3
  WHERE account_id = $1 AND owner_id = $2 AND open_checkout_id = $4`;
const REMOVE = `DELETE FROM numbering.cart_items WHERE account_id = $1 AND owner_id = $2 AND id = ANY($3)`;

export class StoredCarts implements CartRepository {
  constructor(private readonly db: Database) {}

  async lock(owner: CartOwner, now: Date): Promise<Cart> {
    const locked = await this.read(owner, true);
    if (locked) return locked;
    await this.db.write(CREATE, [owner.accountId, owner.ownerId, now]);
    const created = await this.read(owner, true);
    if (!created) throw new Error('The cart was deleted.');
    return created;
  }

  find(owner: CartOwner): Promise<Cart | null> {
    return this.read(owner, false);
  }

  /** The items follow the lock in a statement of their own, which sees what was committed while it waited. */
  private async read({ accountId, ownerId }: CartOwner, forUpdate: boolean): Promise<Cart | null> {
    const where = { accountId, ownerId };
    const [cart, items] = await Promise.all([
      selectRow(this.db, CartSchema, { where, forUpdate }),
      selectRows(this.db, CartItemSchema, { where, orderBy: 'position' }),
    ]);
    return cart && cart.withItems(items);
  }

  async containsNumber(accountId: string, e164: string): Promise<boolean> {
    const text = `SELECT FROM numbering.cart_items WHERE account_id = $1 AND offer->>'e164' = $2 LIMIT 1`;
    return (await this.db.queryOne(text, [accountId, e164])) !== null;
  }

  async saveUnchanged(cart: Cart, read: CartState | null): Promise<void> {
    const { accountId, ownerId, createdAt } = cart;
    if (!read) await this.db.write(CREATE, [accountId, ownerId, createdAt]);
    // A statement of its own, so that the next one sees what was committed while it waited.
    await this.db.write(LOCK, [accountId, ownerId]);
    const items = read?.items ?? [];
    const ids = items.map(({ id }) => id);
    const values = [accountId, ownerId, read?.openCheckoutId ?? null, read?.updatedAt ?? null, ids];
    await this.db.write(UNCHANGED, values, toConditionNotMet);
    await this.save(cart, items);
  }

  endCheckout({ accountId, ownerId, checkoutId, boughtItemIds, now }: EndedCheckout): Promise<void> {
    return this.db.write(END_CHECKOUT, [accountId, ownerId, now, checkoutId, boughtItemIds]);
  }

  async save(cart: Cart, before: readonly CartItem[]): Promise<void> {
    const { accountId, ownerId, openCheckoutId, createdAt, updatedAt, items } = cart;
    const removed = before.filter((item) => !items.includes(item)).map(({ id }) => id);
    await this.db.write(SAVE, [accountId, ownerId, openCheckoutId, createdAt, updatedAt]);
    if (removed.length > 0) await this.db.write(REMOVE, [accountId, ownerId, removed]);
    const added = items.filter((item) => !before.includes(item));
    await insertRows(this.db, CartItemSchema, added);
  }
}
