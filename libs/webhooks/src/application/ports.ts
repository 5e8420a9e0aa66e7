import type { Page, PageRequest, PublishedEvent } from '@trunkline/kernel';
import type { PublicEventType } from '../domain/public-events';

/** The events of the last 30 days, from which endpoints are served and customers read. */
export abstract class EventLog {
  /** Harmless when the event is there already: the outbox delivers at least once. */
  abstract add(event: PublishedEvent, relatedIds: readonly string[]): Promise<void>;
  /** Removes up to `limit` events made before `before`. Returns how many. */
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
  /** The id of anything that the event is about. */
  readonly relatedId?: string;
}

/** What customers read of their events (contract, section 18). */
export abstract class EventQueries {
  abstract list(accountId: string, filters: EventFilters, page: PageRequest<'created_at'>): Promise<Page<EventView>>;
  /** Throws not_found, also for an event of another account. */
  abstract get(accountId: string, id: string): Promise<EventView>;
}
