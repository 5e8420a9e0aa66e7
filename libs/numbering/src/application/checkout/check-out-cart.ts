import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import type { CartOwner } from '../../domain/checkout/cart';
import type { Checkout, CheckoutRequest } from '../../domain/checkout/checkout';
import { NumberingErrors } from '../../domain/errors';
import { requireUsable } from '../../domain/lifecycle/bundle';
import type { NumberOrder } from '../../domain/number-order';
import type { References } from '../lifecycle/references';
import type { PlaceOrder } from '../orders/place-order';
import type { FaultPoints, NumberOrderRepository } from '../ports';
import { sweep } from '../sweep';
import { CHECKOUT_LEASE_SECONDS, type CheckoutTransactions } from './checkout-transactions';
import type { CheckoutRepository } from './ports';
import type { QuoteCheckout } from './quote-checkout';

const BATCH = 5;

/**
 * Buys the contents of a cart as a saga: start, quote, hold, place the orders, finish. The suppliers are called between its
 * three transactions, and any process can continue after each of them. See docs/numbers.md#checkout.
 */
export class CheckOutCart {
  constructor(
    private readonly tx: Transactor,
    private readonly checkouts: CheckoutRepository,
    private readonly orders: NumberOrderRepository,
    private readonly references: References,
    private readonly quote: QuoteCheckout,
    private readonly transactions: CheckoutTransactions,
    private readonly place: PlaceOrder,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /**
   * Checks the cart out. Repeating an operation continues its checkout. Throws `supplier_timeout` while the outcome of an
   * order is unknown; `finishOpen` finishes such a checkout.
   */
  async checkOut(owner: CartOwner, request: CheckoutRequest): Promise<Checkout> {
    const known = await this.checkouts.findByOperation(owner.accountId, request.operationId);
    const started = known ?? (await this.start(owner, request));
    await this.faults.reach('checkout.started');
    const checkout = await this.advance(started);
    if (!checkout.isFinished) throw NumberingErrors.supplier_timeout();
    return checkout;
  }

  /**
   * Finishes the checkouts that a crash or an unknown outcome has left open. Returns how many were processed. Safe to run
   * on any number of workers.
   */
  async finishOpen(): Promise<number> {
    const now = this.clock.now();
    const claim = (limit: number) =>
      this.checkouts.claimDue({ now, leaseUntil: addSeconds(this.clock.now(), CHECKOUT_LEASE_SECONDS), limit });
    return sweep(claim, BATCH, async (id) => {
      const checkout = await this.checkouts.get(id);
      await this.tx.actingAs(checkout.placedBy, () => this.advance(checkout, this.clock.now()));
    });
  }

  private async start(owner: CartOwner, request: CheckoutRequest): Promise<Checkout> {
    const { accountId } = owner;
    const { complianceBundleId } = request.terms;
    await this.references.requireActive(accountId, request.terms);
    if (complianceBundleId) {
      requireUsable(await this.references.getBundle(accountId, complianceBundleId), this.clock.now());
    }
    return this.transactions.start(owner, request);
  }

  /**
   * Returns the checkout unfinished when the outcome of an order is still unknown. `due`: places only orders whose lease has
   * ended by then; null places all of them.
   */
  private async advance(checkout: Checkout, due: Date | null = null): Promise<Checkout> {
    if (checkout.isFinished) return checkout;
    if (checkout.status === 'ordering') return this.order(checkout, await this.listOpen(checkout, due));
    const quoted = await this.quote.quote(checkout);
    await this.faults.reach('checkout.quoted');
    const held = await this.transactions.hold(checkout, quoted);
    await this.faults.reach('checkout.held');
    if (held.checkout.isFinished) return held.checkout;
    // Another process may have held the funds, and then places the orders until their leases end.
    return this.order(held.checkout, held.orders ?? (await this.listOpen(checkout, this.clock.now())));
  }

  private async order(checkout: Checkout, orders: readonly NumberOrder[]): Promise<Checkout> {
    const answers = await this.place.place(orders);
    await this.faults.reach('checkout.ordered');
    const settled = await this.transactions.finish(checkout, answers);
    await this.faults.reach('order.settled');
    return settled;
  }

  private async listOpen({ id }: Checkout, due: Date | null): Promise<NumberOrder[]> {
    const orders = await this.orders.listByCheckout(id);
    return orders.filter((order) => order.isPending && (due === null || order.isDue(due)));
  }
}
