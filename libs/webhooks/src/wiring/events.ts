import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, Notifications, type Wiring } from '@trunkline/platform';
import { QueueDeliveries } from '../application/deliveries/queue-deliveries';
import { EventLog, EventQueries, EventTail } from '../application/events/ports';
import { PruneEvents } from '../application/events/prune-events';
import { RecordEvent } from '../application/events/record-event';
import { StoredEventLog } from '../infrastructure/events/event-log';
import { EventReads } from '../infrastructure/events/event-queries';
import { StoredEventTail } from '../infrastructure/events/event-tail';

export const eventsWiring: Wiring = {
  providers: [implement(EventLog, StoredEventLog, [Database])],
  exported: [
    implement(EventQueries, EventReads, [Database]),
    implement(EventTail, StoredEventTail, [Database, Notifications]),
    bind(RecordEvent, [EventLog, QueueDeliveries]),
    bind(PruneEvents, [EventLog, Clock]),
  ],
};
