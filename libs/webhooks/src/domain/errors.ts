import { defineErrors } from '@trunkline/kernel';

export const WebhookErrors = defineErrors({
  webhook_limit_reached: {
    kind: 'conflict',
    message: 'The account already has 20 webhook endpoints, the maximum. Delete one first.',
  },
  url_not_allowed: {
    kind: 'invalid',
    message: 'Webhooks cannot be sent to this URL. Use https, an allowed port and a public address.',
  },
});
