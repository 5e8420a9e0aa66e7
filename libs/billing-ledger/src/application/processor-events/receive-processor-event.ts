import { type Clock, CommonErrors, type EventBus, type Transactor } from '@trunkline/kernel';
import { BillingErrors } from '../../domain/errors';
import type { CardProcessor } from '../card-processor';
import type { TopupRepository } from '../top-ups/ports';
import type { ProcessorInbox } from './ports';
import type { ProcessorUpdate } from './processor-event';

export interface Callback {
  /** As the path names it. */
  readonly processor: string;
  readonly rawBody: Uint8Array;
  readonly signature: string | null;
}

/** Takes in what a card processor tells us (contract, section 23): checked and kept here, handled in the worker. */
export class ReceiveProcessorEvent {
  constructor(
    private readonly tx: Transactor,
    private readonly processor: CardProcessor,
    private readonly inbox: ProcessorInbox,
    private readonly topups: TopupRepository,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Safe to repeat: an event is kept once. Throws not_found for a processor that is not the configured one, and
   * malformed_request, with nothing kept, unless the processor signed exactly this body just now.
   */
  async execute({ processor, rawBody, signature }: Callback): Promise<void> {
    if (processor !== this.processor.name) throw CommonErrors.not_found();
    const event = await this.processor.readEvent(rawBody, signature);
    if (!event) throw BillingErrors.malformed_request();
    await this.tx.run(async () => {
      const isNew = await this.inbox.add(processor, event, this.clock.now());
      if (isNew && event.update) await this.announce(event.id, event.update);
    });
  }

  /** Whose it is may not be known yet: then the sweeper finds it. */
  private async announce(eventId: string, update: ProcessorUpdate): Promise<void> {
    const topup = await this.topups.findByCharge(chargeOf(update));
    if (!topup) return;
    const data = { event_id: eventId };
    await this.events.publish({ type: 'billing.processor_event.received', accountId: topup.accountId, data });
  }
}

/** What names the charge that the update is about. */
export function chargeOf(update: ProcessorUpdate) {
  const idempotencyKey = update.about === 'charge' ? update.idempotencyKey : null;
  return { idempotencyKey, intentId: update.intentId };
}
