import type { ProcessorEvent, ProcessorUpdate } from './processor-event';

/** An event that waits to be handled. */
export interface WaitingEvent {
  readonly id: string;
  readonly update: ProcessorUpdate;
  readonly receivedAt: Date;
}

/** The callbacks of the processor, each once. `processor` is that of the path they came by. */
export abstract class ProcessorInbox {
  /** Keeps an event; false when it was kept before. One without update is ignored from the start. */
  abstract add(processor: string, event: ProcessorEvent, at: Date): Promise<boolean>;
  /** Null when it is handled, ignored, or was never received. */
  abstract findWaiting(processor: string, id: string): Promise<WaitingEvent | null>;
  /** Events that are still waiting and due, each given to one caller only; the next look at them is put off first. */
  abstract claimDue(processor: string, now: Date, limit: number): Promise<WaitingEvent[]>;
  abstract close(processor: string, id: string, status: 'handled' | 'ignored', at: Date): Promise<void>;
  /** Forgets what was closed before then. Returns how many. */
  abstract prune(before: Date): Promise<number>;
}
