import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Log, Settings, type Wiring } from '@trunkline/platform';
import { Inbox, InboundParts } from '../application/carriers/inbox';
import { CarrierInbox, CarrierRoutes, HeldCarriers } from '../application/carriers/ports';
import { DeliveryFacts, PumpLog, PumpTools } from '../application/delivery/carrier-pump';
import { DeliverMessages, RerouteMessages } from '../application/delivery/deliver-messages';
import { AccountMessageRates, PaceMessages } from '../application/delivery/pace-messages';
import { DeliveryStore } from '../application/delivery/ports';
import { SettleDelivery } from '../application/delivery/settle-delivery';
import { MessageRetention, SweepMessages } from '../application/delivery/sweep-messages';
import { MessageCharges } from '../application/messages/message-charges';
import { BodyKeys, SendingRules } from '../application/messages/ports';
import { StoredDelivery } from '../infrastructure/delivery-store';
import { GroupedFacts } from '../infrastructure/grouped-facts';
import { MatchReceipts1795021160000 } from '../infrastructure/migrations/match-receipts';
import { LoggedPump } from '../infrastructure/pump-log';
import { SandboxInbound } from '../sandbox/sandbox-inbound';
import { SandboxProtocol } from '../sandbox/sandbox-link';
import { SandboxReceipts } from '../sandbox/sandbox-receipts';

/** Handing messages to carriers, and what carriers say. */
export const deliveryWiring: Wiring = {
  providers: [
    implement(DeliveryStore, StoredDelivery, [Database]),
    implement(PumpLog, LoggedPump, [Log]),
    implement(DeliveryFacts, GroupedFacts, [SettleDelivery]),
    bind(SandboxReceipts, [Database]),
    bind(SettleDelivery, [Transactor, DeliveryStore, CarrierRoutes, MessageCharges, EventBus, Clock]),
    bind(RerouteMessages, [DeliveryStore, CarrierRoutes, Clock]),
    bind(SandboxProtocol, [SandboxReceipts, PumpLog, Clock]),
    bind(PumpTools, [DeliveryStore, DeliveryFacts, PaceMessages, BodyKeys, PumpLog, Clock]),
    bind(PaceMessages, [SendingRules, AccountMessageRates]),
    {
      provide: MessageRetention,
      inject: [Settings],
      useFactory: ({ SMS_BODY_RETENTION_DAYS: bodyDays }: Settings): MessageRetention => ({ bodyDays }),
    },
  ],
  exported: [
    implement(CarrierInbox, Inbox, [DeliveryFacts, InboundParts]),
    bind(SandboxInbound, [CarrierInbox, Clock]),
    bind(DeliverMessages, [HeldCarriers, RerouteMessages, CarrierInbox, PumpTools]),
    bind(SweepMessages, [DeliveryStore, SettleDelivery, DeliveryFacts, MessageRetention, Clock]),
  ],
  migrations: [MatchReceipts1795021160000],
};
