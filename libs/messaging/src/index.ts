export { BarredMessages } from './application/barred-messages';
export { CarrierEvents } from './application/carriers/carrier-events';
export { MessagingCarriers } from './application/carriers/carriers';
export { InspectPdu, KeptPdus } from './application/carriers/kept-pdus';
export { CarrierInbox, type HeldCarrier, type HeldCarriers, type InboundPart } from './application/carriers/ports';
export {
  CarrierQueries as MessagingCarrierQueries,
  type CarrierStatus,
  type CarrierView,
  RefusalCounts,
} from './application/carriers/store-ports';
export { AnswerKeywords } from './application/consent/answer-keywords';
export { OptOuts } from './application/consent/opt-outs';
export { OptOutStore } from './application/consent/ports';
export { Batches } from './application/batches/batches';
export type { BatchDetails, BatchView } from './application/batches/ports';
export { SendBatch } from './application/batches/send-batch';
export { DeliverMessages } from './application/delivery/deliver-messages';
export { SweepMessages } from './application/delivery/sweep-messages';
export { UnclaimedMessages } from './application/inbound/ports';
export { ReceiveMessages } from './application/inbound/receive-messages';
export { RetryUnclaimed } from './application/inbound/retry-unclaimed';
export { Messages } from './application/messages/messages';
export { type MessageFilters, type MessageView } from './application/messages/ports';
export { messageIdOf, SendMessages, type SendOutcome } from './application/messages/send-messages';
export { EraseMessages, PruneMessages } from './application/retention';
export { SendingStops, SendingStopStore } from './application/sending-stops';
export * as lists from './domain/lists';
export {
  BYTE_MAX,
  CARRIER_DEFAULTS,
  CARRIER_NUMBERS_MAX,
  PREFIXES_MAX,
  SYSTEM_TYPE_MAX,
} from './domain/carriers/carrier';
export { MessagingErrors } from './domain/errors';
export { BATCH_RECIPIENTS_MAX } from './domain/batch';
export { MESSAGE_STATUSES, SCHEDULE_DAYS_MAX } from './domain/message';
export { BODY_MAX, ENCODINGS } from './domain/text/parts';
export { MESSAGE_ERROR_CODES, MESSAGE_ERRORS } from './domain/message-errors';
export { SandboxInbound } from './sandbox/sandbox-inbound';
export { MESSAGES_CHANNEL } from './infrastructure/due-messages';
