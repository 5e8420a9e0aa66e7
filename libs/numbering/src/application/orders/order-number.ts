import type { Clock, DomainError, Transactor } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import { type Bundle, isApproved, requireFitting, requireUsable } from '../../domain/lifecycle/bundle';
import { NumberingErrors } from '../../domain/errors';
import { NumberOrder } from '../../domain/orders/number-order';
import type { Offer } from '../../domain/supply/offer';
import type { Route } from '../../domain/lifecycle/phone-number';
import type { FindOffer, Wanted } from './find-offer';
import type { FaultPoints, Funds, NumberOrderRepository } from '../ports';
import { ORDER_LEASE_SECONDS, type PlaceOrder } from './place-order';
import type { References } from '../lifecycle/references';

export interface OrderRequest {
  readonly accountId: string;
  readonly actor: Actor;
  /** The same for every repeat of one request: a repeat goes on with the order that the first one placed. */
  readonly operationId: string;
  readonly wanted: Wanted;
  readonly maxMonthlyPriceCents: number | null;
  readonly route: Route;
  readonly complianceBundleId: string | null;
  readonly customerReference: string | null;
}

/** Where a request is read: what it wants, and what it refers to. */
export class OrderDesk {
  constructor(
    readonly offers: FindOffer,
    readonly references: References,
  ) {}
}

/**
 * POST /v1/numbers: set the money aside, buy, settle. A crash at any point leaves a pending order that a repeat of
 * the request or the sweeper finishes with the same supplier reference.
 */
export class OrderNumber {
  constructor(
    private readonly tx: Transactor,
    private readonly orders: NumberOrderRepository,
    private readonly desk: OrderDesk,
    private readonly funds: Funds,
    private readonly place: PlaceOrder,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Resolves with a provisioned or waiting order, or a pending one whose outcome is unknown; rejects when it has failed. */
  async execute(request: OrderRequest): Promise<NumberOrder> {
    const known = await this.orders.findByOperation(request.accountId, request.operationId);
    const order = known ?? (await this.accept(request));
    const settled = order.isPending ? await this.place.execute(order) : order;
    if (settled.status === 'failed') throw failureOf(settled);
    return settled;
  }

  private async accept(request: OrderRequest): Promise<NumberOrder> {
    const { accountId, wanted, maxMonthlyPriceCents, complianceBundleId, route } = request;
    await this.desk.references.requireActive(accountId, route);
    const bundle = complianceBundleId && (await this.desk.references.bundle(accountId, complianceBundleId));
    const offer = await this.desk.offers.execute(accountId, wanted, maxMonthlyPriceCents);
    if (bundle) requireAttachable(bundle, offer, this.clock.now());
    const order = await this.tx.run(() => this.hold(request, offer, bundle || null));
    await this.faults.reach('order.held');
    return order;
  }

  private async hold(request: OrderRequest, offer: Offer, bundle: Bundle | null): Promise<NumberOrder> {
    const { accountId, operationId, actor, route, complianceBundleId, customerReference } = request;
    const known = await this.orders.findByOperation(accountId, operationId);
    if (known) return known;
    const now = this.clock.now();
    const terms = { ...route, complianceBundleId, documentsApproved: isApproved(bundle, now), customerReference };
    const placing = { accountId, operationId, checkoutId: null, placedBy: actor, offer, terms };
    const order = NumberOrder.place(placing, now, ORDER_LEASE_SECONDS);
    if (order.dueCents > 0) {
      const related = { relatedKind: 'number_order', relatedId: order.id, reference: `order:${order.id}` };
      const { holdId } = await this.funds.hold({ accountId, amountCents: order.dueCents, ...related });
      order.holdWith(holdId);
    }
    await this.orders.add(order);
    return order;
  }
}

function requireAttachable(bundle: Bundle, offer: Offer, now: Date): void {
  requireFitting(bundle, offer);
  requireUsable(bundle, now);
}

const FAILURES: Readonly<Record<string, (details: { message?: string }) => DomainError>> = {
  number_unavailable: NumberingErrors.number_unavailable,
  supplier_timeout: NumberingErrors.supplier_timeout,
};

/** The error that a failed order answers with, at first and at each repeat. */
function failureOf({ errorCode, errorMessage }: NumberOrder): DomainError {
  const thrower = FAILURES[errorCode ?? ''] ?? NumberingErrors.supplier_error;
  return thrower(errorMessage ? { message: errorMessage } : {});
}
