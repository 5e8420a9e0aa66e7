import { TestClock } from '@trunkline/kernel/testing';
import type { OfferFilters } from '../application/supply/supplier';
import type { ReleaseRequest } from '../application/lifecycle/release-number';
import type { ReleaseTime } from '../domain/lifecycle/number-job';
import type { Actor } from '../domain/actor';
import type { Bundle } from '../domain/lifecycle/bundle';
import { NumberOrder, type OrderTerms } from '../domain/number-order';
import type { Offer, PricedOffer } from '../domain/offer';
import type { StockTerms } from '../domain/stock';
import { type NumberStatus, type PhoneNumber } from '../domain/lifecycle/phone-number';

export const NOW = new TestClock().now();
export const ADA: Actor = { kind: 'user', id: 'usr_ada' };

export const NO_TERMS: OrderTerms = {
  trunkId: null,
  routingProfileId: null,
  complianceBundleId: null,
  documentsApproved: false,
  customerReference: null,
};

/** Filters that match every offer of a country. */
export const NO_FILTERS: Omit<OfferFilters, 'country'> = {
  numberType: null,
  areaCode: null,
  city: null,
  region: null,
  startsWith: null,
  contains: null,
  endsWith: null,
  capabilities: [],
  source: 'all',
  requiresActivation: null,
  maxMonthlyPriceCents: null,
};

/** By a credential that may do everything, and not by force. */
export function releaseOf(when: ReleaseTime, confirmE164: string | null = null): ReleaseRequest {
  return { when, confirmE164, isForced: false, may: { trunk: true, webrtc_user: true, target: true } };
}

/** A live row: 1.00 USD a month, 0.50 USD once. */
export function anOffer(change: Partial<Offer> = {}): Offer {
  return {
    supplier: 'fake',
    supplierRef: { area: '30' },
    e164: '+4930901820',
    country: 'DE',
    numberType: 'geographic',
    areaCode: '30',
    city: 'Berlin',
    region: 'Berlin',
    capabilities: ['voice'],
    monthlyPriceCents: 100,
    setupPriceCents: 50,
    requiresActivation: false,
    restrictions: [],
    placeholder: '+4930XXXXXXX',
    ...change,
  };
}

/** An offer that is sold at cost. */
export function atCost(offer: Offer): PricedOffer {
  return { ...offer, monthlyCostCents: offer.monthlyPriceCents, setupCostCents: offer.setupPriceCents };
}

/** "Any number of the area." */
export const aCatalogOffer = (change: Partial<Offer> = {}) => anOffer({ e164: null, ...change });

export function anOrder(offer: Offer = anOffer(), terms: Partial<OrderTerms> = {}, now = NOW): NumberOrder {
  const request = { accountId: 'acc_1', operationId: 'op_1', checkoutId: null, placedBy: ADA, offer: atCost(offer) };
  return NumberOrder.place({ ...request, terms: { ...NO_TERMS, ...terms } }, now, 60);
}

const PURCHASE = { e164: '+4930901820', supplierNumberRef: 'ref-1', usable: true };

/** A number in the given state, by the way that leads there. */
export function aNumber(status: NumberStatus = 'active', now = NOW): PhoneNumber {
  const usable = status !== 'pending_documents';
  const order = anOrder(anOffer({ requiresActivation: !usable }), {}, now);
  const number = order.fulfil({ ...PURCHASE, usable }, now);
  if (status === 'released') number.release(now);
  if (status === 'suspended') Object.assign(number, { status, suspendedFor: ['account'] });
  return number;
}

export function aBundle(change: Partial<Bundle> = {}): Bundle {
  return { id: 'cb_1', status: 'approved', country: 'DE', numberType: null, validUntil: null, ...change };
}

/** Geographic numbers of Berlin for the stock: 1.00 USD a month, 0.50 USD once. */
export function aStockTerms(change: Partial<StockTerms> = {}): StockTerms {
  return {
    country: 'DE',
    numberType: 'geographic',
    areaCode: '30',
    region: 'Berlin',
    city: 'Berlin',
    capabilities: ['voice'],
    monthlyCents: 100,
    setupCents: 50,
    requiresActivation: false,
    ...change,
  };
}
