import { addSeconds } from '@trunkline/kernel';
import { aCatalogOffer, anOffer, atCost, NOW } from '../../testing';
import { Cart, CART_ITEMS_MAX } from './cart';
import type { Offer } from '../offer';

const LATER = addSeconds(NOW, 60);
const FOUR_HOURS = 4 * 3600;

function cartOf(...offers: Offer[]): Cart {
  const cart = Cart.open({ accountId: 'acc_1', ownerId: 'usr_1' }, NOW);
  for (const [index, offer] of offers.entries()) cart.add(addition(offer, `op_${index}`), NOW);
  return cart;
}

const addition = (offer: Offer, operationId = 'op', quantity = 1) => ({
  offer: atCost(offer),
  operationId,
  quantity,
  selectToken: 'token',
});

describe('Cart', () => {
  it('keeps items in the order added, one per unit of quantity', () => {
    const cart = cartOf(anOffer());
    cart.add(addition(aCatalogOffer(), 'op_2', 3), LATER);
    expect(cart.items.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect(new Set(cart.items.map(({ id }) => id)).size).toBe(4);
    expect(cart.updatedAt).toEqual(LATER);
  });

  it('rejects the same number twice, and accepts the same area twice', () => {
    expect(() => cartOf(anOffer(), anOffer())).toThrow(expect.objectContaining({ code: 'cart_item_duplicate' }));
    expect(cartOf(aCatalogOffer(), aCatalogOffer()).items).toHaveLength(2);
  });

  it('holds at most 50 items', () => {
    const cart = cartOf();
    for (let added = 0; added < CART_ITEMS_MAX; added += 10)
      cart.add(addition(aCatalogOffer(), `op_${added}`, 10), NOW);
    expect(() => cart.add(addition(anOffer()), NOW)).toThrow(expect.objectContaining({ code: 'cart_full' }));
  });

  it('rejects a quantity that exceeds the limit as a whole', () => {
    const cart = cartOf();
    for (let added = 0; added < 40; added += 10) cart.add(addition(aCatalogOffer(), `op_${added}`, 10), NOW);
    expect(() => cart.add(addition(aCatalogOffer(), 'op', 11), NOW)).toThrow();
    expect(cart.items).toHaveLength(40);
  });

  it('removes an item, and throws for an unknown one', () => {
    const cart = cartOf(anOffer());
    const [item] = cart.items;
    cart.remove(item!.id, LATER);
    expect(cart.items).toEqual([]);
    expect(() => cart.remove(item!.id, LATER)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('expires four hours after the last write', () => {
    const cart = cartOf(anOffer());
    cart.resetIfExpired(addSeconds(NOW, FOUR_HOURS - 1));
    expect(cart.items).toHaveLength(1);
    cart.resetIfExpired(addSeconds(NOW, FOUR_HOURS));
    expect(cart.items).toEqual([]);
  });

  it('extends its expiry with every write', () => {
    const cart = cartOf(anOffer());
    cart.add(addition(aCatalogOffer()), addSeconds(NOW, 3600));
    cart.resetIfExpired(addSeconds(NOW, FOUR_HOURS));
    expect(cart.items).toHaveLength(2);
  });

  it('does not expire while it is checked out', () => {
    const cart = cartOf(anOffer());
    cart.beginCheckout('chk_1');
    cart.resetIfExpired(addSeconds(NOW, FOUR_HOURS));
    expect(cart.items).toHaveLength(1);
  });

  it('allows one checkout at a time', () => {
    const cart = cartOf(anOffer());
    cart.beginCheckout('chk_1');
    expect(() => cart.beginCheckout('chk_2')).toThrow(expect.objectContaining({ code: 'checkout_in_progress' }));
  });

  it('cannot be checked out empty', () => {
    expect(() => cartOf().beginCheckout('chk_1')).toThrow(expect.objectContaining({ code: 'cart_empty' }));
  });

  it('keeps the items that were not bought', () => {
    const cart = cartOf(anOffer(), aCatalogOffer());
    cart.beginCheckout('chk_1');
    cart.endCheckout([cart.items[0]!.id], LATER);
    expect(cart.items.map(({ offer }) => offer.e164)).toEqual([null]);
    expect(cart.openCheckoutId).toBeNull();
  });
});
