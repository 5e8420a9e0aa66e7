import { type Clock, DomainError, type EventBus, isE164, type Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { NumberingErrors } from '../../domain/errors';
import type { Failure, NumberOrder } from '../../domain/orders/number-order';
import type { PhoneNumber, Purchase } from '../../domain/lifecycle/phone-number';
import type { OrderBooks } from '../books';
import type { Funds } from '../ports';
import type { References } from '../lifecycle/references';
import type { SupplierOrder } from '../supply/supplier';

/** What a supplier said to an order, or that nothing is known. */
export type OrderAnswer = SupplierOrder | { readonly status: 'unknown'; readonly note: string };

const RETRY_SECONDS = 20;
const NO_LONGER_AVAILABLE: Failure = {
  code: 'number_unavailable',
  message: NumberingErrors.number_unavailable().message,
};
const TIMED_OUT: Failure = { code: 'supplier_timeout', message: 'The supplier has not answered within 15 minutes.' };

/**
 * Enters a supplier's answer: number, money, order and events in one transaction. Safe to repeat: an order settles once.
 * A target that was archived since the order was placed leaves the number routed nowhere, as if it had been there before.
 */
export class SettleOrder {
  constructor(
    private readonly tx: Transactor,
    private readonly books: OrderBooks,
    private readonly references: References,
    private readonly funds: Funds,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  execute(orderId: string, answer: OrderAnswer): Promise<NumberOrder> {
    switch (answer.status) {
      case 'bought':
        // Half an answer: such a number could neither be shown nor be called.
        if (!isE164(answer.purchase.e164)) return this.postpone(orderId, 'The supplier has named no phone number.');
        return this.deliver(orderId, answer.purchase);
      case 'failed':
        return this.fail(orderId, answer.failure, false);
      case 'working':
        return this.postpone(orderId, 'The supplier is working on it.');
      case 'unknown':
        return this.postpone(orderId, answer.note);
    }
  }

  private async deliver(orderId: string, purchase: Purchase): Promise<NumberOrder> {
    try {
      return await this.tx.run(async () => {
        // Before the order's own lock: a target is locked first, as everywhere.
        const isRoutable = await this.references.isStanding(await this.books.orders.get(orderId));
        return this.whilePending(orderId, (order) => this.fulfil(order, purchase, isRoutable));
      });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== NO_LONGER_AVAILABLE.code) throw error;
      // Somebody here has that number already: what this supplier sold beside it is given back.
      return this.fail(orderId, NO_LONGER_AVAILABLE, true);
    }
  }

  private async fulfil(order: NumberOrder, purchase: Purchase, isRoutable: boolean): Promise<void> {
    const now = this.clock.now();
    const number = order.fulfil(purchase, now);
    const detached = isRoutable ? null : number.routeTo({ trunkId: null, routingProfileId: null }, now);
    await this.books.numbers.add(number);
    await this.charge(order, number);
    const to = { status: number.status, order_id: order.id };
    await this.books.history.add(number, order.placedBy, { action: 'ordered', from: {}, to }, now);
    if (detached) await this.books.history.add(number, SYSTEM, detached, now);
    if (order.status === 'provisioned') await this.announce(order, number);
  }

  private async charge(order: NumberOrder, number: PhoneNumber): Promise<void> {
    const { accountId, holdId } = order;
    if (!holdId) return;
    await this.funds.captureHold({
      ...{
        accountId,
        holdId,
        amountCents: order.dueCents,
        description: `Number ${number.e164}: setup and first month`,
      },
      ...{ relatedKind: 'number_order', relatedId: order.id, reference: `order:${order.id}` },
      item: order.billedItem,
    });
  }

  private async announce(order: NumberOrder, number: PhoneNumber): Promise<void> {
    const data = { number_id: number.id, e164: number.e164, order_id: order.id };
    await this.events.publish({ type: 'number.provisioned', accountId: order.accountId, data });
    await this.events.publish({ type: 'order.completed', accountId: order.accountId, data });
  }

  private fail(orderId: string, failure: Failure, mayBeBought: boolean): Promise<NumberOrder> {
    return this.whilePending(orderId, (order) => this.giveUp(order, failure, mayBeBought));
  }

  private async giveUp(order: NumberOrder, failure: Failure, mayBeBought: boolean): Promise<void> {
    order.fail(failure, this.clock.now(), mayBeBought);
    await this.freeHold(order);
    const data = { order_id: order.id, e164: order.requestE164, error_code: failure.code };
    await this.events.publish({ type: 'order.failed', accountId: order.accountId, data });
  }

  private postpone(orderId: string, note: string): Promise<NumberOrder> {
    return this.whilePending(orderId, async (order) => {
      const now = this.clock.now();
      order.stayUnknown(note, now, RETRY_SECONDS);
      if (order.isOverdue(now)) await this.giveUp(order, TIMED_OUT, true);
    });
  }

  /** Contract, section 6, step 6: a checkout's orders share one hold, of which a failed one frees its own part. */
  private async freeHold(order: NumberOrder): Promise<void> {
    const { id, accountId, holdId, checkoutId, dueCents: amountCents } = order;
    if (!holdId) return;
    if (checkoutId) await this.funds.releasePart({ accountId, holdId, amountCents, reference: `order:${id}:failed` });
    else await this.funds.releaseHold({ accountId, holdId });
  }

  private whilePending(orderId: string, change: (order: NumberOrder) => Promise<void>): Promise<NumberOrder> {
    return this.tx.run(async () => {
      const order = await this.books.orders.lock(orderId);
      if (!order.isPending) return order;
      await change(order);
      await this.books.orders.save(order);
      return order;
    });
  }
}
