import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
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
import { Messages } from '../application/messages/messages';
import { QueueMessages, SendMessages } from '../application/messages/send-messages';
import { SendingLimits } from '../application/messages/sending-limits';
import { SendingStopStore } from '../application/sending-stops';
import { NotifiedMessages } from '../infrastructure/due-messages';
import { StoredMessages } from '../infrastructure/message-store';
import { CreateMessaging1795021100000 } from '../infrastructure/migrations/create-messaging';
import { messagingSchemas } from '../infrastructure/schema';

/** Sending and reading messages. */
export const messagesWiring: Wiring = {
  providers: [
    implement(MessageStore, StoredMessages, [Database]),
    implement(DueMessages, NotifiedMessages, [Database]),
    bind(SendingLimits, [SendingRules, OptOutStore, SendingStopStore]),
    bind(QueueMessages, [Transactor, MessageStore, MessageFunds, DueMessages]),
  ],
  exported: [
    bind(SendMessages, [
      Transactor,
      OwnNumbers,
      SendingLimits,
      MessagePrices,
      CarrierRoutes,
      BodyKeys,
      QueueMessages,
      Clock,
    ]),
    bind(Messages, [Transactor, MessageStore, BodyKeys, MessageFunds, EventBus]),
  ],
  schemas: messagingSchemas,
  migrations: [CreateMessaging1795021100000],
};
