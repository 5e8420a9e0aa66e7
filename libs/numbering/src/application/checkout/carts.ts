import { type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import { Cart, type CartOwner } from '../../domain/checkout/cart';
import type { Offer } from '../../domain/supply/offer';
import type { CartRepository, SelectTokens } from '../ports';
import { CHECKOUT_WIDTH } from './quote-checkout';
import type { ReserveNumbers } from './reserve-numbers';
import { inGroups } from '../sweep';

/** Contract, section 6: `quantity` (1-20, only when from_catalog). */
export const CART_QUANTITY_MAX = 20;

export interface AddToCart {
  readonly selectToken: string;
  readonly quantity: number;
  readonly operationId: string;
}

/** The cart of a user, or of a key, in an account. */
export class Carts {
  constructor(
    private readonly tx: Transactor,
    private readonly carts: CartRepository,
    private readonly tokens: SelectTokens,
    private readonly reservations: ReserveNumbers,
    private readonly clock: Clock,
  ) {}

  /** An empty one, that nobody has stored, when there is none or it has expired. */
  async get(owner: CartOwner): Promise<Cart> {
    const now = this.clock.now();
    const cart = (await this.carts.find(owner)) ?? Cart.open(owner, now);
    cart.renewIfExpired(now);
    return cart;
  }

  /** The numbers of the cart that their suppliers keep for the account now. */
  reservedNumbers({ accountId, items }: Cart): Promise<ReadonlySet<string>> {
    const offers = items.map(({ offer }) => offer);
    return this.reservations.listReserved(accountId, offers);
  }

  /**
   * Keeps the offer of the token, so that it outlives the token, and reserves a live number at its supplier, within the
   * limit of the account. A repeat of the same operation adds nothing.
   */
  async add(owner: CartOwner, { selectToken, quantity, operationId }: AddToCart): Promise<Cart> {
    const { offer } = this.tokens.open(owner.accountId, selectToken, this.clock.now());
    if (offer.e164 && quantity > 1) throw invalidFields({ quantity: 'must be 1 for a row that names its number' });
    await this.reservations.reserve(owner.accountId, offer);
    try {
      return await this.change(owner, (cart, now) => {
        if (!cart.isKnown(operationId)) cart.add({ offer, selectToken, quantity, operationId }, now);
      });
    } catch (error) {
      void this.endReservations(owner.accountId, [offer]);
      throw error;
    }
  }

  /** The reservation of its number ends asynchronously, after the response, so that others find it again; as with `clear`. */
  remove(owner: CartOwner, itemId: string): Promise<Cart> {
    return this.change(owner, (cart, now) => cart.remove(itemId, now));
  }

  clear(owner: CartOwner): Promise<Cart> {
    return this.change(owner, (cart, now) => cart.clear(now));
  }

  private change(owner: CartOwner, work: (cart: Cart, now: Date) => void): Promise<Cart> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const cart = await this.carts.lock(owner, now);
      // The reservations of what has expired have ended long before.
      cart.renewIfExpired(now);
      const before = cart.items;
      work(cart, now);
      await this.carts.save(cart);
      const dropped = before.filter(({ id }) => cart.items.every((item) => item.id !== id)).map(({ offer }) => offer);
      // A checkout at work still buys what it began with.
      if (!cart.openCheckoutId) this.tx.afterCommit(() => void this.endReservations(owner.accountId, dropped));
      return cart;
    });
  }

  /** Never rejects: a reservation is a courtesy, and so is its end, which comes by itself in any case. */
  private async endReservations(accountId: string, offers: readonly Offer[]): Promise<void> {
    await inGroups(offers, CHECKOUT_WIDTH, (offer) => this.endReservation(accountId, offer).catch(() => undefined));
  }

  private async endReservation(accountId: string, offer: Offer): Promise<void> {
    if (offer.e164 === null || (await this.carts.isInACart(accountId, offer.e164))) return;
    await this.reservations.end(accountId, offer);
  }
}
