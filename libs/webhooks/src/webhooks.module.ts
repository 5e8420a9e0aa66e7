import { Module } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, type Persistence } from '@trunkline/platform';
import { EventLog, EventQueries } from './application/events/ports';
import { PruneEvents } from './application/events/prune-events';
import { RecordEvent } from './application/events/record-event';
import { CreateWebhooks1795000700000 } from './infrastructure/migrations/create-webhooks';
import { SqlEventLog } from './infrastructure/events/sql-event-log';
import { SqlEventQueries } from './infrastructure/events/sql-event-queries';

@Module({
  providers: [
    implement(EventLog, SqlEventLog, [Database]),
    implement(EventQueries, SqlEventQueries, [Database]),
    bind(RecordEvent, [EventLog]),
    bind(PruneEvents, [EventLog, Clock]),
  ],
  exports: [RecordEvent, PruneEvents, EventQueries],
})
export class WebhooksModule {}

export const webhooksPersistence: Persistence = {
  schemas: [],
  migrations: [CreateWebhooks1795000700000],
  grants: { schema: 'webhooks' },
};
