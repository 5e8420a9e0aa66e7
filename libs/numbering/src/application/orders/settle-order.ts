import {
  canonicalNumber,
  type Clock,
  type EventBus,
  type IntegrationEvent,
  isE164,
  type Transactor,
} from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { NumberingErrors, SUPPLIER_RETRY_SECONDS } from '../../domain/errors';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { Purchase } from '../../domain/lifecycle/purchase';
import type { Failure, NumberOrder } from '../../domain/number-order';
import { STOCK } from '../../domain/stock';
import type { References } from '../lifecycle/references';
import type {
  Funds,
  HistoryEntry,
  NumberHistory,
  NumberOrderRepository,
  OwnStock,
  PhoneNumberRepository,
  SoldNumber,
} from '../ports';
import type { OrderAnswer, OrderResult } from './place-order';

/** An order with what its supplier has delivered. */
interface Delivery {
  readonly order: NumberOrder;
  readonly purchase: Purchase;
}

/** An order with its new number. */
interface Fulfilled {
  readonly order: NumberOrder;
  readonly number: PhoneNumber;
}

const NUMBER_UNAVAILABLE: Failure = {
  code: 'number_unavailable',
  message: NumberingErrors.number_unavailable().message,
};
const TIMED_OUT: Failure = { code: 'supplier_timeout', message: 'The supplier did not respond within 15 minutes.' };

/**
 * Records the responses of suppliers: creates the numbers, captures or releases the funds, closes the orders and publishes
 * the events, in one transaction. Idempotent: an order settles once.
 */
export class SettleOrder {
  constructor(
    private readonly tx: Transactor,
    private readonly orders: NumberOrderRepository,
    private readonly numbers: PhoneNumberRepository,
    private readonly history: NumberHistory,
    private readonly references: References,
    private readonly funds: Funds,
    private readonly stock: OwnStock,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Settles an order as it was read; its terms never change. Returns its current state. */
  settle(read: NumberOrder, result: OrderResult): Promise<NumberOrder> {
    return this.tx.run(async () => {
      const isRoutable = await this.references.isRoutable(read);
      const order = await this.orders.lock(read.id);
      await this.settleLocked([order], [{ orderId: order.id, result }], isRoutable);
      return order;
    });
  }

  /**
   * Settles locked orders of one purchase, except those that are settled and those without an answer. Joins the caller's
   * transaction, which has locked their routing target first, as everywhere. `isRoutable`: false if the target was archived
   * since the orders were placed; their numbers are then created without a route.
   */
  async settleLocked(
    orders: readonly NumberOrder[],
    answers: readonly OrderAnswer[],
    isRoutable: boolean,
  ): Promise<void> {
    const results = new Map(answers.map(({ orderId, result }) => [orderId, result]));
    const open = orders.flatMap((order) => {
      const result = order.isPending ? results.get(order.id) : undefined;
      return result ? [{ order, result }] : [];
    });
    const delivered = open.flatMap(({ order, result }) => {
      const purchase = purchaseOf(result);
      return purchase ? [{ order, purchase }] : [];
    });
    await this.deliver(delivered, isRoutable);
    for (const { order, result } of open) {
      if (order.isPending) await this.close(order, result);
      await this.orders.save(order);
    }
  }

  /** The captures follow each other in the order of the orders, under one lock on the wallet. */
  private async deliver(deliveries: readonly Delivery[], isRoutable: boolean): Promise<void> {
    if (deliveries.length === 0) return;
    const now = this.clock.now();
    const [found, unsold] = await Promise.all([
      this.numbers.findLive(deliveries.map(({ purchase }) => purchase.e164)),
      this.sellStock(deliveries),
    ]);
    const live = new Set(found);
    const fulfilled: Fulfilled[] = [];
    for (const { order, purchase } of deliveries) {
      // Another account has this number already: reconciliation returns what the supplier sold twice.
      if (unsold.has(order.id) || live.has(purchase.e164)) await this.fail(order, NUMBER_UNAVAILABLE, true);
      else fulfilled.push({ order, number: order.fulfil(purchase, now) });
      live.add(purchase.e164);
    }
    const detached = isRoutable ? [] : fulfilled.map(({ number }) => detach(number, now));
    await this.numbers.add(fulfilled.map(({ number }) => number));
    const captures = fulfilled.flatMap((each) => captureOf(each) ?? []);
    if (captures.length > 0) await this.funds.captureAll(captures);
    await this.history.add([...fulfilled.map((each) => entryOf(each, now)), ...detached]);
    await this.events.publishAll(fulfilled.flatMap(eventsOf));
  }

  /** Sells the numbers of our own stock. Returns the orders that have lost theirs, as a crash of the database server may cause. */
  private async sellStock(deliveries: readonly Delivery[]): Promise<ReadonlySet<string>> {
    const sales = deliveries.filter(({ order }) => order.supplier === STOCK).map(soldNumber);
    if (sales.length === 0) return new Set();
    const sold = await this.stock.sell(sales);
    return new Set(sales.map(({ orderId }) => orderId).filter((id) => !sold.has(id)));
  }

  /** Fails an order without a number, or postpones it while its outcome is unknown. */
  private async close(order: NumberOrder, result: OrderResult): Promise<void> {
    if (result.status === 'failed') return this.fail(order, result.failure, false);
    const now = this.clock.now();
    order.postpone(noteOf(result), now, SUPPLIER_RETRY_SECONDS);
    if (order.isOverdue(now)) await this.fail(order, TIMED_OUT, true);
  }

  /** `mayBeBought`: the supplier may have delivered the number all the same, so the order is reconciled. */
  private async fail(order: NumberOrder, failure: Failure, mayBeBought: boolean): Promise<void> {
    order.fail(failure, this.clock.now(), mayBeBought);
    await this.releaseHold(order);
    const data = { order_id: order.id, e164: order.requestE164, error_code: failure.code };
    await this.events.publish({ type: 'order.failed', accountId: order.accountId, data });
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
}

/** Returns null unless the supplier delivered a number and sends its calls to us, where it is usable. One of a range that the numbering plan lacks stays as it is. */
function purchaseOf(result: OrderResult): Purchase | null {
  if (result.status !== 'bought' || !isE164(result.purchase.e164)) return null;
  const { purchase } = result;
  if (purchase.connectionFault !== undefined) return null;
  return { ...purchase, e164: canonicalNumber(purchase.e164)?.e164 ?? purchase.e164 };
}

function soldNumber({ order: { id: orderId, accountId }, purchase: { e164, usable: isUsable } }: Delivery): SoldNumber {
  return { e164, orderId, accountId, isUsable };
}

/** Why an order stays pending, for the operator. */
function noteOf(result: Exclude<OrderResult, { status: 'failed' }>): string {
  if (result.status === 'unknown') return result.note;
  if (result.status === 'working') return 'The supplier is processing the order.';
  return result.purchase.connectionFault ?? 'The supplier returned no phone number.';
}

function entryOf({ order, number }: Fulfilled, at: Date): HistoryEntry {
  const to = { status: number.status, order_id: order.id };
  return { number, actor: order.placedBy, change: { action: 'ordered', from: {}, to }, at };
}

function detach(number: PhoneNumber, at: Date): HistoryEntry {
  return { number, actor: SYSTEM, change: number.routeTo({ trunkId: null, routingProfileId: null }, at), at };
}

function eventsOf({ order, number }: Fulfilled): IntegrationEvent[] {
  if (order.status !== 'provisioned') return [];
  const { accountId } = order;
  const data = { number_id: number.id, e164: number.e164, order_id: order.id };
  return [
    { type: 'number.provisioned', accountId, data },
    { type: 'order.completed', accountId, data },
  ];
}

/** What to capture of the order's hold; null for a free order. */
function captureOf({ order, number }: Fulfilled) {
  const { id, accountId, holdId, dueCents, invoiceItem } = order;
  if (!holdId) return null;
  return {
    accountId,
    holdId,
    amountCents: dueCents,
    description: `Number ${number.e164}: setup and first month`,
    relatedKind: 'number_order',
    relatedId: id,
    reference: `order:${id}`,
    item: invoiceItem,
  };
}
