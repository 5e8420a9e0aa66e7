import { EventTypesController } from './event-types/event-types.controller';
import { EventsController } from './events.controller';

/** `event-types` comes before the ids of endpoints, which match the same path. */
export const webhooksControllers = [EventsController, EventTypesController];
