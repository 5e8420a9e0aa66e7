import type { IntegrationEvent } from '@trunkline/kernel';
import type { PhoneNumber } from '../domain/phone-number';

/** Tells that a number which worked has stopped working. */
export function suspensionOf({ id, e164, accountId }: PhoneNumber, reason: string): IntegrationEvent {
  return { type: 'number.suspended', accountId, data: { number_id: id, e164, reason } };
}
