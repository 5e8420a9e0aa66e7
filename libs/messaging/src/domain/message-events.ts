import type { IntegrationEvent } from '@trunkline/kernel';
import type { Message } from './message';

/** What the event of a message says, and the ledger needs. */
export type ChangedMessage = Pick<
  Message,
  | 'id'
  | 'accountId'
  | 'sender'
  | 'recipient'
  | 'numberId'
  | 'status'
  | 'errorCode'
  | 'segments'
  | 'priceCents'
  | 'customerReference'
>;

export const CHANGED_MEMBERS = [
  'id',
  'accountId',
  'sender',
  'recipient',
  'numberId',
  'status',
  'errorCode',
  'segments',
  'priceCents',
  'customerReference',
] as const satisfies readonly (keyof ChangedMessage)[];

/** Returns the event of a message whose status has changed. */
export function statusEventOf(message: ChangedMessage): IntegrationEvent {
  const { id, accountId, sender, recipient, numberId, status, errorCode, segments, customerReference } = message;
  return {
    type: 'sms.status_changed',
    accountId,
    data: {
      message_id: id,
      number_id: numberId,
      from: sender,
      to: recipient,
      status,
      error_code: errorCode,
      segments,
      // What no carrier took is free.
      price_cents: status === 'failed' ? 0 : message.priceCents,
      customer_reference: customerReference,
    },
  };
}
