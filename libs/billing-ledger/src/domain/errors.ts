import { defineErrors } from '@trunkline/kernel';

/** What billing refuses (contract, section 24). */
export const BillingErrors = defineErrors({
  insufficient_balance: { kind: 'payment_required', message: 'The available balance does not cover this.' },
  payment_declined: { kind: 'payment_required', message: 'The card was declined.' },
  payment_method_declined: { kind: 'payment_required', message: 'The card was declined and has not been saved.' },
  no_default_payment_method: { kind: 'conflict', message: 'Add a payment method, or name one.' },
  payment_method_exists: { kind: 'conflict', message: 'This payment method is saved already.' },
  payment_method_in_use: { kind: 'conflict', message: 'Auto-recharge charges this payment method; turn it off first.' },
  malformed_request: { kind: 'malformed', message: 'The signature is not that of the card processor.' },
  processor_error: { kind: 'upstream', message: 'The card processor did not answer; nothing was changed.' },
});
