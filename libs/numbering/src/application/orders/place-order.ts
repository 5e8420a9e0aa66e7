import { addSeconds, type Clock } from '@trunkline/kernel';
import type { NumberOrder } from '../../domain/orders/number-order';
import type { FaultPoints, NumberOrderRepository } from '../ports';
import type { OrderAnswer, SettleOrder } from './settle-order';
import type { SupplierOrder } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';

/** How long the placing process has before the sweeper takes over; longer than any call of a supplier. */
export const ORDER_LEASE_SECONDS = 60;

/**
 * Buys what a pending order asks for, outside of any transaction, and enters the answer. Safe to repeat: the order's
 * id is the supplier's idempotency key, it is placed by one at a time, and an order settles once.
 */
export class PlaceOrder {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly settle: SettleOrder,
    private readonly orders: NumberOrderRepository,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** An order that somebody else has taken since it was read is left to him, and returned as it is now. */
  async execute(order: NumberOrder): Promise<NumberOrder> {
    const isOurs = await this.orders.take(order, addSeconds(this.clock.now(), ORDER_LEASE_SECONDS));
    if (!isOurs) return this.orders.get(order.id);
    const answer = await answerOf(this.buy(order));
    await this.faults.reach('order.supplier_done');
    const settled = await this.settle.execute(order.id, answer);
    await this.faults.reach('order.settled');
    return settled;
  }

  /** What the supplier knows of it; an order that it has never heard of is placed again. */
  async resume(order: NumberOrder, now: Date): Promise<NumberOrder> {
    const found = await answerOf(this.find(order));
    if (found) return this.settle.execute(order.id, found);
    if (order.isOverdue(now)) {
      return this.settle.execute(order.id, { status: 'unknown', note: 'The supplier has never heard of it.' });
    }
    return this.execute(order);
  }

  /**
   * Enters what has become of it at the supplier, once that is decided, and buys nothing: whoever placed it may still be
   * at work. True when the order is settled. Rejects when the supplier does not say.
   */
  async follow(order: NumberOrder): Promise<boolean> {
    if (!order.isPending) return true;
    const found = await this.find(order);
    if (!found || found.status === 'working') return false;
    await this.settle.execute(order.id, found);
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

/** A rejection of the port means that nothing is known; it is kept with the order, not lost. */
async function answerOf<T extends SupplierOrder | null>(call: Promise<T>): Promise<T | OrderAnswer> {
  try {
    return await call;
  } catch (error) {
    return { status: 'unknown', note: String(error) };
  }
}
