import type { Clock, DomainError, Transactor } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import { NumberingErrors } from '../../domain/errors';
import { type Bundle, isApproved, requireFitting, requireUsable } from '../../domain/lifecycle/bundle';
import type { Route } from '../../domain/lifecycle/route';
import { NumberOrder } from '../../domain/number-order';
import type { PricedOffer } from '../../domain/offer';
import type { References } from '../lifecycle/references';
import type { FaultPoints, Funds, NumberOrderRepository } from '../ports';
import type { Buyer, FindOffer, OfferSelection } from './find-offer';
import { ORDER_LEASE_SECONDS, type PlaceOrder } from './place-order';
import type { SettleOrder } from './settle-order';

export interface OrderRequest {
  readonly accountId: string;
  readonly actor: Actor;
  /** Identifies the request across retries: a retry continues the order that the first attempt placed. */
  readonly operationId: string;
  readonly selection: OfferSelection;
  readonly maxMonthlyPriceCents: number | null;
  readonly route: Route;
  readonly complianceBundleId: string | null;
  readonly customerReference: string | null;
}

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
    private readonly settle: SettleOrder,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Returns a settled order, or a pending one whose outcome is unknown. Rejects when the order has failed. */
  async order(request: OrderRequest): Promise<NumberOrder> {
    const { accountId, operationId } = request;
    const [known, buyer] = await this.tx.together(() =>
      Promise.all([this.orders.findByOperation(accountId, operationId), this.findOffer.buyer(accountId)]),
    );
    const order = known ?? (await this.accept(request, buyer));
    await this.faults.reach('order.held');
    const settled = order.isPending ? await this.finish(order) : order;
    if (settled.status === 'failed') throw failureOf(settled);
    return settled;
  }

  /** Checks what the request refers to, requests a quote, and holds its price. */
  private async accept(request: OrderRequest, buyer: Buyer): Promise<NumberOrder> {
    const { accountId, operationId, selection, maxMonthlyPriceCents, complianceBundleId, route } = request;
    await this.references.requireActive(accountId, route);
    const bundle = complianceBundleId ? await this.references.getBundle(accountId, complianceBundleId) : null;
    const offer = await this.findOffer.find(buyer, selection, maxMonthlyPriceCents);
    if (bundle) {
      requireFitting(bundle, offer);
      requireUsable(bundle, this.clock.now());
    }
    return this.tx.run(async () => {
      // Another request of the operation may have placed its order first.
      const known = await this.orders.findByOperation(accountId, operationId);
      return known ?? this.hold(request, offer, bundle);
    });
  }

  private async finish(order: NumberOrder): Promise<NumberOrder> {
    const [answer] = await this.place.place([order]);
    if (!answer) return this.orders.get(order.id);
    const settled = await this.settle.settle(order, answer.result);
    await this.faults.reach('order.settled');
    return settled;
  }

  private async hold(request: OrderRequest, offer: PricedOffer, bundle: Bundle | null): Promise<NumberOrder> {
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
