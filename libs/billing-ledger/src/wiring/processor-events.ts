import type { Provider } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Log, Metrics, SandboxFaults, Settings, type Wiring } from '@trunkline/platform';
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
import { PostgresProcessorInbox } from '../infrastructure/processor-events/postgres-processor-inbox';
import { chooseCardProcessor } from '../infrastructure/processors/choose-card-processor';
import { countCharges } from '../infrastructure/processors/count-charges';
import { PostgresStripeCustomers, StripeCustomers } from '../infrastructure/processors/stripe-customers';
import { SandboxCharges } from '../sandbox/sandbox-charges';
import { SandboxSecrets } from '../sandbox/sandbox-secrets';

const cardProcessor: Provider = {
  provide: CardProcessor,
  inject: [Metrics, Settings, SandboxCharges, SandboxSecrets, SandboxFaults, StripeCustomers, Clock, Log],
  useFactory: async (metrics: Metrics, ...parts: Parameters<typeof chooseCardProcessor>) =>
    countCharges(await chooseCardProcessor(...parts), metrics),
};

/** The card processor that the settings choose, and its events. */
export const processorEventsWiring: Wiring = {
  providers: [
    cardProcessor,
    implement(StripeCustomers, PostgresStripeCustomers, [Database]),
    implement(ProcessorInbox, PostgresProcessorInbox, [Database]),
    bind(ApplyProcessorUpdate, [TopupRepository, TopupCharges, RecordReversals, CardProcessor, CardRefunds]),
  ],
  exported: [
    bind(ReceiveProcessorEvent, [Transactor, CardProcessor, ProcessorInbox, TopupRepository, EventBus, Clock]),
    bind(HandleProcessorEvents, [CardProcessor, ProcessorInbox, ApplyProcessorUpdate, Clock]),
  ],
  migrations: [HearProcessors1795000202000],
};
