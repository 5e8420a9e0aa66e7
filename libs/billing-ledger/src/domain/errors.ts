import { defineErrors } from '@trunkline/kernel';

export const BillingErrors = defineErrors({
  insufficient_balance: {
    kind: 'payment_required',
    message: 'The available balance does not cover this amount. Top up your balance.',
  },
  payment_declined: { kind: 'payment_required', message: 'The card was declined.' },
  payment_method_declined: { kind: 'payment_required', message: 'The card was declined and was not saved.' },
  no_default_payment_method: {
    kind: 'conflict',
    message: 'The account has no default payment method. Add one, or pass `payment_method_id`.',
  },
  payment_method_exists: { kind: 'conflict', message: 'This payment method is already saved.' },
  payment_method_in_use: {
    kind: 'conflict',
    message: 'Auto-recharge charges this payment method. Disable auto-recharge first.',
  },
  malformed_request: { kind: 'malformed', message: 'The signature is not valid for this card processor.' },
  processor_error: { kind: 'upstream', message: 'The card processor did not respond. Nothing was changed; try again.' },
});
