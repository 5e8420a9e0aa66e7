import type { Clock, DomainError, Transactor } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import { NumberingErrors } from '../../domain/errors';
import { type Bundle, isApproved, requireFitting, requireUsable } from '../../domain/lifecycle/bundle';
import type { Route } from '../../domain/lifecycle/route';
import { NumberOrder } from '../../domain/orders/number-order';
import type { Offer } from '../../domain/supply/offer';
import type { References } from '../lifecycle/references';
import type { FaultPoints, Funds, NumberOrderRepository } from '../ports';
import type { FindOffer, OfferSelection } from './find-offer';
import type { PlacedOrder } from './order-queries';
import { ORDER_LEASE_SECONDS, type PlaceOrder } from './place-order';
import { viewOfPlaced } from './placed-view';
import type { Fulfilled } from './settle-order';

export interface OrderRequest {
  readonly accountId: string;
  readonly actor: Actor;
  /** Identifies the request across retries: a retry continues the order that the first attempt placed. */
  readonly operationId: string;
  /** No earlier request had the operation. */
  readonly isFirst?: boolean;
  readonly selection: OfferSelection;
  readonly maxMonthlyPriceCents: number | null;
  readonly route: Route;
  readonly complianceBundleId: string | null;
  readonly customerReference: string | null;
}

/**
 * Joins the transaction that settles an order whose number was delivered. Returns a function that runs after its commit. Not
 * called for an order that is settled in another way or by another process.
 */
export type ConcludeOrder = (placed: PlacedOrder) => Promise<() => void>;

/**
 * Orders a number: holds the funds, buys at the supplier, settles. A crash at any point leaves a pending order that a
 * retry or the sweeper finishes under the same supplier reference.
 */
export class OrderNumber {
  constructor(
    private readonly tx: Transactor,
    private readonly orders: NumberOrderRepository,
    private readonly findOffer: FindOffer,
    private readonly references: References,
    private readonly funds: Funds,
    private readonly place: PlaceOrder,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Returns a settled order, or a pending one whose outcome is unknown. Rejects when the order has failed. */
  async order(request: OrderRequest, conclude?: ConcludeOrder): Promise<NumberOrder> {
    const { accountId, operationId, isFirst = false } = request;
    const known = isFirst ? null : await this.orders.findByOperation(accountId, operationId);
    const settled = known ? await this.resume(known) : await this.accept(request, conclude);
    if (settled.status === 'failed') throw failureOf(settled);
    return settled;
  }

  private async resume(order: NumberOrder): Promise<NumberOrder> {
    return order.isPending ? this.place.place(order) : order;
  }

  private async accept(request: OrderRequest, conclude?: ConcludeOrder): Promise<NumberOrder> {
    const { accountId, selection, maxMonthlyPriceCents, complianceBundleId, route } = request;
    await this.references.requireActive(accountId, route);
    const bundle = complianceBundleId ? await this.references.getBundle(accountId, complianceBundleId) : null;
    const offer = await this.findOffer.find(accountId, selection, maxMonthlyPriceCents);
    if (bundle) {
      requireFitting(bundle, offer);
      requireUsable(bundle, this.clock.now());
    }
    let attempts = 0;
    const { order, isNew } = await this.tx.run(async () => {
      // Another request of the operation placed its order first.
      const known = attempts++ > 0 ? await this.orders.findByOperation(accountId, request.operationId) : null;
      return { order: known ?? (await this.hold(request, offer, bundle)), isNew: !known };
    });
    await this.faults.reach('order.held');
    if (!isNew) return this.resume(order);
    return this.placeNew(order, conclude);
  }

  /** Places an order that this process has just created. */
  private async placeNew(order: NumberOrder, conclude?: ConcludeOrder): Promise<NumberOrder> {
    const placed = await this.place.placeWhole([order], () =>
      Promise.resolve(async ([fulfilled]: readonly Fulfilled[]) => {
        if (conclude && fulfilled) this.tx.afterCommit(await conclude(viewOfPlaced(fulfilled)));
        return order;
      }),
    );
    return placed ?? this.orders.get(order.id);
  }

  private async hold(request: OrderRequest, offer: Offer, bundle: Bundle | null): Promise<NumberOrder> {
    const { accountId, operationId, actor, route, complianceBundleId, customerReference } = request;
    const now = this.clock.now();
    const terms = { ...route, complianceBundleId, documentsApproved: isApproved(bundle, now), customerReference };
    const newOrder = { accountId, operationId, checkoutId: null, placedBy: actor, offer, terms };
    const order = NumberOrder.place(newOrder, now, ORDER_LEASE_SECONDS);
    if (order.dueCents > 0) {
      const related = { relatedKind: 'number_order', relatedId: order.id, reference: `order:${order.id}` };
      const { holdId } = await this.funds.hold({ accountId, amountCents: order.dueCents, ...related });
      order.holdWith(holdId);
    }
    await this.orders.addAll([order]);
    return order;
  }
}

const FAILURES: Readonly<Record<string, (details: { message?: string }) => DomainError>> = {
  number_unavailable: NumberingErrors.number_unavailable,
  supplier_timeout: NumberingErrors.supplier_timeout,
};

/** Returns the error of a failed order, the same for each retry. */
function failureOf({ errorCode, errorMessage }: NumberOrder): DomainError {
  const createError = FAILURES[errorCode ?? ''] ?? NumberingErrors.supplier_error;
  return createError(errorMessage ? { message: errorMessage } : {});
}
