import { defineErrors } from '@trunkline/kernel';

/** Codes and statuses of the contract, section 24. */
export const VoiceRoutingErrors = defineErrors({
  name_in_use: { kind: 'conflict', message: 'Another one of this account, not archived, already has this name.' },
  resource_in_use: {
    kind: 'conflict',
    message: 'It is still in use; `fields` counts by what. `force=true` lets go of it.',
  },
  gateway_limit_reached: { kind: 'conflict', message: 'A trunk has at most 20 gateways.' },
  target_limit_reached: { kind: 'conflict', message: 'A routing profile has at most 50 targets.' },
  trunk_not_active: { kind: 'conflict', message: 'The SIP trunk is not active.' },
  url_not_allowed: { kind: 'invalid', message: 'The URL is not one that webhooks may be sent to.' },
  host_not_allowed: { kind: 'invalid', message: 'The host is not one that calls may be sent to.' },
});
