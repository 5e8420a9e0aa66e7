import type { SubmitOutcome } from '../../application/carriers/ports';
import type { MessageErrorCode } from '../../domain/message-errors';
import { STATUS, statusName } from './pdu';

/** What the answer to a part means. */
export type PartResult = 'taken' | 'throttled' | 'later' | 'unbound' | 'refused';

const RESULTS: Readonly<Record<number, PartResult>> = {
  [STATUS.ok]: 'taken',
  [STATUS.throttled]: 'throttled',
  [STATUS.queueFull]: 'throttled',
  [STATUS.systemError]: 'later',
  [STATUS.temporaryError]: 'later',
  [STATUS.invalidBindState]: 'unbound',
};

const ERROR_CODES: Readonly<Record<number, MessageErrorCode>> = {
  [STATUS.invalidSource]: 'sender_not_allowed',
  [STATUS.invalidSourceTon]: 'sender_not_allowed',
  [STATUS.invalidSourceNpi]: 'sender_not_allowed',
  [STATUS.invalidDestination]: 'recipient_invalid',
  [STATUS.invalidDestinationTon]: 'recipient_invalid',
  [STATUS.invalidDestinationNpi]: 'recipient_invalid',
};

export function resultOf(status: number): PartResult {
  return RESULTS[status] ?? 'refused';
}

/** Returns the outcome of a message that the carrier refuses with the status. */
export function refusal(status: number): Extract<SubmitOutcome, { readonly kind: 'refused' }> {
  return { kind: 'refused', code: statusName(status), errorCode: ERROR_CODES[status] ?? 'carrier_refused' };
}
