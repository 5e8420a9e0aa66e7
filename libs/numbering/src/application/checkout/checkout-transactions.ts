import { type Clock, DomainError, type Transactor } from '@trunkline/kernel';
import type { Cart, CartOwner } from '../../domain/checkout/cart';
import { Checkout, type CheckoutItem, type CheckoutRequest } from '../../domain/checkout/checkout';
import { SUPPLIER_RETRY_SECONDS } from '../../domain/errors';
import { type Bundle, fits, isApproved } from '../../domain/lifecycle/bundle';
import { NumberOrder } from '../../domain/number-order';
import type { References } from '../lifecycle/references';
import { ORDER_LEASE_SECONDS, type OrderAnswer } from '../orders/place-order';
import type { SettleOrder } from '../orders/settle-order';
import type { Funds, NumberOrderRepository } from '../ports';
import type { CartRepository, CheckoutRepository, ReservationRepository } from './ports';
import type { CheckoutQuote } from './quote-checkout';

/** How long the process that serves the request has before a sweeper takes over: a full cart at a slow supplier. */
export const CHECKOUT_LEASE_SECONDS = 180;

export interface HeldCheckout {
  /** A checkout whose total is held, or that was rejected. */
  readonly checkout: Checkout;
  /** The new orders; null if another process has held the total. */
  readonly orders: readonly NumberOrder[] | null;
}

/**
 * The three transactions of a checkout. Each locks the checkout and its cart and checks the status again, so that two
 * processes run each once. The wallet is locked last.
 */
export class CheckoutTransactions {
  constructor(
    private readonly tx: Transactor,
    private readonly carts: CartRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly orders: NumberOrderRepository,
    private readonly reservations: ReservationRepository,
    private readonly references: References,
    private readonly settle: SettleOrder,
    private readonly funds: Funds,
    private readonly clock: Clock,
  ) {}

  /** Starts a checkout of what the cart contains. Throws `cart_empty` and `checkout_in_progress`. */
  start(owner: CartOwner, request: CheckoutRequest): Promise<Checkout> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const cart = await this.carts.lock(owner, now);
      const { items } = cart;
      cart.resetIfExpired(now);
      const checkout = Checkout.start(cart, request, now, CHECKOUT_LEASE_SECONDS);
      await this.checkouts.add(checkout);
      await this.carts.save(cart, items);
      await this.checkouts.log(checkout.id, 'started', now);
      return checkout;
    });
  }

  /**
   * Holds the total and creates one order per item, or rejects the checkout. The prices, and the limit of the request, are those
   * that hold in this transaction.
   */
  hold(read: Checkout, quote: CheckoutQuote): Promise<HeldCheckout> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const [checkout, cart, quotes] = await Promise.all([
        this.checkouts.lock(read.id),
        this.carts.lock(read, now),
        quote.priced(),
      ]);
      if (checkout.status !== 'quoting') return { checkout, orders: null };
      const totalCents = checkout.applyQuotes(quotes, now);
      const holdId = totalCents > 0 ? await this.holdTotal(checkout, totalCents) : null;
      // An insufficient balance takes precedence over the price limit, and only the hold can detect it.
      if (totalCents > 0 && !holdId) checkout.rejectForBalance(now);
      else if (checkout.exceedsLimit(totalCents)) {
        if (holdId) await this.funds.releaseHold({ accountId: checkout.accountId, holdId });
        checkout.rejectForPrice(now);
      }
      if (checkout.isFinished) {
        await this.close(checkout, cart, now);
        return { checkout, orders: [] };
      }
      const orders = new Map(
        checkout.waiting.map((item) => [
          item.cartItemId,
          orderFor(checkout, item, { bundle: quote.bundle, holdId, now }),
        ]),
      );
      await this.orders.addAll([...orders.values()]);
      checkout.startOrdering(holdId, orders);
      await this.checkouts.save(checkout);
      await this.checkouts.log(checkout.id, 'held', now);
      return { checkout, orders: [...orders.values()] };
    });
  }

  /** Settles the orders with the suppliers' responses, and finishes the checkout unless an order is still pending. */
  finish(read: Checkout, answers: readonly OrderAnswer[]): Promise<Checkout> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const isRoutable = await this.references.isRoutable(read);
      const [checkout, cart, orders] = await Promise.all([
        this.checkouts.lock(read.id),
        this.carts.lock(read, now),
        this.orders.lockByCheckout(read.id),
      ]);
      if (checkout.status !== 'ordering') return checkout;
      await this.settle.settleLocked(orders, answers, isRoutable);
      await this.checkouts.log(checkout.id, 'ordered', now);
      if (!checkout.settle(orders, now)) {
        checkout.postpone(now, SUPPLIER_RETRY_SECONDS);
        await this.checkouts.save(checkout);
        return checkout;
      }
      const { accountId, holdId } = checkout;
      // Bought orders have captured their parts of the hold, which are the whole of it.
      if (holdId && !orders.every(({ isBought }) => isBought)) await this.funds.releaseHold({ accountId, holdId });
      await this.close(checkout, cart, now);
      return checkout;
    });
  }

  /** Returns null when the balance does not cover the total. */
  private async holdTotal({ id, accountId }: Checkout, amountCents: number): Promise<string | null> {
    const related = { relatedKind: 'checkout', relatedId: id, reference: `checkout:${id}` };
    try {
      return (await this.funds.hold({ accountId, amountCents, ...related })).holdId;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'insufficient_balance') return null;
      throw error;
    }
  }

  /** Stores a finished checkout, and reopens its cart without the items that were bought. */
  private async close(checkout: Checkout, cart: Cart, now: Date): Promise<void> {
    const { items } = cart;
    cart.endCheckout(checkout.boughtItemIds, now);
    await this.carts.save(cart, items);
    await this.checkouts.save(checkout);
    await this.checkouts.log(checkout.id, checkout.boughtItemIds.length > 0 ? 'finished' : 'refused', now);
    await this.reservations.removeBought(checkout.accountId, checkout.boughtNumbers);
  }
}

interface HeldFunds {
  readonly bundle: Bundle | null;
  readonly holdId: string | null;
  readonly now: Date;
}

function orderFor(checkout: Checkout, { offer }: CheckoutItem, { bundle, holdId, now }: HeldFunds): NumberOrder {
  const { id: checkoutId, accountId, placedBy } = checkout;
  const { trunkId, routingProfileId, customerReference } = checkout;
  const fitting = bundle && fits(bundle, offer) ? bundle : null;
  const complianceBundleId = fitting?.id ?? null;
  const documentsApproved = isApproved(fitting, now);
  const terms = { trunkId, routingProfileId, complianceBundleId, customerReference, documentsApproved };
  const request = { accountId, operationId: null, checkoutId, placedBy, offer, terms };
  const order = NumberOrder.place(request, now, ORDER_LEASE_SECONDS);
  if (holdId && order.dueCents > 0) order.holdWith(holdId);
  return order;
}
