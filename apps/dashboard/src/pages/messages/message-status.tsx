import { Text } from '@mantine/core';
import type { Sms, SmsErrorCode } from '@trunkline/client';
import { format, words } from '../../format';
import { type State, StatusMark } from '../../ui/feedback/status-mark';

const STATES: Readonly<Record<Sms['status'], State>> = {
  queued: 'wait',
  sent: 'wait',
  delivered: 'ok',
  undelivered: 'bad',
  failed: 'bad',
  received: 'ok',
};

/** What a user can do about a message that does not arrive. */
const EXPLANATIONS: Readonly<Record<SmsErrorCode, string>> = {
  cancelled: 'You cancelled the message. It was not charged.',
  no_carrier: 'No carrier serves this recipient. The message was not charged.',
  not_accepted: 'No carrier accepted the message within four hours. It was not charged: send it again.',
  recipient_invalid: 'The number does not exist or cannot receive text messages. Check it.',
  sender_not_allowed: 'The carrier does not accept your number for this recipient. Send from another number.',
  content_rejected: 'The carrier refused the text, for example as spam. Change it.',
  carrier_refused: 'The carrier refused the message, which was not charged.',
  recipient_opted_out:
    'The recipient replied STOP. The recipient can reply START, or you can remove the opt-out after consent in another way.',
  number_released: 'Your number was released before the message was sent.',
  number_suspended: 'Your number was suspended before the message was sent.',
  account_not_active: 'The account was suspended before the message was sent.',
  sending_stopped: 'Sending was stopped for this account. Contact support.',
  blocked_by_alert: 'A fraud alert blocked this account before the message was sent. Contact support.',
  outcome_unknown:
    'The connection to the carrier was lost. The carrier may have the message, so it is not sent again: wait for its status.',
  undeliverable: 'The recipient’s network could not deliver the message.',
  rejected: 'The recipient’s network rejected the message.',
  expired: 'The phone could not be reached, for example because it was off.',
  state_unknown: 'The carrier does not know whether the message arrived.',
  no_receipt: 'The carrier did not report a result within 72 hours.',
};

const isScheduled = ({ status, scheduled_at }: Sms): boolean =>
  status === 'queued' && scheduled_at !== null && scheduled_at * 1000 > Date.now();

/** Where a message is. */
export function MessageStatus({ message }: { message: Sms }) {
  const { status, scheduled_at } = message;
  if (isScheduled(message) && scheduled_at !== null)
    return <StatusMark state="wait" text={`Scheduled for ${format.time(scheduled_at)}`} />;
  return <StatusMark state={STATES[status]} text={words(status)} />;
}

/** Why a message does not arrive, or nothing. */
export function MessageFault({ message: { error_code } }: { message: Sms }) {
  if (error_code === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {EXPLANATIONS[error_code]}
    </Text>
  );
}
