import type { Clock } from '@trunkline/kernel';
import type { Checkout } from '../../domain/checkout/checkout';
import type { CartRepository, CheckoutRepository } from '../ports';
import type { ReservationRepository } from './reservation-ports';

/** Stores a finished checkout and gives the cart back, without what was bought. Joins the caller's transaction. */
export class CloseCheckout {
  constructor(
    private readonly checkouts: CheckoutRepository,
    private readonly carts: CartRepository,
    private readonly reservations: ReservationRepository,
    private readonly clock: Clock,
  ) {}

  async execute(checkout: Checkout): Promise<Checkout> {
    const now = this.clock.now();
    await this.checkouts.save(checkout);
    await this.checkouts.log(checkout.id, checkout.boughtItemIds.length > 0 ? 'finished' : 'refused', now);
    const cart = await this.carts.lock(checkout, now);
    cart.endCheckout(checkout.boughtItemIds, now);
    await this.carts.save(cart);
    await this.reservations.removeBought(checkout.accountId, checkout.boughtNumbers);
    return checkout;
  }
}
