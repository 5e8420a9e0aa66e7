import { billingControllers } from './billing';
import { HealthController } from './health/health.controller';
import { identityControllers } from './identity';
import { OperatorLedgerController } from './operator/ledger.controller';
import { SandboxController } from './operator/sandbox.controller';
import { EventsController } from './webhooks/events.controller';

/** Every controller of the public and the operators' interface; what is not here is not served. */
export const controllers = [
  HealthController,
  ...identityControllers,
  ...billingControllers,
  EventsController,
  OperatorLedgerController,
  SandboxController,
];
