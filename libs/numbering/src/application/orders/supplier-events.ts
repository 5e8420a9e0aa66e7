import { addDays, type Clock, CommonErrors, type EventBus, type Transactor } from '@trunkline/kernel';
import type { NumberOrder } from '../../domain/number-order';
import type { NumberOrderRepository } from '../ports';
import type { CallbackRequest, SupplierCallback } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';
import { sweep } from '../sweep';
import type { PlaceOrder } from './place-order';
import type { SettleOrder } from './settle-order';

const BATCH = 50;
/** How long an event may wait for its order. An event without one by then is of another system at the same supplier. */
const UNKNOWN_ORDER_DAYS = 3;
/** Far longer than any supplier repeats an event. */
const RETENTION_DAYS = 90;

/** An event that has not been processed. */
export interface PendingSupplierEvent extends SupplierCallback {
  readonly supplier: string;
  readonly receivedAt: Date;
}

/** The events received from suppliers, each once. */
export abstract class SupplierInbox {
  /** Stores an event. Returns false when it is stored already. An event about no order is closed at once. */
  abstract add(supplier: string, event: SupplierCallback, at: Date): Promise<boolean>;
  /** Returns null when the event is closed or unknown. */
  abstract findPending(supplier: string, eventId: string): Promise<PendingSupplierEvent | null>;
  /** Claims pending events of these suppliers that are due, each for one caller, and postpones their next attempt. */
  abstract claimDue(suppliers: readonly string[], now: Date, limit: number): Promise<PendingSupplierEvent[]>;
  abstract close(event: PendingSupplierEvent, status: 'handled' | 'ignored', at: Date): Promise<void>;
  /** Deletes events closed before then. Returns how many. */
  abstract prune(before: Date): Promise<number>;
}

export interface SupplierRequest extends CallbackRequest {
  /** Path segment that names the supplier. */
  readonly supplier: string;
}

/**
 * Receives the events that suppliers send, and processes them in the worker. An event only triggers a query of the
 * order's status, so late, repeated and reordered events end in the same state. See docs/numbers.md#supplier-events.
 */
export class SupplierEvents {
  constructor(
    private readonly tx: Transactor,
    private readonly suppliers: Suppliers,
    private readonly inbox: SupplierInbox,
    private readonly orders: NumberOrderRepository,
    private readonly place: PlaceOrder,
    private readonly settle: SettleOrder,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Verifies and stores an event. Idempotent by event id. Throws `not_found` for a supplier that is not enabled, and
   * `unauthorized`, with nothing stored, when the signature is invalid.
   */
  async receive({ supplier, ...request }: SupplierRequest): Promise<void> {
    const sender = this.suppliers.find(supplier);
    if (!sender) throw CommonErrors.not_found();
    const event = await sender.parseCallback(request);
    if (!event) return;
    await this.tx.run(async () => {
      const isNew = await this.inbox.add(supplier, event, this.clock.now());
      const orderKey = isNew ? await this.orderingKeyOf(event) : null;
      // `handleDue` processes events whose order is not known yet.
      if (orderKey === null) return;
      const data = { supplier, event_id: event.eventId };
      await this.events.publish({ type: 'numbering.supplier_event.received', accountId: orderKey, data });
    });
  }

  /** Processes one event. Rejects when the order's status cannot be determined, so that the caller retries. */
  async handle(supplier: string, eventId: string): Promise<void> {
    const event = await this.inbox.findPending(supplier, eventId);
    if (event) await this.handleEvent(event);
  }

  /** Processes all due events. Returns how many; throws an AggregateError at the end when some failed. */
  async handleDue(): Promise<number> {
    const names = this.suppliers.all.map(({ name }) => name);
    const now = this.clock.now();
    return sweep(
      (limit) => this.inbox.claimDue(names, now, limit),
      BATCH,
      (event) => this.handleEvent(event),
    );
  }

  prune(): Promise<number> {
    return this.inbox.prune(addDays(this.clock.now(), -RETENTION_DAYS));
  }

  private async handleEvent(event: PendingSupplierEvent): Promise<void> {
    const order = await this.orderOf(event);
    const now = this.clock.now();
    if (order && (await this.settleDecided(order))) await this.inbox.close(event, 'handled', now);
    else if (!order && addDays(event.receivedAt, UNKNOWN_ORDER_DAYS) < now) {
      await this.inbox.close(event, 'ignored', now);
    }
  }

  /**
   * Settles an order that the supplier has decided. Never buys, because the process that placed the order may still be
   * running. Returns whether the order is settled; rejects when the supplier does not respond.
   */
  private async settleDecided(order: NumberOrder): Promise<boolean> {
    if (!order.isPending) return true;
    const found = await this.place.find(order);
    if (!found || found.status === 'working') return false;
    return !(await this.settle.settle(order, found)).isPending;
  }

  /** Returns null while the event matches no order placed with this supplier. */
  private async orderOf({ supplier, orderId, supplierOrderId }: PendingSupplierEvent): Promise<NumberOrder | null> {
    const id = orderId ?? (supplierOrderId && (await this.suppliers.get(supplier).orderIdOf(supplierOrderId)));
    const order = id ? await this.orders.find(id) : null;
    return order?.supplier === supplier ? order : null;
  }

  /**
   * Returns the key by which the outbox orders the event: its account, or its own id when only the supplier knows the
   * order, so that such events do not wait for each other.
   */
  private async orderingKeyOf({ eventId, orderId, supplierOrderId }: SupplierCallback): Promise<string | null> {
    if (orderId === null) return supplierOrderId === null ? null : eventId;
    return (await this.orders.find(orderId))?.accountId ?? null;
  }
}
