import type { PublishedEvent } from '@trunkline/kernel';
import { isPublic, relatedIdsOf } from '../../domain/events/public-events';
import type { QueueDeliveries } from '../deliveries/queue-deliveries';
import type { EventLog } from './ports';

/** Records events for customers and queues their deliveries. The worker subscribes it to every public type. Safe to repeat. */
export class RecordEvent {
  constructor(
    private readonly log: EventLog,
    private readonly deliveries: Pick<QueueDeliveries, 'queue'>,
  ) {}

  record(event: PublishedEvent): Promise<void> {
    return this.recordAll([event]);
  }

  /** Records events with one statement, those of each account in this order. */
  async recordAll(events: readonly PublishedEvent[]): Promise<void> {
    const internal = events.find(({ type }) => !isPublic(type));
    if (internal) throw new Error(`${internal.type} is not a public event type.`);
    await this.log.add(events.map((event) => ({ event, relatedIds: relatedIdsOf(event.data) })));
    await this.deliveries.queue(events);
  }
}
