import type { Provider } from '@nestjs/common';
import { Clock, EventBus } from '@trunkline/kernel';
import { bind, CryptoBox, Database, SandboxFaults, Settings, type Wiring } from '@trunkline/platform';
import { ReceiveProcessorEvent } from '../application/processor-events/receive-processor-event';
import { DeliverSandboxEvents } from '../sandbox/deliver-sandbox-events';
import { SandboxCharges } from '../sandbox/sandbox-charges';
import { SandboxPayments } from '../sandbox/sandbox-payments';
import { SandboxSecrets } from '../sandbox/sandbox-secrets';

const sandboxSecrets: Provider = {
  provide: SandboxSecrets,
  inject: [CryptoBox, Settings],
  useFactory: (box: CryptoBox, settings: Settings) => new SandboxSecrets(box, settings.SANDBOX_WEBHOOK_SECRET),
};

/** The sandbox processor's state and controls. The processor itself is created only when the settings choose it. */
export const sandboxWiring: Wiring = {
  providers: [sandboxSecrets, bind(SandboxCharges, [Database, EventBus])],
  exported: [
    bind(SandboxPayments, [SandboxCharges, Clock]),
    bind(DeliverSandboxEvents, [Database, ReceiveProcessorEvent, SandboxFaults, SandboxSecrets, Clock]),
  ],
};
