import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Log, Settings, type Wiring } from '@trunkline/platform';
import { SenderBars } from '../application/barred-messages';
import { Inbox, InboundParts } from '../application/carriers/inbox';
import { CarrierInbox, CarrierRoutes, HeldCarriers } from '../application/carriers/ports';
import { DeliveryFacts, PumpLog, PumpTools } from '../application/delivery/carrier-pump';
import { DeliverMessages, RerouteMessages } from '../application/delivery/deliver-messages';
import { AccountMessageRates, PaceMessages } from '../application/delivery/pace-messages';
import { DeliveryStore } from '../application/delivery/ports';
import { SettleDelivery } from '../application/delivery/settle-delivery';
import { SweepMessages } from '../application/delivery/sweep-messages';
import { MessageCharges } from '../application/messages/message-charges';
import { BodyKeys, SendingRules } from '../application/messages/ports';
import {
  EraseMessages,
  ExpiredMessages,
  MessageErasures,
  MessageRetention,
  PruneMessages,
} from '../application/retention';
import { SpendingHours } from '../application/spending';
import { StoredDelivery } from '../infrastructure/delivery-store';
import { GroupedFacts } from '../infrastructure/grouped-facts';
import { ExpireMessages1795021170300 } from '../infrastructure/migrations/expire-messages';
import { MatchReceipts1795021160000 } from '../infrastructure/migrations/match-receipts';
import { WatchDecided1795021162000 } from '../infrastructure/migrations/watch-decided';
import { LoggedPump } from '../infrastructure/pump-log';
import { StoredExpiredMessages, StoredMessageErasures } from '../infrastructure/retention';
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
    bind(PumpTools, [DeliveryStore, DeliveryFacts, PaceMessages, SenderBars, BodyKeys, PumpLog, Clock]),
    bind(PaceMessages, [SendingRules, AccountMessageRates]),
    {
      provide: MessageRetention,
      inject: [Settings],
      useFactory: ({ SMS_RETENTION_DAYS: days, SMS_BODY_RETENTION_DAYS: bodyDays }: Settings): MessageRetention => ({
        days,
        bodyDays,
      }),
    },
    implement(ExpiredMessages, StoredExpiredMessages, [Database]),
    implement(MessageErasures, StoredMessageErasures, [Database]),
  ],
  exported: [
    implement(CarrierInbox, Inbox, [DeliveryFacts, InboundParts]),
    bind(SandboxInbound, [CarrierInbox, Clock]),
    bind(DeliverMessages, [HeldCarriers, RerouteMessages, CarrierInbox, PumpTools]),
    bind(PruneMessages, [ExpiredMessages, SpendingHours, MessageRetention, Clock]),
    bind(EraseMessages, [Transactor, MessageErasures, Clock]),
    bind(SweepMessages, [DeliveryStore, SettleDelivery, DeliveryFacts, MessageRetention, Clock]),
  ],
  migrations: [MatchReceipts1795021160000, WatchDecided1795021162000, ExpireMessages1795021170300],
};
