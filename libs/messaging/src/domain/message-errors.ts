/**
 * Why a message is not delivered, with the explanation that the API reference and docs/messages.md show. One catalogue for all
 * carriers: what a carrier says is translated to one of these.
 */
export const MESSAGE_ERRORS = {
  // Failed: no carrier accepted the message, and it is not charged.
  cancelled: 'The message was cancelled before a carrier accepted it.',
  no_carrier: 'No carrier serves the recipient.',
  not_accepted: 'No carrier accepted the message within four hours.',
  recipient_invalid: 'The carrier refused the recipient: the number does not exist or cannot receive text messages.',
  sender_not_allowed:
    'The carrier does not accept the sender for this recipient, for example because it is not registered.',
  content_rejected: 'The carrier refused the text, for example as spam.',
  carrier_refused: 'The carrier refused the message for another reason.',
  recipient_opted_out: 'The recipient has sent STOP to this number since the message was queued.',
  number_released: 'The number of the sender was released before a carrier accepted the message.',
  number_suspended: 'The number of the sender was suspended before a carrier accepted the message.',
  account_not_active: 'The account was suspended or closed before a carrier accepted the message.',
  sending_stopped: 'An operator stopped the text messages of the account.',
  blocked_by_alert: 'A fraud alert blocked the account before a carrier accepted the message.',
  // Queued: the carrier may have the message.
  outcome_unknown:
    'The connection to the carrier was lost before its response. The message is not sent again: a receipt or a query decides its status.',
  // Undelivered: a carrier accepted the message. It is charged, except for no_receipt of a message whose carrier never answered.
  undeliverable: "The recipient's network could not deliver the message.",
  rejected: "The recipient's network rejected the message.",
  expired: 'The recipient could not be reached until the message expired, for example because the phone was off.',
  state_unknown: 'The carrier does not know whether the message was delivered.',
  no_receipt: 'The carrier did not report a result within 72 hours.',
} as const;
export type MessageErrorCode = keyof typeof MESSAGE_ERRORS;
export const MESSAGE_ERROR_CODES = Object.keys(MESSAGE_ERRORS) as readonly MessageErrorCode[];
