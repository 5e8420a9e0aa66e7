export { EventQueries, type EventView } from './application/events/ports';
export { PruneEvents } from './application/events/prune-events';
export { RecordEvent } from './application/events/record-event';
export { EVENT_TYPE_CATALOGUE, EVENT_TYPES, type EventTypeName } from './domain/event-types/event-types';
export { PUBLIC_EVENT_TYPES, type PublicEventType } from './domain/events/public-events';
export { WebhooksModule, webhooksPersistence } from './webhooks.module';
