import type { Provider } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, Log, Metrics, Settings, type Wiring } from '@trunkline/platform';
import { AutoRechargeSettings } from '../application/auto-recharge/auto-recharge-settings';
import { AccountStates, AutoRechargeRepository } from '../application/auto-recharge/ports';
import { RechargeWallet } from '../application/auto-recharge/recharge-wallet';
import { CardProcessor } from '../application/card-processor';
import { CardSetups } from '../application/cards/card-setups';
import { PaymentMethods } from '../application/cards/payment-methods';
import { CardSetupRepository, PaymentMethodRepository } from '../application/cards/ports';
import { Ledger } from '../application/ledger';
import { ApplyProcessorUpdate } from '../application/processor-events/apply-processor-update';
import { HandleProcessorEvents } from '../application/processor-events/handle-processor-events';
import { ProcessorInbox } from '../application/processor-events/ports';
import { ReceiveProcessorEvent } from '../application/processor-events/receive-processor-event';
import { CardRefunds } from '../application/refunds/card-refunds';
import { PayRefunds } from '../application/refunds/pay-refunds';
import { CardRefundRepository, RefundsDue, ReversalRepository } from '../application/refunds/ports';
import { RecordReversals } from '../application/refunds/record-reversals';
import { TopupRepository } from '../application/top-ups/ports';
import { SettleTopups } from '../application/top-ups/settle-topups';
import { TopUpWallet } from '../application/top-ups/top-up-wallet';
import { TopupCharges } from '../application/top-ups/topup-charges';
import { StoredAutoRecharges } from '../infrastructure/auto-recharge.repository';
import { ClientSecrets } from '../infrastructure/client-secrets';
import { AddAutoRecharge1795000203000 } from '../infrastructure/migrations/add-auto-recharge';
import { HearProcessors1795000202000 } from '../infrastructure/migrations/hear-processors';
import { KeepPaymentReversals1795000205100 } from '../infrastructure/migrations/keep-payment-reversals';
import { RefundCards1795000202001 } from '../infrastructure/migrations/refund-cards';
import { StoredCardSetups, StoredPaymentMethods } from '../infrastructure/payment-method.repository';
import { StoredProcessorInbox } from '../infrastructure/processor-inbox';
import { countCharges } from '../infrastructure/processors/count-charges';
import { SignedEvents } from '../infrastructure/processors/signed-events';
import { StripeCardProcessor } from '../infrastructure/processors/stripe-card-processor';
import { StoredStripeCustomers, StripeCustomers } from '../infrastructure/processors/stripe-customers';
import { stripeLibrary } from '../infrastructure/processors/stripe-library';
import { StoredCardRefunds } from '../infrastructure/refunds/card-refund.repository';
import { StoredRefundsDue } from '../infrastructure/refunds/refunds-due';
import { StoredReversals } from '../infrastructure/refunds/reversals';
import { StoredTopups } from '../infrastructure/topup.repository';
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
const cardProcessor: Provider & { readonly provide: typeof CardProcessor } = {
  provide: CardProcessor,
  inject: [SandboxCardProcessor, StripeCardProcessor, Metrics],
  useFactory: (sandbox: CardProcessor | null, stripe: CardProcessor | null, metrics: Metrics) => {
    const chosen = stripe ?? sandbox;
    if (!chosen) throw new Error('The settings choose no card processor.');
    return countCharges(chosen, metrics);
  },
};

/** Card payments into wallets and back, and the card processor that the settings choose. */
export const paymentsWiring: Wiring = {
  providers: [
    bind(ClientSecrets, [CryptoBox]),
    implement(TopupRepository, StoredTopups, [Database, ClientSecrets]),
    bind(TopupCharges, [Transactor, TopupRepository, Ledger, CardProcessor, EventBus, Clock]),
    implement(PaymentMethodRepository, StoredPaymentMethods, [Database]),
    implement(CardSetupRepository, StoredCardSetups, [Database]),
    implement(AutoRechargeRepository, StoredAutoRecharges, [Database]),
    implement(CardRefundRepository, StoredCardRefunds, [Database]),
    implement(ReversalRepository, StoredReversals, [Database]),
    bind(RecordReversals, [Transactor, ReversalRepository, Ledger, Clock]),
    bind(CardRefunds, [Transactor, CardRefundRepository, RefundsDue, RecordReversals, CardProcessor, Clock]),
    stripeCardProcessor,
    implement(StripeCustomers, StoredStripeCustomers, [Database]),
    implement(ProcessorInbox, StoredProcessorInbox, [Database]),
    bind(ApplyProcessorUpdate, [TopupRepository, TopupCharges, RecordReversals, CardProcessor, CardRefunds]),
  ],
  exported: [
    cardProcessor,
    bind(TopUpWallet, [Transactor, TopupRepository, PaymentMethodRepository, TopupCharges, Clock]),
    bind(SettleTopups, [TopupRepository, TopupCharges, Clock]),
    bind(PaymentMethods, [Transactor, PaymentMethodRepository, AutoRechargeRepository, CardProcessor, Clock]),
    bind(CardSetups, [CardSetupRepository, CardProcessor, Clock]),
    bind(AutoRechargeSettings, [Transactor, AutoRechargeRepository, PaymentMethodRepository, Clock]),
    bind(RechargeWallet, [
      Transactor,
      AutoRechargeRepository,
      TopupRepository,
      PaymentMethodRepository,
      Ledger,
      AccountStates,
      TopupCharges,
      EventBus,
      Clock,
    ]),
    implement(RefundsDue, StoredRefundsDue, [Database]),
    bind(PayRefunds, [CardRefunds, CardRefundRepository, RefundsDue, Clock]),
    bind(ReceiveProcessorEvent, [Transactor, CardProcessor, ProcessorInbox, TopupRepository, EventBus, Clock]),
    bind(HandleProcessorEvents, [CardProcessor, ProcessorInbox, ApplyProcessorUpdate, Clock]),
  ],
  migrations: [
    AddAutoRecharge1795000203000,
    RefundCards1795000202001,
    KeepPaymentReversals1795000205100,
    HearProcessors1795000202000,
  ],
};
