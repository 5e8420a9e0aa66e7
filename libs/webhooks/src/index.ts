export { Deliveries } from './application/deliveries/deliveries';
export { type DeliveryView } from './application/deliveries/delivery-log';
export { PruneDeliveries } from './application/deliveries/prune-deliveries';
export { DELIVERY_STATUSES } from './domain/delivery';
export { DeliverToEndpoint } from './application/deliveries/deliver-to-endpoint';
export { DeliveryHints, DeliveryStatistics, DeliveryStore } from './application/deliveries/ports';
export { type CreatedEndpoint, Endpoints, type RotatedSecret } from './application/endpoints';
export { EndpointRepository } from './application/ports';
export { EventQueries, EventTail, type EventView, type TailPosition } from './application/events/ports';
export { PruneEvents } from './application/events/prune-events';
export { RecordEvent } from './application/events/record-event';
export {
  ALL_EVENT_TYPES,
  DISABLED_REASONS,
  ENDPOINT_DEFAULTS,
  ENDPOINT_STATUSES,
  type EndpointChange,
  SECRET_OVERLAP_SECONDS,
  type WebhookEndpoint,
} from './domain/webhook-endpoint';
export { WEBHOOK_QUEUES } from './infrastructure/deliveries/job-delivery-hints';
export { WebhookErrors } from './domain/errors';
