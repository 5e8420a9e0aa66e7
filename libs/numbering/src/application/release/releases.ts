import type { Clock, EventBus, NumberReleaseReason } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { NumberOrder } from '../../domain/orders/number-order';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { OrderBooks } from '../books';
import { type NumberUses, UsesOfReleased } from './number-uses';
import type { Funds } from '../ports';

/** Who ends a number, and why. */
export interface Ending {
  readonly actor: Actor;
  readonly reason: NumberReleaseReason;
}

/** The end of a number, whoever wants it. Joins the caller's transaction; the supplier is told after it. */
export class Releases {
  constructor(
    private readonly books: OrderBooks,
    private readonly funds: Funds,
    private readonly uses: NumberUses,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** For one piece of work that releases numbers; made outside of its transaction, and locked first in it. */
  openUses(): UsesOfReleased {
    return new UsesOfReleased(this.uses);
  }

  /** As `endAll`, of one number. */
  end(number: PhoneNumber, by: Ending, uses: UsesOfReleased): Promise<void> {
    return this.endAll([number], by, uses);
  }

  /**
   * The numbers must be locked, and be of one account. Trunks that override their caller ID with one of them inherit it
   * again, and targets that forward to one are disabled. A number that never worked, for want of documents, takes its order
   * along, with a refund. Starts the transaction again when a use is not locked yet.
   */
  async endAll(numbers: readonly PhoneNumber[], by: Ending, uses: UsesOfReleased): Promise<void> {
    const [first] = numbers;
    if (!first) return;
    await uses.end(first.accountId, numbers);
    for (const number of numbers) await this.endOne(number, by);
  }

  private async endOne(number: PhoneNumber, { actor, reason }: Ending): Promise<void> {
    const now = this.clock.now();
    const neverWorked = number.status === 'pending_documents';
    const change = number.release(now);
    await this.books.numbers.save(number);
    await this.books.history.add(number, actor, change, now);
    if (neverWorked) await this.cancelOrder(await this.books.orders.lock(number.orderId), number);
    const data = { number_id: number.id, e164: number.e164, reason };
    await this.events.publish({ type: 'number.released', accountId: number.accountId, data });
  }

  /** The order must be locked. If the supplier bought it after all, that is found and given back. */
  async cancelPending(order: NumberOrder): Promise<void> {
    order.cancel(this.clock.now());
    await this.books.orders.save(order);
    if (order.holdId) await this.funds.releaseHold({ accountId: order.accountId, holdId: order.holdId });
  }

  /** Contract, section 6: cancelling before activation refunds setup and month. */
  private async cancelOrder(order: NumberOrder, number: PhoneNumber): Promise<void> {
    order.cancel(this.clock.now());
    await this.books.orders.save(order);
    if (!order.holdId) return;
    await this.funds.giveBack({
      ...{ accountId: order.accountId, amountCents: order.dueCents, description: `Cancelled number ${number.e164}` },
      ...{ relatedKind: 'number_order', relatedId: order.id, reference: `order:${order.id}:cancelled` },
      item: order.billedItem,
    });
  }
}
