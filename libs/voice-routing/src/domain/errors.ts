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
  url_not_allowed: {
    kind: 'invalid',
    message: 'Webhooks cannot be sent to this URL. Use https, an allowed port and a public address.',
  },
  host_not_allowed: {
    kind: 'invalid',
    message: 'Calls cannot be sent to this host. Use a host with public addresses only.',
  },
});
