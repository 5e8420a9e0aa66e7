import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { AlertBlocks, BarredMessages, SenderBars } from '../application/barred-messages';
import { InboundParts } from '../application/carriers/inbox';
import { CarrierRoutes } from '../application/carriers/ports';
import { AnswerKeywords } from '../application/consent/answer-keywords';
import { OptOuts } from '../application/consent/opt-outs';
import { OptOutStore } from '../application/consent/ports';
import { QueueReplies } from '../application/consent/queue-replies';
import { PartStore, UnclaimedMessages } from '../application/inbound/ports';
import { ReceiveMessages } from '../application/inbound/receive-messages';
import { RetryUnclaimed } from '../application/inbound/retry-unclaimed';
import { StoreReceived } from '../application/inbound/store-received';
import { MessageCharges } from '../application/messages/message-charges';
import { Messages } from '../application/messages/messages';
import { BodyKeys, DueMessages, MessagePrices, MessageStore, OwnNumbers } from '../application/messages/ports';
import { AuditLog } from '../application/ports';
import { SendingAccounts, SendingStops, SendingStopStore } from '../application/sending-stops';
import { StoredParts } from '../infrastructure/inbound-parts';
import { StoredUnclaimedMessages } from '../infrastructure/unclaimed-messages';
import { KeepFailures1795021161000 } from '../infrastructure/migrations/keep-failures';
import { ReceiveMessages1795021121000 } from '../infrastructure/migrations/receive-messages';
import { StoredOptOuts } from '../infrastructure/opt-outs';
import { StoredSendingStops } from '../infrastructure/sending-stops';

/** Messages that arrive, who wants none, and who may send none. */
export const inboundWiring: Wiring = {
  providers: [
    bind(SenderBars, [SendingAccounts, OwnNumbers, AlertBlocks, SendingStopStore]),
    implement(PartStore, StoredParts, [Database, CryptoBox]),
    bind(QueueReplies, [MessageStore, CarrierRoutes, BodyKeys, DueMessages, Clock]),
    bind(StoreReceived, [
      Transactor,
      MessageStore,
      BodyKeys,
      MessagePrices,
      MessageCharges,
      AnswerKeywords,
      EventBus,
      Clock,
    ]),
    { provide: InboundParts, useExisting: ReceiveMessages },
  ],
  exported: [
    bind(AnswerKeywords, [OptOutStore, QueueReplies, Messages, Clock]),
    implement(UnclaimedMessages, StoredUnclaimedMessages, [Database, CryptoBox]),
    implement(OptOutStore, StoredOptOuts, [Database]),
    implement(SendingStopStore, StoredSendingStops, [Database]),
    bind(ReceiveMessages, [Transactor, PartStore, OwnNumbers, UnclaimedMessages, StoreReceived, Clock]),
    bind(RetryUnclaimed, [Transactor, UnclaimedMessages, ReceiveMessages, AuditLog]),
    bind(OptOuts, [Transactor, OptOutStore, AuditLog, Clock]),
    bind(BarredMessages, [MessageStore, SenderBars, Messages, Clock]),
    bind(SendingStops, [Transactor, SendingStopStore, SendingAccounts, Messages, AuditLog, Clock]),
  ],
  migrations: [ReceiveMessages1795021121000, KeepFailures1795021161000],
};
