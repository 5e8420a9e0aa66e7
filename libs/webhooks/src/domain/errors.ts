import { defineErrors } from '@trunkline/kernel';

export const WebhookErrors = defineErrors({
  webhook_limit_reached: {
    kind: 'conflict',
    message: 'The account already has 20 webhook endpoints, the maximum. Delete one first.',
  },
  rotation_pending: {
    kind: 'conflict',
    message:
      'Two secrets already sign. Wait until the previous one expires, or rotate with `overlap_s` 0, which ends all older secrets at once.',
  },
  url_not_allowed: {
    kind: 'invalid',
    message: 'Webhooks cannot be sent to this URL. Use https, an allowed port and a public address.',
  },
});
