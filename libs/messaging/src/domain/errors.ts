import { defineErrors } from '@trunkline/kernel';

export const MessagingErrors = defineErrors({
  capability_missing: {
    kind: 'conflict',
    message: 'The number cannot send text messages. Use a number with the capability `sms`.',
  },
  destination_not_allowed: {
    kind: 'forbidden',
    message: 'Messages to this recipient are not possible: there is no price, or no carrier serves it.',
  },
  spend_cap_reached: {
    kind: 'forbidden',
    message: 'The daily limit of the account does not cover the message. It is counted anew at midnight UTC.',
  },
  insufficient_balance: {
    kind: 'payment_required',
    message: 'The available balance does not cover the message. Top up, then retry.',
  },
  unavailable: {
    kind: 'unavailable',
    message: 'Other requests of the account changed its balance meanwhile. Retry.',
    retryAfterSeconds: 1,
  },
  recipient_opted_out: {
    kind: 'conflict',
    message: 'The recipient has sent STOP to this number. Only the recipient can opt in again, by sending START.',
  },
});
