import { jest } from '@jest/globals';
import {
  aBundle,
  aCatalogOffer,
  ADA,
  anOffer,
  atCost,
  FakeSupplier,
  NO_TERMS,
  numberingWorlds,
  type NumberingWorld,
} from '../../testing';
import type { CheckoutRequest } from '../../domain/checkout/checkout';
import type { Offer } from '../../domain/offer';

const OWNER = { accountId: 'acc_1', ownerId: 'usr_ada' };
const offerNo = (index: number) => anOffer({ e164: `+493090182${index}0`, monthlyPriceCents: 100 + index });
const FIVE = [1, 2, 3, 4, 5].map(offerNo);

describe('CheckOutCart', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;

  const tokenOf = (offer: Offer) => {
    const expiresAt = new Date(world.clock.now().getTime() + 1_800_000);
    return world.stores.tokens.seal('acc_1', { offer: atCost(offer), searchId: 'srch_1', expiresAt });
  };
  const fill = async (...offers: Offer[]) => {
    for (const [index, offer] of offers.entries()) {
      await world.carts.add(OWNER, { selectToken: tokenOf(offer), quantity: 1, operationId: `add_${index}` });
    }
  };
  const checkOut = (change: Partial<CheckoutRequest> = {}) =>
    world.checkOutCart.checkOut(OWNER, {
      operationId: 'op_1',
      placedBy: ADA,
      terms: NO_TERMS,
      maxTotalCents: null,
      ...change,
    });
  const charged = () => world.funds.entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const itemCount = async () => (await world.carts.get(OWNER)).items.length;

  beforeEach(async () => {
    world = await createWorld(new FakeSupplier([...FIVE]));
    world.funds.balances.set('acc_1', 10_000);
  });

  it('buys everything with one charge per number, and empties the cart', async () => {
    await fill(...FIVE);
    const checkout = await checkOut();
    expect(checkout).toMatchObject({ status: 'all_provisioned', chargedCents: 765 });
    expect(world.funds.entries).toHaveLength(5);
    expect(charged()).toBe(765);
    expect(world.funds.heldCents('acc_1')).toBe(0);
    expect(await itemCount()).toBe(0);
    expect(await world.checkoutSteps()).toEqual(['started', 'held', 'ordered', 'finished']);
  });

  it('gives each number the requested route and reference', async () => {
    world.targets.statuses.set('trk_1', 'active');
    await fill(FIVE[0]!);
    await checkOut({ terms: { ...NO_TERMS, trunkId: 'trk_1', customerReference: 'PO 7' } });
    expect(await world.storedNumbers()).toEqual([expect.objectContaining({ trunkId: 'trk_1' })]);
    expect(await world.storedOrders()).toEqual([expect.objectContaining({ customerReference: 'PO 7' })]);
  });

  it('buys several of one catalog row', async () => {
    world.supplier.offers.push(aCatalogOffer());
    await world.carts.add(OWNER, { selectToken: tokenOf(aCatalogOffer()), quantity: 3, operationId: 'add' });
    await expect(checkOut()).resolves.toMatchObject({ status: 'all_provisioned', chargedCents: 450 });
    expect(new Set((await world.storedNumbers()).map(({ e164 }) => e164)).size).toBe(3);
  });

  it('buys nothing when the balance does not cover all of it', async () => {
    world.funds.balances.set('acc_1', 764);
    await fill(...FIVE);
    const checkout = await checkOut();
    expect(checkout).toMatchObject({ status: 'balance_too_low', chargedCents: 0 });
    expect(checkout.items.map(({ status, errorCode }) => [status, errorCode])).toEqual(
      Array(5).fill(['failed', 'insufficient_balance']),
    );
    expect(world.supplier.orderCalls).toBe(0);
    expect(await itemCount()).toBe(5);
    expect(await world.checkoutSteps()).toEqual(['started', 'refused']);
  });

  it('buys nothing above the maximum total', async () => {
    await fill(...FIVE);
    const checkout = await checkOut({ maxTotalCents: 764 });
    expect(checkout).toMatchObject({ status: 'all_failed', chargedCents: 0 });
    expect(checkout.items[0]).toMatchObject({ errorCode: 'price_changed' });
    expect(world.supplier.orderCalls).toBe(0);
    expect(world.funds.heldCents('acc_1')).toBe(0);
    expect(await itemCount()).toBe(5);
  });

  it('checks the balance before the maximum total', async () => {
    world.funds.balances.set('acc_1', 500);
    await fill(...FIVE);
    const checkout = await checkOut({ maxTotalCents: 764 });
    expect(checkout.status).toBe('balance_too_low');
    expect(checkout.items[0]).toMatchObject({ errorCode: 'insufficient_balance' });
  });

  it('buys the rest when one item is sold, and keeps that item in the cart', async () => {
    await fill(...FIVE.slice(0, 2));
    world.supplier.soldTo.set(FIVE[0]!.e164!, 'ord_other');
    const checkout = await checkOut();
    expect(checkout).toMatchObject({ status: 'partial', chargedCents: 152 });
    expect(checkout.items.map(({ errorCode }) => errorCode)).toEqual(['number_unavailable', null]);
    expect((await world.carts.get(OWNER)).items.map(({ offer }) => offer.e164)).toEqual([FIVE[0]!.e164]);
  });

  it('releases the hold of refused items', async () => {
    await fill(...FIVE.slice(0, 2));
    world.supplier.faults.push('refuse');
    await expect(checkOut()).resolves.toMatchObject({ status: 'partial' });
    expect(world.funds.heldCents('acc_1')).toBe(0);
    expect(world.funds.entries).toHaveLength(1);
  });

  it('releases the hold of a failed item while another order is pending', async () => {
    await fill(...FIVE.slice(0, 2));
    world.supplier.faultsByNumber.set(FIVE[0]!.e164, 'refuse').set(FIVE[1]!.e164, 'work');
    await expect(checkOut()).rejects.toMatchObject({ code: 'supplier_timeout' });
    expect(world.funds.heldCents('acc_1')).toBe(152);
    await expect(checkOut()).rejects.toMatchObject({ code: 'supplier_timeout' });
    expect(world.funds.heldCents('acc_1')).toBe(152);
    world.clock.advance(15 * 60);
    await world.checkOutCart.finishOpen();
    expect(world.funds.heldCents('acc_1')).toBe(0);
    expect(world.funds.entries).toEqual([]);
  });

  it('buys free and priced items together, and releases nothing for a failed free item', async () => {
    const free = [6, 7].map((index) => ({ ...offerNo(index), monthlyPriceCents: 0, setupPriceCents: 0 }));
    world.supplier.offers.push(...free);
    await fill(free[0]!, free[1]!, FIVE[0]!);
    world.supplier.faultsByNumber.set(free[0]!.e164, 'refuse');
    await expect(checkOut()).resolves.toMatchObject({ status: 'partial', chargedCents: 151 });
    expect(world.funds.entries).toHaveLength(1);
    expect(world.funds.heldCents('acc_1')).toBe(0);
    expect(await world.storedNumbers()).toHaveLength(2);
  });

  describe('whose trunk changes between the start and the orders', () => {
    beforeEach(async () => {
      world.targets.statuses.set('trk_1', 'active');
      await fill(FIVE[0]!);
      world.faults.dieAt = 'checkout.held';
      await expect(checkOut({ terms: { ...NO_TERMS, trunkId: 'trk_1' } })).rejects.toThrow('checkout.held');
      world.faults.dieAt = null;
    });

    it('creates the number without a route when the target was archived, and records that', async () => {
      world.targets.statuses.set('trk_1', 'archived');
      await expect(checkOut()).resolves.toMatchObject({ status: 'all_provisioned' });
      expect(await world.storedNumbers()).toMatchObject([{ trunkId: null, status: 'active' }]);
      const to = { trunk_id: null, routing_profile_id: null };
      expect(await world.history()).toMatchObject([
        { actor: ADA, change: { action: 'ordered' } },
        { actor: { kind: 'system' }, change: { action: 'routing_changed', from: { trunk_id: 'trk_1' }, to } },
      ]);
    });

    it('keeps the route to one that is only disabled', async () => {
      world.targets.statuses.set('trk_1', 'disabled');
      await checkOut();
      expect(await world.storedNumbers()).toMatchObject([{ trunkId: 'trk_1' }]);
    });
  });

  it('charges the present price', async () => {
    await fill(FIVE[0]!);
    world.supplier.offers[0] = { ...FIVE[0]!, monthlyPriceCents: 900 };
    await expect(checkOut()).resolves.toMatchObject({ chargedCents: 950 });
  });

  it('charges a number that needs documents as a success', async () => {
    world.supplier.faults.push('ask_documents');
    await fill(FIVE[0]!);
    const checkout = await checkOut();
    expect(checkout).toMatchObject({ status: 'all_provisioned', chargedCents: 151 });
    expect(checkout.items[0]).toMatchObject({ status: 'pending_documents' });
    expect(await itemCount()).toBe(0);
  });

  it('fails the items that the bundle does not fit', async () => {
    world.bundles.bundles.set('cb_1', aBundle({ country: 'FR' }));
    await fill(FIVE[0]!);
    const checkout = await checkOut({ terms: { ...NO_TERMS, complianceBundleId: 'cb_1' } });
    expect(checkout).toMatchObject({ status: 'all_failed' });
    expect(checkout.items[0]).toMatchObject({ errorCode: 'compliance_bundle_mismatch' });
  });

  it('attaches the bundle to the items that it fits, and buys items that need no documents without it', async () => {
    const german = anOffer({ e164: '+4930901830', requiresActivation: true });
    const american = anOffer({ e164: '+12125550183', country: 'US' });
    world.supplier.offers.push(german, american);
    world.bundles.bundles.set('cb_1', aBundle());
    await fill(german, american);
    const checkout = await checkOut({ terms: { ...NO_TERMS, complianceBundleId: 'cb_1' } });
    expect(checkout).toMatchObject({ status: 'all_provisioned' });
    const numbers = await world.storedNumbers();
    expect(Object.fromEntries(numbers.map(({ e164, complianceBundleId }) => [e164, complianceBundleId]))).toEqual({
      '+4930901830': 'cb_1',
      '+12125550183': null,
    });
  });

  it('fails only the items that need documents other than the bundle', async () => {
    const german = anOffer({ e164: '+4930901830', requiresActivation: true });
    const french = anOffer({ e164: '+33190901830', country: 'FR', requiresActivation: true });
    world.supplier.offers.push(german, french);
    world.bundles.bundles.set('cb_1', aBundle());
    await fill(german, french);
    const checkout = await checkOut({ terms: { ...NO_TERMS, complianceBundleId: 'cb_1' } });
    expect(checkout.items).toMatchObject([
      { status: 'provisioned', errorCode: null },
      {
        status: 'failed',
        errorCode: 'compliance_bundle_mismatch',
        errorMessage: expect.stringMatching(/bundle that matches/),
      },
    ]);
    expect(await itemCount()).toBe(1);
  });

  it('fails the items of an unavailable supplier', async () => {
    await fill(FIVE[0]!);
    world.supplier.isUnavailable = true;
    const checkout = await checkOut();
    expect(checkout.items[0]).toMatchObject({ errorCode: 'supplier_error' });
    expect(await itemCount()).toBe(1);
  });

  it('does not report an error of its own as one of the supplier', async () => {
    await fill(FIVE[0]!);
    jest.spyOn(world.supplier, 'quote').mockRejectedValueOnce(new TypeError('no such member'));
    await expect(checkOut()).rejects.toThrow('no such member');
    expect(await checkOut()).toMatchObject({ status: 'all_provisioned' });
  });

  describe('with invalid input', () => {
    it('refuses an empty or expired cart', async () => {
      await expect(checkOut()).rejects.toMatchObject({ code: 'cart_empty' });
      await fill(FIVE[0]!);
      world.clock.advance(4 * 3600);
      await expect(checkOut({ operationId: 'op_2' })).rejects.toMatchObject({ code: 'cart_empty' });
    });

    it('refuses references of another account', async () => {
      await fill(FIVE[0]!);
      await expect(checkOut({ terms: { ...NO_TERMS, trunkId: 'trk_x' } })).rejects.toMatchObject({
        fields: { trunk_id: expect.any(String) },
      });
      await expect(checkOut({ terms: { ...NO_TERMS, complianceBundleId: 'cb_x' } })).rejects.toMatchObject({
        fields: { compliance_bundle_id: expect.any(String) },
      });
    });

    it('refuses a bundle that is not ready', async () => {
      world.bundles.bundles.set('cb_1', aBundle({ status: 'draft' }));
      await fill(FIVE[0]!);
      await expect(checkOut({ terms: { ...NO_TERMS, complianceBundleId: 'cb_1' } })).rejects.toMatchObject({
        code: 'compliance_bundle_not_usable',
      });
    });
  });

  describe('with an order of unknown outcome', () => {
    beforeEach(async () => {
      await fill(...FIVE.slice(0, 2));
      world.supplier.faults.push('buy_and_vanish');
      await expect(checkOut()).rejects.toMatchObject({ code: 'supplier_timeout' });
    });

    it('rejects another checkout of the cart', async () => {
      await expect(checkOut({ operationId: 'op_2' })).rejects.toMatchObject({ code: 'checkout_in_progress' });
    });

    it('rejects the cancellation of its pending order until the checkout has ended', async () => {
      const [pending] = (await world.storedOrders()).filter(({ status }) => status === 'pending');
      const cancel = () => world.cancelOrder.cancel('acc_1', pending!.id, ADA);
      await expect(cancel()).rejects.toMatchObject({
        code: 'invalid_state',
        message: 'The order belongs to a checkout that is ordering. Cancel it when the checkout has ended.',
      });
      // As an operator may have ended it by hand.
      await world.db.query(
        `UPDATE numbering.checkouts SET status = 'partial', completed_at = now(), next_check_at = NULL`,
      );
      expect(await cancel()).toMatchObject({ status: 'cancelled' });
      await world.finishPendingOrders.finish();
      expect((await world.storedOrders()).map(({ status }) => status).sort()).toEqual(['cancelled', 'provisioned']);
    });

    it('settles it with a repeated request', async () => {
      await expect(checkOut()).resolves.toMatchObject({ status: 'all_provisioned', chargedCents: 303 });
      expect(world.funds.entries).toHaveLength(2);
      expect(world.supplier.soldTo.size).toBe(2);
    });

    it('is finished by the sweeper', async () => {
      world.clock.advance(180);
      await expect(world.checkOutCart.finishOpen()).resolves.toBe(1);
      expect(await world.storedCheckouts()).toEqual([expect.objectContaining({ status: 'all_provisioned' })]);
      expect(await itemCount()).toBe(0);
    });

    it('allows changes of the cart: it buys the items that it started with, and keeps later ones', async () => {
      await world.carts.clear(OWNER);
      await world.settled();
      // Reservations of an open checkout are not released.
      expect([...world.supplier.heldFor.keys()]).toEqual(FIVE.slice(0, 2).map(({ e164 }) => e164));
      await fill(FIVE[2]!);
      await expect(checkOut()).resolves.toMatchObject({ status: 'all_provisioned', chargedCents: 303 });
      expect(world.supplier.soldTo.size).toBe(2);
      expect((await world.carts.get(OWNER)).items.map(({ offer }) => offer.e164)).toEqual([FIVE[2]!.e164]);
    });

    it('is finished by the sweepers of orders and checkouts together', async () => {
      world.clock.advance(60);
      await world.finishPendingOrders.finish();
      await world.checkOutCart.finishOpen();
      expect(await world.storedCheckouts()).toEqual([expect.objectContaining({ status: 'all_provisioned' })]);
      expect(charged()).toBe(303);
    });
  });

  it('finishes when a supplier never responds', async () => {
    await fill(...FIVE.slice(0, 2));
    world.supplier.faultsByNumber.set(FIVE[0]!.e164, 'work');
    await expect(checkOut()).rejects.toMatchObject({ code: 'supplier_timeout' });
    world.clock.advance(15 * 60);
    await world.checkOutCart.finishOpen();
    const [checkout] = await world.storedCheckouts();
    expect(checkout).toMatchObject({ status: 'partial', chargedCents: 152 });
    expect(checkout!.items[0]).toMatchObject({ errorCode: 'supplier_timeout' });
    expect(world.funds.heldCents('acc_1')).toBe(0);
  });

  describe('killed', () => {
    const POINTS = [
      ...(['checkout.started', 'checkout.quoted', 'checkout.held', 'checkout.ordered'] as const).map(
        (point) => [point, 1] as const,
      ),
      ...[1, 2, 3, 4, 5].map((time) => ['order.supplier_done', time] as const),
      ['order.settled', 1] as const,
    ];

    describe.each(POINTS)('at %s, for the %i. time', (point, times) => {
      beforeEach(async () => {
        await fill(...FIVE);
        Object.assign(world.faults, { dieAt: point, times });
        await expect(checkOut()).rejects.toThrow(point);
        world.faults.dieAt = null;
      });

      const boughtOnce = async () => {
        expect(await world.storedCheckouts()).toEqual([
          expect.objectContaining({ status: 'all_provisioned', chargedCents: 765 }),
        ]);
        expect(world.supplier.soldTo.size).toBe(5);
        expect(await world.storedNumbers()).toHaveLength(5);
        expect(world.funds.entries).toHaveLength(5);
        expect(world.funds.heldCents('acc_1')).toBe(0);
        expect(await itemCount()).toBe(0);
      };

      it('buys and charges each number once when repeated', async () => {
        await checkOut();
        await boughtOnce();
      });

      it('buys and charges each number once with the sweepers', async () => {
        world.clock.advance(180);
        await world.finishPendingOrders.finish();
        await world.checkOutCart.finishOpen();
        await boughtOnce();
      });
    });
  });
});
