import { addSeconds, type Clock } from '@trunkline/kernel';
import type { NumberOrder } from '../../domain/orders/number-order';
import type { FaultPoints, NumberOrderRepository } from '../ports';
import type { SupplierOrder } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';
import type { Conclusion, OrderAnswer, OrderResult, SettleOrder } from './settle-order';

/** How long the placing process has before the sweeper takes over; longer than the timeout of any supplier call. */
export const ORDER_LEASE_SECONDS = 60;

/**
 * Buys the number of a pending order at its supplier, outside of any transaction, and settles the order. Idempotent: the
 * order id is the supplier's idempotency key, one process at a time places an order, and an order settles once.
 */
export class PlaceOrder {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly settle: SettleOrder,
    private readonly orders: NumberOrderRepository,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Places an order. Returns the current state of an order that another process has leased since it was read. */
  async place(order: NumberOrder): Promise<NumberOrder> {
    const [placed] = await this.placeAll([order]);
    return placed ?? this.orders.get(order.id);
  }

  /** Places the orders of one checkout, or a single one, except those that another process has leased since they were read. */
  async placeAll(orders: readonly NumberOrder[]): Promise<readonly NumberOrder[]> {
    const leased = await this.orders.leaseAll(orders, addSeconds(this.clock.now(), ORDER_LEASE_SECONDS));
    return this.placeLeased(orders.filter(({ id }) => leased.has(id)));
  }

  /**
   * Places orders of one checkout, or a single one, that this process has leased or has just created. They are settled
   * together, when the suppliers have responded to all of them.
   */
  async placeLeased(orders: readonly NumberOrder[]): Promise<readonly NumberOrder[]> {
    const settled = await this.settle.settleAll(await this.answersTo(orders));
    await this.reachSettled(settled.length);
    return settled;
  }

  /**
   * Places all orders of a checkout, or a single one, which this process has just created. If every number is delivered, they are settled in
   * one transaction with the conclusion, whose result is returned; else as `placeLeased` does, and null is returned.
   */
  async placeWhole<T>(orders: readonly NumberOrder[], conclusion: Conclusion<T>): Promise<T | null> {
    const answers = await this.answersTo(orders);
    const concluded = await this.settle.settleWhole(answers, conclusion);
    if (concluded === null) await this.settle.settleAll(answers);
    await this.reachSettled(orders.length);
    return concluded;
  }

  private answersTo(orders: readonly NumberOrder[]): Promise<readonly OrderAnswer[]> {
    return Promise.all(
      orders.map(async (order) => {
        const result = await resultOf(this.buy(order));
        await this.faults.reach('order.supplier_done');
        return { order, result };
      }),
    );
  }

  private async reachSettled(orders: number): Promise<void> {
    for (let reached = 0; reached < orders; reached++) await this.faults.reach('order.settled');
  }

  /** Settles an order with its status at the supplier. Places an order again that the supplier does not know. */
  async resume(order: NumberOrder, now: Date): Promise<NumberOrder> {
    const found = await resultOf(this.find(order));
    if (found) return this.settle.settle(order, found);
    if (order.isOverdue(now)) {
      return this.settle.settle(order, { status: 'unknown', note: 'The supplier does not know the order.' });
    }
    return this.place(order);
  }

  /**
   * Settles an order that the supplier has decided. Never buys, because the process that placed the order may still be
   * running. Returns whether the order is settled; rejects when the supplier does not respond.
   */
  async settleDecided(order: NumberOrder): Promise<boolean> {
    if (!order.isPending) return true;
    const found = await this.find(order);
    if (!found || found.status === 'working') return false;
    await this.settle.settle(order, found);
    return true;
  }

  private async find(order: NumberOrder): Promise<SupplierOrder | null> {
    return this.suppliers.get(order.supplier).findOrder(order.id);
  }

  private async buy(order: NumberOrder): Promise<SupplierOrder> {
    const { id: orderId, accountId, requestE164, supplierRef, documentsApproved } = order;
    const supplier = this.suppliers.get(order.supplier);
    return supplier.order({ orderId, accountId, requestE164, supplierRef, documentsApproved });
  }
}

/** Converts a rejection into an unknown outcome, whose reason is stored with the order. */
async function resultOf<T extends SupplierOrder | null>(call: Promise<T>): Promise<T | OrderResult> {
  try {
    return await call;
  } catch (error) {
    return { status: 'unknown', note: String(error) };
  }
}
