export {
  type CaptureOrder,
  type ChargeOrder,
  type EntryOrder,
  type HoldOrder,
  Ledger,
  type Posted,
} from './application/ledger';
export type { CardSetup } from './application/card-processor';
export { type NewMethodOrder, PaymentMethods } from './application/payment-methods';
export { BillingQueries, type TransactionFilters } from './application/ports';
export { SettleTopups } from './application/settle-topups';
export { type TopupOrder, TopUpWallet } from './application/top-up-wallet';
export type { LedgerDifference, PaymentMethodView, TopupView, TransactionView, WalletView } from './application/views';
export { BillingLedgerModule, billingLedgerPersistence } from './billing-ledger.module';
export { TRANSACTION_KINDS, type TransactionKind } from './domain/books';
export { BillingErrors } from './domain/errors';
export { TOPUP_MAX_CENTS, TOPUP_MIN_CENTS, TOPUP_STATUSES, type TopupStatus } from './domain/topup';
