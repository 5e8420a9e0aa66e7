import { addSeconds, type Clock } from '@trunkline/kernel';
import type { NumberOrder } from '../../domain/number-order';
import type { FaultPoints, NumberOrderRepository } from '../ports';
import type { SupplierOrder } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';

/** How long the placing process has before the sweeper takes over; longer than the timeout of any supplier call. */
export const ORDER_LEASE_SECONDS = 60;
/** Maximum number of concurrent supplier calls per purchase. */
export const PURCHASE_WIDTH = 5;

/** A supplier's response to an order, or an unknown outcome. */
export type OrderResult = SupplierOrder | { readonly status: 'unknown'; readonly note: string };

export interface OrderAnswer {
  readonly orderId: string;
  readonly result: OrderResult;
}

/**
 * Buys the numbers of pending orders at their suppliers, outside of any transaction. Idempotent: the order id is the
 * supplier's idempotency key, and one process at a time places an order. `SettleOrder` records the responses.
 */
export class PlaceOrder {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly orders: NumberOrderRepository,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Returns the suppliers' responses, without those to orders that another process has leased since they were read. */
  async place(orders: readonly NumberOrder[]): Promise<readonly OrderAnswer[]> {
    const answers: OrderAnswer[] = [];
    for (let start = 0; start < orders.length; start += PURCHASE_WIDTH) {
      const group = orders.slice(start, start + PURCHASE_WIDTH);
      const leased = await this.orders.leaseAll(group, addSeconds(this.clock.now(), ORDER_LEASE_SECONDS));
      answers.push(...(await Promise.all(group.filter(({ id }) => leased.has(id)).map((order) => this.buy(order)))));
    }
    return answers;
  }

  /** Returns the status of an order at its supplier, which null does not know. Rejects when the supplier does not respond. */
  async find(order: NumberOrder): Promise<SupplierOrder | null> {
    return this.suppliers.get(order.supplier).findOrder(order.id);
  }

  private async buy(order: NumberOrder): Promise<OrderAnswer> {
    const { id: orderId, accountId, requestE164, supplierRef, documentsApproved } = order;
    const request = { orderId, accountId, requestE164, supplierRef, documentsApproved };
    const result = await resultOf(async () => this.suppliers.get(order.supplier).order(request));
    await this.faults.reach('order.supplier_done');
    return { orderId, result };
  }
}

/** Converts a rejection into an unknown outcome, whose reason is stored with the order. */
export async function resultOf<T extends SupplierOrder | null>(call: () => Promise<T>): Promise<T | OrderResult> {
  try {
    return await call();
  } catch (error) {
    return { status: 'unknown', note: String(error) };
  }
}
