import { addDays, type Clock } from '@trunkline/kernel';
import type { CardProcessor } from '../card-processor';
import type { ProcessorInbox, WaitingEvent } from './ports';
import type { ApplyProcessorUpdate } from './apply-processor-update';

const BATCH = 50;
/** What concerns no charge of ours after so long never will: another system uses the same account at the processor. */
const STRANGER_DAYS = 3;
/** Far longer than any processor repeats an event. */
const KEEP_DAYS = 90;

export interface HandledEvents {
  readonly handled: number;
  /** Those to look at again later. */
  readonly waiting: number;
}

/** Does what the events of the processor ask for. Safe to repeat, on several workers: every effect takes place once. */
export class HandleProcessorEvents {
  constructor(
    private readonly processor: CardProcessor,
    private readonly inbox: ProcessorInbox,
    private readonly charges: ApplyProcessorUpdate,
    private readonly clock: Clock,
  ) {}

  /** One event, as soon as it has come. Rejects with whatever stands in the way, for the caller to try again. */
  async handle(eventId: string): Promise<void> {
    const event = await this.inbox.findWaiting(this.processor.name, eventId);
    if (event) await this.follow(event);
  }

  /** All that were left. Throws an AggregateError at the end when some could not be handled. */
  async execute(): Promise<HandledEvents> {
    const faults: unknown[] = [];
    const done = { handled: 0, waiting: 0 };
    for (;;) {
      const due = await this.inbox.claimDue(this.processor.name, this.clock.now(), BATCH);
      for (const event of due) {
        const isClosed = await this.follow(event).catch((error: unknown) => {
          faults.push(error);
          return false;
        });
        done[isClosed ? 'handled' : 'waiting']++;
      }
      if (due.length < BATCH) break;
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} events could not be handled`);
    return done;
  }

  prune(): Promise<number> {
    return this.inbox.prune(addDays(this.clock.now(), -KEEP_DAYS));
  }

  private async follow({ id, update, receivedAt }: WaitingEvent): Promise<boolean> {
    const isOurs = await this.charges.follow(update);
    const now = this.clock.now();
    const isStranger = addDays(receivedAt, STRANGER_DAYS) < now;
    if (!isOurs && !isStranger) return false;
    await this.inbox.close(this.processor.name, id, isOurs ? 'handled' : 'ignored', now);
    return true;
  }
}
