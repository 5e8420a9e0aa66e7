import { type Clock, CommonErrors, type EventBus, type Transactor } from '@trunkline/kernel';
import { BillingErrors } from '../../domain/errors';
import type { CardProcessor } from '../card-processor';
import type { TopupRepository } from '../top-ups/ports';
import type { ProcessorInbox } from './ports';
import { chargeOf, type ProcessorUpdate } from './processor-event';

export interface Callback {
  /** From the path of the request. */
  readonly processor: string;
  readonly rawBody: Uint8Array;
  readonly signature: string | null;
}

/** Verifies and stores a card processor's event; the worker handles it. See docs/billing.md#processor-events. */
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
   * Stores each event once. Throws not_found for another processor than the configured one, and malformed_request for a
   * body without a fresh signature of the processor.
   */
  async receive({ processor, rawBody, signature }: Callback): Promise<void> {
    if (processor !== this.processor.name) throw CommonErrors.not_found();
    const event = await this.processor.readEvent(rawBody, signature);
    if (!event) throw BillingErrors.malformed_request();
    await this.tx.run(async () => {
      const isNew = await this.inbox.add(processor, event, this.clock.now());
      if (isNew && event.update) await this.announce(event.id, event.update);
    });
  }

  /** While the charge matches no top-up yet, the event waits for the sweep. */
  private async announce(eventId: string, update: ProcessorUpdate): Promise<void> {
    const topup = await this.topups.findByCharge(chargeOf(update));
    if (!topup) return;
    const data = { event_id: eventId };
    await this.events.publish({ type: 'billing.processor_event.received', accountId: topup.accountId, data });
  }
}
