export { CardProcessor } from './application/card-processor';
export { AutoRechargeSettings } from './application/auto-recharge/auto-recharge-settings';
export { RechargeWallet } from './application/auto-recharge/recharge-wallet';
export { Holds } from './application/calls/holds';
export type { CardSetup } from './application/card-processor';
export { CardSetups } from './application/cards/card-setups';
export { PaymentMethods } from './application/cards/payment-methods';
export { EnforceCreditLimit } from './application/enforce-credit-limit';
export { Invoices } from './application/invoices/invoices';
export { IssueInvoices } from './application/invoices/issue-invoices';
export type { InvoiceFilters } from './application/invoices/ports';
export { MailInvoices } from './application/invoices/mail-invoices';
export { Receipts } from './application/invoices/receipts';
export { CorrectInvoices } from './application/invoices/correct-invoices';
export { SettleInvoices } from './application/invoices/settle-invoices';
export type { InvoiceView } from './application/invoices/ports';
export { Ledger } from './application/ledger';
export { Journal } from './application/journal';
export { BillingNotices } from './application/billing-notices';
export { AdjustBalance } from './application/operator/adjust-balance';
export { ADJUSTED_KINDS, type AdjustedKind } from './application/operator/ports';
export { RefundCharge } from './application/operator/refund-charge';
export { BillingQueries, type TransactionFilters } from './application/ports';
export { HandleProcessorEvents } from './application/processor-events/handle-processor-events';
export { ReceiveProcessorEvent } from './application/processor-events/receive-processor-event';
export { PayRefunds } from './application/refunds/pay-refunds';
export { type RefundDue, RefundsDue } from './application/refunds/ports';
export { SettleTopups } from './application/top-ups/settle-topups';
export { TopUpWallet } from './application/top-ups/top-up-wallet';
export type { UsageRow } from './application/usage';
export { Usage, USAGE_GROUPS, type UsageRequest } from './application/usage';
export { HOLD_KINDS } from './application/views';
export type {
  AutoRechargeView,
  HoldView,
  LedgerDifference,
  PaymentMethodView,
  TopupView,
  TransactionView,
  WalletView,
} from './application/views';
export {
  ATTEMPT_STATUSES,
  RECHARGE_AMOUNT_MAX_CENTS,
  RECHARGE_AMOUNT_MIN_CENTS,
  RECHARGE_THRESHOLD_MIN_CENTS,
} from './domain/auto-recharge';
export { INVOICE_STATUSES } from './domain/invoices/invoice';
export { INVOICE_LINE_KINDS, INVOICE_UNITS, isAverage, unitPriceOf } from './domain/invoices/invoice-lines';
export { TRANSACTION_KINDS } from './domain/journal/postings';
export { CREDIT_LIMIT_MAX_CENTS } from './domain/journal/wallet-terms';
export { TOPUP_MAX_CENTS, TOPUP_MIN_CENTS, TOPUP_STATUSES } from './domain/topup';
export { DeliverSandboxEvents } from './sandbox/processors/deliver-sandbox-events';
export {
  SANDBOX_PAYMENT_ACTIONS,
  type SandboxPaymentAction,
  SandboxPayments,
} from './sandbox/processors/sandbox-payments';
export { BillingErrors } from './domain/errors';
