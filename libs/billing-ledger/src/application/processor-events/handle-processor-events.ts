import { addDays, type Clock } from '@trunkline/kernel';
import type { CardProcessor } from '../card-processor';
import { Sweep } from '../sweep';
import type { ApplyProcessorUpdate } from './apply-processor-update';
import type { ProcessorInbox, WaitingEvent } from './ports';

/** An event without a matching charge after this time belongs to another system that uses the same processor account. */
const FOREIGN_AFTER_DAYS = 3;
/** Far longer than any processor repeats an event. */
const RETENTION_DAYS = 90;

export interface HandledEvents {
  readonly handled: number;
  /** Events to retry later. */
  readonly waiting: number;
}

/** Handles stored processor events. Safe to repeat and to run on several workers: every effect happens once. */
export class HandleProcessorEvents {
  constructor(
    private readonly processor: CardProcessor,
    private readonly inbox: ProcessorInbox,
    private readonly applyUpdate: ApplyProcessorUpdate,
    private readonly clock: Clock,
  ) {}

  /** Handles one event. Rejects with the error for the caller to retry. */
  async handle(eventId: string): Promise<void> {
    const event = await this.inbox.findWaiting(this.processor.name, eventId);
    if (event) await this.apply(event);
  }

  /** Handles every waiting event that is due. Throws an AggregateError at the end when some failed. */
  async handleDue(): Promise<HandledEvents> {
    const sweep = new Sweep();
    const counts = { handled: 0, waiting: 0 };
    await sweep.eachDue(
      (limit) => this.inbox.claimDue(this.processor.name, this.clock.now(), limit),
      async (event) => {
        const isClosed = await this.apply(event);
        counts[isClosed ? 'handled' : 'waiting']++;
      },
    );
    sweep.end('events could not be handled');
    return counts;
  }

  prune(): Promise<number> {
    return this.inbox.prune(addDays(this.clock.now(), -RETENTION_DAYS));
  }

  private async apply({ id, update, receivedAt }: WaitingEvent): Promise<boolean> {
    const isOurs = await this.applyUpdate.apply(update);
    const now = this.clock.now();
    const isForeign = addDays(receivedAt, FOREIGN_AFTER_DAYS) < now;
    if (!isOurs && !isForeign) return false;
    await this.inbox.close(this.processor.name, id, isOurs ? 'handled' : 'ignored', now);
    return true;
  }
}
