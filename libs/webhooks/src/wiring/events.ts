import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, Notifications, type Wiring } from '@trunkline/platform';
import { QueueDeliveries } from '../application/deliveries/queue-deliveries';
import { EventLog, EventQueries, EventTail } from '../application/events/ports';
import { PruneEvents } from '../application/events/prune-events';
import { RecordEvent } from '../application/events/record-event';
import { SqlEventLog } from '../infrastructure/events/sql-event-log';
import { SqlEventQueries } from '../infrastructure/events/sql-event-queries';
import { SqlEventTail } from '../infrastructure/events/sql-event-tail';

export const eventsWiring: Wiring = {
  providers: [implement(EventLog, SqlEventLog, [Database])],
  exported: [
    implement(EventQueries, SqlEventQueries, [Database]),
    implement(EventTail, SqlEventTail, [Database, Notifications]),
    bind(RecordEvent, [EventLog, QueueDeliveries]),
    bind(PruneEvents, [EventLog, Clock]),
  ],
};
