import type { Clock, EventBus } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { NumberHistory, NumberOrderRepository, PhoneNumberRepository } from '../ports';
import { eventsOf, snapshotOf } from './number-events';

/** Activates numbers that wait for documents. Joins the caller's transaction. */
export class ActivateNumber {
  constructor(
    private readonly numbers: PhoneNumberRepository,
    private readonly orders: NumberOrderRepository,
    private readonly history: NumberHistory,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Activates a locked number that has an approved bundle, completes its order and publishes the events of both. */
  async activate(number: PhoneNumber, actor: Actor): Promise<void> {
    const now = this.clock.now();
    const { accountId, e164, id, orderId } = number;
    const before = snapshotOf(number);
    const change = number.activate(now);
    await this.numbers.save(number);
    await this.history.add({ number, actor, change, at: now });
    const order = await this.orders.lock(orderId);
    order.completeDocuments(now);
    await this.orders.save(order);
    const data = { number_id: id, e164, order_id: orderId };
    await this.events.publish({ type: 'number.provisioned', accountId, data });
    await this.events.publish({ type: 'order.completed', accountId, data });
    // A release scheduled for the end of the cycle moves with the cycle.
    await this.events.publishAll(eventsOf(number, before, { reason: 'compliance', releaseReason: 'requested' }));
  }
}
