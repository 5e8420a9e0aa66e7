import type { Database } from '@trunkline/platform';
import { In, Not } from 'typeorm';
import { CartRepository } from '../../application/checkout/ports';
import type { Cart, CartOwner } from '../../domain/checkout/cart';
import { CartItemSchema, CartSchema } from './cart.schema';

export class TypeOrmCartRepository extends CartRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async lock({ accountId, ownerId }: CartOwner, now: Date): Promise<Cart> {
    await this.db.query(
      `INSERT INTO numbering.carts (account_id, owner_id, created_at, updated_at) VALUES ($1, $2, $3, $3)
       ON CONFLICT DO NOTHING`,
      [accountId, ownerId, now],
    );
    const lock = { mode: 'pessimistic_write' } as const;
    const cart = await this.db.manager.findOneOrFail(CartSchema, { where: { accountId, ownerId }, lock });
    return this.withItems(cart);
  }

  override async find({ accountId, ownerId }: CartOwner): Promise<Cart | null> {
    const cart = await this.db.manager.findOneBy(CartSchema, { accountId, ownerId });
    return cart && this.withItems(cart);
  }

  override async containsNumber(accountId: string, e164: string): Promise<boolean> {
    const text = `SELECT FROM numbering.cart_items WHERE account_id = $1 AND offer->>'e164' = $2 LIMIT 1`;
    return (await this.db.queryOne(text, [accountId, e164])) !== null;
  }

  override async save(cart: Cart): Promise<void> {
    const { accountId, ownerId } = cart;
    const itemIds = cart.items.map(({ id }) => id);
    await this.db.manager.save(CartSchema, cart);
    await this.db.manager.delete(CartItemSchema, { accountId, ownerId, id: Not(In(itemIds)) });
    if (itemIds.length === 0) return;
    // Items never change, so existing ones need no update.
    await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(CartItemSchema)
      .values([...cart.items])
      .orIgnore()
      .execute();
  }

  private async withItems(cart: Cart): Promise<Cart> {
    const { accountId, ownerId } = cart;
    const order = { position: 'ASC' } as const;
    return cart.withItems(await this.db.manager.find(CartItemSchema, { where: { accountId, ownerId }, order }));
  }
}
