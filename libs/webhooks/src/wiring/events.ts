import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { QueueDeliveries } from '../application/deliveries/queue-deliveries';
import { EventLog, EventQueries } from '../application/events/ports';
import { PruneEvents } from '../application/events/prune-events';
import { RecordEvent } from '../application/events/record-event';
import { SqlEventLog } from '../infrastructure/events/sql-event-log';
import { SqlEventQueries } from '../infrastructure/events/sql-event-queries';

export const eventsWiring: Wiring = {
  providers: [implement(EventLog, SqlEventLog, [Database])],
  exported: [
    implement(EventQueries, SqlEventQueries, [Database]),
    bind(RecordEvent, [EventLog, QueueDeliveries]),
    bind(PruneEvents, [EventLog, Clock]),
  ],
};
