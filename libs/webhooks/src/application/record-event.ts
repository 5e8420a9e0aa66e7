import type { PublishedEvent } from '@trunkline/kernel';
import { isPublic, relatedIdsOf } from '../domain/public-events';
import type { EventLog } from './ports';

/** How events reach webhooks: the worker subscribes this to every public type. Safe to repeat. */
export class RecordEvent {
  constructor(private readonly log: EventLog) {}

  async execute(event: PublishedEvent): Promise<void> {
    if (!isPublic(event.type)) throw new Error(`${event.type} is not an event for customers.`);
    await this.log.add(event, relatedIdsOf(event.data));
  }
}
