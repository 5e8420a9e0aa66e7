import { defineErrors } from '@trunkline/kernel';

/** When to repeat a request that waits for a supplier. Longer than the pause of an open circuit breaker (15 seconds). */
export const SUPPLIER_RETRY_SECONDS = 20;

export const NumberingErrors = defineErrors({
  country_not_supported: { kind: 'invalid', message: 'No supplier sells numbers of this country and type.' },
  supplier_unavailable: {
    kind: 'unavailable',
    message: 'No supplier is available. Try again later.',
    retryAfterSeconds: SUPPLIER_RETRY_SECONDS,
  },
  supplier_error: { kind: 'upstream', message: 'The supplier rejected the order. Order another number.' },
  supplier_timeout: {
    kind: 'timeout',
    message:
      'The supplier has not responded yet. To get the outcome, repeat the request with the same `Idempotency-Key`.',
  },
  number_unavailable: { kind: 'conflict', message: 'The number is no longer available. Search again.' },
  select_token_expired: { kind: 'gone', message: 'The select token has expired. Search again.' },
  cart_full: { kind: 'invalid', message: 'A cart holds at most 50 items.' },
  cart_empty: { kind: 'conflict', message: 'The cart is empty.' },
  cart_item_duplicate: { kind: 'conflict', message: 'The number is already in the cart.' },
  checkout_in_progress: {
    kind: 'conflict',
    message: 'A checkout of this cart is in progress. Wait until it has ended.',
  },
  insufficient_balance: {
    kind: 'payment_required',
    message: 'The available balance does not cover this amount. Top up your balance.',
  },
  resource_in_use: {
    kind: 'conflict',
    message:
      'The number is in use by the trunks and targets in `fields`. Reassign it there, or pass `force: true` to end these uses.',
  },
  trunk_not_active: { kind: 'conflict', message: 'The SIP trunk is not active. Enable it, or choose an active one.' },
  routing_profile_not_active: {
    kind: 'conflict',
    message: 'The routing profile is not active. Enable it, or choose an active one.',
  },
  compliance_bundle_mismatch: {
    kind: 'conflict',
    message: 'The compliance bundle is for another country or number type.',
  },
  compliance_bundle_not_usable: {
    kind: 'conflict',
    message: 'The compliance bundle must be submitted or approved to be attached.',
  },
  number_already_owned: {
    kind: 'conflict',
    message: 'An account has this number. To move it, name that account in `from_account_id`.',
  },
  account_closed: { kind: 'forbidden', message: 'The account is closed.' },
  port_already_exists: {
    kind: 'conflict',
    message: 'A port of one of the numbers is open already. `fields` names them.',
  },
  port_incomplete: { kind: 'invalid', message: 'The port lacks what it needs to be submitted. `fields` names it.' },
  number_locked: { kind: 'conflict', message: 'The number is locked against release. Clear `deletion_lock` first.' },
  job_limit_reached: {
    kind: 'conflict',
    message:
      'At most 2 jobs of numbers can be pending or running at a time. Wait until one of them has ended, or cancel it.',
  },
  release_not_scheduled: { kind: 'conflict', message: 'No release of the number is scheduled.' },
});
