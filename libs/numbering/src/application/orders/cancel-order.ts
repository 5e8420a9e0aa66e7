import { type Clock, CommonErrors, RetryTransaction, type Transactor } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { NumberOrder } from '../../domain/number-order';
import type { CheckoutRepository } from '../checkout/ports';
import type { Funds, NumberOrderRepository, PhoneNumberRepository } from '../ports';
import type { EndSubscription } from '../lifecycle/end-subscription';

/** Cancels an order before its number works, with a refund. A number with a deletion lock is kept. */
export class CancelOrder {
  constructor(
    private readonly tx: Transactor,
    private readonly orders: NumberOrderRepository,
    private readonly numbers: PhoneNumberRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly endSubscription: EndSubscription,
    private readonly funds: Funds,
    private readonly clock: Clock,
  ) {}

  cancel(accountId: string, orderId: string, actor: Actor): Promise<NumberOrder> {
    return this.tx.run(async () => {
      const order = await this.orders.get(orderId);
      if (order.accountId !== accountId) throw CommonErrors.not_found();
      if (order.assignedNumberId) return this.cancelWithNumber(order, order.assignedNumberId, actor);
      return this.cancelUndelivered(orderId);
    });
  }

  /**
   * Cancels a locked pending order and releases its hold. If the supplier delivers the number after all, reconciliation
   * returns it. Joins the caller's transaction.
   */
  async cancelPending(order: NumberOrder): Promise<void> {
    order.cancel(this.clock.now());
    await this.orders.save(order);
    if (order.holdId) await this.funds.releaseHold({ accountId: order.accountId, holdId: order.holdId });
  }

  /** Locks the number before its order, as everywhere, to prevent deadlocks. */
  private async cancelWithNumber(order: NumberOrder, numberId: string, actor: Actor): Promise<NumberOrder> {
    const uses = this.endSubscription.trackUses().include(order.accountId, [await this.numbers.e164Of(numberId)]);
    await uses.lock();
    const number = await this.numbers.lockById(numberId);
    if (number.status !== 'pending_documents') {
      throw CommonErrors.invalid_state({ message: `The order is ${order.status}; its number is ${number.status}.` });
    }
    number.requireReleasable();
    await this.endSubscription.end([number], { actor, reason: 'order_cancelled' }, uses);
    return this.orders.get(order.id);
  }

  /** A checkout cannot end while the caller has locked one of its pending orders, but it may have ended before. */
  private async assertEnded(checkoutId: string): Promise<void> {
    const checkout = await this.checkouts.get(checkoutId);
    if (checkout.isFinished) return;
    throw CommonErrors.invalid_state({
      message: `The order belongs to a checkout that is ${checkout.status}. Cancel it when the checkout has ended.`,
    });
  }

  private async cancelUndelivered(orderId: string): Promise<NumberOrder> {
    const order = await this.orders.lock(orderId);
    // The number was delivered before the lock was acquired, and must be released with the order.
    if (order.assignedNumberId) throw new RetryTransaction('The order has its number now.');
    if (order.isPending && order.checkoutId) await this.assertEnded(order.checkoutId);
    await this.cancelPending(order);
    return order;
  }
}
