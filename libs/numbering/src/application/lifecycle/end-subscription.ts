import type { Clock, EventBus, NumberReleaseReason } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { NumberOrder } from '../../domain/number-order';
import type { Departures } from '../port-outs/departures';
import type { Funds, NumberHistory, NumberOrderRepository, PhoneNumberRepository } from '../ports';
import { type EndNumberUses, type NumberUses, ReleasedNumberUses } from './number-uses';

export interface ReleaseCause {
  readonly actor: Actor;
  readonly reason: NumberReleaseReason;
  /** The number goes to another account, so that its supplier keeps it for us. */
  readonly isMoved?: boolean;
}

/** Releases locked numbers. Joins the caller's transaction; `ReleaseDueNumbers` notifies the suppliers afterwards. */
export class EndSubscription {
  constructor(
    private readonly numbers: PhoneNumberRepository,
    private readonly orders: NumberOrderRepository,
    private readonly history: NumberHistory,
    private readonly funds: Funds,
    private readonly uses: NumberUses,
    private readonly endUses: EndNumberUses,
    private readonly departures: Departures,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Creates the tracker of one unit of work. Create it outside of the transaction, and lock it first in it. */
  trackUses(): ReleasedNumberUses {
    return new ReleasedNumberUses(this.uses, this.endUses);
  }

  /**
   * Releases numbers of one account, which must be locked. Trunks that override their caller ID with one of them inherit
   * it again, and targets that forward to one are disabled. The order of a number that never worked, for want of documents,
   * is cancelled with a refund. Restarts the transaction when a use is not locked yet.
   */
  async end(numbers: readonly PhoneNumber[], cause: ReleaseCause, uses: ReleasedNumberUses): Promise<void> {
    const [first] = numbers;
    if (!first) return;
    await uses.end(first.accountId, numbers);
    for (const number of numbers) await this.release(number, cause);
  }

  private async release(number: PhoneNumber, { actor, reason, isMoved = false }: ReleaseCause): Promise<void> {
    const now = this.clock.now();
    const neverWorked = number.status === 'pending_documents';
    const isPortingOut = number.portOutAt !== null;
    const change = number.release(now, isMoved);
    await this.numbers.save(number);
    await this.departures.settle(number, { isPortingOut, isMoved });
    await this.history.add({ number, actor, change, at: now });
    if (neverWorked) await this.cancelOrder(await this.orders.lock(number.orderId), number);
    const data = { number_id: number.id, e164: number.e164, reason };
    await this.events.publish({ type: 'number.released', accountId: number.accountId, data });
  }

  private async cancelOrder(order: NumberOrder, { e164 }: PhoneNumber): Promise<void> {
    order.cancel(this.clock.now());
    await this.orders.save(order);
    if (!order.holdId) return;
    await this.funds.refundUpTo({
      accountId: order.accountId,
      amountCents: order.dueCents,
      description: `Cancelled number ${e164}`,
      relatedKind: 'number_order',
      relatedId: order.id,
      reference: `order:${order.id}:cancelled`,
      item: order.invoiceItem,
    });
  }
}
