import type { Checkout } from '../../domain/checkout/checkout';
import { viewOfPlaced } from '../orders/placed-view';
import type { Fulfilled } from '../orders/settle-order';
import type { CheckoutItemView, CheckoutView } from './checkout-queries';

/** Returns the view of a checkout that has just bought these numbers, as `CheckoutQueries` reads it afterwards. */
export function viewOfBought(checkout: Checkout, bought: readonly Fulfilled[]): CheckoutView {
  const byOrder = new Map(bought.map((each) => [each.order.id, each]));
  const items = checkout.items.map((item): CheckoutItemView => {
    const { cartItemId, selectToken, offer, orderId, status, errorCode, errorMessage } = item;
    const placed = byOrder.get(orderId ?? '');
    const views = placed ? viewOfPlaced(placed) : { order: null, number: null };
    return { cartItemId, selectToken, offer, status, errorCode, errorMessage, ...views };
  });
  const { id, outcome: status, chargedCents, createdAt, totals } = checkout;
  return { id, status, totals, chargedCents, items, createdAt };
}
