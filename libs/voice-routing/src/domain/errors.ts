import { defineErrors } from '@trunkline/kernel';

export const VoiceRoutingErrors = defineErrors({
  name_in_use: {
    kind: 'conflict',
    message: 'The name is already in use in this account. Choose another name, or archive the resource that has it.',
  },
  resource_in_use: {
    kind: 'conflict',
    message:
      'The resource is in use: `fields` counts what uses it. Reassign that first, or pass `force=true` to detach it.',
  },
  gateway_limit_reached: {
    kind: 'conflict',
    message: 'The trunk already has 20 gateways, the maximum. Remove one first.',
  },
  target_limit_reached: {
    kind: 'conflict',
    message: 'The routing profile already has 50 targets, the maximum. Remove one first.',
  },
  trunk_not_active: { kind: 'conflict', message: 'The SIP trunk is not active. Enable it, or choose an active one.' },
  switch_not_connected: {
    kind: 'conflict',
    message: 'No switch takes commands at the moment. Retry in a minute.',
  },
  call_already_ended: { kind: 'conflict', message: 'The call has already ended.' },
  concurrency_limit_reached: {
    kind: 'conflict',
    message: 'The account has reached its limit of concurrent calls. Retry when a call has ended.',
  },
  insufficient_balance: {
    kind: 'payment_required',
    message: 'The available balance does not cover a minute of the call. Top up, or wait until other calls have ended.',
  },
  destination_not_allowed: {
    kind: 'forbidden',
    message: 'The number cannot be called: it has no price, or no carrier serves it.',
  },
  spend_cap_reached: {
    kind: 'forbidden',
    message:
      'The daily limit for outbound calls does not cover a minute of the call. It is counted anew at midnight UTC.',
  },
  rate_limited: {
    kind: 'too_many',
    message: 'The account starts more calls per second than it may. Retry a second later.',
    retryAfterSeconds: 1,
  },
  account_suspended: { kind: 'forbidden', message: 'The account is not active.' },
  url_not_allowed: {
    kind: 'invalid',
    message: 'Webhooks cannot be sent to this URL. Use https, an allowed port and a public address.',
  },
  rotation_pending: {
    kind: 'conflict',
    message:
      'Two secrets already sign. Wait until the previous one expires, or rotate with `overlap_s` 0, which ends all older secrets at once.',
  },
  host_not_allowed: {
    kind: 'invalid',
    message: 'Calls cannot be sent to this host. Use a host with public addresses only.',
  },
});
