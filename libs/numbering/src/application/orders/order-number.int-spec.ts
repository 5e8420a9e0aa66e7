import {
  aBundle,
  aCatalogOffer,
  ADA,
  anOffer,
  atCost,
  FakeSupplier,
  numberingWorlds,
  type NumberingWorld,
} from '../../testing';
import type { OrderRequest } from './order-number';

const QUARTER = 15 * 60;

describe('OrderNumber', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;

  const tokenOf = async (offer = anOffer(), accountId = 'acc_1') =>
    world.stores.tokens.seal(accountId, {
      offer: atCost(offer),
      searchId: 'srch_1',
      expiresAt: new Date(world.clock.now().getTime() + 1_800_000),
    });
  const request = async (change: Partial<OrderRequest> = {}): Promise<OrderRequest> => ({
    accountId: 'acc_1',
    actor: ADA,
    operationId: 'op_1',
    selection: { selectToken: await tokenOf() },
    maxMonthlyPriceCents: null,
    route: { trunkId: null, routingProfileId: null },
    complianceBundleId: null,
    customerReference: null,
    ...change,
  });
  const order = async (change: Partial<OrderRequest> = {}) => world.orderNumber.order(await request(change));
  const orders = () => world.storedOrders();
  const numbers = () => world.storedNumbers();

  beforeEach(async () => {
    world = await createWorld(new FakeSupplier([anOffer(), aCatalogOffer()]));
  });

  it('buys, charges setup and the first month, and publishes the events', async () => {
    const placed = await order();
    expect(placed).toMatchObject({ status: 'provisioned', requestE164: '+4930901820' });
    expect(await numbers()).toEqual([
      expect.objectContaining({ e164: '+4930901820', status: 'active', orderId: placed.id }),
    ]);
    expect(world.funds.entries).toEqual([
      { accountId: 'acc_1', kind: 'charge', amountCents: 150, relatedId: placed.id },
    ]);
    expect(world.funds.heldCents('acc_1')).toBe(0);
    expect(world.published()).toEqual(['number.provisioned', 'order.completed']);
    expect(await world.history()).toMatchObject([{ actor: ADA, change: { action: 'ordered' } }]);
  });

  it('buys any number of an area', async () => {
    const placed = await order({ selection: { country: 'DE', numberType: 'geographic', areaCode: '30' } });
    expect(placed).toMatchObject({ status: 'provisioned', requestE164: null });
    expect(await numbers()).toHaveLength(1);
  });

  it('buys nothing with an insufficient balance', async () => {
    world.funds.balances.set('acc_1', 149);
    await expect(order()).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await orders()).toEqual([]);
    expect(world.supplier.orderCalls).toBe(0);
  });

  it("charges the supplier's present price", async () => {
    const request = { selection: { selectToken: await tokenOf() } };
    world.supplier.offers[0] = anOffer({ monthlyPriceCents: 300 });
    await order(request);
    expect(world.funds.entries).toMatchObject([{ amountCents: 350 }]);
  });

  it('does not charge free numbers', async () => {
    world.supplier.offers[0] = anOffer({ monthlyPriceCents: 0, setupPriceCents: 0 });
    await expect(order()).resolves.toMatchObject({ status: 'provisioned', holdId: null });
    expect(world.funds.entries).toEqual([]);
  });

  describe('with invalid input', () => {
    it('refuses a price above the guard, naming the field', async () => {
      await expect(order({ maxMonthlyPriceCents: 99 })).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { max_monthly_price_cents: expect.stringContaining('100') },
      });
    });

    it("refuses another account's token", async () => {
      const selectToken = await tokenOf(anOffer(), 'acc_2');
      await expect(order({ selection: { selectToken } })).rejects.toMatchObject({ code: 'select_token_expired' });
    });

    it('refuses an expired token', async () => {
      const selection = { selectToken: await tokenOf() };
      world.clock.advance(1800);
      await expect(order({ selection })).rejects.toMatchObject({ code: 'select_token_expired' });
    });

    it.each(['+4930901820', null])('refuses a token of a supplier that was disabled (%s)', async (e164) => {
      const selectToken = await tokenOf(anOffer({ supplier: 'gone', e164 }));
      await expect(order({ selection: { selectToken } })).rejects.toMatchObject({ code: 'select_token_expired' });
    });

    it('refuses a number that is sold', async () => {
      world.supplier.soldTo.set('+4930901820', 'ord_other');
      await expect(order()).rejects.toMatchObject({ code: 'number_unavailable' });
    });

    it('refuses an empty area, and a country that no supplier sells', async () => {
      const selection = { country: 'DE', numberType: 'geographic', areaCode: '89' } as const;
      await expect(order({ selection })).rejects.toMatchObject({
        code: 'number_unavailable',
        message: 'No number in area 89 is available.',
      });
      await expect(order({ selection: { ...selection, country: 'FR' } })).rejects.toMatchObject({
        code: 'country_not_supported',
      });
    });

    it('refuses a type that is sold out, and an area in which every number costs more than the limit', async () => {
      const selection = { country: 'DE', numberType: 'geographic', areaCode: '30' } as const;
      const message = 'No number in area 30 costs at most 99 cents a month. The cheapest costs 100 cents a month.';
      await expect(order({ selection, maxMonthlyPriceCents: 99 })).rejects.toMatchObject({
        code: 'number_unavailable',
        message,
      });
      world.supplier.offers.splice(0, world.supplier.offers.length, aCatalogOffer({ areaCode: '40' }));
      world.supplier.search = () => Promise.resolve({ items: [], isPartial: false, isCountrySold: true });
      await expect(
        order({ selection: { ...selection, areaCode: null }, maxMonthlyPriceCents: 99 }),
      ).rejects.toMatchObject({
        code: 'number_unavailable',
        message: 'No geographic number of DE is available.',
      });
    });

    it('refuses an order while the supplier is unavailable', async () => {
      world.supplier.isUnavailable = true;
      await expect(order()).rejects.toMatchObject({ code: 'supplier_unavailable' });
    });

    it("refuses a trunk that is not the account's, or not active, or beside a profile", async () => {
      const route = (trunkId: string, routingProfileId: string | null = null) => ({
        route: { trunkId, routingProfileId },
      });
      world.targets.statuses.set('trk_off', 'disabled');
      await expect(order(route('trk_x'))).rejects.toMatchObject({ fields: { trunk_id: expect.any(String) } });
      await expect(order(route('trk_off'))).rejects.toMatchObject({ code: 'trunk_not_active' });
      await expect(order(route('trk_x', 'rp_x'))).rejects.toMatchObject({
        fields: { trunk_id: expect.any(String), routing_profile_id: expect.any(String) },
      });
      expect(await orders()).toEqual([]);
    });

    it('refuses a profile in the same way', async () => {
      world.targets.statuses.set('rp_off', 'archived');
      const route = (routingProfileId: string) => ({ route: { trunkId: null, routingProfileId } });
      await expect(order(route('rp_x'))).rejects.toMatchObject({ fields: { routing_profile_id: expect.any(String) } });
      await expect(order(route('rp_off'))).rejects.toMatchObject({ code: 'routing_profile_not_active' });
    });

    it('refuses a bundle that is unknown, does not fit, or is not ready', async () => {
      world.bundles.bundles.set('cb_fr', aBundle({ id: 'cb_fr', country: 'FR' }));
      world.bundles.bundles.set('cb_draft', aBundle({ id: 'cb_draft', status: 'draft' }));
      const withBundle = (complianceBundleId: string) => order({ complianceBundleId });
      await expect(withBundle('cb_x')).rejects.toMatchObject({ fields: { compliance_bundle_id: expect.any(String) } });
      await expect(withBundle('cb_fr')).rejects.toMatchObject({ code: 'compliance_bundle_mismatch' });
      await expect(withBundle('cb_draft')).rejects.toMatchObject({ code: 'compliance_bundle_not_usable' });
    });
  });

  describe('when the supplier refuses', () => {
    it('fails the order, releases the hold, and returns the same to a repeat', async () => {
      world.supplier.faults.push('refuse');
      await expect(order()).rejects.toMatchObject({ code: 'supplier_error' });
      await expect(order()).rejects.toMatchObject({ code: 'supplier_error' });
      expect(await orders()).toEqual([expect.objectContaining({ status: 'failed', errorCode: 'supplier_error' })]);
      expect(world.funds.availableCents('acc_1')).toBe(1000);
      expect(world.published()).toEqual(['order.failed']);
      expect(world.supplier.orderCalls).toBe(1);
    });
  });

  describe('when documents are needed', () => {
    beforeEach(() => {
      world.supplier.offers[0] = anOffer({ requiresActivation: true });
    });

    it('charges the number, and waits for them', async () => {
      await expect(order()).resolves.toMatchObject({ status: 'pending_documents' });
      expect(await numbers()).toEqual([expect.objectContaining({ status: 'pending_documents' })]);
      expect(world.funds.entries).toMatchObject([{ kind: 'charge', amountCents: 150 }]);
      expect(world.published()).toEqual([]);
    });

    it('does not wait with an approved bundle', async () => {
      world.bundles.bundles.set('cb_1', aBundle());
      await expect(order({ complianceBundleId: 'cb_1' })).resolves.toMatchObject({ status: 'provisioned' });
    });

    it('waits with a submitted one', async () => {
      world.bundles.bundles.set('cb_1', aBundle({ status: 'submitted' }));
      await expect(order({ complianceBundleId: 'cb_1' })).resolves.toMatchObject({
        status: 'pending_documents',
        complianceBundleId: 'cb_1',
      });
    });
  });

  describe('when the outcome is unknown', () => {
    it('returns a pending order with a hold', async () => {
      world.supplier.faults.push('vanish');
      await expect(order()).resolves.toMatchObject({ status: 'pending' });
      expect(world.funds.heldCents('acc_1')).toBe(150);
    });

    it.each(['vanish', 'buy_and_vanish', 'work'] as const)(
      'resumes the same order when repeated after "%s"',
      async (fault) => {
        world.supplier.faults.push(fault);
        const first = await order();
        const second = await order();
        expect(second).toMatchObject({ id: first.id, status: fault === 'work' ? 'pending' : 'provisioned' });
        expect(await orders()).toHaveLength(1);
        expect(world.supplier.soldTo.size).toBe(fault === 'work' ? 0 : 1);
      },
    );

    it.each(['vanish', 'buy_and_vanish'] as const)('is finished by the sweeper after "%s"', async (fault) => {
      world.supplier.faults.push(fault);
      await order();
      world.clock.advance(60);
      await expect(world.finishPendingOrders.finish()).resolves.toBe(1);
      expect(await orders()).toEqual([expect.objectContaining({ status: 'provisioned' })]);
      expect(world.funds.entries).toMatchObject([{ kind: 'charge', amountCents: 150 }]);
      expect(world.supplier.soldTo.size).toBe(1);
    });

    it.each(['+', '+4930', '4930901820', '+49 30 901820'])(
      'is unknown when the supplier returns "%s" as its number',
      async (e164) => {
        const { order: sell, findOrder } = world.supplier;
        const half = { status: 'bought', purchase: { e164, supplierNumberRef: 'ref', usable: true } } as const;
        world.supplier.order = async () => Promise.resolve(half);
        world.supplier.findOrder = async () => Promise.resolve(half);
        await expect(order()).resolves.toMatchObject({ status: 'pending', supplierNote: expect.any(String) });
        expect([await numbers(), world.funds.entries]).toEqual([[], []]);
        Object.assign(world.supplier, { order: sell, findOrder });
        await expect(order()).resolves.toMatchObject({ status: 'provisioned' });
      },
    );

    it('is left to the process that holds its lease', async () => {
      world.faults.dieAt = 'order.supplier_done';
      await expect(order()).rejects.toThrow();
      world.faults.dieAt = null;
      await expect(world.finishPendingOrders.finish()).resolves.toBe(0);
      world.clock.advance(60);
      await expect(world.finishPendingOrders.finish()).resolves.toBe(1);
    });

    it('fails after 15 minutes and releases the hold', async () => {
      world.supplier.faults.push('work');
      await order();
      world.clock.advance(QUARTER);
      await world.finishPendingOrders.finish();
      expect(await orders()).toEqual([expect.objectContaining({ status: 'failed', errorCode: 'supplier_timeout' })]);
      expect(world.funds.availableCents('acc_1')).toBe(1000);
      await expect(order()).rejects.toMatchObject({ code: 'supplier_timeout' });
    });

    it('does not order again once overdue', async () => {
      world.supplier.faults.push('vanish');
      await order();
      world.clock.advance(QUARTER);
      await world.finishPendingOrders.finish();
      expect(world.supplier.orderCalls).toBe(1);
    });

    it('returns a number that the supplier delivered after all', async () => {
      world.supplier.faults.push('work');
      const { id } = await order();
      world.clock.advance(QUARTER);
      await world.finishPendingOrders.finish();
      const purchase = { e164: '+4930901820', supplierNumberRef: null, usable: true };
      world.supplier.orders.set(id, { status: 'bought', purchase });
      world.supplier.soldTo.set('+4930901820', id);
      await world.finishPendingOrders.finish();
      expect(world.supplier.released).toEqual(['+4930901820']);
      expect(await orders()).toEqual([expect.objectContaining({ status: 'failed', reconcileUntil: null })]);
      expect(await numbers()).toEqual([]);
    });

    it('reconciles it for two days', async () => {
      world.supplier.faults.push('vanish');
      await order();
      world.clock.advance(QUARTER);
      await world.finishPendingOrders.finish();
      await expect(world.finishPendingOrders.finish()).resolves.toBe(1);
      world.clock.advance(2 * 86_400);
      await world.finishPendingOrders.finish();
      world.clock.advance(86_400);
      await expect(world.finishPendingOrders.finish()).resolves.toBe(0);
    });

    it('keeps the order pending while the supplier is unavailable', async () => {
      world.supplier.faults.push('vanish');
      await order();
      world.supplier.isUnavailable = true;
      world.clock.advance(60);
      await world.finishPendingOrders.finish();
      expect(await orders()).toEqual([
        expect.objectContaining({ status: 'pending', supplierNote: expect.stringContaining('ECONNREFUSED') }),
      ]);
    });
  });

  describe.each(['order.held', 'order.supplier_done', 'order.settled'] as const)('killed at %s', (point) => {
    beforeEach(async () => {
      world.faults.dieAt = point;
      await expect(order()).rejects.toThrow(point);
      world.faults.dieAt = null;
    });

    const bought = async () => {
      expect(await orders()).toEqual([expect.objectContaining({ status: 'provisioned' })]);
      expect(await numbers()).toHaveLength(1);
      expect(world.supplier.soldTo.size).toBe(1);
      expect(world.funds.entries).toMatchObject([{ kind: 'charge', amountCents: 150 }]);
      expect(world.funds.heldCents('acc_1')).toBe(0);
    };

    it('buys and charges once when the request is repeated', async () => {
      await order();
      await bought();
    });

    it('buys and charges once with the sweeper', async () => {
      world.clock.advance(60);
      await world.finishPendingOrders.finish();
      await bought();
    });
  });

  it('returns a number that is live in another account', async () => {
    await order();
    world.supplier.soldTo.clear();
    await expect(order({ operationId: 'op_2' })).rejects.toMatchObject({ code: 'number_unavailable' });
    await world.finishPendingOrders.finish();
    expect(world.supplier.released).toEqual(['+4930901820']);
    expect(await numbers()).toHaveLength(1);
    expect(world.funds.entries).toHaveLength(1);
  });
});
