import type { PublishedEvent, Transactor } from '@trunkline/kernel';
import type { DeliveryHints, DeliveryStore } from './ports';

/** Queues events for the endpoints that subscribe to them. Joins the transaction; safe to repeat. */
export class QueueDeliveries {
  constructor(
    private readonly tx: Transactor,
    private readonly deliveries: DeliveryStore,
    private readonly hints: DeliveryHints,
  ) {}

  async queue(events: readonly PublishedEvent[]): Promise<void> {
    const endpoints = await this.deliveries.addForEvents(events);
    if (endpoints.length > 0) this.tx.afterCommit(() => void this.hints.add(endpoints));
  }
}
