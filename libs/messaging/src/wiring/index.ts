/** The index, and what only the composition needs, which wires this context with the others. */

export * from '../index';
export { MessagingModule, messagingPersistence } from '../messaging.module';

export { SHOWN_MEMBERS } from '../application/messages/ports';

// Classes that answer the ports of other contexts.
export { MessagePatterns } from '../application/spending';
export { SYSTEM_ACCOUNT, SystemMessages } from '../application/system-messages';

// Ports that other contexts answer.
export { AlertBlocks } from '../application/barred-messages';
export { BodyKeys, MessageFunds, MessagePrices, OwnNumbers, SendingRules } from '../application/messages/ports';
export { SendingAccounts } from '../application/sending-stops';
