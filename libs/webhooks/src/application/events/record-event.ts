import { isPublicEvent, type PublishedEvent } from '@trunkline/kernel';
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
    const internal = events.find(({ type }) => !isPublicEvent(type));
    if (internal) throw new Error(`${internal.type} is not a public event type.`);
    await this.log.add(events.map((event) => ({ event, relatedIds: relatedIdsOf(event.data) })));
    await this.deliveries.queue(events);
  }
}

/** Returns the ids in the event's data, by which customers filter. */
export function relatedIdsOf(data: object): string[] {
  const ids = Object.entries(data).filter(([name, value]) => name.endsWith('_id') && typeof value === 'string');
  return ids.map(([, value]) => String(value));
}
