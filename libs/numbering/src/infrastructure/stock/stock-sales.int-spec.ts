import { newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import {
  aBundle,
  ADA,
  anOffer,
  NO_TERMS,
  releaseOf,
  STOCK_AGEING_DAYS,
  stockWorld,
  type StockWorld,
} from '../../testing';

const DAY_SECONDS = 86_400;
let used = 0;
/** Numbers that no other test has. */
const fresh = (count: number) => Array.from({ length: count }, () => `+4930${90_000_000 + used++}`);

describe('sales of the stock, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: StockWorld;
  let accountId: string;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(() => {
    world = stockWorld(test.db);
    accountId = newId('acc');
    world.funds.balances.set(accountId, 10_000);
  });
  afterEach(() => test.db.query('DELETE FROM numbering.stock_numbers'));

  const order = async (selectToken: string, change: object = {}, owner = accountId) =>
    world.orderNumber.order({
      accountId: owner,
      actor: ADA,
      operationId: newId('op'),
      selection: { selectToken },
      maxMonthlyPriceCents: null,
      route: { trunkId: null, routingProfileId: null },
      complianceBundleId: null,
      customerReference: null,
      ...change,
    });
  const buy = async (e164: string, change: object = {}) => order(await world.tokenOf(accountId, e164), change);
  const release = (e164: string) =>
    world.releaseNumber.release({ accountId, e164, actor: ADA }, releaseOf('immediate', e164));
  const charged = () => world.funds.entries.filter((entry) => entry.accountId === accountId);

  it('sells the number with the order: state, account and order', async () => {
    const [e164] = fresh(1);
    await world.add([e164!]);
    const bought = await buy(e164!);
    expect(bought).toMatchObject({ status: 'provisioned', supplier: 'stock' });
    expect(await world.stored(e164!)).toMatchObject({
      state: 'sold',
      accountId,
      orderId: bought.id,
      availableAt: null,
    });
    expect(charged()).toHaveLength(1);
  });

  it('changes the state in the transaction of the sale: without it, the number is not sold', async () => {
    const [e164] = fresh(1);
    await world.add([e164!]);
    world.funds.captureAll = () => Promise.reject(new Error('The ledger is unavailable.'));
    await expect(buy(e164!)).rejects.toThrow('The ledger is unavailable.');
    expect(await world.stored(e164!)).toMatchObject({ state: 'reserved', accountId, availableAt: null });
    await expect(world.supplier.quote(anOffer({ e164: e164! }), 'acc_other')).resolves.toBeNull();
  });

  it('changes the state in the transaction of the release: without it, the number stays sold', async () => {
    const [e164] = fresh(1);
    await world.add([e164!]);
    await buy(e164!);
    world.numberUses.uses = [{ e164: e164!, kind: 'trunk', id: 'trk_1' }];
    await expect(release(e164!)).rejects.toMatchObject({ code: 'resource_in_use' });
    expect((await world.stored(e164!)).state).toBe('sold');
  });

  it('ages a released number for 45 days, and sells it again after them', async () => {
    const [e164] = fresh(1);
    await world.add([e164!]);
    await buy(e164!);
    const released = await release(e164!);
    expect(released.supplierReleaseDueAt).toBeNull();
    const until = new Date(world.clock.now().getTime() + STOCK_AGEING_DAYS * DAY_SECONDS * 1000);
    expect(await world.stored(e164!)).toMatchObject({
      state: 'ageing',
      accountId: null,
      orderId: null,
      availableAt: until,
    });
    world.clock.advance(STOCK_AGEING_DAYS * DAY_SECONDS - 1);
    expect(await world.freeStock.free()).toBe(0);
    await expect(world.tokenOf(accountId, e164!)).rejects.toThrow();
    world.clock.advance(1);
    expect(await world.freeStock.free()).toBe(1);
    expect(await buy(e164!)).toMatchObject({ status: 'provisioned' });
  });

  it.each(['the job at the end of the month', 'the closure of the account'])(
    'ages a number that %s releases',
    async (how) => {
      const [e164] = fresh(1);
      await world.add([e164!]);
      await buy(e164!);
      if (how.startsWith('the closure')) await world.releaseAccountNumbers.releaseAll(accountId);
      else {
        await world.releaseNumber.release({ accountId, e164: e164!, actor: ADA }, releaseOf('end_of_cycle'));
        world.clock.advance(32 * DAY_SECONDS);
        await world.releaseDueNumbers.release();
      }
      expect((await world.stored(e164!)).state).toBe('ageing');
    },
  );

  it('waits for a bundle where the number needs documents, and is active with an approved one', async () => {
    const [first, second] = fresh(2);
    await world.add([first!, second!], { requiresActivation: true });
    world.bundles.bundles.set('cb_1', aBundle());
    expect(await buy(first!)).toMatchObject({ status: 'pending_documents' });
    expect((await world.stored(first!)).state).toBe('sold');
    await world.numbers.attachBundle({ accountId, e164: first!, actor: ADA }, 'cb_1');
    expect(await world.queries.get(accountId, first!)).toMatchObject({ status: 'active' });
    expect(await buy(second!, { complianceBundleId: 'cb_1' })).toMatchObject({ status: 'provisioned' });
  });

  it('refunds and ages a number whose documents never came', async () => {
    const [e164] = fresh(1);
    await world.add([e164!], { requiresActivation: true });
    const { id } = await buy(e164!);
    await world.cancelOrder.cancel(accountId, id, ADA);
    expect((await world.stored(e164!)).state).toBe('ageing');
    expect(charged().map(({ kind }) => kind)).toEqual(['charge', 'refund']);
  });

  it('frees the number of an order that was cancelled while it was bought', async () => {
    const [e164] = fresh(1);
    await world.add([e164!]);
    Object.assign(world.faults, { dieAt: 'order.supplier_done', times: 1 });
    await expect(buy(e164!)).rejects.toThrow('order.supplier_done');
    world.faults.dieAt = null;
    const { orderId } = await world.stored(e164!);
    await world.cancelOrder.cancel(accountId, orderId!, ADA);
    await world.finishPendingOrders.finish();
    expect(await world.stored(e164!)).toMatchObject({ state: 'free', orderId: null, accountId: null });
    expect(world.funds.heldCents(accountId)).toBe(0);
  });

  /** Changes the number behind its assignment to an order. */
  const changeAssigned = (e164: string, change: string) => {
    const { order: supplierOrder } = world.supplier;
    world.supplier.order = async (request) => {
      const answer = await supplierOrder.call(world.supplier, request);
      await test.db.query(`UPDATE numbering.stock_numbers SET ${change} WHERE e164 = $1`, [e164]);
      return answer;
    };
  };

  it('fails an order whose assignment a crash of the database server lost to another account', async () => {
    const [e164] = fresh(1);
    await world.add([e164!]);
    changeAssigned(e164!, `account_id = 'acc_other', order_id = 'ord_other'`);
    await expect(buy(e164!)).rejects.toMatchObject({ code: 'number_unavailable' });
    expect(world.funds.heldCents(accountId)).toBe(0);
    expect(await world.stored(e164!)).toMatchObject({ orderId: 'ord_other' });
  });

  it('sells a number whose assignment a crash lost, and that is still free', async () => {
    const [e164] = fresh(1);
    await world.add([e164!]);
    changeAssigned(e164!, `state = 'free', account_id = NULL, order_id = NULL, is_usable = NULL`);
    const bought = await buy(e164!);
    expect(await world.stored(e164!)).toMatchObject({ state: 'sold', orderId: bought.id });
  });

  it('sells the last number of a lot to one of many accounts, and charges that one alone', async () => {
    const [e164] = fresh(1);
    await world.add([e164!]);
    const accounts = Array.from({ length: 12 }, () => newId('acc'));
    const worlds = [world, stockWorld(test.db), stockWorld(test.db)];
    const bought = await Promise.allSettled(
      accounts.map(async (account, index) => {
        const process = worlds[index % worlds.length]!;
        process.funds.balances.set(account, 1000);
        const selectToken = await process.tokenOf(account, e164!, index % 2 === 0 ? 'live' : 'availability');
        return process.orderNumber.order({
          accountId: account,
          actor: ADA,
          operationId: 'op_1',
          selection: { selectToken },
          maxMonthlyPriceCents: null,
          route: { trunkId: null, routingProfileId: null },
          complianceBundleId: null,
          customerReference: null,
        });
      }),
    );
    expect(bought.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(worlds.flatMap(({ funds }) => funds.entries)).toHaveLength(1);
    expect(
      accounts.reduce(
        (sum, account) => sum + worlds.reduce((held, { funds }) => held + funds.heldCents(account), 0),
        0,
      ),
    ).toBe(0);
  });

  describe('by a checkout', () => {
    const owner = (ownerId = 'usr_ada') => ({ accountId, ownerId });
    const fill = async (e164s: readonly string[], of = owner()) => {
      for (const e164 of e164s) {
        const selectToken = await world.tokenOf(accountId, e164);
        await world.carts.add(of, { selectToken, quantity: 1, operationId: newId('op') });
      }
    };
    const checkOut = (of = owner()) =>
      world.checkOutCart.checkOut(of, {
        operationId: newId('op'),
        placedBy: ADA,
        terms: NO_TERMS,
        maxTotalCents: null,
      });

    it('reserves the numbers of the cart, and frees those that are removed', async () => {
      const [e164] = fresh(1);
      await world.add([e164!]);
      await fill([e164!]);
      const reserved = await world.stored(e164!);
      expect(reserved).toMatchObject({ state: 'reserved', accountId, orderId: null });
      expect(reserved.availableAt).toEqual(new Date(world.clock.now().getTime() + 600_000));
      await world.supplier.endReservation(anOffer({ e164: e164! }), accountId);
      expect(await world.stored(e164!)).toMatchObject({ state: 'free', accountId: null });
    });

    it('reserves a number once for two carts of the account, and sells it to the first checkout', async () => {
      const [e164] = fresh(1);
      const bob = owner('usr_bob');
      await world.add([e164!]);
      await fill([e164!]);
      await fill([e164!], bob);
      await world.carts.clear(owner());
      expect(await world.stored(e164!)).toMatchObject({ state: 'reserved', accountId });
      await fill([e164!]);
      expect(await checkOut()).toMatchObject({ status: 'all_provisioned', chargedCents: 150 });
      const second = await checkOut(bob);
      expect(second).toMatchObject({ status: 'all_failed', chargedCents: 0 });
      expect(second.items).toMatchObject([{ status: 'failed', errorCode: 'number_unavailable' }]);
      expect(charged()).toHaveLength(1);
    });

    it('buys numbers and lots, each once', async () => {
      const numbers = fresh(6);
      await world.add(numbers);
      await fill(numbers.slice(0, 2));
      const selectToken = await world.tokenOf(accountId, numbers[2]!, 'availability');
      await world.carts.add(owner(), { selectToken, quantity: 3, operationId: newId('op') });
      expect(await checkOut()).toMatchObject({ status: 'all_provisioned', chargedCents: 750 });
      const states = await Promise.all(numbers.map((e164) => world.stored(e164)));
      expect(states.filter(({ state }) => state === 'sold')).toHaveLength(5);
    });

    it('fails the item whose number was withdrawn in between', async () => {
      const [first, second] = fresh(2);
      await world.add([first!, second!]);
      await fill([first!, second!]);
      world.clock.advance(600);
      await world.freeStock.free();
      await world.changeStock.update({ operator: 'op_1', e164: first! }, { state: 'withdrawn' });
      const checkout = await checkOut();
      expect(checkout).toMatchObject({ status: 'partial', chargedCents: 150 });
      expect(checkout.items[0]).toMatchObject({ status: 'failed', errorCode: 'number_unavailable' });
    });

    const POINTS = [
      ...(['checkout.started', 'checkout.quoted', 'checkout.held', 'checkout.ordered', 'order.settled'] as const).map(
        (point) => [point, 1] as const,
      ),
      ...[1, 2, 3].map((time) => ['order.supplier_done', time] as const),
    ];
    it.each(POINTS)('killed at %s, for the %i. time, buys and charges each number once', async (point, times) => {
      const numbers = fresh(4);
      await world.add(numbers);
      await fill(numbers.slice(0, 2));
      const selectToken = await world.tokenOf(accountId, numbers[2]!, 'availability');
      await world.carts.add(owner(), { selectToken, quantity: 1, operationId: newId('op') });
      Object.assign(world.faults, { dieAt: point, times });
      await expect(checkOut()).rejects.toThrow(point);
      world.faults.dieAt = null;
      world.clock.advance(180);
      await world.finishPendingOrders.finish();
      await world.checkOutCart.finishOpen();
      const states = await Promise.all(numbers.map((e164) => world.stored(e164)));
      expect(states.filter(({ state }) => state === 'sold')).toHaveLength(3);
      expect(states.filter(({ orderId }) => orderId !== null)).toHaveLength(3);
      expect(charged()).toHaveLength(3);
      expect(world.funds.heldCents(accountId)).toBe(0);
    });
  });

  it.each(['order.held', 'order.supplier_done', 'order.settled'] as const)(
    'killed at %s, an order is finished by the sweeper, once',
    async (point) => {
      const [e164] = fresh(1);
      await world.add([e164!]);
      Object.assign(world.faults, { dieAt: point, times: 1 });
      await expect(buy(e164!)).rejects.toThrow(point);
      world.faults.dieAt = null;
      world.clock.advance(60);
      await world.finishPendingOrders.finish();
      expect(await world.stored(e164!)).toMatchObject({ state: 'sold', accountId });
      expect(charged()).toHaveLength(1);
    },
  );
});
