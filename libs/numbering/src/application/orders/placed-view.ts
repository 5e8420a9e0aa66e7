import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { NumberOrder } from '../../domain/orders/number-order';
import type { NumberView } from '../lifecycle/number-queries';
import type { OrderView } from './order-queries';
import type { Fulfilled } from './settle-order';

/** Returns the views of an order that has just bought its number, as `OrderQueries` reads them afterwards. */
export function viewOfPlaced({ order, number }: Fulfilled): { readonly order: OrderView; readonly number: NumberView } {
  return { order: viewOfOrder(order, number), number: viewOfNumber(number) };
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
