import { newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { aPriceRule, Crash, PORT_FEE_CENTS, portWorld, type PortWorld } from '../../testing';

const DAY_SECONDS = 86_400;
/** How much longer everything may take on a machine that runs other tests too. */
const BUSY = 4;
const NOWHERE = { trunkId: null, routingProfileId: null };

describe('the activation of ported numbers, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: PortWorld;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    world = await portWorld(test.db);
    world.targets.statuses.set('trk_1', 'active').set('rp_1', 'active');
  });

  const activate = (id: string) => world.porting.activate.activate(id);
  const balance = () => world.funds.balances.get(world.accountId);
  const give = (e164: string, accountId: string) =>
    world.giveNumber.give('op_1', {
      accountId,
      fromAccountId: null,
      e164,
      monthlyPriceCents: 0,
      setupPriceCents: 0,
      route: NOWHERE,
    });

  it('assigns the numbers: active, routed, billed from now on, and in the stock with the carrier', async () => {
    const e164s = world.fresh(2);
    const id = await world.submitted(e164s, { trunkId: 'trk_1', customerReference: 'PO 1' });
    await world.ported(id, { carrierId: 'car_1', monthlyPriceCents: 90, capabilities: ['voice', 'sms'] });
    expect(await world.numberStatuses(id)).toEqual(['activating', 'activating']);
    await activate(id);
    const owned = await world.owned();
    expect(owned).toMatchObject(
      [...e164s].sort().map((e164) => ({
        e164,
        status: 'active',
        country: 'DE',
        numberType: 'geographic',
        capabilities: ['voice', 'sms'],
        monthlyPriceCents: 90,
        setupPriceCents: 0,
        requiresActivation: false,
        trunkId: 'trk_1',
        assignedAt: world.clock.now(),
      })),
    );
    expect((await world.port(id)).numbers).toMatchObject(
      e164s.map((e164) => ({ e164, status: 'ported', numberId: owned.find((number) => number.e164 === e164)?.id })),
    );
    for (const e164 of e164s)
      expect(await world.stored(e164)).toMatchObject({
        state: 'sold',
        accountId: world.accountId,
        carrierId: 'car_1',
        availableAt: null,
      });
    expect(world.charged().map(({ amountCents }) => amountCents)).toEqual([2 * PORT_FEE_CENTS, 90, 90]);
    expect(balance()).toBe(100_00 - 2 * PORT_FEE_CENTS - 180);
    expect((await world.published(world.accountId)).slice(-4)).toEqual([
      'number.provisioned',
      'order.completed',
      'number.provisioned',
      'order.completed',
    ]);
    // The next month is due in a month, not before.
    expect(await world.billNumbers.bill()).toMatchObject({ charged: 0 });
    expect(owned[0]?.nextBillingAt.getTime()).toBeGreaterThan(world.clock.now().getTime() + 27 * DAY_SECONDS * 1000);
  });

  it('prices by the rules on a cost of 0, unless the operator names a price', async () => {
    await test.db.run(() =>
      world.priceRules.add(aPriceRule({ accountId: world.accountId, supplier: 'stock', addMonthlyCents: 120 })),
    );
    const byRules = await world.submitted(world.fresh(1));
    await world.ported(byRules);
    const free = await world.submitted(world.fresh(1));
    await world.ported(free, { monthlyPriceCents: 0 });
    await activate(byRules);
    await activate(free);
    expect((await world.owned()).map(({ monthlyPriceCents }) => monthlyPriceCents).sort()).toEqual([0, 120]);
  });

  it('assigns numbers that the balance does not pay for: their first month stays due, and they are suspended in the end', async () => {
    const id = await world.submitted(world.fresh(1));
    world.funds.balances.set(world.accountId, PORT_FEE_CENTS);
    await world.ported(id, { monthlyPriceCents: 90 });
    await activate(id);
    const [number] = await world.owned();
    expect(number).toMatchObject({ status: 'active', nextBillingAt: world.clock.now() });
    expect(balance()).toBe(0);
    await world.billNumbers.bill();
    expect((await world.owned())[0]).toMatchObject({ failedBillingAttempts: 1 });
    world.funds.balances.set(world.accountId, 90);
    world.clock.advance(DAY_SECONDS);
    await world.billNumbers.bill();
    expect((await world.owned())[0]).toMatchObject({ failedBillingAttempts: 0 });
    expect(balance()).toBe(0);
  });

  it('creates a number without a route if its target was archived since', async () => {
    const id = await world.submitted(world.fresh(1), { routingProfileId: 'rp_1' });
    world.targets.statuses.set('rp_1', 'archived');
    await world.ported(id);
    await activate(id);
    expect((await world.owned())[0]).toMatchObject({ status: 'active', ...NOWHERE });
  });

  it('keeps a released number in the stock, but not for sale', async () => {
    const [e164] = world.fresh(1);
    const id = await world.submitted([e164!]);
    await world.ported(id);
    await activate(id);
    await world.releaseAccountNumbers.releaseAll(world.accountId);
    expect(await world.stored(e164!)).toMatchObject({ state: 'withdrawn', accountId: null });
  });

  it.each([1, 2, 3])(
    'resumes after a crash behind number %i, and assigns and charges each number once',
    async (times) => {
      const e164s = world.fresh(3);
      const id = await world.submitted(e164s);
      await world.ported(id, { monthlyPriceCents: 90 });
      Object.assign(world.faults, { dieAt: 'port.number_assigned', times });
      await expect(activate(id)).rejects.toThrow(Crash);
      expect((await world.numberStatuses(id)).filter((status) => status === 'ported')).toHaveLength(times);
      world.faults.dieAt = null;
      await world.porting.move.run();
      expect(await world.numberStatuses(id)).toEqual(['ported', 'ported', 'ported']);
      expect((await world.owned()).map(({ e164 }) => e164)).toEqual([...e164s].sort());
      expect(world.charged()).toHaveLength(1 + e164s.length);
    },
  );

  it('undoes a number whose transaction fails, goes on with the others, and assigns it in the next run', async () => {
    const e164s = world.fresh(3);
    const id = await world.submitted(e164s);
    await world.ported(id);
    const { orders } = world.stores;
    const addAll = orders.addAll.bind(orders);
    orders.addAll = async (added) => {
      await addAll(added);
      if (added.some(({ requestE164 }) => requestE164 === e164s[1])) throw new Error('The process stumbles.');
    };
    await expect(activate(id)).rejects.toThrow('1 numbers');
    expect(await world.numberStatuses(id)).toEqual(['ported', 'activating', 'ported']);
    await expect(world.stored(e164s[1]!)).rejects.toMatchObject({ code: 'not_found' });
    orders.addAll = addAll;
    await world.porting.move.run();
    expect(await world.numberStatuses(id)).toEqual(['ported', 'ported', 'ported']);
  });

  it('assigns each number once when several workers activate the same port', async () => {
    const e164s = world.fresh(12);
    const id = await world.submitted(e164s);
    await world.ported(id, { monthlyPriceCents: 10 });
    await Promise.all(Array.from({ length: 4 }, () => activate(id)));
    expect(new Set(await world.numberStatuses(id))).toEqual(new Set(['ported']));
    expect(await world.owned()).toHaveLength(12);
    const published = await world.published(world.accountId);
    expect(published.filter((type) => type === 'number.provisioned')).toHaveLength(12);
  });

  describe('a number that is in other hands by then', () => {
    it.each([
      ['another account', 'number_already_owned', (e164: string) => give(e164, newId('acc'))],
      ['the same account', 'number_already_owned', (e164: string) => give(e164, world.accountId)],
      [
        'another account in its cart',
        'number_unavailable',
        async (e164: string) => {
          await world.add([e164]);
          const cart = { accountId: newId('acc'), ownerId: 'usr_bob' };
          const selectToken = await world.tokenOf(cart.accountId, e164);
          await world.carts.add(cart, { selectToken, quantity: 1, operationId: newId('op') });
        },
      ],
    ])('fails if %s has it, and leaves the others untouched', async (_, reasonCode, take) => {
      const e164s = world.fresh(3);
      const id = await world.submitted(e164s);
      await take(e164s[1]!);
      await world.ported(id);
      await activate(id);
      expect((await world.port(id)).numbers).toMatchObject([
        { status: 'ported' },
        { status: 'failed', reasonCode, numberId: null },
        { status: 'ported' },
      ]);
      expect((await world.timeline(id)).at(-1)).toMatchObject({
        action: 'number_failed',
        actorKind: 'system',
        to: { e164: e164s[1], reason_code: reasonCode },
      });
      const page = { limit: 10, sort: 'submitted_at', order: 'asc', after: null } as const;
      const { items } = await world.porting.queries.queue({ failed: true, accountId: world.accountId }, page);
      expect(items.map((item) => item.id)).toEqual([id]);
    });

    it('is taken from the stock if it is for sale there, with the carrier of the port', async () => {
      const [e164] = world.fresh(1);
      const id = await world.submitted([e164!]);
      await world.add([e164!], { requiresActivation: true, monthlyCents: 70 });
      await world.ported(id, { carrierId: 'car_1', monthlyPriceCents: 30 });
      await activate(id);
      expect((await world.owned())[0]).toMatchObject({
        status: 'active',
        monthlyPriceCents: 30,
        requiresActivation: false,
      });
      expect(await world.stored(e164!)).toMatchObject({ state: 'sold', carrierId: 'car_1' });
    });

    it('is assigned again by the operator once it is free, or given up with a refund of its fee', async () => {
      const e164s = world.fresh(2);
      const other = newId('acc');
      const id = await world.submitted(e164s);
      for (const e164 of e164s) await give(e164, other);
      await world.ported(id);
      await activate(id);
      expect(await world.numberStatuses(id)).toEqual(['failed', 'failed']);
      expect(await world.porting.directory.countRunning(world.accountId)).toBe(1);
      const decide = (e164: string, status: 'ported' | 'rejected') =>
        world.porting.operate.decideNumbers('op_ada', id, [{ e164, status, reasonCode: null }]);
      await world.releaseAccountNumbers.releaseAll(other);
      await decide(e164s[0]!, 'ported');
      await world.porting.move.run();
      await decide(e164s[1]!, 'rejected');
      expect(await world.numberStatuses(id)).toEqual(['ported', 'rejected']);
      expect(world.mails.sent.at(-1)?.text).toContain(
        `transferred ${e164s[1]!}, but we could not assign them to your account.`,
      );
      expect(world.charged()).toMatchObject([
        { kind: 'charge', amountCents: 2 * PORT_FEE_CENTS },
        { kind: 'refund', amountCents: PORT_FEE_CENTS },
      ]);
      await expect(decide(e164s[0]!, 'ported')).rejects.toMatchObject({ code: 'invalid_state' });
      expect(await world.porting.directory.countRunning(world.accountId)).toBe(0);
    });
  });

  it('assigns no number to a closed account', async () => {
    const id = await world.submitted(world.fresh(1));
    await world.ported(id);
    world.accounts.closed.add(world.accountId);
    await activate(id);
    expect((await world.port(id)).numbers).toMatchObject([{ status: 'failed', reasonCode: 'account_closed' }]);
  });

  // Less than 30 s on two idle cores. The bound holds on busy ones, too, unless the time of a number grows.
  it('assigns 1,000 numbers within 30 seconds', async () => {
    world.funds.balances.set(world.accountId, 1_000_000);
    const e164s = Array.from({ length: 1000 }, (_, index) => `+4930661${String(index).padStart(5, '0')}`);
    const id = await world.submitted(e164s);
    await world.ported(id, { monthlyPriceCents: 10 });
    const moved = performance.now();
    await activate(id);
    expect(performance.now() - moved).toBeLessThan(30_000 * BUSY);
    const statuses = await world.numberStatuses(id);
    expect([statuses.length, new Set(statuses)]).toEqual([1000, new Set(['ported'])]);
  }, 300_000);
});
