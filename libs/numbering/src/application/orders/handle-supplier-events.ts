import { addDays, type Clock } from '@trunkline/kernel';
import type { NumberOrder } from '../../domain/orders/number-order';
import type { PlaceOrder } from './place-order';
import type { NumberOrderRepository } from '../ports';
import type { SupplierInbox, WaitingSupplierEvent } from './supplier-inbox';
import type { Suppliers } from '../supply/suppliers';
import { sweep } from '../sweep';

const BATCH = 50;
/** What concerns no order of ours after so long never will: another system uses the same account at the supplier. */
const STRANGER_DAYS = 3;
/** Far longer than any supplier repeats an event. */
const KEEP_DAYS = 90;

/**
 * Asks the suppliers what became of the orders that they have sent news of. The news itself is not believed: late,
 * repeated and overtaken events end in the same state. Safe to repeat, on several workers: an order settles once.
 */
export class HandleSupplierEvents {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly inbox: SupplierInbox,
    private readonly orders: NumberOrderRepository,
    private readonly place: PlaceOrder,
    private readonly clock: Clock,
  ) {}

  /** One event, as soon as it has come. Rejects with whatever stands in the way, for the caller to try again. */
  async handle(supplier: string, eventId: string): Promise<void> {
    const event = await this.inbox.findWaiting(supplier, eventId);
    if (event) await this.follow(event);
  }

  /** All that were left. Returns how many were looked at; throws an AggregateError at the end when some could not be followed. */
  async execute(): Promise<number> {
    const names = this.suppliers.all.map(({ name }) => name);
    const now = this.clock.now();
    return sweep(
      (limit) => this.inbox.claimDue(names, now, limit),
      BATCH,
      (event) => this.follow(event),
    );
  }

  prune(): Promise<number> {
    return this.inbox.prune(addDays(this.clock.now(), -KEEP_DAYS));
  }

  private async follow(event: WaitingSupplierEvent): Promise<void> {
    const order = await this.orderOf(event);
    const now = this.clock.now();
    if (order && (await this.place.follow(order))) await this.inbox.close(event, 'handled', now);
    else if (!order && addDays(event.receivedAt, STRANGER_DAYS) < now) await this.inbox.close(event, 'ignored', now);
  }

  /** Null while no order of ours with this supplier is known to be meant. */
  private async orderOf({ supplier, orderId, supplierOrderId }: WaitingSupplierEvent): Promise<NumberOrder | null> {
    const id = orderId ?? (supplierOrderId && (await this.suppliers.get(supplier).orderIdOf(supplierOrderId)));
    const order = id ? await this.orders.find(id) : null;
    return order?.supplier === supplier ? order : null;
  }
}
