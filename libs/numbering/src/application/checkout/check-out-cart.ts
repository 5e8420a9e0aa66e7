import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import type { CartOwner } from '../../domain/checkout/cart';
import { Checkout, type CheckoutRequest } from '../../domain/checkout/checkout';
import { requireUsable } from '../../domain/lifecycle/bundle';
import { NumberingErrors } from '../../domain/errors';
import type { AdvanceCheckout } from './advance-checkout';
import type { CartRepository, CheckoutRepository, FaultPoints } from '../ports';
import type { References } from '../lifecycle/references';
import { sweep } from '../sweep';

/** How long the checking-out process has before a sweeper takes over: a full cart at a slow supplier. */
const LEASE_SECONDS = 180;
const BATCH = 5;

/** POST /cart/checkout, a saga (contract, section 6): start, quote, hold, order, finish. */
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
   * A repeat of the operation goes on with the checkout that the first one began. Throws `supplier_timeout` while the
   * outcome of an order is unknown; the sweeper finishes such a checkout.
   */
  async execute(owner: CartOwner, request: CheckoutRequest): Promise<Checkout> {
    const known = await this.checkouts.findByOperation(owner.accountId, request.operationId);
    const { id } = known ?? (await this.start(owner, request));
    await this.faults.reach('checkout.started');
    const checkout = await this.advance.execute(id);
    if (!checkout.isFinished) throw NumberingErrors.supplier_timeout();
    return checkout;
  }

  private async start(owner: CartOwner, request: CheckoutRequest): Promise<Checkout> {
    const { accountId } = owner;
    const { complianceBundleId } = request.terms;
    await this.references.requireActive(accountId, request.terms);
    if (complianceBundleId) {
      requireUsable(await this.references.bundle(accountId, complianceBundleId), this.clock.now());
    }
    return this.tx.run(async () => {
      const now = this.clock.now();
      const cart = await this.carts.lock(owner, now);
      cart.renewIfExpired(now);
      const checkout = Checkout.start(cart, request, now, LEASE_SECONDS);
      await this.checkouts.add(checkout);
      await this.carts.save(cart);
      await this.checkouts.log(checkout.id, 'started', now);
      return checkout;
    });
  }
}

/** Finishes the checkouts that a crash or an unknown outcome has left open. Any number of workers may run it. */
export class FinishCheckouts {
  constructor(
    private readonly checkouts: CheckoutRepository,
    private readonly advance: AdvanceCheckout,
    private readonly clock: Clock,
  ) {}

  /** Returns how many checkouts were looked after. */
  async execute(): Promise<number> {
    const now = this.clock.now();
    const claim = (limit: number) =>
      this.checkouts.claimDue({ now, leaseUntil: addSeconds(this.clock.now(), LEASE_SECONDS), limit });
    return sweep(claim, BATCH, (id) => this.advance.takeOver(id));
  }
}
