import { type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import { Cart, type CartOwner } from '../domain/cart';
import { NumberingErrors } from '../domain/errors';
import type { Offer } from '../domain/offer';
import type { CartRepository, SelectTokens } from './ports';
import type { Suppliers } from './suppliers';

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
    // A hold is a courtesy: without an answer the cart is filled all the same, and checkout asks again.
    const isHeld = await supplier.hold(offer, owner.accountId).catch(() => true);
    if (!isHeld) throw NumberingErrors.number_unavailable();
  }

  private change(owner: CartOwner, work: (cart: Cart, now: Date) => void): Promise<Cart> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const cart = await this.carts.lock(owner, now);
      cart.renewIfExpired(now);
      work(cart, now);
      await this.carts.save(cart);
      return cart;
    });
  }
}
