import type { Clock, Transactor } from '@trunkline/kernel';
import type { Checkout } from '../../domain/checkout/checkout';
import type { CheckoutBooks } from '../books';
import type { CloseCheckout } from './close-checkout';
import type { Held, HoldCheckout } from './hold-checkout';
import type { FaultPoints, Funds } from '../ports';
import type { PlaceOrder } from '../orders/place-order';
import { CHECKOUT_WIDTH, type QuoteCheckout } from './quote-checkout';
import { inGroups } from '../sweep';

const RETRY_SECONDS = 20;

/** The steps of a checkout, in their order. */
export class CheckoutStages {
  constructor(
    readonly quote: QuoteCheckout,
    readonly hold: HoldCheckout,
    readonly place: PlaceOrder,
    readonly close: CloseCheckout,
  ) {}
}

/**
 * Takes a checkout from where it stands as far as it goes: quote, hold, order, finish. Every stage looks again under
 * a lock, so that two processes at the same checkout do each stage once.
 */
export class AdvanceCheckout {
  constructor(
    private readonly tx: Transactor,
    private readonly books: CheckoutBooks,
    private readonly stages: CheckoutStages,
    private readonly funds: Funds,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Resolves unfinished when the outcome of an order is still unknown. */
  execute(checkoutId: string): Promise<Checkout> {
    return this.advance(checkoutId, null);
  }

  /** As `execute`, for a sweeper: an order that somebody is placing at the moment is left to him. */
  takeOver(checkoutId: string): Promise<Checkout> {
    return this.advance(checkoutId, this.clock.now());
  }

  /** Orders that somebody else has written while this one was quoting are his to place, until they are due. */
  private async advance(checkoutId: string, due: Date | null): Promise<Checkout> {
    const checkout = await this.books.checkouts.get(checkoutId);
    if (checkout.status !== 'quoting') return this.orderOpen(checkout, due);
    const held = await this.quoteAndHold(checkout);
    return this.orderOpen(held.checkout, held.isOurs ? null : this.clock.now());
  }

  private async quoteAndHold(checkout: Checkout): Promise<Held> {
    const quoting = await this.stages.quote.execute(checkout);
    await this.faults.reach('checkout.quoted');
    const held = await this.stages.hold.execute(checkout.id, quoting);
    await this.faults.reach('checkout.held');
    return held;
  }

  /** `due`: places only what is to be looked after by then; null places all. */
  private async orderOpen(checkout: Checkout, due: Date | null): Promise<Checkout> {
    if (checkout.status !== 'ordering') return checkout;
    const orders = await this.books.orders.listByCheckout(checkout.id);
    const open = orders.filter((order) => order.isPending && (due === null || order.isDue(due)));
    await inGroups(open, CHECKOUT_WIDTH, (order) => this.stages.place.execute(order));
    await this.books.checkouts.log(checkout.id, 'ordered', this.clock.now());
    await this.faults.reach('checkout.ordered');
    return this.tx.run(() => this.finish(checkout.id));
  }

  private async finish(checkoutId: string): Promise<Checkout> {
    const checkout = await this.books.checkouts.lock(checkoutId);
    if (checkout.status !== 'ordering') return checkout;
    const now = this.clock.now();
    const orders = await this.books.orders.listByCheckout(checkoutId);
    if (checkout.settle(orders, now)) {
      const { accountId, holdId } = checkout;
      if (holdId) await this.funds.releaseHold({ accountId, holdId });
      return this.stages.close.execute(checkout);
    }
    checkout.postpone(now, RETRY_SECONDS);
    await this.books.checkouts.save(checkout);
    return checkout;
  }
}
