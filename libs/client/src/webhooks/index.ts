export { webhookMiddleware, WebhookGuard, type WebhookRequest } from './receivers.ts';
export {
  verifyWebhook,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookFailure,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';
