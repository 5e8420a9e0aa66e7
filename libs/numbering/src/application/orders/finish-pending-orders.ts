import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import type { NumberOrder } from '../../domain/number-order';
import type { NumberOrderRepository } from '../ports';
import type { Suppliers } from '../supply/suppliers';
import { sweep } from '../sweep';
import { type PlaceOrder, resultOf } from './place-order';
import type { SettleOrder } from './settle-order';

const BATCH = 10;
/** Longer than a batch takes at a supplier that does not respond: two groups, two calls each. */
const LEASE_SECONDS = 60;
const RECONCILE_SECONDS = 600;

/**
 * Finishes orders left by a crash or an unknown outcome: settles pending orders with the supplier's status, and returns
 * numbers that the supplier delivered for abandoned orders. Safe to run on any number of workers.
 * See docs/numbers.md#orders.
 */
export class FinishPendingOrders {
  constructor(
    private readonly tx: Transactor,
    private readonly orders: NumberOrderRepository,
    private readonly suppliers: Suppliers,
    private readonly place: PlaceOrder,
    private readonly settle: SettleOrder,
    private readonly clock: Clock,
  ) {}

  /** Returns how many orders were processed. */
  async finish(): Promise<number> {
    const now = this.clock.now();
    const claim = (limit: number) =>
      this.orders.claimDue({ now, leaseUntil: addSeconds(this.clock.now(), LEASE_SECONDS), limit });
    return sweep(claim, BATCH, (order) => this.finishOrder(order, now));
  }

  /** An order that its process settled since it was claimed needs nothing, and its number is not returned. */
  private async finishOrder(order: NumberOrder, now: Date): Promise<void> {
    if (order.isPending) await this.tx.actingAs(order.placedBy, () => this.resume(order, now));
    else if (order.isReconciling) await this.reconcile(order);
  }

  /** Settles an order with its status at the supplier. Places an order again that the supplier does not know. */
  private async resume(order: NumberOrder, now: Date): Promise<void> {
    const found = await resultOf(() => this.place.find(order));
    if (found) await this.settle.settle(order, found);
    else if (order.isOverdue(now)) {
      await this.settle.settle(order, { status: 'unknown', note: 'The supplier does not know the order.' });
    } else {
      for (const { result } of await this.place.place([order])) await this.settle.settle(order, result);
    }
  }

  private async reconcile(order: NumberOrder): Promise<void> {
    const found = await this.place.find(order);
    const bought = found?.status === 'bought' ? found.purchase : null;
    if (bought) await this.suppliers.get(order.supplier).release({ orderId: order.id, ...bought });
    await this.tx.run(async () => {
      const locked = await this.orders.lock(order.id);
      if (bought) locked.finishReconciling();
      else locked.continueReconciling(this.clock.now(), RECONCILE_SECONDS);
      await this.orders.save(locked);
    });
  }
}
