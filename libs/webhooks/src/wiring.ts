/** The index, and what only the composition needs, which wires this context with the others. */

export * from './index';
export { WebhooksModule, webhooksPersistence } from './webhooks.module';

// Classes that answer the ports of other contexts.
export { SendCallback } from './application/deliveries/send-callback';

// Ports that other contexts answer.
export { MessageTexts, WebhookContacts } from './application/deliveries/ports';
