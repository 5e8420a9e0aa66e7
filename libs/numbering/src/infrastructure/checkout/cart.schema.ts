import { EntitySchema } from 'typeorm';
import { Cart, type CartItem } from '../../domain/checkout/cart';

/** The repository loads the items from their own table. */
export const CartSchema = new EntitySchema<Cart>({
  name: 'Cart',
  target: Cart,
  schema: 'numbering',
  tableName: 'carts',
  columns: {
    accountId: { type: 'text', primary: true },
    ownerId: { type: 'text', primary: true },
    openCheckoutId: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});

export const CartItemSchema = new EntitySchema<CartItem>({
  name: 'CartItem',
  schema: 'numbering',
  tableName: 'cart_items',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    ownerId: { type: 'text' },
    position: { type: 'integer' },
    offer: { type: 'jsonb' },
    selectToken: { type: 'text' },
    operationId: { type: 'text' },
    addedAt: { type: 'timestamptz' },
  },
});
