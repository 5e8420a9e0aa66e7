import { BatchesController } from './batches.controller';
import { MessagesController } from './messages.controller';
import { OptOutsController } from './opt-outs.controller';

/** Fixed paths under `/sms` come before those of a message. */
export const messagingControllers = [OptOutsController, BatchesController, MessagesController];
