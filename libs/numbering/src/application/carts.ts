import { type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import { Cart, type CartOwner } from '../domain/cart';
import { NumberingErrors } from '../domain/errors';
import type { Offer } from '../domain/offer';
import type { CartRepository, SelectTokens } from './ports';
import { CHECKOUT_WIDTH } from './quote-checkout';
import type { ReserveOutcome } from './supplier';
import type { Suppliers } from './suppliers';
import { inGroups } from './sweep';

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
    private readonly suppliers: Suppliers,
    private readonly clock: Clock,
  ) {}

  /** An empty one, that nobody has stored, when there is none or it has expired. */
  async get(owner: CartOwner): Promise<Cart> {
    const now = this.clock.now();
    const cart = (await this.carts.find(owner)) ?? Cart.open(owner, now);
    cart.renewIfExpired(now);
    return cart;
  }

  /**
   * Keeps the token's offer, so that it outlives the token, and asks the supplier to set a live number aside. A repeat
   * of the same operation adds nothing.
   */
  async add(owner: CartOwner, { selectToken, quantity, operationId }: AddToCart): Promise<Cart> {
    const { offer } = this.tokens.open(owner.accountId, selectToken, this.clock.now());
    if (offer.e164 && quantity > 1) throw invalidFields({ quantity: 'must be 1 for a row that names its number' });
    await this.setAside(owner, offer);
    return this.change(owner, (cart, now) => {
      if (!cart.isKnown(operationId)) cart.add({ offer, selectToken, quantity, operationId }, now);
    });
  }

  /** Its number is let go at the supplier behind the answer, so that others find it again; the same with `clear`. */
  remove(owner: CartOwner, itemId: string): Promise<Cart> {
    return this.change(owner, (cart, now) => cart.remove(itemId, now));
  }

  clear(owner: CartOwner): Promise<Cart> {
    return this.change(owner, (cart, now) => cart.clear(now));
  }

  private async setAside(owner: CartOwner, offer: Offer): Promise<void> {
    const supplier = this.suppliers.find(offer.supplier);
    // It sells here no more since the search: another search finds what others sell.
    if (!supplier) throw NumberingErrors.select_token_expired();
    if (!offer.e164) return;
    // A reservation is a courtesy: without an answer the cart is filled all the same, and checkout asks again.
    const outcome = await supplier.reserve(offer, owner.accountId).catch((): ReserveOutcome => 'available');
    if (outcome === 'unavailable') throw NumberingErrors.number_unavailable();
  }

  private change(owner: CartOwner, work: (cart: Cart, now: Date) => void): Promise<Cart> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const cart = await this.carts.lock(owner, now);
      // The holds of what has expired have ended long before.
      cart.renewIfExpired(now);
      const before = cart.items;
      work(cart, now);
      await this.carts.save(cart);
      const dropped = before.filter(({ id }) => cart.items.every((item) => item.id !== id)).map(({ offer }) => offer);
      // A checkout at work still buys what it began with.
      if (!cart.openCheckoutId) this.tx.afterCommit(() => void this.letGo(owner.accountId, dropped));
      return cart;
    });
  }

  /** Never rejects: a hold is a courtesy, and so is its end, which comes by itself in any case. */
  private async letGo(accountId: string, offers: readonly Offer[]): Promise<void> {
    await inGroups(offers, CHECKOUT_WIDTH, (offer) => this.letOneGo(accountId, offer).catch(() => undefined));
  }

  private async letOneGo(accountId: string, offer: Offer): Promise<void> {
    if (offer.e164 === null || (await this.carts.isInACart(accountId, offer.e164))) return;
    await this.suppliers.find(offer.supplier)?.letGo(offer, accountId);
  }
}
