import { MessagesController } from './messages.controller';

/** Fixed paths under `/sms` come before those of a message. */
export const messagingControllers = [MessagesController];
