import type { Provider } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import {
  alias,
  bind,
  CryptoBox,
  Database,
  implement,
  Log,
  Metrics,
  SandboxFaults,
  Settings,
} from '@trunkline/platform';
import { CardProcessor } from '../application/card-processor';
import { CardSetups } from '../application/cards/card-setups';
import { CardSetupRepository } from '../application/cards/ports';
import { Ledger } from '../application/journal/ledger';
import { TopupRepository } from '../application/top-ups/ports';
import { ApplyProcessorUpdate, OwnRefunds } from '../application/processor-events/apply-processor-update';
import { HandleProcessorEvents } from '../application/processor-events/handle-processor-events';
import { ProcessorInbox } from '../application/processor-events/ports';
import { ReceiveProcessorEvent } from '../application/processor-events/receive-processor-event';
import { CardRefunds } from '../application/refunds/card-refunds';
import { PayRefunds } from '../application/refunds/pay-refunds';
import { CardRefundRepository, RefundsDue } from '../application/refunds/ports';
import { RecordReversals } from '../application/disputes/record-reversals';
import { ReversalRepository } from '../application/disputes/ports';
import { TopupCharges } from '../application/top-ups/topup-charges';
import { PostgresCardSetupRepository } from '../infrastructure/cards/postgres-card-setups';
import { HearProcessors1795000202000 } from '../infrastructure/migrations/hear-processors';
import { KeepPaymentReversals1795000205100 } from '../infrastructure/migrations/keep-payment-reversals';
import { RefundCards1795000202001 } from '../infrastructure/migrations/refund-cards';
import { PostgresProcessorInbox } from '../infrastructure/processor-events/postgres-processor-inbox';
import { countCharges } from '../infrastructure/processors/count-charges';
import { chooseCardProcessor } from '../infrastructure/processors/choose-card-processor';
import { DeliverSandboxEvents } from '../sandbox/deliver-sandbox-events';
import { PostgresSandboxCharges } from '../sandbox/postgres-sandbox-charges';
import { SandboxCharges } from '../sandbox/sandbox-charges';
import { SandboxPayments } from '../sandbox/sandbox-payments';
import { SandboxSecrets } from '../sandbox/sandbox-secrets';
import { PostgresStripeCustomers, StripeCustomers } from '../infrastructure/processors/stripe-customers';
import { TypeOrmCardRefundRepository } from '../infrastructure/refunds/card-refund.repository';
import { CardRefundSchema } from '../infrastructure/refunds/card-refund.schema';
import { PostgresRefundsDue } from '../infrastructure/refunds/postgres-refunds-due';
import { PostgresReversalRepository } from '../infrastructure/disputes/postgres-reversals';
import type { Wiring } from './wiring';

const sandboxSecrets: Provider = {
  provide: SandboxSecrets,
  inject: [CryptoBox, Settings],
  useFactory: (box: CryptoBox, settings: Settings) => new SandboxSecrets(box, settings.SANDBOX_WEBHOOK_SECRET),
};

const cardProcessor: Provider = {
  provide: CardProcessor,
  inject: [Metrics, Settings, SandboxCharges, SandboxSecrets, SandboxFaults, StripeCustomers, Clock, Log],
  useFactory: async (metrics: Metrics, ...parts: Parameters<typeof chooseCardProcessor>) =>
    countCharges(await chooseCardProcessor(...parts), metrics),
};

const adapters = [
  sandboxSecrets,
  cardProcessor,
  implement(SandboxCharges, PostgresSandboxCharges, [Database, EventBus]),
  implement(StripeCustomers, PostgresStripeCustomers, [Database]),
  implement(ProcessorInbox, PostgresProcessorInbox, [Database]),
  implement(CardSetupRepository, PostgresCardSetupRepository, [Database]),
  implement(CardRefundRepository, TypeOrmCardRefundRepository, [Database]),
  implement(RefundsDue, PostgresRefundsDue, [Database]),
  implement(ReversalRepository, PostgresReversalRepository, [Database]),
  alias(OwnRefunds, CardRefunds),
];

const parts = [
  bind(RecordReversals, [Transactor, ReversalRepository, Ledger, Clock]),
  bind(CardRefunds, [Transactor, CardRefundRepository, RefundsDue, RecordReversals, CardProcessor, Clock]),
  bind(ApplyProcessorUpdate, [TopupRepository, TopupCharges, RecordReversals, CardProcessor, OwnRefunds]),
];

const faces = [
  bind(CardSetups, [CardSetupRepository, CardProcessor, Clock]),
  bind(ReceiveProcessorEvent, [Transactor, CardProcessor, ProcessorInbox, TopupRepository, EventBus, Clock]),
  bind(HandleProcessorEvents, [CardProcessor, ProcessorInbox, ApplyProcessorUpdate, Clock]),
  bind(PayRefunds, [CardRefunds, CardRefundRepository, RefundsDue, Clock]),
  bind(SandboxPayments, [SandboxCharges, Clock]),
  bind(DeliverSandboxEvents, [Database, ReceiveProcessorEvent, SandboxFaults, SandboxSecrets, Clock]),
];

/** Card processors: what is asked of them, what they tell by themselves, and what goes back to the cards. */
export const processorsWiring: Wiring = {
  providers: [...adapters, ...parts],
  faces,
  schemas: [CardRefundSchema],
  migrations: [HearProcessors1795000202000, RefundCards1795000202001, KeepPaymentReversals1795000205100],
};
