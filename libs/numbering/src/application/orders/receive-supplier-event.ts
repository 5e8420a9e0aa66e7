import { type Clock, CommonErrors, type EventBus, type Transactor } from '@trunkline/kernel';
import type { NumberOrderRepository } from '../ports';
import type { CallbackRequest, SupplierCallback } from '../supply/supplier';
import type { SupplierInbox } from './supplier-inbox';
import type { Suppliers } from '../supply/suppliers';

export interface SupplierCall extends CallbackRequest {
  /** As the path names it. */
  readonly supplier: string;
}

/** Takes in what a supplier tells us (contract, section 23): checked and kept here, followed in the worker. */
export class ReceiveSupplierEvent {
  constructor(
    private readonly tx: Transactor,
    private readonly suppliers: Suppliers,
    private readonly inbox: SupplierInbox,
    private readonly orders: NumberOrderRepository,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Safe to repeat: an event is kept once. Throws not_found for a supplier that sells nothing here, and unauthorized,
   * with nothing kept, unless the supplier signed exactly this.
   */
  async execute({ supplier, ...request }: SupplierCall): Promise<void> {
    const sender = this.suppliers.find(supplier);
    if (!sender) throw CommonErrors.not_found();
    const news = await sender.parseCallback(request);
    if (!news) return;
    await this.tx.run(async () => {
      const isNew = await this.inbox.add(supplier, news, this.clock.now());
      if (isNew) await this.announce(supplier, news);
    });
  }

  /** What names no order that we know yet is left to the sweeper. */
  private async announce(supplier: string, news: SupplierCallback): Promise<void> {
    const accountId = await this.ownerOf(news);
    if (accountId === null) return;
    const data = { supplier, event_id: news.eventId };
    await this.events.publish({ type: 'numbering.supplier_event.received', accountId, data });
  }

  /** Where the supplier has to be asked whose order it is, the event goes by its own name, so that none waits for another. */
  private async ownerOf({ eventId, orderId, supplierOrderId }: SupplierCallback): Promise<string | null> {
    if (orderId === null) return supplierOrderId === null ? null : eventId;
    return (await this.orders.find(orderId))?.accountId ?? null;
  }
}
