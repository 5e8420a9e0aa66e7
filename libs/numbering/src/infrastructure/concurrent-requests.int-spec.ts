import { addDays, newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { OrderRequest } from '../application/orders/order-number';
import type { OfferSelection } from '../application/orders/find-offer';
import { numberingPersistence } from '../numbering.module';
import { ADA, databaseWorld, type DatabaseWorld, NO_TERMS, NO_FILTERS } from '../testing';

const TIMES = 10;
const AREA: OfferSelection = { country: 'US', numberType: 'geographic', areaCode: '212' };

/** What must hold when things happen at once; each with real connections and real locks. */
describe('concurrent requests in numbering', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    // Connections are opened beforehand: ten that are being opened would take turns by themselves.
    await Promise.all(Array.from({ length: 2 * TIMES }, () => test.db.query('SELECT pg_sleep(0.05)')));
  });
  afterAll(() => test.close());
  beforeEach(() => {
    // The clock stands still: what a test leaves pending does not fall due in another one.
    world = databaseWorld(test.db);
  });

  const anAccount = (cents = 100_000): string => {
    const accountId = newId('acc');
    world.funds.balances.set(accountId, cents);
    return accountId;
  };
  const request = (accountId: string, selection: OfferSelection, operationId = newId('op')): OrderRequest => ({
    accountId,
    actor: ADA,
    operationId,
    selection,
    maxMonthlyPriceCents: null,
    complianceBundleId: null,
    route: { trunkId: null, routingProfileId: null },
    customerReference: null,
  });
  const tokenFor = async (accountId: string, areaCode: string): Promise<string> => {
    const filters = {
      ...NO_FILTERS,
      country: 'US',
      numberType: 'geographic' as const,
      areaCode,
      source: 'live' as const,
    };
    const page = await world.search.search({ accountId, filters, sort: 'e164', limit: 1, after: null });
    return page.items[0]!.selectToken;
  };
  const outcomes = async (work: readonly Promise<{ status: string }>[]): Promise<string[]> => {
    const settled = await Promise.allSettled(work);
    return settled.map((each) =>
      each.status === 'fulfilled' ? each.value.status : (each.reason as { code: string }).code,
    );
  };
  const count = async (text: string, ...values: unknown[]): Promise<number> =>
    (await test.db.find<{ n: number }>(`SELECT count(*) AS n FROM ${text}`, values))!.n;

  it('sells one number to one of ten accounts', async () => {
    const accounts = Array.from({ length: TIMES }, () => anAccount());
    const tokens = await Promise.all(accounts.map((accountId) => tokenFor(accountId, '312')));
    const found = await outcomes(
      accounts.map((accountId, index) => world.orderNumber.order(request(accountId, { selectToken: tokens[index]! }))),
    );
    expect(found.sort()).toEqual([...Array<string>(TIMES - 1).fill('number_unavailable'), 'provisioned']);
    const live = await count(`numbering.phone_numbers WHERE account_id = ANY($1)`, accounts);
    expect(live).toBe(1);
    expect(world.funds.entries).toHaveLength(1);
  });

  it('creates a number once when the supplier sells it to four accounts', async () => {
    const accounts = Array.from({ length: 4 }, () => anAccount());
    const tokens = await Promise.all(accounts.map((accountId) => tokenFor(accountId, '305')));
    // The supplier's own guard is off: it confirms every order.
    world.supplier.order = async ({ requestE164 }) =>
      Promise.resolve({
        status: 'bought',
        purchase: { e164: requestE164!, supplierNumberRef: null, usable: true },
      });
    const found = await outcomes(
      accounts.map((accountId, index) => world.orderNumber.order(request(accountId, { selectToken: tokens[index]! }))),
    );
    expect(found.sort()).toEqual(['number_unavailable', 'number_unavailable', 'number_unavailable', 'provisioned']);
    expect(world.funds.entries).toHaveLength(1);
    expect(accounts.reduce((sum, accountId) => sum + world.funds.heldCents(accountId), 0)).toBe(0);
  });

  it('buys exactly three numbers for ten orders on a balance for three', async () => {
    const accountId = anAccount(300);
    const found = await outcomes(
      Array.from({ length: TIMES }, () => world.orderNumber.order(request(accountId, AREA))),
    );
    expect(found.filter((status) => status === 'provisioned')).toHaveLength(3);
    expect(found.filter((status) => status === 'insufficient_balance')).toHaveLength(7);
    await expect(count(`numbering.phone_numbers WHERE account_id = $1`, accountId)).resolves.toBe(3);
    await expect(count(`numbering.number_orders WHERE account_id = $1`, accountId)).resolves.toBe(3);
  });

  it('buys one number for ten requests of one operation', async () => {
    const accountId = anAccount();
    const found = await outcomes(
      Array.from({ length: TIMES }, () => world.orderNumber.order(request(accountId, AREA, 'op_same'))),
    );
    expect(new Set(found)).toEqual(new Set(['provisioned']));
    await expect(count(`numbering.number_orders WHERE account_id = $1`, accountId)).resolves.toBe(1);
    await expect(count(`numbering.phone_numbers WHERE account_id = $1`, accountId)).resolves.toBe(1);
    expect(world.funds.entries.filter((entry) => entry.accountId === accountId)).toHaveLength(1);
    await expect(world.published(accountId)).resolves.toEqual(['number.provisioned', 'order.completed']);
  });

  it('checks a cart out once for concurrent requests', async () => {
    const owner = { accountId: anAccount(), ownerId: 'usr_ada' };
    for (const areaCode of ['415', '408', '619']) {
      const selectToken = await tokenFor(owner.accountId, areaCode);
      await world.carts.add(owner, { selectToken, quantity: 1, operationId: newId('op') });
    }
    const terms = { placedBy: ADA, terms: NO_TERMS, maxTotalCents: null };
    const found = await outcomes(
      Array.from({ length: TIMES }, () => world.checkOutCart.checkOut(owner, { operationId: newId('op'), ...terms })),
    );
    expect(found.filter((status) => status === 'all_provisioned')).toHaveLength(1);
    expect(new Set(found.filter((status) => status !== 'all_provisioned'))).toEqual(
      new Set(found.includes('cart_empty') ? ['checkout_in_progress', 'cart_empty'] : ['checkout_in_progress']),
    );
    await expect(count(`numbering.phone_numbers WHERE account_id = $1`, owner.accountId)).resolves.toBe(3);
    expect(world.funds.entries.filter(({ accountId }) => accountId === owner.accountId)).toHaveLength(3);
    expect((await world.carts.get(owner)).items).toEqual([]);
  });

  it('stores items of ten concurrent requests, up to the limit of the cart', async () => {
    const owner = { accountId: anAccount(), ownerId: 'key_1' };
    const { items } = await world.search.search({
      accountId: owner.accountId,
      sort: 'relevance',
      limit: 1,
      after: null,
      filters: {
        ...NO_FILTERS,
        country: 'US',
        areaCode: '212',
        source: 'availability',
      },
    });
    const add = () =>
      world.carts.add(owner, { selectToken: items[0]!.selectToken, quantity: 7, operationId: newId('op') });
    const added = await Promise.allSettled(Array.from({ length: TIMES }, add));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect((await world.carts.get(owner)).items).toHaveLength(49);
  });

  it('finishes an order once when ten sweepers find it', async () => {
    const accountId = anAccount();
    // What other tests have left to reconcile is looked after beforehand.
    await world.finishPendingOrders.finish();
    world.faults.dieAt = 'order.supplier_done';
    await expect(world.orderNumber.order(request(accountId, AREA))).rejects.toThrow();
    world.faults.dieAt = null;
    world.clock.advance(60);
    const swept = await Promise.all(Array.from({ length: TIMES }, () => world.finishPendingOrders.finish()));
    expect(swept.reduce((sum, each) => sum + each, 0)).toBe(1);
    await expect(count(`numbering.phone_numbers WHERE account_id = $1`, accountId)).resolves.toBe(1);
  });

  it('settles an order once for ten concurrent responses', async () => {
    const accountId = anAccount();
    world.faults.dieAt = 'order.held';
    await expect(world.orderNumber.order(request(accountId, AREA, 'op_answers'))).rejects.toThrow();
    world.faults.dieAt = null;
    const order = await world.stores.orders.findByOperation(accountId, 'op_answers');
    const answer = {
      status: 'bought',
      purchase: { e164: '+12129990000', supplierNumberRef: null, usable: true },
    } as const;
    const found = await outcomes(Array.from({ length: TIMES }, () => world.settle.settle(order!, answer)));
    expect(new Set(found)).toEqual(new Set(['provisioned']));
    await expect(count(`numbering.number_history WHERE account_id = $1`, accountId)).resolves.toBe(1);
    await expect(world.published(accountId)).resolves.toEqual(['number.provisioned', 'order.completed']);
  });

  it('fails an order once for ten concurrent refusals', async () => {
    const accountId = anAccount();
    world.faults.dieAt = 'order.held';
    await expect(world.orderNumber.order(request(accountId, AREA, 'op_refusals'))).rejects.toThrow();
    world.faults.dieAt = null;
    const order = await world.stores.orders.findByOperation(accountId, 'op_refusals');
    const answer = { status: 'failed', failure: { code: 'supplier_error', message: 'No.' } } as const;
    await Promise.all(Array.from({ length: TIMES }, () => world.settle.settle(order!, answer)));
    await expect(world.published(accountId)).resolves.toEqual(['order.failed']);
  });

  it('cancels an order whose number is delivered concurrently and waits for documents: refunded and released', async () => {
    const accountId = anAccount(1000);
    world.faults.dieAt = 'order.held';
    await expect(world.orderNumber.order(request(accountId, AREA, 'op_cancelled'))).rejects.toThrow();
    world.faults.dieAt = null;
    const placed = (await world.stores.orders.findByOperation(accountId, 'op_cancelled'))!;
    const { id } = placed;
    const purchase = { e164: '+12129990001', supplierNumberRef: null, usable: false };
    // It begins outside the cancelling transaction, which it must not join.
    let deliver = () => {};
    const delivered = new Promise<void>((resolve) => (deliver = resolve)).then(() =>
      world.settle.settle(placed, { status: 'bought', purchase }),
    );
    const get = world.stores.orders.get.bind(world.stores.orders);
    world.stores.orders.get = async (orderId) => {
      world.stores.orders.get = get;
      const order = await get(orderId);
      deliver();
      await delivered;
      return order;
    };
    await expect(world.cancelOrder.cancel(accountId, id, ADA)).resolves.toMatchObject({ status: 'cancelled' });
    await expect(world.queries.get(accountId, purchase.e164)).resolves.toMatchObject({ status: 'released' });
    expect(world.funds.availableCents(accountId)).toBe(1000);
    // Other tests count the requests to the supplier.
    await world.releaseDueNumbers.notifySuppliers();
  });

  it('releases every due number once on any number of workers, and notifies the supplier of each once', async () => {
    const accountId = anAccount();
    const numbers = 25;
    for (let index = 0; index < numbers; index++) await world.orderNumber.order(request(accountId, AREA));
    const past = addDays(world.clock.now(), -1);
    await test.db.query(`UPDATE numbering.phone_numbers SET release_scheduled_at = $2 WHERE account_id = $1`, [
      accountId,
      past,
    ]);
    const notified: string[] = [];
    const release = world.supplier.release.bind(world.supplier);
    world.supplier.release = async (number) => {
      notified.push(number.e164);
      await release(number);
    };
    world.faults.dieAt = 'release.decided';
    await Promise.allSettled(Array.from({ length: 4 }, () => world.releaseDueNumbers.release()));
    world.faults.dieAt = null;
    await Promise.all(Array.from({ length: 4 }, () => world.releaseDueNumbers.notifySuppliers()));
    expect(notified).toHaveLength(numbers);
    expect(new Set(notified).size).toBe(numbers);
    const events = await world.published(accountId);
    expect(events.filter((type) => type === 'number.released')).toHaveLength(numbers);
    const left = `numbering.phone_numbers WHERE account_id = $1
      AND (status <> 'released' OR supplier_release_due_at IS NOT NULL)`;
    await expect(count(left, accountId)).resolves.toBe(0);
  });

  it('routes and releases one number at once without losing either', async () => {
    const accountId = anAccount();
    await world.orderNumber.order(request(accountId, AREA));
    const { items } = await world.queries.list(
      accountId,
      {},
      { limit: 1, sort: 'assigned_at', order: 'asc', after: null },
    );
    const ref = { accountId, e164: items[0]!.e164, actor: ADA };
    world.targets.statuses.set('trk_1', 'active');
    await Promise.all([
      world.numbers.route(ref, { trunkId: 'trk_1', routingProfileId: null }),
      world.numbers.change(ref, { label: 'Support' }),
      world.numbers.scheduleRelease(ref),
    ]);
    const number = await world.queries.get(accountId, ref.e164);
    expect(number).toMatchObject({ trunkId: 'trk_1', label: 'Support' });
    expect(number.releaseScheduledAt).not.toBeNull();
  });
});
