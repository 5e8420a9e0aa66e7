import { ADA, aCatalogOffer, anOffer, anOrder, atCost, NO_TERMS, NOW } from '../../testing';
import { Cart } from './cart';
import { Checkout, CHECKOUT_STATUSES } from './checkout';
import type { NumberOrder } from '../number-order';
import type { Offer } from '../offer';

const GONE = { code: 'number_unavailable', message: 'Gone.' };
const BOUGHT = { e164: '+4930901820', supplierNumberRef: null, usable: true };

function aCheckout(offers: Offer[] = [anOffer(), aCatalogOffer()], maxTotalCents: number | null = null): Checkout {
  const cart = Cart.open({ accountId: 'acc_1', ownerId: 'usr_1' }, NOW);
  for (const [index, offer] of offers.entries()) {
    cart.add({ offer: atCost(offer), selectToken: 'token', quantity: 1, operationId: `op_${index}` }, NOW);
  }
  return Checkout.start(cart, { operationId: 'op', placedBy: ADA, terms: NO_TERMS, maxTotalCents }, NOW, 180);
}

const quoted = (checkout: Checkout, quotes: (Offer | typeof GONE)[] = checkout.items.map(({ offer }) => offer)) =>
  new Map(
    checkout.items.map(({ cartItemId }, index) => {
      const quote = quotes[index]!;
      return [cartItemId, 'code' in quote ? quote : atCost(quote)];
    }),
  );

function ordering(checkout: Checkout): NumberOrder[] {
  const orders = new Map(checkout.waiting.map(({ cartItemId, offer }) => [cartItemId, anOrder(offer)]));
  checkout.startOrdering('hold_1', orders);
  return [...orders.values()];
}

describe('Checkout', () => {
  it('begins with the items of the cart, which it locks', () => {
    expect(aCheckout()).toMatchObject({ status: 'quoting', totals: { itemCount: 2, totalDueCents: 300 } });
  });

  describe('quoting', () => {
    it("adopts the supplier's current price", () => {
      const checkout = aCheckout([anOffer()]);
      const total = checkout.applyQuotes(quoted(checkout, [anOffer({ monthlyPriceCents: 700 })]), NOW);
      expect(total).toBe(750);
      expect(checkout.totals.monthlyCents).toBe(700);
    });

    it('fails items that are no longer for sale, and totals the others', () => {
      const checkout = aCheckout();
      expect(checkout.applyQuotes(quoted(checkout, [GONE, aCatalogOffer()]), NOW)).toBe(150);
      expect(checkout.items.map(({ errorCode }) => errorCode)).toEqual(['number_unavailable', null]);
      expect(checkout.isFinished).toBe(false);
    });

    it('ends when nothing is left to buy', () => {
      const checkout = aCheckout();
      checkout.applyQuotes(quoted(checkout, [GONE, GONE]), NOW);
      expect(checkout).toMatchObject({ status: 'all_failed', chargedCents: 0, nextCheckAt: null });
    });

    it('fails everything above the maximum total', () => {
      const checkout = aCheckout([anOffer(), aCatalogOffer()], 299);
      expect(checkout.exceedsLimit(checkout.applyQuotes(quoted(checkout), NOW))).toBe(true);
      checkout.rejectForPrice(NOW);
      expect(checkout.status).toBe('all_failed');
      expect(checkout.items.map(({ errorCode }) => errorCode)).toEqual(['price_changed', 'price_changed']);
    });

    it('buys at exactly the maximum total', () => {
      const checkout = aCheckout([anOffer(), aCatalogOffer()], 300);
      expect(checkout.exceedsLimit(checkout.applyQuotes(quoted(checkout), NOW))).toBe(false);
      expect(checkout.status).toBe('quoting');
    });

    it('buys nothing when the balance is too low', () => {
      const checkout = aCheckout();
      checkout.applyQuotes(quoted(checkout), NOW);
      checkout.rejectForBalance(NOW);
      expect(checkout).toMatchObject({ status: 'balance_too_low', chargedCents: 0 });
      expect(checkout.items.map(({ errorCode }) => errorCode)).toEqual([
        'insufficient_balance',
        'insufficient_balance',
      ]);
    });
  });

  describe('ordering', () => {
    const orderingCheckout = () => {
      const checkout = aCheckout();
      checkout.applyQuotes(quoted(checkout), NOW);
      return { checkout, orders: ordering(checkout) };
    };

    it('waits for every order', () => {
      const { checkout, orders } = orderingCheckout();
      orders[0]!.fulfil(BOUGHT, NOW);
      expect(checkout.settle(orders, NOW)).toBe(false);
      expect(checkout.status).toBe('ordering');
    });

    it.each([
      ['all_provisioned', true, true, 300],
      ['partial', true, false, 150],
      ['all_failed', false, false, 0],
    ] as const)('ends as %s', (status, first, second, chargedCents) => {
      const { checkout, orders } = orderingCheckout();
      for (const [index, isBought] of [first, second].entries()) {
        if (isBought) orders[index]!.fulfil(BOUGHT, NOW);
        else orders[index]!.fail(GONE, NOW);
      }
      expect(checkout.settle(orders, NOW)).toBe(true);
      expect(checkout).toMatchObject({ status, chargedCents, completedAt: NOW });
    });

    it('counts numbers that need documents as bought', () => {
      const { checkout, orders } = orderingCheckout();
      for (const order of orders) order.fulfil({ ...BOUGHT, usable: false }, NOW);
      checkout.settle(orders, NOW);
      expect(checkout).toMatchObject({ status: 'all_provisioned', chargedCents: 300 });
      expect(checkout.boughtItemIds).toHaveLength(2);
    });
  });

  it.each(CHECKOUT_STATUSES)('takes only the steps that follow %s', (status) => {
    const step = (act: (checkout: Checkout) => unknown) => {
      const checkout = Object.assign(aCheckout(), { status });
      try {
        act(checkout);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_state' });
        return false;
      }
    };
    expect({
      quote: step((checkout) => checkout.applyQuotes(new Map(), NOW)),
      refuse: step((checkout) => checkout.rejectForBalance(NOW)),
      rejectForPrice: step((checkout) => checkout.rejectForPrice(NOW)),
      order: step((checkout) => checkout.startOrdering(null, new Map())),
      settle: step((checkout) => checkout.settle([], NOW)),
    }).toEqual({
      quote: status === 'quoting',
      refuse: status === 'quoting',
      rejectForPrice: status === 'quoting',
      order: status === 'quoting',
      settle: status === 'ordering',
    });
  });
});
