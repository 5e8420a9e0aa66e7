export { type BillingCounts } from './application/bill-due-months';
export { BillNumbers } from './application/bill-numbers';
export { BILLING_LANES } from './application/ports';
export { CancelOrder } from './application/cancel-order';
export { CancelUndocumented } from './application/cancel-undocumented';
export { CART_QUANTITY_MAX, Carts } from './application/carts';
export { Catalog } from './application/catalog';
export { CheckOutCart, FinishCheckouts } from './application/check-out-cart';
export { FinalizeReleases } from './application/finalize-releases';
export { FinishPendingOrders } from './application/finish-pending-orders';
export { FollowAccount } from './application/follow-account';
export { FollowBundles } from './application/follow-bundles';
export { HandleSupplierEvents } from './application/handle-supplier-events';
export type { Wanted } from './application/find-offer';
export { type NumberRef, Numbers, type RoutedNumber } from './application/numbers';
export { OrderNumber, type OrderRequest } from './application/order-number';
export { AccountStates, Bundles, FaultPoints, Funds, RouteTargets } from './application/ports';
export { NumberContacts, NumberNotices } from './application/number-notices';
export { NumberUses } from './application/number-uses';
export { AccountStandings } from './application/reservation-ports';
export type { AccountStanding } from './domain/reservation-limit';
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
export { ReactivateNumber } from './application/reactivate-number';
export { RELEASE_TIMES, ReleaseNumber, type ReleaseRequest, type ReleaseTime } from './application/release-number';
export { ReleaseNumbers } from './application/release-numbers';
export { type CatalogPage, type CatalogRow, SearchCatalog } from './application/search-catalog';
export {
  type OfferFilters,
  SEARCH_SORTS,
  SEARCH_SOURCES,
  type SearchSort,
  type SearchSource,
} from './application/supplier';
export { Suppliers } from './application/suppliers';
export { ReceiveSupplierEvent } from './application/receive-supplier-event';
export { ACTOR_KINDS, actorOf, NUMBER_ACTIONS } from './domain/actor';
export type { Cart, CartItem, CartOwner } from './domain/cart';
export { CHECKOUT_OUTCOMES, type CheckoutOutcome, type CheckoutRequest } from './domain/checkout';
export { NumberingErrors } from './domain/errors';
export { ORDER_STATUSES, type OrderStatus } from './domain/number-order';
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
} from './domain/offer';
export { NUMBER_STATUSES, type NumberStatus, type RouteChange } from './domain/phone-number';
export { ADDRESS_SCOPES, DOCUMENT_PURPOSES } from './domain/requirements';
export type { AreaStock, CountryCoverage, Requirements } from './domain/requirements';
export { NumberingModule, numberingPersistence } from './numbering.module';
