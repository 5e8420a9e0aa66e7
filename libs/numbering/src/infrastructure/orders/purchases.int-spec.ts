import { newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { ADA, databaseWorld, type DatabaseWorld, NO_TERMS, NO_FILTERS } from '../../testing';

const POINTS = [
  ['checkout.held', 1],
  ['order.supplier_done', 3],
] as const;

describe('purchases in PostgreSQL', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    // One for all tests: its sweepers also meet what another test has left, and need the funds that it set aside.
    world = databaseWorld(test.db);
  });
  afterAll(() => test.close());
  afterEach(() => {
    world.faults.dieAt = null;
  });

  const anOwner = () => {
    const accountId = newId('acc');
    world.funds.balances.set(accountId, 100_000);
    return { accountId, ownerId: 'usr_ada' };
  };
  const search = (accountId: string, change: object = {}, limit = 5) =>
    world.search.search({
      accountId,
      sort: 'relevance',
      limit,
      after: null,
      filters: {
        ...NO_FILTERS,
        country: 'US',
        numberType: 'geographic',
        source: 'live',
        ...change,
      },
    });
  const fill = async (owner: ReturnType<typeof anOwner>) => {
    const { items } = await search(owner.accountId);
    for (const { selectToken } of items) {
      await world.carts.add(owner, { selectToken, quantity: 1, operationId: newId('op') });
    }
  };
  const checkOut = (owner: ReturnType<typeof anOwner>, operationId = 'op_1') =>
    world.checkOutCart.checkOut(owner, { operationId, placedBy: ADA, terms: NO_TERMS, maxTotalCents: null });
  const numbersOf = async (accountId: string) =>
    (await world.queries.list(accountId, {}, { limit: 100, sort: 'e164', order: 'asc', after: null })).items;

  it('stores the offers, order and tokens of a cart', async () => {
    const owner = anOwner();
    await fill(owner);
    const cart = await databaseWorld(test.db).carts.get(owner);
    expect(cart.items.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
    const [first] = cart.items;
    expect(world.stores.tokens.open(owner.accountId, first!.selectToken, world.clock.now()).offer).toEqual(
      first!.offer,
    );
  });

  it('returns a checkout with its orders and numbers', async () => {
    const owner = anOwner();
    await fill(owner);
    const { id } = await checkOut(owner);
    const view = await world.checkoutQueries.get(owner.accountId, id);
    expect(view).toMatchObject({ status: 'all_provisioned', chargedCents: 500, totals: { itemCount: 5 } });
    for (const item of view.items) {
      expect(item.number).toMatchObject({ e164: item.offer.e164, status: 'active' });
      expect(item.order).toMatchObject({ status: 'provisioned', assignedNumberId: item.number!.id });
    }
    await expect(world.checkoutQueries.get('acc_other', id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it("returns only rows of the checkout's account", async () => {
    const owner = anOwner();
    await fill(owner);
    const { id, items } = await checkOut(owner);
    const [first, second] = items.map(({ orderId }) => orderId);
    await test.db.query(`UPDATE numbering.number_orders SET account_id = 'acc_other' WHERE id = $1`, [first]);
    await test.db.query(`UPDATE numbering.phone_numbers SET account_id = 'acc_other' WHERE order_id = $1`, [second]);
    const view = await world.checkoutQueries.get(owner.accountId, id);
    expect(view.items.slice(0, 2).map(({ order, number }) => [order?.id, number])).toEqual([
      [undefined, null],
      [second, null],
    ]);
  });

  it('lists finished checkouts, newest first', async () => {
    const owner = anOwner();
    const ids: string[] = [];
    for (const operationId of ['op_1', 'op_2']) {
      await fill(owner);
      ids.unshift((await checkOut(owner, operationId)).id);
      world.clock.advance(1);
    }
    await fill(owner);
    world.faults.dieAt = 'checkout.held';
    await expect(checkOut(owner, 'op_3')).rejects.toThrow();
    const page = { limit: 1, sort: 'created_at', order: 'desc', after: null } as const;
    const first = await world.checkoutQueries.list(owner.accountId, {}, page);
    const second = await world.checkoutQueries.list(owner.accountId, {}, { ...page, after: first.next });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    const failed = await world.checkoutQueries.list(owner.accountId, { status: ['all_failed'] }, page);
    expect(failed.items).toEqual([]);
  });

  it('throws for a running checkout', async () => {
    const owner = anOwner();
    await fill(owner);
    world.faults.dieAt = 'checkout.held';
    await expect(checkOut(owner)).rejects.toThrow();
    const running = await world.stores.checkouts.findByOperation(owner.accountId, 'op_1');
    await expect(world.checkoutQueries.get(owner.accountId, running!.id)).rejects.toMatchObject({
      code: 'checkout_in_progress',
    });
  });

  it.each(POINTS)('buy and charge each number once when killed at %s, the %i. time', async (point, times) => {
    const owner = anOwner();
    await fill(owner);
    Object.assign(world.faults, { dieAt: point, times });
    await expect(checkOut(owner)).rejects.toThrow(point);

    world.faults.dieAt = null;
    world.clock.advance(180);
    await world.finishPendingOrders.finish();
    await world.checkOutCart.finishOpen();
    const numbers = await numbersOf(owner.accountId);
    expect(numbers).toHaveLength(5);
    const sold = await test.db.query(
      `SELECT e164 FROM numbering.sandbox_inventory WHERE account_id = $1 AND state = 'sold'`,
      [owner.accountId],
    );
    expect(sold).toHaveLength(5);
    const charges = world.funds.entries.filter(({ accountId }) => accountId === owner.accountId);
    expect(charges).toHaveLength(5);
    expect(world.funds.heldCents(owner.accountId)).toBe(0);
    const checkout = await world.stores.checkouts.findByOperation(owner.accountId, 'op_1');
    expect(checkout).toMatchObject({ status: 'all_provisioned', chargedCents: 500 });
    expect((await world.carts.get(owner)).items).toEqual([]);
  });

  describe('orders that fail in the sandbox', () => {
    const place = async (owner: ReturnType<typeof anOwner>, ending: string) => {
      const { items } = await search(owner.accountId, { areaCode: '212', endsWith: ending }, 5);
      const free = items[0]!.selectToken;
      return world.orderNumber.order({
        accountId: owner.accountId,
        actor: ADA,
        operationId: 'op_1',
        selection: { selectToken: free },
        maxMonthlyPriceCents: null,
        route: { trunkId: null, routingProfileId: null },
        complianceBundleId: null,
        customerReference: 'PO 7',
      });
    };

    it('are found and charged by the sweeper when bought without a response (9004)', async () => {
      const owner = anOwner();
      await expect(place(owner, '9004')).resolves.toMatchObject({ status: 'pending' });
      world.clock.advance(60);
      await world.finishPendingOrders.finish();
      expect(await numbersOf(owner.accountId)).toHaveLength(1);
      expect(world.funds.heldCents(owner.accountId)).toBe(0);
    });

    it('fail after 15 minutes without a response, and release the hold (9003)', async () => {
      const owner = anOwner();
      const { id } = await place(owner, '9003');
      world.clock.advance(15 * 60);
      await world.finishPendingOrders.finish();
      const placed = await world.orderQueries.placed(owner.accountId, id);
      expect(placed).toMatchObject({ order: { status: 'failed', errorCode: 'supplier_timeout' }, number: null });
      expect(world.funds.availableCents(owner.accountId)).toBe(100_000);
      await expect(world.published(owner.accountId)).resolves.toEqual(['order.failed']);
    });

    it('fail when the supplier reports a later rejection (9005)', async () => {
      const owner = anOwner();
      const { id } = await place(owner, '9005');
      world.clock.advance(90);
      await world.finishPendingOrders.finish();
      await expect(world.orderQueries.get(owner.accountId, id)).resolves.toMatchObject({
        status: 'failed',
        errorCode: 'supplier_error',
        customerReference: 'PO 7',
      });
    });

    it('are charged while documents are required, and refunded when cancelled (9006)', async () => {
      const owner = anOwner();
      const { id } = await place(owner, '9006');
      expect(world.funds.availableCents(owner.accountId)).toBe(99_900);
      await world.cancelOrder.cancel(owner.accountId, id, ADA);
      expect(world.funds.availableCents(owner.accountId)).toBe(100_000);
      expect(await numbersOf(owner.accountId)).toEqual([]);
      await expect(world.orderQueries.get(owner.accountId, id)).resolves.toMatchObject({ status: 'cancelled' });
    });
  });

  it('lists orders by status, country and time', async () => {
    const owner = anOwner();
    await fill(owner);
    await checkOut(owner);
    const page = { limit: 2, sort: 'created_at', order: 'desc', after: null } as const;
    const now = world.clock.now();
    const later = new Date(now.getTime() + 1000);
    const of = async (filters: object) => (await world.orderQueries.list(owner.accountId, filters, page)).items.length;
    expect(await of({ status: ['provisioned'], country: ['US', 'FR'], from: now, to: later })).toBe(2);
    expect(await of({ status: ['failed'] })).toBe(0);
    expect(await of({ country: ['DE', 'FR'] })).toBe(0);
    expect(await of({ to: now })).toBe(0);
    const seen: string[] = [];
    for (let after = null as null | { key: string | number; id: string }; ; ) {
      const { items, next } = await world.orderQueries.list(owner.accountId, {}, { ...page, after });
      seen.push(...items.map(({ id }) => id));
      if (!next) break;
      after = next;
    }
    expect(new Set(seen).size).toBe(5);
  });
});
