export { EventQueries, type EventView } from './application/ports';
export { PruneEvents } from './application/prune-events';
export { RecordEvent } from './application/record-event';
export { PUBLIC_EVENT_TYPES, type PublicEventType } from './domain/public-events';
export { WebhooksModule, webhooksPersistence } from './webhooks.module';
