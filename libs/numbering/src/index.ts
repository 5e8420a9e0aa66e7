export { type BillingCounts } from './application/billing/bill-due-months';
export { BillNumbers } from './application/billing/bill-numbers';
export { BILLING_LANES } from './application/ports';
export { CancelOrder } from './application/orders/cancel-order';
export { CancelUndocumented } from './application/release/cancel-undocumented';
export { CART_QUANTITY_MAX, Carts } from './application/checkout/carts';
export { Catalog } from './application/supply/catalog';
export { CheckOutCart, FinishCheckouts } from './application/checkout/check-out-cart';
export { FinalizeReleases } from './application/release/finalize-releases';
export { FinishPendingOrders } from './application/orders/finish-pending-orders';
export { FollowAccount } from './application/lifecycle/follow-account';
export { FollowBundles } from './application/lifecycle/follow-bundles';
export { HandleSupplierEvents } from './application/orders/handle-supplier-events';
export type { Wanted } from './application/orders/find-offer';
export { type NumberRef, Numbers, type RoutedNumber } from './application/lifecycle/numbers';
export { OrderNumber, type OrderRequest } from './application/orders/order-number';
export { AccountStates, Bundles, FaultPoints, Funds, RouteTargets } from './application/ports';
export { NumberContacts, NumberNotices } from './application/lifecycle/number-notices';
export { NumberUses } from './application/release/number-uses';
export { AccountStandings } from './application/checkout/reservation-ports';
export type { AccountStanding } from './domain/checkout/reservation-limit';
export {
  type CheckoutItemView,
  CheckoutQueries,
  type CheckoutView,
  type HistoryView,
  isPastDue,
  NUMBER_SORTS,
  NumberDirectory,
  type NumberFilters,
  NumberQueries,
  type NumberSort,
  type NumberView,
  type OrderView,
  type PlacedOrder,
} from './application/queries';
export { ReactivateNumber } from './application/billing/reactivate-number';
export {
  RELEASE_TIMES,
  ReleaseNumber,
  type ReleaseRequest,
  type ReleaseTime,
} from './application/release/release-number';
export { ReleaseNumbers } from './application/release/release-numbers';
export { type CatalogPage, type CatalogRow, SearchCatalog } from './application/supply/search-catalog';
export {
  type OfferFilters,
  SEARCH_SORTS,
  SEARCH_SOURCES,
  type SearchSort,
  type SearchSource,
} from './application/supply/supplier';
export { Suppliers } from './application/supply/suppliers';
export { ReceiveSupplierEvent } from './application/orders/receive-supplier-event';
export { ACTOR_KINDS, actorOf, NUMBER_ACTIONS } from './domain/actor';
export type { Cart, CartItem, CartOwner } from './domain/checkout/cart';
export { CHECKOUT_OUTCOMES, type CheckoutOutcome, type CheckoutRequest } from './domain/checkout/checkout';
export { NumberingErrors } from './domain/errors';
export { ORDER_STATUSES, type OrderStatus } from './domain/orders/number-order';
export {
  CAPABILITIES,
  type Capability,
  END_USER_KINDS,
  type EndUserKind,
  NO_COUNTRY,
  NUMBER_TYPES,
  type NumberType,
  type Offer,
  type Totals,
  totalsOf,
} from './domain/supply/offer';
export { NUMBER_STATUSES, type NumberStatus, type RouteChange } from './domain/lifecycle/phone-number';
export { ADDRESS_SCOPES, DOCUMENT_PURPOSES } from './domain/supply/requirements';
export type { AreaStock, CountryCoverage, Requirements } from './domain/supply/requirements';
export { NumberingModule, numberingPersistence } from './numbering.module';
