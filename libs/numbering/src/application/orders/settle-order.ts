import { type Clock, DomainError, type EventBus, isE164, type Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { NumberingErrors, SUPPLIER_RETRY_SECONDS } from '../../domain/errors';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { Purchase } from '../../domain/lifecycle/purchase';
import type { Failure, NumberOrder } from '../../domain/orders/number-order';
import type { References } from '../lifecycle/references';
import type { Funds, NumberHistory, NumberOrderRepository, PhoneNumberRepository } from '../ports';
import type { SupplierOrder } from '../supply/supplier';

/** A supplier's response to an order, or an unknown outcome. */
export type OrderResult = SupplierOrder | { readonly status: 'unknown'; readonly note: string };

const NUMBER_UNAVAILABLE: Failure = {
  code: 'number_unavailable',
  message: NumberingErrors.number_unavailable().message,
};
const TIMED_OUT: Failure = { code: 'supplier_timeout', message: 'The supplier did not respond within 15 minutes.' };

/**
 * Records the supplier's response: creates the number, captures the funds, closes the order and publishes the events in
 * one transaction. Idempotent: an order settles once. If the routing target was archived after the order was placed, the
 * number is created without a route.
 */
export class SettleOrder {
  constructor(
    private readonly tx: Transactor,
    private readonly orders: NumberOrderRepository,
    private readonly numbers: PhoneNumberRepository,
    private readonly history: NumberHistory,
    private readonly references: References,
    private readonly funds: Funds,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** `read`: the order as it was read; its terms never change. */
  execute(read: NumberOrder, result: OrderResult): Promise<NumberOrder> {
    const orderId = read.id;
    switch (result.status) {
      case 'bought':
        if (!isE164(result.purchase.e164)) return this.postpone(orderId, 'The supplier returned no phone number.');
        return this.deliver(read, result.purchase);
      case 'failed':
        return this.whilePending(orderId, (order) => this.fail(order, result.failure, false));
      case 'working':
        return this.postpone(orderId, 'The supplier is processing the order.');
      case 'unknown':
        return this.postpone(orderId, result.note);
    }
  }

  private async deliver(read: NumberOrder, purchase: Purchase): Promise<NumberOrder> {
    const orderId = read.id;
    try {
      return await this.tx.run(async () => {
        // Routing targets are locked before orders, as everywhere.
        const isRoutable = await this.references.isRoutable(read);
        return this.whilePending(orderId, (order) => this.fulfil(order, purchase, isRoutable));
      });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== NUMBER_UNAVAILABLE.code) throw error;
      // Another account has this number already: reconciliation returns what the supplier sold twice.
      return this.whilePending(orderId, (order) => this.fail(order, NUMBER_UNAVAILABLE, true));
    }
  }

  private async fulfil(order: NumberOrder, purchase: Purchase, isRoutable: boolean): Promise<void> {
    const now = this.clock.now();
    const number = order.fulfil(purchase, now);
    const detached = isRoutable ? null : number.routeTo({ trunkId: null, routingProfileId: null }, now);
    await this.numbers.add(number);
    await this.capture(order, number);
    const to = { status: number.status, order_id: order.id };
    await this.history.add(number, order.placedBy, { action: 'ordered', from: {}, to }, now);
    if (detached) await this.history.add(number, SYSTEM, detached, now);
    if (order.status === 'provisioned') await this.publishProvisioned(order, number);
  }

  private async capture(order: NumberOrder, { e164 }: PhoneNumber): Promise<void> {
    const { accountId, holdId } = order;
    if (!holdId) return;
    await this.funds.captureHold({
      accountId,
      holdId,
      amountCents: order.dueCents,
      description: `Number ${e164}: setup and first month`,
      relatedKind: 'number_order',
      relatedId: order.id,
      reference: `order:${order.id}`,
      item: order.invoiceItem,
    });
  }

  private async publishProvisioned({ id, accountId }: NumberOrder, number: PhoneNumber): Promise<void> {
    const data = { number_id: number.id, e164: number.e164, order_id: id };
    await this.events.publishAll([
      { type: 'number.provisioned', accountId, data },
      { type: 'order.completed', accountId, data },
    ]);
  }

  /** `mayBeBought`: the supplier may have delivered the number all the same, so the order is reconciled. */
  private async fail(order: NumberOrder, failure: Failure, mayBeBought: boolean): Promise<void> {
    order.fail(failure, this.clock.now(), mayBeBought);
    await this.releaseHold(order);
    const data = { order_id: order.id, e164: order.requestE164, error_code: failure.code };
    await this.events.publish({ type: 'order.failed', accountId: order.accountId, data });
  }

  private postpone(orderId: string, note: string): Promise<NumberOrder> {
    return this.whilePending(orderId, async (order) => {
      const now = this.clock.now();
      order.postpone(note, now, SUPPLIER_RETRY_SECONDS);
      if (order.isOverdue(now)) await this.fail(order, TIMED_OUT, true);
    });
  }

  /** The orders of a checkout share one hold, of which a failed order releases its part. */
  private async releaseHold({ id, accountId, holdId, checkoutId, dueCents }: NumberOrder): Promise<void> {
    if (!holdId) return;
    if (checkoutId) {
      await this.funds.releasePart({ accountId, holdId, amountCents: dueCents, reference: `order:${id}:failed` });
    } else {
      await this.funds.releaseHold({ accountId, holdId });
    }
  }

  private whilePending(orderId: string, change: (order: NumberOrder) => Promise<void>): Promise<NumberOrder> {
    return this.tx.run(async () => {
      const order = await this.orders.lock(orderId);
      if (!order.isPending) return order;
      // The end of the checkout follows and waits for the disk. Until then a sweeper settles the order again.
      if (order.checkoutId) this.tx.commitLazily();
      await change(order);
      await this.orders.save(order);
      return order;
    });
  }
}
