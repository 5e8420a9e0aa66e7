import { defineErrors } from '@trunkline/kernel';

/** By then a supplier that rests after its failures has been asked again. */
const SUPPLIER_BACK_SECONDS = 20;

export const NumberingErrors = defineErrors({
  country_not_supported: { kind: 'invalid', message: 'No supplier sells numbers of this country and type.' },
  supplier_unavailable: {
    kind: 'unavailable',
    message: 'No supplier can be reached at the moment.',
    retryAfterSeconds: SUPPLIER_BACK_SECONDS,
  },
  supplier_error: { kind: 'upstream', message: 'The supplier refused the order.' },
  supplier_timeout: {
    kind: 'timeout',
    message:
      'The supplier has not answered yet. Repeat the request with the same Idempotency-Key to learn the outcome.',
  },
  number_unavailable: { kind: 'conflict', message: 'That number is no longer available.' },
  select_token_expired: { kind: 'gone', message: 'The select token has expired; search again.' },
  cart_full: { kind: 'invalid', message: 'A cart holds 50 items at most.' },
  cart_empty: { kind: 'conflict', message: 'There is nothing in the cart.' },
  cart_item_duplicate: { kind: 'conflict', message: 'That number is in the cart already.' },
  checkout_in_progress: { kind: 'conflict', message: 'A checkout of this cart is still running.' },
  insufficient_balance: { kind: 'payment_required', message: 'The available balance does not cover this.' },
  resource_in_use: {
    kind: 'conflict',
    message:
      'The number is in use: `fields` names by what. Reassign it there, or pass `force: true` to end these uses.',
  },
  trunk_not_active: { kind: 'conflict', message: 'The trunk is not active.' },
  routing_profile_not_active: { kind: 'conflict', message: 'The routing profile is not active.' },
  compliance_bundle_mismatch: {
    kind: 'conflict',
    message: 'The compliance bundle is for another country or number type.',
  },
  compliance_bundle_not_usable: {
    kind: 'conflict',
    message: 'The compliance bundle must be submitted or approved to be attached.',
  },
  number_locked: { kind: 'conflict', message: 'The number is locked against release; clear deletion_lock first.' },
  release_not_scheduled: { kind: 'conflict', message: 'No release of this number is scheduled.' },
});
