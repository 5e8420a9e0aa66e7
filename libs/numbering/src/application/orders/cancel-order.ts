import { CommonErrors, RetryTransaction, type Transactor } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { NumberOrder } from '../../domain/orders/number-order';
import type { Releases } from '../release/releases';
import type { OrderBooks } from '../books';

/**
 * POST /number-orders/{id}/cancel: before the number works, and with the money back. A number that is locked against
 * release stays.
 */
export class CancelOrder {
  constructor(
    private readonly tx: Transactor,
    private readonly books: OrderBooks,
    private readonly releases: Releases,
  ) {}

  execute(accountId: string, orderId: string, actor: Actor): Promise<NumberOrder> {
    return this.tx.run(async () => {
      const order = await this.books.orders.get(orderId);
      if (order.accountId !== accountId) throw CommonErrors.not_found();
      if (order.assignedNumberId) return this.cancelWaiting(order, order.assignedNumberId, actor);
      return this.cancelPending(orderId);
    });
  }

  /** The number is locked before its order, as everywhere, so that two requests cannot wait for each other. */
  private async cancelWaiting(order: NumberOrder, numberId: string, actor: Actor): Promise<NumberOrder> {
    const uses = this.releases.openUses().expect(order.accountId, [await this.books.numbers.e164Of(numberId)]);
    await uses.lock();
    const number = await this.books.numbers.lockById(numberId);
    if (number.status !== 'pending_documents') {
      throw CommonErrors.invalid_state({ message: `The order is ${order.status}; its number is ${number.status}.` });
    }
    number.requireReleasable();
    await this.releases.end(number, { actor, reason: 'order_cancelled' }, uses);
    return this.books.orders.get(order.id);
  }

  private async cancelPending(orderId: string): Promise<NumberOrder> {
    const order = await this.books.orders.lock(orderId);
    // Its number came while the lock was waited for: number and refund are to go with it.
    if (order.assignedNumberId) throw new RetryTransaction('The order has its number now.');
    if (order.checkoutId && order.isPending) {
      throw CommonErrors.invalid_state({ message: 'The order belongs to a checkout that is still running.' });
    }
    await this.releases.cancelPending(order);
    return order;
  }
}
