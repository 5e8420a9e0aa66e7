import {
  allDone,
  type Clock,
  ConditionNotMet,
  DomainError,
  type EventBus,
  type IntegrationEvent,
  canonicalNumber,
  isE164,
  type Transactor,
} from '@trunkline/kernel';
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

/** An order as it was read (its terms never change), with its result. */
export interface OrderAnswer {
  readonly order: NumberOrder;
  readonly result: OrderResult;
}

/**
 * What a purchase does in the transaction that settles all of its orders. Locks what it changes, behind the locks of the
 * orders and before that of the wallet, and returns a function that applies the settled orders.
 */
export type Conclusion<T> = () => Promise<(settled: readonly Fulfilled[]) => Promise<T>>;

/** An order with its new number. */
export interface Fulfilled {
  readonly order: NumberOrder;
  readonly number: PhoneNumber;
}

interface Delivery {
  readonly order: NumberOrder;
  readonly purchase: Purchase;
}

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
  settle(read: NumberOrder, result: OrderResult): Promise<NumberOrder> {
    const orderId = read.id;
    switch (result.status) {
      case 'bought':
        if (!isE164(result.purchase.e164)) return this.postpone(orderId, 'The supplier returned no phone number.');
        return this.deliver(read, canonical(result.purchase));
      case 'failed':
        return this.whilePending(orderId, (order) => this.fail(order, result.failure, false));
      case 'working':
        return this.postpone(orderId, 'The supplier is processing the order.');
      case 'unknown':
        return this.postpone(orderId, result.note);
    }
  }

  /** Settles orders of one checkout: those whose numbers were delivered in one transaction, each other in its own. */
  async settleAll(answers: readonly OrderAnswer[]): Promise<readonly NumberOrder[]> {
    const delivered = answers.flatMap(({ order, result }) => deliveryOf(order, result) ?? []);
    if (delivered.length < 2) return Promise.all(answers.map(({ order, result }) => this.settle(order, result)));
    const others = answers.filter(({ order, result }) => !deliveryOf(order, result));
    const settled = await Promise.all([
      this.deliverAll(delivered),
      ...others.map(async ({ order, result }) => [await this.settle(order, result)]),
    ]);
    return settled.flat();
  }

  /**
   * Settles all orders of a checkout, or a single one, as they were created, and concludes the purchase in one transaction. Returns what the conclusion
   * returned; null, with nothing settled, unless every number was delivered, none of them is live already, and every order
   * is pending.
   */
  async settleWhole<T>(answers: readonly OrderAnswer[], conclusion: Conclusion<T>): Promise<T | null> {
    const delivered = answers.flatMap(({ order, result }) => deliveryOf(order, result) ?? []);
    if (delivered.length < answers.length) return null;
    let attempts = 0;
    try {
      return await this.tx.run(async () => {
        // A repeat of the transaction would fulfil the orders twice.
        if (attempts++ > 0) throw new ConditionNotMet();
        return this.concludeTogether(delivered, conclusion);
      });
    } catch (error) {
      if (!(error instanceof ConditionNotMet) && !isUnavailable(error)) throw error;
      return null;
    }
  }

  /** Sends the locks, of the wallet last, in one round trip with the numbers and their captures. */
  private async concludeTogether<T>(deliveries: readonly Delivery[], conclusion: Conclusion<T>): Promise<T> {
    const isRoutable = await this.isRoutable(deliveries);
    const orders = deliveries.map(({ order }) => order);
    await this.orders.lockPendingOrFail(orders.map(({ id }) => id));
    const begun = conclusion();
    const fulfilled = this.fulfilAll(deliveries, isRoutable);
    await allDone([begun, fulfilled]);
    const conclude = await begun;
    return conclude(await fulfilled);
  }

  private async deliver(read: NumberOrder, purchase: Purchase): Promise<NumberOrder> {
    try {
      const [order] = await this.deliverTogether([{ order: read, purchase }]);
      return order ?? (await this.orders.get(read.id));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      // Another account has this number already: reconciliation returns what the supplier sold twice.
      return this.whilePending(read.id, (order) => this.fail(order, NUMBER_UNAVAILABLE, true));
    }
  }

  private async deliverAll(deliveries: readonly Delivery[]): Promise<readonly NumberOrder[]> {
    try {
      return await this.deliverTogether(deliveries);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      // One of the numbers is live already. Alone, each order settles as if it were the only one.
      return Promise.all(deliveries.map(({ order, purchase }) => this.deliver(order, purchase)));
    }
  }

  private deliverTogether(deliveries: readonly Delivery[]): Promise<readonly NumberOrder[]> {
    return this.tx.run(async () => {
      const isRoutable = await this.isRoutable(deliveries);
      const orders = await this.lockAll(deliveries);
      this.commitLazily(orders.filter(({ isPending }) => isPending));
      await this.fulfilPending(orders, deliveries, isRoutable);
      return orders;
    });
  }

  /**
   * The orders are of one checkout, if there are several, and so of one account and route. Routing targets are locked before
   * orders, as everywhere.
   */
  private async isRoutable([first]: readonly Delivery[]): Promise<boolean> {
    return !first || this.references.isRoutable(first.order);
  }

  private lockAll(deliveries: readonly Delivery[]): Promise<NumberOrder[]> {
    return this.orders.lockAll(deliveries.map(({ order }) => order.id));
  }

  private async fulfilPending(
    orders: readonly NumberOrder[],
    deliveries: readonly Delivery[],
    isRoutable: boolean,
  ): Promise<void> {
    const purchases = new Map(deliveries.map(({ order, purchase }) => [order.id, purchase]));
    const pending = orders.flatMap((order) => {
      const purchase = order.isPending ? purchases.get(order.id) : undefined;
      return purchase ? [{ order, purchase }] : [];
    });
    if (pending.length > 0) await this.fulfilAll(pending, isRoutable);
  }

  /** The captures follow each other in the order of the ids, under one lock on the wallet. */
  private async fulfilAll(deliveries: readonly Delivery[], isRoutable: boolean): Promise<readonly Fulfilled[]> {
    const now = this.clock.now();
    const fulfilled = deliveries.map(({ order, purchase }) => {
      const number = order.fulfil(purchase, now);
      const detached = isRoutable ? null : number.routeTo({ trunkId: null, routingProfileId: null }, now);
      return { order, number, detached };
    });
    await this.numbers.addAll(fulfilled.map(({ number }) => number));
    const captures = fulfilled.flatMap(({ order, number }) => captureOf(order, number) ?? []);
    if (captures.length > 0) await this.funds.captureAll(captures);
    await this.history.addAll(
      fulfilled.flatMap(({ order, number, detached }) => {
        const to = { status: number.status, order_id: order.id };
        const ordered = {
          number,
          actor: order.placedBy,
          change: { action: 'ordered', from: {}, to },
          at: now,
        } as const;
        return detached ? [ordered, { number, actor: SYSTEM, change: detached, at: now }] : [ordered];
      }),
    );
    await this.events.publishAll(fulfilled.flatMap(({ order, number }) => eventsOf(order, number)));
    await this.orders.saveAll(fulfilled.map(({ order }) => order));
    return fulfilled;
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
      this.commitLazily([order]);
      await change(order);
      await this.orders.save(order);
      return order;
    });
  }

  /** The end of the checkout follows and waits for the disk. Until then a sweeper settles its orders again. */
  private commitLazily(orders: readonly NumberOrder[]): void {
    if (orders.length > 0 && orders.every(({ checkoutId }) => checkoutId)) this.tx.commitLazily();
  }
}

/** Returns null unless the supplier delivered a number. */
function deliveryOf(order: NumberOrder, result: OrderResult): Delivery | null {
  return result.status === 'bought' && isE164(result.purchase.e164)
    ? { order, purchase: canonical(result.purchase) }
    : null;
}

/** A number of a range that the numbering plan does not know yet stays as the supplier returned it. */
function canonical(purchase: Purchase): Purchase {
  return { ...purchase, e164: canonicalNumber(purchase.e164)?.e164 ?? purchase.e164 };
}

function eventsOf({ id, accountId, status }: NumberOrder, number: PhoneNumber): IntegrationEvent[] {
  if (status !== 'provisioned') return [];
  const data = { number_id: number.id, e164: number.e164, order_id: id };
  return [
    { type: 'number.provisioned', accountId, data },
    { type: 'order.completed', accountId, data },
  ];
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === NUMBER_UNAVAILABLE.code;
}

/** What to capture of the order's hold; null for a free order. */
function captureOf({ id, accountId, holdId, dueCents, invoiceItem }: NumberOrder, { e164 }: PhoneNumber) {
  if (!holdId) return null;
  return {
    accountId,
    holdId,
    amountCents: dueCents,
    description: `Number ${e164}: setup and first month`,
    relatedKind: 'number_order',
    relatedId: id,
    reference: `order:${id}`,
    item: invoiceItem,
  };
}
