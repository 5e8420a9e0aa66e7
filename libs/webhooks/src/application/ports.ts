import type { PublishedEvent } from '@trunkline/kernel';

/** The events of the last 30 days, from which endpoints are served and customers read. */
export abstract class EventLog {
  /** Harmless when the event is there already: the outbox delivers at least once. */
  abstract add(event: PublishedEvent, relatedIds: readonly string[]): Promise<void>;
  /** Removes up to `limit` events made before `before`. Returns how many. */
  abstract prune(before: Date, limit: number): Promise<number>;
}
