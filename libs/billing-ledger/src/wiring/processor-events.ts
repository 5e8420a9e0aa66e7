import type { Provider } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Log, Metrics, Settings, type Wiring } from '@trunkline/platform';
import { CardProcessor } from '../application/card-processor';
import { RecordReversals } from '../application/disputes/record-reversals';
import { ApplyProcessorUpdate } from '../application/processor-events/apply-processor-update';
import { HandleProcessorEvents } from '../application/processor-events/handle-processor-events';
import { ProcessorInbox } from '../application/processor-events/ports';
import { ReceiveProcessorEvent } from '../application/processor-events/receive-processor-event';
import { CardRefunds } from '../application/refunds/card-refunds';
import { TopupRepository } from '../application/top-ups/ports';
import { TopupCharges } from '../application/top-ups/topup-charges';
import { HearProcessors1795000202000 } from '../infrastructure/migrations/hear-processors';
import { StoredProcessorInbox } from '../infrastructure/processor-events/processor-inbox';
import { countCharges } from '../infrastructure/processors/count-charges';
import { SignedEvents } from '../infrastructure/processors/signed-events';
import { StripeCardProcessor } from '../infrastructure/processors/stripe-card-processor';
import { StoredStripeCustomers, StripeCustomers } from '../infrastructure/processors/stripe-customers';
import { stripeLibrary } from '../infrastructure/processors/stripe-library';
import { SandboxCardProcessor } from '../sandbox/processors/sandbox-card-processor';

const stripeCardProcessor: Provider = {
  provide: StripeCardProcessor,
  inject: [Settings, StripeCustomers, Clock, Log],
  useFactory: async ({ stripe: config }: Settings, customers: StripeCustomers, clock: Clock, log: Log) => {
    if (!config) return null;
    const events = new SignedEvents(config.webhookSecrets, clock);
    return new StripeCardProcessor(await stripeLibrary(), config, customers, events, clock, log);
  },
};

/** The processor that CARD_PROCESSOR names; the other one is null. */
const cardProcessor: Provider = {
  provide: CardProcessor,
  inject: [SandboxCardProcessor, StripeCardProcessor, Metrics],
  useFactory: (sandbox: CardProcessor | null, stripe: CardProcessor | null, metrics: Metrics) => {
    const chosen = stripe ?? sandbox;
    if (!chosen) throw new Error('The settings choose no card processor.');
    return countCharges(chosen, metrics);
  },
};

/** The card processor that the settings choose, and its events. */
export const processorEventsWiring: Wiring = {
  providers: [
    stripeCardProcessor,
    cardProcessor,
    implement(StripeCustomers, StoredStripeCustomers, [Database]),
    implement(ProcessorInbox, StoredProcessorInbox, [Database]),
    bind(ApplyProcessorUpdate, [TopupRepository, TopupCharges, RecordReversals, CardProcessor, CardRefunds]),
  ],
  exported: [
    bind(ReceiveProcessorEvent, [Transactor, CardProcessor, ProcessorInbox, TopupRepository, EventBus, Clock]),
    bind(HandleProcessorEvents, [CardProcessor, ProcessorInbox, ApplyProcessorUpdate, Clock]),
  ],
  migrations: [HearProcessors1795000202000],
};
