/** The closed lists of values that the API accepts and returns. */

export { NUMBER_SORTS } from './application/lifecycle/number-queries';
export { CATALOG_WARNINGS } from './application/supply/search-catalog';
export { SEARCH_SORTS, SEARCH_SOURCES } from './application/supply/supplier';
export { NUMBER_ACTIONS } from './domain/actor';
export { CHECKOUT_OUTCOMES } from './domain/checkout/checkout';
export { JOB_STATUSES, RELEASE_TIMES } from './domain/lifecycle/number-job';
export { NUMBER_STATUSES } from './domain/lifecycle/phone-number';
export { ORDER_STATUSES } from './domain/number-order';
export { PORT_ACTIONS } from './domain/porting/port-event';
export { PORT_FAILURE_CODES, PORT_NUMBER_STATUSES } from './domain/porting/port-number';
export { OPERATOR_PORT_STATUSES } from './domain/porting/port-request';
export { REPRICING_STATUSES } from './domain/pricing/repricing';
export { REGISTRATION_STATUSES, type RegistrationStatus } from './domain/registration/registration';
export { ERASURE_STATUSES, type ErasureStatus } from './domain/registration/supplier-erasure';
export { CAPABILITIES } from './domain/offer';
export { SETTABLE_STOCK_STATES } from './application/stock/change-stock';
export { LETTER_LANGUAGES } from './application/porting/letters';
export { COVERED_FIELDS, PORT_PURPOSES } from './domain/porting/coverage';
export { PORT_OUT_STATUSES, type PortOutStatus } from './domain/porting/port-out';
export { CHECK_REASON_CODES, OPERATOR_REFUSAL_CODES, PORT_OUT_REFUSAL_CODES } from './domain/porting/reasons';
export { STOCK_STATES } from './domain/stock';
