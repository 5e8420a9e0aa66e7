import { DeliveriesController } from './deliveries.controller';
import { CallWebhooksController } from './endpoints/call-webhooks.controller';
import { WebhooksController } from './endpoints/webhooks.controller';
import { EventTypesController } from './events/event-types.controller';
import { EventsController } from './events/events.controller';

/** The router tries `event-types` before the ids of endpoints, which match the same path. */
export const webhooksControllers = [
  EventsController,
  EventTypesController,
  WebhooksController,
  CallWebhooksController,
  DeliveriesController,
];
