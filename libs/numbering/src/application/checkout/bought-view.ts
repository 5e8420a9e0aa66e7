import type { Checkout } from '../../domain/checkout/checkout';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { NumberOrder } from '../../domain/orders/number-order';
import type { NumberView } from '../lifecycle/number-queries';
import type { OrderView } from '../orders/order-queries';
import type { Fulfilled } from '../orders/settle-order';
import type { CheckoutItemView, CheckoutView } from './checkout-queries';

/** Returns the view of a checkout that has just bought these numbers, as `CheckoutQueries` reads it afterwards. */
export function viewOfBought(checkout: Checkout, bought: readonly Fulfilled[]): CheckoutView {
  const byOrder = new Map(bought.map((each) => [each.order.id, each]));
  const items = checkout.items.map((item): CheckoutItemView => {
    const { cartItemId, selectToken, offer, orderId, status, errorCode, errorMessage } = item;
    const { order, number } = byOrder.get(orderId ?? '') ?? {};
    const views = {
      order: order && number ? viewOfOrder(order, number) : null,
      number: number ? viewOfNumber(number) : null,
    };
    return { cartItemId, selectToken, offer, status, errorCode, errorMessage, ...views };
  });
  const { id, outcome: status, chargedCents, createdAt, totals } = checkout;
  return { id, status, totals, chargedCents, items, createdAt };
}

function viewOfOrder(order: NumberOrder, number: PhoneNumber): OrderView {
  return {
    id: order.id,
    status: order.status,
    requestE164: order.requestE164,
    country: order.country,
    numberType: order.numberType,
    areaCode: order.areaCode,
    monthlyPriceCents: order.monthlyPriceCents,
    setupPriceCents: order.setupPriceCents,
    errorCode: order.errorCode,
    errorMessage: order.errorMessage,
    assignedNumberId: order.assignedNumberId,
    customerReference: order.customerReference,
    createdAt: order.createdAt,
    completedAt: order.completedAt,
    assignedE164: number.e164,
  };
}

function viewOfNumber(number: PhoneNumber): NumberView {
  return {
    id: number.id,
    e164: number.e164,
    country: number.country,
    numberType: number.numberType,
    areaCode: number.areaCode,
    region: number.region,
    city: number.city,
    capabilities: number.capabilities,
    monthlyPriceCents: number.monthlyPriceCents,
    setupPriceCents: number.setupPriceCents,
    status: number.status,
    requiresActivation: number.requiresActivation,
    assignedAt: number.assignedAt,
    nextBillingAt: number.nextBillingAt,
    releasedAt: number.releasedAt,
    releaseScheduledAt: number.releaseScheduledAt,
    trunkId: number.trunkId,
    routingProfileId: number.routingProfileId,
    complianceBundleId: number.complianceBundleId,
    failedBillingAttempts: number.failedBillingAttempts,
    lastBillingAttemptAt: number.lastBillingAttemptAt,
    lastBillingFailureCode: number.lastBillingFailureCode,
    deletionLock: number.deletionLock,
    label: number.label,
    // A worker registers the bundle of a number after its purchase.
    registration: null,
  };
}
