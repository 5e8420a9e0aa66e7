import { OperatorAccountsController } from './accounts.controller';
import { OperatorAdjustmentsController } from './adjustments.controller';
import { OperatorAuditController } from './audit.controller';
import { OperatorCallsController } from './calls.controller';
import { OperatorCarriersController } from './carriers.controller';
import { CdrQuarantineController } from './cdr-quarantine.controller';
import { EstimatedCdrsController } from './estimated-cdrs.controller';
import { OperatorLedgerController } from './ledger.controller';
import { RefundsDueController } from './refunds-due.controller';
import { SandboxController } from './sandbox.controller';
import { SandboxFaultsController } from './sandbox-faults.controller';
import { SandboxPaymentsController } from './sandbox-payments.controller';
import { OperatorSourceNetworksController } from './source-networks.controller';
import { OperatorTransactionsController } from './transactions.controller';
import { UnreportedCallsController } from './unreported-calls.controller';
import { OperatorUsersController } from './users.controller';

export const operatorControllers = [
  OperatorAccountsController,
  OperatorAdjustmentsController,
  OperatorTransactionsController,
  OperatorUsersController,
  OperatorAuditController,
  OperatorLedgerController,
  OperatorCallsController,
  OperatorCarriersController,
  OperatorSourceNetworksController,
  RefundsDueController,
  CdrQuarantineController,
  EstimatedCdrsController,
  UnreportedCallsController,
  SandboxController,
  SandboxFaultsController,
  SandboxPaymentsController,
];
