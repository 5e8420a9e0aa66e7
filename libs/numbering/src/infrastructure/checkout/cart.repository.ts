import type { Database } from '@trunkline/platform';
import type { CartRepository } from '../../application/checkout/ports';
import type { Cart, CartItem, CartOwner } from '../../domain/checkout/cart';
import { CartItemSchema, CartSchema } from './cart.schema';

const CREATE = `INSERT INTO numbering.carts (account_id, owner_id, created_at, updated_at) VALUES ($1, $2, $3, $3)
  ON CONFLICT DO NOTHING`;
const SAVE = `INSERT INTO numbering.carts AS c (account_id, owner_id, open_checkout_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account_id, owner_id) DO UPDATE SET open_checkout_id = $3, created_at = $4, updated_at = $5`;
const REMOVE = `DELETE FROM numbering.cart_items WHERE account_id = $1 AND owner_id = $2 AND id = ANY($3)`;

export class StoredCarts implements CartRepository {
  constructor(private readonly db: Database) {}

  async lock(owner: CartOwner, now: Date): Promise<Cart> {
    const locked = await this.read(owner, 'FOR UPDATE');
    if (locked) return locked;
    await this.db.write(CREATE, [owner.accountId, owner.ownerId, now]);
    const created = await this.read(owner, 'FOR UPDATE');
    if (!created) throw new Error('The cart was deleted.');
    return created;
  }

  find(owner: CartOwner): Promise<Cart | null> {
    return this.db.together(() => this.read(owner));
  }

  /** The items follow the lock in a statement of their own, which sees what was committed while it waited. */
  private async read({ accountId, ownerId }: CartOwner, lock = ''): Promise<Cart | null> {
    const values = [accountId, ownerId];
    const [cart, items] = await Promise.all([
      this.db.table(CartSchema).find(`account_id = $1 AND owner_id = $2 ${lock}`, values),
      this.db.table(CartItemSchema).query('account_id = $1 AND owner_id = $2 ORDER BY position', values),
    ]);
    return cart && cart.withItems(items);
  }

  async containsNumber(accountId: string, e164: string): Promise<boolean> {
    const text = `SELECT FROM numbering.cart_items WHERE account_id = $1 AND offer->>'e164' = $2 LIMIT 1`;
    return (await this.db.find(text, [accountId, e164])) !== null;
  }

  async save(cart: Cart, before: readonly CartItem[]): Promise<void> {
    const { accountId, ownerId, openCheckoutId, createdAt, updatedAt, items } = cart;
    const removed = before.filter((item) => !items.includes(item)).map(({ id }) => id);
    await this.db.write(SAVE, [accountId, ownerId, openCheckoutId, createdAt, updatedAt]);
    if (removed.length > 0) await this.db.write(REMOVE, [accountId, ownerId, removed]);
    await this.db.table(CartItemSchema).add(items.filter((item) => !before.includes(item)));
  }
}
