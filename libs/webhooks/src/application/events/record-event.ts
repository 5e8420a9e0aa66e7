import type { PublishedEvent } from '@trunkline/kernel';
import { isPublic, relatedIdsOf } from '../../domain/events/public-events';
import type { EventLog } from './ports';

/** Records an event for customers. The worker subscribes it to every public type. Safe to repeat. */
export class RecordEvent {
  constructor(private readonly log: EventLog) {}

  async execute(event: PublishedEvent): Promise<void> {
    if (!isPublic(event.type)) throw new Error(`${event.type} is not a public event type.`);
    await this.log.add(event, relatedIdsOf(event.data));
  }
}
