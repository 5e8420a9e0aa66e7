import { column } from '@trunkline/platform';
import { Cart, type CartItem } from '../../domain/checkout/cart';
import { table } from '../table';

const { key, text, optionalText, integer, time, json } = column;

/** The repository loads the items from their own table. */
export const CartSchema = table<Cart>(
  'carts',
  {
    accountId: key,
    ownerId: key,
    openCheckoutId: optionalText,
    createdAt: time,
    updatedAt: time,
  },
  Cart,
);

export const CartItemSchema = table<CartItem>('cart_items', {
  id: key,
  accountId: text,
  ownerId: text,
  position: integer,
  offer: json,
  selectToken: text,
  operationId: text,
  addedAt: time,
});
