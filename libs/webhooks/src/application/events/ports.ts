import type { Page, PageRequest, PublicEventType, PublishedEvent } from '@trunkline/kernel';

/** An event with the ids in its data. */
export interface RecordedEvent {
  readonly event: PublishedEvent;
  readonly relatedIds: readonly string[];
}

/** Stores the events of the last 30 days. See docs/events.md#retention. */
export abstract class EventLog {
  /**
   * Stores events in this order and announces them to readers of the tail. Ignores those that are already stored: the
   * outbox delivers at least once.
   */
  abstract add(events: readonly RecordedEvent[]): Promise<void>;
  /**
   * Drops the months in which all events were created before the time and none has a pending delivery. Returns how many events they
   * had.
   */
  abstract dropMonths(before: Date): Promise<number>;
  /** Deletes up to `limit` such events that were stored before events were partitioned by month. Returns how many. */
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

/** Reads events that have not expired. */
export abstract class EventQueries {
  abstract list(accountId: string, filters: EventFilters, page: PageRequest<'created_at'>): Promise<Page<EventView>>;
  /** Throws `not_found`, also for an event of another account. */
  abstract get(accountId: string, id: string): Promise<EventView>;
}

/** A place in the log of an account: after the event with this number. */
export interface TailPosition {
  readonly seq: number;
  /** The id of that event, or `BEFORE_ALL_EVENTS`. */
  readonly eventId: string;
}

/** The matching events after a position, in order. */
export interface TailPage {
  readonly events: readonly EventView[];
  /** After the last event that was examined, matching or not. */
  readonly position: TailPosition;
  /** Whether the log has more events. */
  readonly hasMore: boolean;
}

/** Stands for the position before the first event of an account. */
export const BEFORE_ALL_EVENTS = 'evt_0';

/**
 * Reads the log of an account in the order of its commits: an event that appears later has a higher number, so a reader that
 * continues after its last event misses none.
 */
export abstract class EventTail {
  /** Returns the position after an event of the account, or null if it is unknown or expired. */
  abstract find(accountId: string, eventId: string): Promise<TailPosition | null>;
  /** Returns the position after the newest event of the account. */
  abstract end(accountId: string): Promise<TailPosition>;
  abstract read(accountId: string, filters: EventFilters, after: TailPosition): Promise<TailPage>;
  /** Returns which of the accounts have events after the given numbers. */
  abstract changed(seqs: ReadonlyMap<string, number>): Promise<string[]>;
  /**
   * Calls `listener` soon after events were committed by any process: with the ids of the accounts, or with null when
   * announcements may have been lost.
   */
  abstract listen(listener: (accountIds: readonly string[] | null) => void): void;
}
