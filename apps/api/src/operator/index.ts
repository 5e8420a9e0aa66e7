import { OperatorAccountsController } from './accounts/accounts.controller';
import { OperatorAdjustmentsController } from './journal/adjustments.controller';
import { OperatorAuditController } from './audit.controller';
import { OperatorCallsController } from './live-calls/calls.controller';
import { OperatorAlarmsController } from './carrier-alarms.controller';
import { OperatorCarriersController } from './carriers/carriers.controller';
import { DoctorController } from './doctor.controller';
import { CdrQuarantineController } from './cdr-quarantine.controller';
import { EstimatedCdrsController } from './estimated-cdrs.controller';
import { BelowCostController } from './number-prices/below-cost.controller';
import { PortCoverageController } from './porting/port-coverage.controller';
import { OperatorPortOutsController } from './porting/port-outs.controller';
import { RepricingsController } from './number-prices/repricings.controller';
import { NumberPricesController } from './number-prices/number-prices.controller';
import { MarginReportsController } from './margin-reports.controller';
import { BundleReviewsController } from './review/bundle-reviews.controller';
import { ReviewedDocumentsController } from './review/reviewed-documents.controller';
import { NumberSpellingsController } from './number-spellings.controller';
import { OperatorInvoicesController } from './journal/invoices.controller';
import { OperatorLedgerController } from './journal/ledger.controller';
import { CarrierDecksController } from './rate-decks/carrier-decks.controller';
import { RateDecksController } from './rate-decks/rate-decks.controller';
import { RefundsDueController } from './refunds-due.controller';
import { MessagingCarriersController } from './messaging/messaging-carriers.controller';
import { SendingStopsController } from './messaging/sending-stops.controller';
import { UnclaimedMessagesController } from './messaging/unclaimed-messages.controller';
import { UnreadablePdusController } from './messaging/unreadable-pdus.controller';
import { OperatorFraudAlertsController } from './outbound/fraud-alerts.controller';
import { OutboundPolicyController } from './outbound/outbound-policy.controller';
import { RevenueShareRangesController } from './outbound/revenue-share-ranges.controller';
import { OperatorPortsController } from './porting/ports.controller';
import { NumberConnectionsController } from './registration/number-connections.controller';
import { SupplierErasuresController } from './registration/erasures.controller';
import { RegistrationsController } from './registration/registrations.controller';
import { SandboxController } from './sandbox/sandbox.controller';
import { SandboxFaultsController } from './sandbox/sandbox-faults.controller';
import { SandboxMessagesController } from './sandbox/sandbox-messages.controller';
import { SandboxPaymentsController } from './sandbox/sandbox-payments.controller';
import { OperatorSourceNetworksController } from './source-networks.controller';
import { OperatorTransactionsController } from './journal/transactions.controller';
import { GivenNumbersController } from './stock/given-numbers.controller';
import { StockController } from './stock/stock.controller';
import { UnreportedCallsController } from './live-calls/unreported-calls.controller';
import { OperatorUsersController } from './accounts/users.controller';

export const operatorControllers = [
  OperatorAccountsController,
  OperatorAdjustmentsController,
  OperatorTransactionsController,
  OperatorUsersController,
  OperatorAuditController,
  OperatorLedgerController,
  OperatorInvoicesController,
  OperatorCallsController,
  OperatorCarriersController,
  OperatorAlarmsController,
  RateDecksController,
  CarrierDecksController,
  MessagingCarriersController,
  SendingStopsController,
  UnclaimedMessagesController,
  UnreadablePdusController,
  OperatorSourceNetworksController,
  OutboundPolicyController,
  RevenueShareRangesController,
  OperatorFraudAlertsController,
  NumberSpellingsController,
  BundleReviewsController,
  ReviewedDocumentsController,
  RefundsDueController,
  CdrQuarantineController,
  EstimatedCdrsController,
  MarginReportsController,
  UnreportedCallsController,
  RepricingsController,
  NumberPricesController,
  BelowCostController,
  PortCoverageController,
  OperatorPortOutsController,
  RegistrationsController,
  NumberConnectionsController,
  SupplierErasuresController,
  StockController,
  GivenNumbersController,
  OperatorPortsController,
  DoctorController,
  SandboxController,
  SandboxFaultsController,
  SandboxPaymentsController,
  SandboxMessagesController,
];
