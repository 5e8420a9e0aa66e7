import { type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import { Cart, type CartOwner } from '../../domain/checkout/cart';
import { fits } from '../../domain/lifecycle/bundle';
import type { Offer } from '../../domain/offer';
import type { Bundles } from '../ports';
import type { PriceLists } from '../pricing/price-lists';
import type { SelectTokens } from '../supply/select-tokens';
import { inGroups } from '../sweep';
import type { CartRepository, MadeReservation, ReservationRepository } from './ports';
import { PURCHASE_WIDTH } from '../orders/place-order';
import type { ReserveNumbers } from './reserve-numbers';

/** Maximum `quantity` of a catalog row. */
export const CART_QUANTITY_MAX = 20;

export interface AddToCart {
  readonly selectToken: string;
  readonly quantity: number;
  readonly operationId: string;
}

/** The carts of users and API keys. See docs/numbers.md#cart-and-reservations. */
export class Carts {
  constructor(
    private readonly tx: Transactor,
    private readonly carts: CartRepository,
    private readonly tokens: SelectTokens,
    private readonly reservations: ReservationRepository,
    private readonly reserveNumbers: ReserveNumbers,
    private readonly bundles: Bundles,
    private readonly prices: PriceLists,
    private readonly clock: Clock,
  ) {}

  /** Returns the cart at the prices that hold now: an empty one, which is not stored, when there is none or it has expired. */
  async get(owner: CartOwner): Promise<Cart> {
    return this.priced(await this.find(owner));
  }

  /** Returns the numbers of the cart that their suppliers reserve for the account now. */
  reservedNumbers({ accountId, items }: Cart): Promise<ReadonlySet<string>> {
    const e164s = items.flatMap(({ offer }) => offer.e164 ?? []);
    return this.reservations.listReserved(accountId, e164s, this.clock.now());
  }

  /** Returns the IDs of the account's approved bundles that match each item that requires documents, by the ID of the item. */
  async compatibleBundles({ accountId, items }: Cart): Promise<ReadonlyMap<string, readonly string[]>> {
    const restricted = items.filter(({ offer }) => offer.requiresActivation);
    const countries = [...new Set(restricted.map(({ offer }) => offer.country))];
    const now = this.clock.now();
    const approved = await inGroups(countries, PURCHASE_WIDTH, (country) =>
      this.bundles.listApproved(accountId, country, now),
    );
    const bundles = approved.flat();
    return new Map(
      restricted.map(({ id, offer }) => [
        id,
        bundles.filter((bundle) => fits(bundle, offer)).map((bundle) => bundle.id),
      ]),
    );
  }

  /**
   * Stores the offer of the token, so that it outlives the token, and reserves a live number at its supplier, within the
   * limit of the account. A repeated operation returns the cart.
   */
  async add(owner: CartOwner, { selectToken, quantity, operationId }: AddToCart): Promise<Cart> {
    const current = await this.find(owner);
    if (current.hasOperation(operationId)) return this.priced(current);
    const { offer } = this.tokens.open(owner.accountId, selectToken, this.clock.now());
    if (offer.e164 && quantity > 1)
      throw invalidFields({
        quantity: 'must be 1 for a specific number; only catalog results can be ordered in quantity',
      });
    const made = await this.reserveNumbers.reserve(owner.accountId, offer);
    try {
      return await this.change(
        owner,
        (cart, now) => {
          if (!cart.hasOperation(operationId)) cart.add({ offer, selectToken, quantity, operationId }, now);
        },
        made,
      );
    } catch (error) {
      void this.undo(owner.accountId, offer, made);
      throw error;
    }
  }

  /** Removes an item. Its reservation ends asynchronously, after the response, as with `clear`. */
  remove(owner: CartOwner, itemId: string): Promise<Cart> {
    return this.change(owner, (cart, now) => cart.remove(itemId, now));
  }

  clear(owner: CartOwner): Promise<Cart> {
    return this.change(owner, (cart, now) => cart.clear(now));
  }

  private async find(owner: CartOwner): Promise<Cart> {
    const now = this.clock.now();
    const cart = (await this.carts.find(owner)) ?? Cart.open(owner, now);
    cart.resetIfExpired(now);
    return cart;
  }

  /** Changes the cart, together with the result of a reservation, and ends those of removed items after the commit. */
  private async change(
    owner: CartOwner,
    work: (cart: Cart, now: Date) => void,
    made: MadeReservation | null = null,
  ): Promise<Cart> {
    const changed = await this.tx.run(async () => {
      const now = this.clock.now();
      const cart = await this.carts.lock(owner, now);
      const stored = cart.items;
      cart.resetIfExpired(now);
      // The reservations of an expired cart have ended long before.
      const before = cart.items;
      work(cart, now);
      await this.carts.save(cart, stored);
      if (made) await this.reservations.settle(made);
      const removed = before.filter(({ id }) => cart.items.every((item) => item.id !== id)).map(({ offer }) => offer);
      // An open checkout still buys the items that it started with.
      if (!cart.openCheckoutId) this.tx.afterCommit(() => void this.endReservations(cart.accountId, removed));
      return cart;
    });
    return this.priced(changed);
  }

  private async priced(cart: Cart): Promise<Cart> {
    if (cart.items.length === 0) return cart;
    const { accountId, items } = cart;
    const prices = await this.prices.of(accountId);
    return cart.withItems(items.map((item) => ({ ...item, offer: prices.price(accountId, item.offer) })));
  }

  /** Never rejects, as `endReservations`. A reservation can be ended once it is recorded. */
  private async undo(accountId: string, offer: Offer, made: MadeReservation | null): Promise<void> {
    if (made) await this.reservations.settle(made).catch(() => undefined);
    await this.endReservations(accountId, [offer]);
  }

  /** Never rejects: a reservation that is not ended expires by itself. */
  private async endReservations(accountId: string, offers: readonly Offer[]): Promise<void> {
    await inGroups(offers, PURCHASE_WIDTH, (offer) => this.endReservation(accountId, offer).catch(() => undefined));
  }

  private async endReservation(accountId: string, offer: Offer): Promise<void> {
    if (offer.e164 === null || (await this.carts.containsNumber(accountId, offer.e164))) return;
    await this.reserveNumbers.end(accountId, offer);
  }
}
