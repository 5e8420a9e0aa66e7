export { BillNumbers } from './application/billing/bill-numbers';
export { ReactivateNumber } from './application/billing/reactivate-number';
export { CART_QUANTITY_MAX, Carts } from './application/checkout/carts';
export { CheckOutCart } from './application/checkout/check-out-cart';
export { CheckoutQueries, type CheckoutView } from './application/checkout/checkout-queries';
export { CheckConnections, type CheckedNumber } from './application/connections/check-connections';
export { CallConnectors } from './application/connections/call-connector';
export { type ConnectionFault, ConnectionFaults } from './application/connections/ports';
export { NumberNotices } from './application/number-notices';
export {
  type HistoryView,
  isPastDue,
  type NumberFilters,
  NumberQueries,
  type NumberStates,
  type NumberView,
} from './application/lifecycle/number-queries';
export { OrderQueries, type OrderView, type PlacedOrder } from './application/orders/order-queries';
export { Numbers } from './application/lifecycle/numbers';
export { type CreateJobRequest, NumberJobs } from './application/number-jobs/number-jobs';
export { type CheckedImport, ImportNumbers } from './application/number-jobs/import-numbers';
export { IMPORT_COLUMNS, type NumberFile, NumberFileReader } from './application/number-jobs/read-number-file';
export { RunNumberJob } from './application/number-jobs/run-number-job';
export { NUMBER_JOB_QUEUE } from './infrastructure/lifecycle/number-jobs';
export {
  IMPORT_ROWS_MAX,
  JOB_E164S_MAX,
  type JobItemView,
  type NumberChange,
  type NumberJobView,
} from './domain/lifecycle/number-job';
export { LABEL_MAX, NOTES_MAX, TAG_MAX, TAGS_MAX } from './domain/lifecycle/description';
export { SyncAccountStatus } from './application/lifecycle/sync-account-status';
export { SyncBundleStatus } from './application/lifecycle/sync-bundle-status';
export { CancelOrder } from './application/orders/cancel-order';
export type { OfferSelection } from './application/orders/find-offer';
export { FinishPendingOrders } from './application/orders/finish-pending-orders';
export { OrderNumber, type OrderRequest } from './application/orders/order-number';
export { type RegistrationFilters, RegistrationRepository } from './application/registration/ports';
export { CheckRegistrations } from './application/registration/check-registrations';
export { RepriceNumbers } from './application/pricing/reprice-numbers';
export { Repricings, type RepricingPreview, type RepricingRequest } from './application/pricing/repricings';
export type { Repricing } from './domain/pricing/repricing';
export { NumberPrices, type RulePreview } from './application/pricing/number-prices';
export { PriceReports, PriceRules, type PriceRuleView, RepricingRepository } from './application/pricing/ports';
export { ActivatePorts } from './application/porting/activate-ports';
export { ClosePorts } from './application/porting/close-ports';
export { MovePorts } from './application/porting/move-ports';
export { type NumberDecision, OperatePorts } from './application/porting/operate-ports';
export { type NewPort, type PortRef, type PortRequestChange, PortRequests } from './application/porting/port-requests';
export {
  type OperatorPortFilters,
  type OperatorPortView,
  type PortFilters,
  PortQueries,
  type PortView,
} from './application/porting/ports';
export { SubmitPort } from './application/porting/submit-port';
export type { PortComment, PortEvent } from './domain/porting/port-event';
export {
  PORT_DEFAULTS,
  PORT_DOCUMENTS_MAX,
  type PortDocument,
  type PortSettings,
  type PortTransition,
} from './domain/porting/port-request';
export { RegisterNumbers } from './application/registration/register-numbers';
export { RetryRegistration } from './application/registration/retry-registration';
export {
  type ErasureFilters,
  SupplierErasureRepository,
  SupplierErasures,
} from './application/registration/supplier-erasures';
export { type GivenNumber, GiveNumber } from './application/lifecycle/give-number';
export {
  AddStock,
  type AddedStock,
  STOCK_FAULTS_MAX,
  type StockFault,
  type StockItem,
} from './application/stock/add-stock';
export { readStockCsv, STOCK_COLUMNS } from './application/stock/read-stock-csv';
export { CENTS_MAX as STOCK_CENTS_MAX, PLACE_MAX as STOCK_PLACE_MAX } from './application/stock/stock-terms';
export { STOCK_DEFAULTS } from './domain/stock';
export { ChangeStock, type StockChange } from './application/stock/change-stock';
export { FreeStock } from './application/stock/free-stock';
export { type StockFilters, StockQueries, type StockView } from './application/stock/ports';
export { CheckPorts } from './application/port-checks/check-ports';
export { type ImportedPorts, ImportPorts } from './application/port-checks/import-ports';
export { TooManyRows } from './application/port-checks/read-port-file';
export { LettersOfAuthorization } from './application/porting/letters';
export { OperatePortCoverage, PortCarriers, PortCoverages } from './application/port-checks/coverage';
export { PORT_OUT_PIN_DIGITS, SetPortOutPin } from './application/port-outs/port-out-pins';
export { type NewPortOut, PortOutRepository, PortOuts, type PortOutView } from './application/port-outs/port-outs';
export { COVERAGE_DEFAULTS, type CoverageEntry, type PortCarrier } from './domain/porting/coverage';
export type { PortCheck } from './domain/porting/port-check';
export { CHECK_REASONS, PORT_OUT_REFUSALS } from './domain/porting/reasons';
export { SupplierEvents } from './application/orders/supplier-events';
export { CancelUndocumented } from './application/orders/cancel-undocumented';
export { ReleaseDueNumbers } from './application/lifecycle/release-due-numbers';
export { ReleaseNumber, type ReleaseRequest } from './application/lifecycle/release-number';
export { Catalog } from './application/supply/catalog';
export { type CatalogPage, SearchCatalog } from './application/supply/search-catalog';
export type { OfferFilters } from './application/supply/supplier';
export { Suppliers } from './application/supply/suppliers';
export { actorOf } from './domain/actor';
export type { Cart } from './domain/checkout/cart';
export type { CheckoutRequest } from './domain/checkout/checkout';
export type { RouteChange } from './domain/lifecycle/route';
export type { Offer } from './domain/offer';
export {
  MARKUP_PCT_MAX,
  type NewPriceRule,
  PRICE_TERM_CENTS_MAX,
  PRICE_TERMS_DEFAULTS,
} from './domain/pricing/price-rule';
export type { AreaStock, CountryCoverage, Requirements } from './domain/requirements';
export type { SupplierErasure } from './domain/registration/supplier-erasure';
export type { Registration } from './domain/registration/registration';
export * as lists from './lists';
export { NumberingErrors } from './domain/errors';
