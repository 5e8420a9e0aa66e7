import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import type { CartOwner } from '../../domain/checkout/cart';
import { Checkout, type CheckoutRequest } from '../../domain/checkout/checkout';
import { NumberingErrors } from '../../domain/errors';
import { requireUsable } from '../../domain/lifecycle/bundle';
import type { References } from '../lifecycle/references';
import type { FaultPoints } from '../ports';
import { sweep } from '../sweep';
import type { AdvanceCheckout, ConcludeCheckout } from './advance-checkout';
import type { CartRepository, CheckoutRepository } from './ports';

/** How long the process that serves the request has before a sweeper takes over: a full cart at a slow supplier. */
const LEASE_SECONDS = 180;
const BATCH = 5;

/** Buys the contents of a cart as a saga. See docs/numbers.md#checkout. */
export class CheckOutCart {
  constructor(
    private readonly tx: Transactor,
    private readonly carts: CartRepository,
    private readonly checkouts: CheckoutRepository,
    private readonly references: References,
    private readonly advance: AdvanceCheckout,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /**
   * Checks the cart out. Repeating an operation continues its checkout. Throws `supplier_timeout` while the outcome of an
   * order is unknown; `finishOpen` finishes such a checkout.
   */
  async checkOut(owner: CartOwner, request: CheckoutRequest, conclude?: ConcludeCheckout): Promise<Checkout> {
    const { operationId, isFirst = false } = request;
    const known = isFirst ? null : await this.checkouts.findByOperation(owner.accountId, operationId);
    const started = known ?? (await this.start(owner, request));
    await this.faults.reach('checkout.started');
    const checkout = await this.advance.advance(started, conclude);
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
      this.checkouts.claimDue({ now, leaseUntil: addSeconds(this.clock.now(), LEASE_SECONDS), limit });
    return sweep(claim, BATCH, (id) => this.advance.takeOver(id));
  }

  private async start(owner: CartOwner, request: CheckoutRequest): Promise<Checkout> {
    const { accountId } = owner;
    const { complianceBundleId } = request.terms;
    await this.references.requireActive(accountId, request.terms);
    if (complianceBundleId) {
      requireUsable(await this.references.getBundle(accountId, complianceBundleId), this.clock.now());
    }
    return this.tx.run(async () => {
      // Nothing is bought before the funds are held.
      this.tx.commitLazily();
      const now = this.clock.now();
      const cart = await this.carts.lock(owner, now);
      const { items } = cart;
      cart.resetIfExpired(now);
      const checkout = Checkout.start(cart, request, now, LEASE_SECONDS);
      await this.checkouts.add(checkout);
      await this.carts.save(cart, items);
      await this.checkouts.log(checkout.id, 'started', now);
      return checkout;
    });
  }
}
