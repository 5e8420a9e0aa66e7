import type { ProcessorEvent, ProcessorUpdate } from './processor-event';

/** An event that was received and not handled yet. */
export interface WaitingEvent {
  readonly id: string;
  readonly update: ProcessorUpdate;
  readonly receivedAt: Date;
}

/** The processor's events, each stored once. `processor` is the name in the path of the callback. */
export abstract class ProcessorInbox {
  /** Returns false for a repeated event. An event without an update is stored as ignored. */
  abstract add(processor: string, event: ProcessorEvent, at: Date): Promise<boolean>;
  /** Null for an event that is handled, ignored or unknown. */
  abstract findWaiting(processor: string, id: string): Promise<WaitingEvent | null>;
  /** Claims waiting events that are due, each for one caller, by postponing their next check. */
  abstract claimDue(processor: string, now: Date, limit: number): Promise<WaitingEvent[]>;
  abstract close(processor: string, id: string, status: 'handled' | 'ignored', at: Date): Promise<void>;
  /** Deletes events that were closed before this time. Returns the count. */
  abstract prune(before: Date): Promise<number>;
}
