import type { Page, PageRequest, PublishedEvent } from '@trunkline/kernel';
import type { PublicEventType } from '../../domain/events/public-events';

/** An event with the ids in its data. */
export interface RecordedEvent {
  readonly event: PublishedEvent;
  readonly relatedIds: readonly string[];
}

/** Stores the events of the last 30 days. */
export abstract class EventLog {
  /** Stores events in this order. Ignores those that are already stored: the outbox delivers at least once. */
  abstract add(events: readonly RecordedEvent[]): Promise<void>;
  /** Removes up to `limit` events created before `before`. Returns how many. */
  abstract prune(before: Date, limit: number): Promise<number>;
}

export interface EventView {
  readonly id: string;
  readonly type: PublicEventType;
  readonly createdAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventFilters {
  readonly types?: readonly string[];
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  /** An id in the event's data. */
  readonly relatedId?: string;
}

export abstract class EventQueries {
  abstract list(accountId: string, filters: EventFilters, page: PageRequest<'created_at'>): Promise<Page<EventView>>;
  /** Throws `not_found`, also for an event of another account. */
  abstract get(accountId: string, id: string): Promise<EventView>;
}
