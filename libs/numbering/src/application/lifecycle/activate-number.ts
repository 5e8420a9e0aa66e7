import type { Clock, EventBus } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { OrderBooks } from '../books';
import { newsOf, standingOf } from './number-news';

/** The moment in which a number that waited for documents begins to work. Joins the caller's transaction. */
export class ActivateNumber {
  constructor(
    private readonly books: OrderBooks,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** The number must be locked, and have an approved bundle that fits. Completes its order, and tells of both. */
  async execute(number: PhoneNumber, actor: Actor): Promise<void> {
    const now = this.clock.now();
    const { accountId, e164, id, orderId } = number;
    const before = standingOf(number);
    const change = number.activate(now);
    await this.books.numbers.save(number);
    await this.books.history.add(number, actor, change, now);
    const order = await this.books.orders.lock(orderId);
    order.completeDocuments(now);
    await this.books.orders.save(order);
    const data = { number_id: id, e164, order_id: orderId };
    await this.events.publish({ type: 'number.provisioned', accountId, data });
    await this.events.publish({ type: 'order.completed', accountId, data });
    // A release that was scheduled for the end of the month moves with the month.
    await this.events.publishAll(newsOf(number, before, { reason: 'compliance', releaseReason: 'requested' }));
  }
}
