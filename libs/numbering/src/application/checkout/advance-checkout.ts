import { allDone, type Clock, ConditionNotMet, DomainError, type Transactor } from '@trunkline/kernel';
import type { Checkout, CheckoutItem } from '../../domain/checkout/checkout';
import { SUPPLIER_RETRY_SECONDS } from '../../domain/errors';
import { type Bundle, fits, isApproved } from '../../domain/lifecycle/bundle';
import { NumberOrder } from '../../domain/orders/number-order';
import { ORDER_LEASE_SECONDS, type PlaceOrder } from '../orders/place-order';
import type { Fulfilled } from '../orders/settle-order';
import type { FaultPoints, Funds, NumberOrderRepository } from '../ports';
import { viewOfBought } from './bought-view';
import type { CheckoutView } from './checkout-queries';
import type { CartRepository, CheckoutRepository, ReservationRepository } from './ports';
import { CHECKOUT_WIDTH, type CheckoutQuote, type QuoteCheckout } from './quote-checkout';

/**
 * Joins the transaction that finishes a checkout. Returns a function that runs after its commit. Not called for a checkout
 * that is finished in several transactions or by another process.
 */
export type ConcludeCheckout = (checkout: CheckoutView) => Promise<() => void>;

/** Closes checkouts and reopens their carts. Joins the caller's transaction. */
export class CloseCheckout {
  constructor(
    private readonly checkouts: CheckoutRepository,
    private readonly carts: CartRepository,
    private readonly reservations: ReservationRepository,
    private readonly clock: Clock,
  ) {}

  /** Stores a finished checkout, and reopens its cart without the items that were bought. */
  async close(checkout: Checkout): Promise<void> {
    const now = this.clock.now();
    const locked = this.carts.lock(checkout, now);
    await this.checkouts.save(checkout, {
      steps: [checkout.boughtItemIds.length > 0 ? 'finished' : 'refused'],
      at: now,
    });
    const cart = await locked;
    const { items } = cart;
    cart.endCheckout(checkout.boughtItemIds, now);
    await this.carts.save(cart, items);
    await this.reservations.removeBought(checkout.accountId, checkout.boughtNumbers);
  }

  /**
   * Locks a checkout whose orders are all bought, and reopens its cart. `concludeWhole` follows. The transaction fails with
   * `ConditionNotMet` if another process has advanced the checkout.
   */
  async beginWhole({ id, accountId, ownerId, waiting }: Checkout): Promise<void> {
    const boughtItemIds = waiting.map(({ cartItemId }) => cartItemId);
    const ended = { accountId, ownerId, checkoutId: id, boughtItemIds, now: this.clock.now() };
    await allDone([this.checkouts.lockOrderingOrFail(id), this.carts.endCheckout(ended)]);
  }

  async concludeWhole(checkout: Checkout): Promise<void> {
    await this.checkouts.save(checkout, { steps: ['ordered', 'finished'], at: this.clock.now() });
    await this.reservations.removeBought(checkout.accountId, checkout.boughtNumbers);
  }
}

/**
 * Advances a checkout through its stages: quote, hold, order, finish. Each stage checks the status again under a lock, so
 * that two processes run each stage once. See docs/numbers.md#checkout.
 */
export class AdvanceCheckout {
  constructor(
    private readonly tx: Transactor,
    private readonly checkouts: CheckoutRepository,
    private readonly orders: NumberOrderRepository,
    private readonly quote: QuoteCheckout,
    private readonly place: PlaceOrder,
    private readonly close: CloseCheckout,
    private readonly funds: Funds,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Returns the checkout unfinished when the outcome of an order is still unknown. */
  advance(checkout: Checkout, conclude?: ConcludeCheckout): Promise<Checkout> {
    return this.advanceUntil(checkout, null, conclude);
  }

  /** Advances a checkout for a sweeper: skips orders that another process has leased. */
  async takeOver(checkoutId: string): Promise<Checkout> {
    return this.advanceUntil(await this.checkouts.get(checkoutId), this.clock.now());
  }

  /** `due`: places only orders whose lease has ended by then; null places all of them. */
  private async advanceUntil(checkout: Checkout, due: Date | null, conclude?: ConcludeCheckout): Promise<Checkout> {
    const { id } = checkout;
    if (checkout.isFinished) return checkout;
    if (checkout.status === 'ordering') return this.placeOrders(id, await this.listOpen(id, due));
    const quoted = await this.quote.quote(checkout);
    await this.faults.reach('checkout.quoted');
    const held = (await this.holdAsRead(checkout, quoted)) ?? (await this.hold(id, quoted));
    await this.faults.reach('checkout.held');
    if (held) return held.checkout.isFinished ? held.checkout : this.placeNewOrders(held, conclude);
    // Another process held the funds and places the orders until their leases end.
    const current = await this.checkouts.get(id);
    return current.isFinished ? current : this.placeOrders(id, await this.listOpen(id, this.clock.now()));
  }

  private async listOpen(checkoutId: string, due: Date | null): Promise<NumberOrder[]> {
    const orders = await this.orders.listByCheckout(checkoutId);
    return orders.filter((order) => order.isPending && (due === null || order.isDue(due)));
  }

  /**
   * Does what `hold` does for a checkout as it was read, in one round trip. Returns null, with nothing stored, when the
   * checkout is free of charge or must be rejected, or when another process has advanced it.
   */
  private async holdAsRead(checkout: Checkout, { quotes, bundle }: CheckoutQuote): Promise<HeldCheckout | null> {
    const now = this.clock.now();
    const amountCents = checkout.applyQuotes(quotes, now);
    if (checkout.isFinished || amountCents === 0 || checkout.exceedsLimit(amountCents)) return null;
    let attempts = 0;
    try {
      return await this.tx.run(async () => {
        // A repeat of the transaction would start the orders twice.
        if (attempts++ > 0) throw new ConditionNotMet();
        await this.checkouts.lockQuotingOrFail(checkout.id);
        const { holdId } = await this.funds.holdOrFail(holdOf(checkout, amountCents));
        return { checkout, orders: await this.startOrdering(checkout, { bundle, holdId, now }) };
      });
    } catch (error) {
      if (!(error instanceof ConditionNotMet)) throw error;
      return null;
    }
  }

  /**
   * Rejects the checkout, or holds the total and creates one order per item. Returns null when another process has done
   * so already.
   */
  private async hold(checkoutId: string, quoted: CheckoutQuote): Promise<HeldCheckout | null> {
    try {
      return await this.whileQuoting(checkoutId, (checkout) => this.holdTotal(checkout, quoted));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'insufficient_balance') throw error;
      return this.whileQuoting(checkoutId, (checkout) => this.rejectForBalance(checkout, quoted));
    }
  }

  private whileQuoting(
    checkoutId: string,
    work: (checkout: Checkout) => Promise<readonly NumberOrder[]>,
  ): Promise<HeldCheckout | null> {
    return this.tx.run(async () => {
      const checkout = await this.checkouts.lock(checkoutId);
      return checkout.status === 'quoting' ? { checkout, orders: await work(checkout) } : null;
    });
  }

  private async holdTotal(checkout: Checkout, { quotes, bundle }: CheckoutQuote): Promise<readonly NumberOrder[]> {
    const { accountId } = checkout;
    const now = this.clock.now();
    const amountCents = checkout.applyQuotes(quotes, now);
    if (checkout.isFinished) return this.reject(checkout);
    const holdId = amountCents > 0 ? (await this.funds.hold(holdOf(checkout, amountCents))).holdId : null;
    // An insufficient balance takes precedence over the price limit, and only the hold can detect it.
    if (checkout.exceedsLimit(amountCents)) {
      if (holdId) await this.funds.releaseHold({ accountId, holdId });
      checkout.rejectForPrice(now);
      return this.reject(checkout);
    }
    return this.startOrdering(checkout, { bundle, holdId, now });
  }

  private async startOrdering(checkout: Checkout, held: HeldFunds): Promise<readonly NumberOrder[]> {
    const orders = new Map(checkout.waiting.map((item) => [item.cartItemId, orderFor(checkout, item, held)]));
    await this.orders.addAll([...orders.values()]);
    checkout.startOrdering(held.holdId, orders);
    await this.checkouts.save(checkout, { steps: ['held'], at: held.now });
    return [...orders.values()];
  }

  private rejectForBalance(checkout: Checkout, { quotes }: CheckoutQuote): Promise<readonly NumberOrder[]> {
    const now = this.clock.now();
    checkout.applyQuotes(quotes, now);
    if (!checkout.isFinished) checkout.rejectForBalance(now);
    return this.reject(checkout);
  }

  private async reject(checkout: Checkout): Promise<readonly NumberOrder[]> {
    await this.close.close(checkout);
    return [];
  }

  /**
   * Places orders that this process has just created, and so leased. If they are few, the checkout is finished in the
   * transaction that settles them; else the first ones are placed at once, the others later.
   */
  private async placeNewOrders({ checkout, orders }: HeldCheckout, conclude?: ConcludeCheckout): Promise<Checkout> {
    const { id } = checkout;
    if (orders.length > CHECKOUT_WIDTH) {
      await this.place.placeLeased(orders.slice(0, CHECKOUT_WIDTH));
      return this.placeOrders(id, orders.slice(CHECKOUT_WIDTH));
    }
    const finished = await this.place.placeWhole(orders, () => this.beginFinish(checkout, conclude));
    if (!finished) return this.placeOrders(id, []);
    await this.faults.reach('checkout.ordered');
    return finished;
  }

  private async placeOrders(checkoutId: string, orders: readonly NumberOrder[]): Promise<Checkout> {
    for (let start = 0; start < orders.length; start += CHECKOUT_WIDTH) {
      await this.place.placeAll(orders.slice(start, start + CHECKOUT_WIDTH));
    }
    await this.faults.reach('checkout.ordered');
    return this.tx.run(() => this.finish(checkoutId));
  }

  private async finish(checkoutId: string): Promise<Checkout> {
    await this.checkouts.log(checkoutId, 'ordered', this.clock.now());
    const [checkout, orders] = await Promise.all([
      this.checkouts.lock(checkoutId),
      this.orders.listByCheckout(checkoutId),
    ]);
    if (checkout.status === 'ordering') await this.applyOrders(checkout, orders);
    return checkout;
  }

  /** Finishes a checkout as this process has stored it. The stored one differs only in its lease. */
  private async beginFinish(checkout: Checkout, conclude?: ConcludeCheckout) {
    await this.close.beginWhole(checkout);
    return async (bought: readonly Fulfilled[]): Promise<Checkout> => {
      checkout.settle(
        bought.map(({ order }) => order),
        this.clock.now(),
      );
      await this.close.concludeWhole(checkout);
      if (conclude) this.tx.afterCommit(await conclude(viewOfBought(checkout, bought)));
      return checkout;
    };
  }

  private async applyOrders(checkout: Checkout, orders: readonly NumberOrder[]): Promise<void> {
    const now = this.clock.now();
    if (!checkout.settle(orders, now)) {
      checkout.postpone(now, SUPPLIER_RETRY_SECONDS);
      return this.checkouts.save(checkout);
    }
    const { accountId, holdId } = checkout;
    // Bought orders have captured their parts of the hold, which are the whole of it.
    const released = holdId && !orders.every(({ isBought }) => isBought);
    await allDone([...(released ? [this.funds.releaseHold({ accountId, holdId })] : []), this.close.close(checkout)]);
  }
}

/** A checkout whose total is held, with its new orders, or that was rejected. */
interface HeldCheckout {
  readonly checkout: Checkout;
  readonly orders: readonly NumberOrder[];
}

interface HeldFunds {
  readonly bundle: Bundle | null;
  readonly holdId: string | null;
  readonly now: Date;
}

function holdOf({ id, accountId }: Checkout, amountCents: number) {
  return { accountId, amountCents, relatedKind: 'checkout', relatedId: id, reference: `checkout:${id}` };
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
