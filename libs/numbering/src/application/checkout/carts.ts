import { type Clock, ConditionNotMet, invalidFields, type Transactor } from '@trunkline/kernel';
import { Cart, type CartOwner } from '../../domain/checkout/cart';
import { fits } from '../../domain/lifecycle/bundle';
import type { Offer } from '../../domain/supply/offer';
import type { Bundles } from '../ports';
import type { SelectTokens } from '../supply/select-tokens';
import { inGroups } from '../sweep';
import type { CartRepository, CartState } from './ports';
import { CHECKOUT_WIDTH } from './quote-checkout';
import type { MadeReservation, ReserveNumbers } from './reserve-numbers';

/** Maximum `quantity` of a catalog row. */
export const CART_QUANTITY_MAX = 20;

export interface AddToCart {
  readonly selectToken: string;
  readonly quantity: number;
  readonly operationId: string;
}

/** Joins the transaction that changes the cart. `reserved`: the numbers that suppliers reserve for the account now. */
export type ConcludeAddition = (cart: Cart, reserved: ReadonlySet<string>) => Promise<void>;

/** A cart and what its change depends on, read without a lock. */
interface Look {
  readonly cart: Cart;
  /** The cart before the change; null if there was none. */
  readonly read: CartState | null;
  readonly reserved: ReadonlySet<string>;
  readonly claimId: string | null;
}

/** The carts of users and API keys. See docs/numbers.md#cart-and-reservations. */
export class Carts {
  constructor(
    private readonly tx: Transactor,
    private readonly carts: CartRepository,
    private readonly tokens: SelectTokens,
    private readonly reservations: ReserveNumbers,
    private readonly bundles: Bundles,
    private readonly clock: Clock,
  ) {}

  /** Returns an empty cart, which is not stored, when there is none or it has expired. */
  async get(owner: CartOwner): Promise<Cart> {
    const now = this.clock.now();
    const cart = (await this.carts.find(owner)) ?? Cart.open(owner, now);
    cart.resetIfExpired(now);
    return cart;
  }

  /** Returns the numbers of the cart that their suppliers reserve for the account now. */
  reservedNumbers({ accountId, items }: Cart): Promise<ReadonlySet<string>> {
    const offers = items.map(({ offer }) => offer);
    return this.reservations.listReserved(accountId, offers);
  }

  /** Returns the IDs of the account's approved bundles that match each item that requires documents, by the ID of the item. */
  async compatibleBundles({ accountId, items }: Cart): Promise<ReadonlyMap<string, readonly string[]>> {
    const restricted = items.filter(({ offer }) => offer.requiresActivation);
    const countries = [...new Set(restricted.map(({ offer }) => offer.country))];
    const now = this.clock.now();
    const approved = await inGroups(countries, CHECKOUT_WIDTH, (country) =>
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
   * limit of the account. Idempotent by operation.
   */
  async add(
    owner: CartOwner,
    { selectToken, quantity, operationId }: AddToCart,
    conclude: ConcludeAddition = () => Promise.resolve(),
  ): Promise<Cart> {
    const { offer } = this.tokens.open(owner.accountId, selectToken, this.clock.now());
    if (offer.e164 && quantity > 1)
      throw invalidFields({
        quantity: 'must be 1 for a specific number; only catalog results can be ordered in quantity',
      });
    const look = await this.look(owner, offer);
    const made = await this.reservations.reserve(owner.accountId, offer, look.claimId);
    const reserved =
      made?.result === 'reserved' && offer.e164 ? new Set([...look.reserved, offer.e164]) : look.reserved;
    const finish = async (cart: Cart) => {
      if (made) await this.reservations.record(made);
      await conclude(cart, reserved);
      return cart;
    };
    const work = (cart: Cart, now: Date) => {
      if (!cart.hasOperation(operationId)) cart.add({ offer, selectToken, quantity, operationId }, now);
    };
    try {
      return await this.changeUnlocked(owner, look, work, finish);
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

  /** Reads the cart and claims the number in one round trip, together with the commit. */
  private async look(owner: CartOwner, offer: Offer): Promise<Look> {
    const { reading, claimed } = await this.tx.run(async () => {
      const reading = Promise.all([this.carts.find(owner), this.reservations.listReservedIn(owner)]);
      // If it fails, so does the transaction.
      reading.catch(() => undefined);
      return { reading, ...(await this.reservations.claim(owner.accountId, offer)) };
    });
    const [[cart, reserved], claimId] = await Promise.all([reading, claimed]);
    const read = cart && { openCheckoutId: cart.openCheckoutId, updatedAt: cart.updatedAt, items: cart.items };
    return { cart: cart ?? Cart.open(owner, this.clock.now()), read, reserved, claimId };
  }

  /** Changes the cart as it was read, in one round trip. If it was changed since then, changes it under its lock. */
  private async changeUnlocked(
    owner: CartOwner,
    { cart, read }: Look,
    work: (cart: Cart, now: Date) => void,
    finish: (cart: Cart) => Promise<Cart>,
  ): Promise<Cart> {
    let attempts = 0;
    try {
      return await this.tx.run(async () => {
        // A repeat of the transaction would change the cart twice.
        if (attempts++ > 0) throw new ConditionNotMet();
        this.apply(cart, work, this.clock.now());
        await this.carts.saveUnchanged(cart, read);
        return finish(cart);
      });
    } catch (error) {
      if (!(error instanceof ConditionNotMet)) throw error;
      return this.tx.run(async () => finish(await this.change(owner, work)));
    }
  }

  private change(owner: CartOwner, work: (cart: Cart, now: Date) => void): Promise<Cart> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const cart = await this.carts.lock(owner, now);
      const stored = cart.items;
      this.apply(cart, work, now);
      await this.carts.save(cart, stored);
      return cart;
    });
  }

  /** Applies a change, and ends the reservations of the removed items after the commit. */
  private apply(cart: Cart, work: (cart: Cart, now: Date) => void, now: Date): void {
    cart.resetIfExpired(now);
    // The reservations of an expired cart have ended long before.
    const before = cart.items;
    work(cart, now);
    const removed = before.filter(({ id }) => cart.items.every((item) => item.id !== id)).map(({ offer }) => offer);
    // An open checkout still buys the items that it started with.
    if (!cart.openCheckoutId) this.tx.afterCommit(() => void this.endReservations(cart.accountId, removed));
  }

  /** Never rejects, as `endReservations`. A reservation can be ended once it is recorded. */
  private async undo(accountId: string, offer: Offer, made: MadeReservation | null): Promise<void> {
    if (made) await this.reservations.record(made).catch(() => undefined);
    await this.endReservations(accountId, [offer]);
  }

  /** Never rejects: a reservation that is not ended expires by itself. */
  private async endReservations(accountId: string, offers: readonly Offer[]): Promise<void> {
    await inGroups(offers, CHECKOUT_WIDTH, (offer) => this.endReservation(accountId, offer).catch(() => undefined));
  }

  private async endReservation(accountId: string, offer: Offer): Promise<void> {
    if (offer.e164 === null || (await this.carts.containsNumber(accountId, offer.e164))) return;
    await this.reservations.end(accountId, offer);
  }
}
