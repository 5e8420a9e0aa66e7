import { join } from 'node:path';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Log, Settings, type Wiring } from '@trunkline/platform';
import { Batches } from '../application/batches/batches';
import { BatchStore } from '../application/batches/ports';
import { SendBatch } from '../application/batches/send-batch';
import { CarrierRoutes } from '../application/carriers/ports';
import {
  BodyKeys,
  DueMessages,
  MessageFunds,
  MessagePrices,
  MessageStore,
  OwnNumbers,
  SendingRules,
} from '../application/messages/ports';
import { OptOutStore } from '../application/consent/ports';
import { MessageCharges } from '../application/messages/message-charges';
import { Messages } from '../application/messages/messages';
import { QueueMessages, SendMessages } from '../application/messages/send-messages';
import { SendingLimits } from '../application/messages/sending-limits';
import { SendingStopStore } from '../application/sending-stops';
import { MessagePatterns, SpendingHours } from '../application/spending';
import { SystemMessages, SystemSender } from '../application/system-messages';
import { StoredBatches } from '../infrastructure/batch-store';
import { NotifiedMessages } from '../infrastructure/due-messages';
import { StoredMessages } from '../infrastructure/message-store';
import { CountSpending1795021170100 } from '../infrastructure/migrations/count-spending';
import { CreateMessaging1795021100000 } from '../infrastructure/migrations/create-messaging';
import { KeepBatches1795021132000 } from '../infrastructure/migrations/keep-batches';
import { messagingSchemas } from '../infrastructure/schema';
import { StoredSpendingHours } from '../infrastructure/spending-hours';
import { WrittenMessages } from '../sandbox/written-messages';

/** Sending and reading messages. */
export const messagesWiring: Wiring = {
  providers: [
    implement(MessageStore, StoredMessages, [Database]),
    implement(DueMessages, NotifiedMessages, [Database]),
    bind(SendingLimits, [SendingRules, OptOutStore, SendingStopStore]),
    implement(BatchStore, StoredBatches, [Database]),
    {
      provide: SystemSender,
      inject: [Settings, Log],
      useFactory: (settings: Settings, log: Log): SystemSender => {
        const from = settings.phoneSenderOf(settings.isSandbox);
        const folder = join(settings.DATA_DIR, 'sms');
        return settings.isSandbox ? new WrittenMessages(from, folder, log) : { from, sent: () => undefined };
      },
    },
    implement(SpendingHours, StoredSpendingHours, [Database]),
    bind(MessageCharges, [MessageFunds, SpendingHours, Clock]),
    bind(QueueMessages, [Transactor, MessageStore, MessageFunds, DueMessages]),
  ],
  exported: [
    implement(MessagePatterns, StoredSpendingHours, [Database]),
    bind(SendMessages, [
      OwnNumbers,
      SendingLimits,
      MessagePrices,
      CarrierRoutes,
      BodyKeys,
      MessageFunds,
      QueueMessages,
      Clock,
    ]),
    bind(Messages, [Transactor, MessageStore, BodyKeys, MessageCharges, EventBus]),
    bind(Batches, [BatchStore, Messages]),
    bind(SendBatch, [SendMessages, BatchStore, Batches, Clock]),
    bind(SystemMessages, [
      Transactor,
      SystemSender,
      SendingRules,
      MessagePrices,
      CarrierRoutes,
      BodyKeys,
      MessageStore,
      DueMessages,
      Clock,
    ]),
  ],
  schemas: messagingSchemas,
  migrations: [CreateMessaging1795021100000, KeepBatches1795021132000, CountSpending1795021170100],
};
