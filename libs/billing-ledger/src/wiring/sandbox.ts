import type { Provider } from '@nestjs/common';
import { Clock, EventBus } from '@trunkline/kernel';
import { bind, CryptoBox, Database, SandboxFaults, Settings, type Wiring } from '@trunkline/platform';
import { ReceiveProcessorEvent } from '../application/processor-events/receive-processor-event';
import { DeliverSandboxEvents } from '../sandbox/processors/deliver-sandbox-events';
import { SandboxCardProcessor } from '../sandbox/processors/sandbox-card-processor';
import { SandboxCharges } from '../sandbox/processors/sandbox-charges';
import { SandboxPayments } from '../sandbox/processors/sandbox-payments';
import { SandboxSecrets } from '../sandbox/processors/sandbox-secrets';

const sandboxSecrets: Provider = {
  provide: SandboxSecrets,
  inject: [Settings, CryptoBox],
  useFactory: ({ stripe, SANDBOX_WEBHOOK_SECRET: secret }: Settings, box: CryptoBox) =>
    stripe ? null : new SandboxSecrets(box, secret),
};

/** Provides null when the settings choose another card processor. */
function whenChosen<A extends readonly unknown[], T>({ provide, useFactory, inject }: ReturnType<typeof bind<A, T>>) {
  return {
    provide,
    inject: [Settings, ...inject],
    useFactory: ({ stripe }: Settings, ...deps: A) => (stripe ? null : useFactory(...deps)),
  };
}

/** The sandbox's card processor, its state and its controls. */
export const sandboxWiring: Wiring = {
  providers: [
    sandboxSecrets,
    whenChosen(bind(SandboxCharges, [Database, EventBus])),
    whenChosen(bind(SandboxCardProcessor, [SandboxCharges, SandboxSecrets, SandboxFaults, Clock])),
  ],
  exported: [
    whenChosen(bind(SandboxPayments, [SandboxCharges, Clock])),
    whenChosen(bind(DeliverSandboxEvents, [Database, ReceiveProcessorEvent, SandboxFaults, SandboxSecrets, Clock])),
  ],
};
