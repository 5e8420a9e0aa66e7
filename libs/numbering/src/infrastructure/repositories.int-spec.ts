import { addDays, newId, type PageRequest, RetryTransaction, SORT_ORDERS } from '@trunkline/kernel';
import { lockWaits, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { NumberFilters, NumberSort } from '../application/lifecycle/number-queries';
import { Cart } from '../domain/checkout/cart';
import { NumberOrder } from '../domain/number-order';
import type { PhoneNumber } from '../domain/lifecycle/phone-number';
import { numberingPersistence } from '../numbering.module';
import { ADA, anOffer, atCost, databaseWorld, type DatabaseWorld, NO_TERMS, NOW } from '../testing';

describe('numbering in PostgreSQL', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;
  let digits = 0;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    world = databaseWorld(test.db);
  });
  afterAll(() => test.close());

  const e164Of = () => `+493090${String(++digits).padStart(6, '0')}`;
  const aNumber = async (accountId: string, change: Partial<PhoneNumber> = {}): Promise<PhoneNumber> => {
    const e164 = change.e164 ?? e164Of();
    const placing = {
      accountId,
      operationId: newId('op'),
      checkoutId: null,
      placedBy: ADA,
      offer: atCost(anOffer({ e164 })),
    };
    const order = NumberOrder.place({ ...placing, terms: NO_TERMS }, NOW, 60);
    const number = order.fulfil({ e164, supplierNumberRef: 'ref', usable: true }, NOW);
    Object.assign(number, change);
    await world.stores.orders.addAll([order]);
    await world.stores.numbers.add(number);
    return number;
  };

  describe('the store of numbers', () => {
    it('returns what it stored', async () => {
      const number = await aNumber('acc_1', { label: 'Ü', capabilities: ['voice', 'sms'], suspendedFor: [] });
      expect(await test.db.run(() => world.stores.numbers.lockById(number.id))).toEqual(number);
    });

    it('allows one active row per number across accounts, and another after its release', async () => {
      const number = await aNumber('acc_1');
      const again = { e164: number.e164 };
      await expect(aNumber('acc_2', again)).rejects.toThrow(RetryTransaction);
      expect(await world.stores.numbers.findLive([number.e164, '+4930'])).toEqual([number.e164]);
      number.release(NOW);
      await world.stores.numbers.save(number);
      expect(await world.stores.numbers.findLive([number.e164])).toEqual([]);
      await expect(aNumber('acc_2', again)).resolves.toMatchObject({ e164: number.e164 });
    });

    it('prefers the active number over released ones', async () => {
      const first = await aNumber('acc_1');
      first.release(NOW);
      await world.stores.numbers.save(first);
      const lock = () => test.db.run(() => world.stores.numbers.lock('acc_1', first.e164));
      expect(await lock()).toMatchObject({ id: first.id });
      const second = await aNumber('acc_1', { e164: first.e164 });
      expect(await lock()).toMatchObject({ id: second.id });
      expect(await world.queries.get('acc_1', first.e164)).toMatchObject({ id: second.id });
    });

    it.each([
      ['two routes', { trunkId: 'trk_1', routingProfileId: 'rp_1' }],
      ['a status that there is not', { status: 'asleep' }],
      ['a reason that there is not', { suspendedFor: ['mood'] }],
      ['a release without its time', { status: 'released' }],
    ])('refuses %s', async (_what, change) => {
      await expect(aNumber('acc_1', change as Partial<PhoneNumber>)).rejects.toThrow(/check constraint/);
    });
  });

  describe('the store of carts', () => {
    it('returns the numbers in the carts of an account', async () => {
      const { carts } = world.stores;
      const e164 = e164Of();
      const ada = { accountId: 'acc_carts', ownerId: 'usr_ada' };
      const bob = { accountId: 'acc_carts', ownerId: 'usr_bob' };
      const addition = { offer: atCost(anOffer({ e164 })), selectToken: 'token', quantity: 1, operationId: 'op' };
      for (const owner of [ada, bob]) {
        const cart = Cart.open(owner, NOW);
        cart.add(addition, NOW);
        await carts.save(cart, []);
      }
      const isIn = (accountId = 'acc_carts') => carts.containsNumber(accountId, e164);
      expect([await isIn(), await isIn('acc_other')]).toEqual([true, false]);
      await carts.save(Cart.open(ada, NOW), (await carts.find(ada))!.items);
      expect(await isIn()).toBe(true);
      await carts.save(Cart.open(bob, NOW), (await carts.find(bob))!.items);
      expect(await isIn()).toBe(false);
    });
  });

  describe('GET /numbers', () => {
    const account = 'acc_list';
    const all: PageRequest<NumberSort> = { limit: 100, sort: 'assigned_at', order: 'desc', after: null };
    const list = async (filters: NumberFilters = {}, page: Partial<PageRequest<NumberSort>> = {}) =>
      world.queries.list(account, filters, { ...all, ...page });
    const idsOf = async (filters: NumberFilters) => (await list(filters)).items.map(({ id }) => id);
    let own: Record<'plain' | 'trunk' | 'profile' | 'due' | 'mobile' | 'gone' | 'leaving', PhoneNumber>;

    beforeAll(async () => {
      const at = (days: number) => ({ assignedAt: addDays(NOW, days), nextBillingAt: addDays(NOW, 40 - days) });
      own = {
        plain: await aNumber(account, at(1)),
        trunk: await aNumber(account, { ...at(2), trunkId: 'trk_1' }),
        profile: await aNumber(account, { ...at(3), routingProfileId: 'rp_1', complianceBundleId: 'cb_1' }),
        due: await aNumber(account, { ...at(4), failedBillingAttempts: 2 }),
        mobile: await aNumber(account, {
          ...at(5),
          country: 'FR',
          numberType: 'mobile',
          capabilities: ['voice', 'sms'],
        }),
        gone: await aNumber(account, { ...at(6), status: 'released', releasedAt: addDays(NOW, 7) }),
        leaving: await aNumber(account, { ...at(7), releaseScheduledAt: addDays(NOW, 30), status: 'suspended' }),
      };
      await aNumber('acc_other', at(3));
    });

    const filters: [string, NumberFilters, (keyof typeof own)[]][] = [
      ['everything that is live', {}, ['leaving', 'mobile', 'due', 'profile', 'trunk', 'plain']],
      ['status', { status: ['suspended'] }, ['leaving']],
      ['several statuses', { status: ['suspended', 'released'] }, ['leaving', 'gone']],
      ['the released', { status: ['released'] }, ['gone']],
      ['country', { country: ['FR', 'IT'] }, ['mobile']],
      ['type', { numberType: ['mobile', 'tollfree'] }, ['mobile']],
      ['trunk', { trunkId: ['trk_1'] }, ['trunk']],
      ['trunks', { trunkId: ['trk_1', 'trk_2'] }, ['trunk']],
      ['trunks of others', { trunkId: ['trk_2', 'trk_3'] }, []],
      ['profile', { routingProfileId: ['rp_1'] }, ['profile']],
      ['bundle', { complianceBundleId: ['cb_1', 'cb_2'] }, ['profile']],
      ['unrouted', { unrouted: true }, ['leaving', 'mobile', 'due', 'plain']],
      ['routed', { unrouted: false }, ['profile', 'trunk']],
      ['past due', { pastDue: true }, ['due']],
      ['not past due', { pastDue: false }, ['leaving', 'mobile', 'profile', 'trunk', 'plain']],
      ['release scheduled', { releaseScheduled: true }, ['leaving']],
      ['capabilities', { capabilities: ['sms', 'voice'] }, ['mobile']],
      ['assigned from, inclusive', { assignedFrom: addDays(NOW, 5) }, ['leaving', 'mobile']],
      ['assigned to, exclusive', { assignedTo: addDays(NOW, 2) }, ['plain']],
      ['several at once', { unrouted: true, pastDue: false, country: ['DE'] }, ['leaving', 'plain']],
    ];

    it.each(filters)('filters by %s', async (_name, filter, expected) => {
      expect(await idsOf(filter)).toEqual(expected.map((key) => own[key].id));
    });

    it('filters by digits anywhere in the number', async () => {
      expect(await idsOf({ q: own.trunk.e164.slice(-6) })).toEqual([own.trunk.id]);
    });

    it.each(['assigned_at', 'e164', 'next_billing_at'] as const)('returns pages sorted by %s', async (sort) => {
      for (const order of SORT_ORDERS) {
        const whole = (await list({}, { sort, order })).items.map(({ id }) => id);
        const paged: string[] = [];
        let after = null as PageRequest['after'];
        do {
          const page = await list({}, { sort, order, limit: 2, after });
          paged.push(...page.items.map(({ id }) => id));
          after = page.next;
        } while (after);
        expect(paged).toEqual(whole);
        expect(paged).toHaveLength(6);
      }
    });

    it('keeps pages stable when a row is added', async () => {
      const first = await list({}, { limit: 2 });
      await aNumber(account, { assignedAt: addDays(NOW, 20) });
      const second = await list({}, { limit: 2, after: first.next });
      expect(second.items.map(({ id }) => id)).toEqual([own.due.id, own.profile.id]);
    });
  });

  describe('GET /numbers/{e164}', () => {
    it('returns only numbers of the account', async () => {
      const { e164, id } = await aNumber('acc_1');
      expect(await world.queries.get('acc_1', e164)).toMatchObject({ id, monthlyPriceCents: 100, assignedAt: NOW });
      await expect(world.queries.get('acc_2', e164)).rejects.toMatchObject({ code: 'not_found' });
      await expect(world.queries.get('acc_1', '+493099999999')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('reads one index', async () => {
      const plan = await test.db.run(async () => {
        await test.db.query('SET LOCAL enable_seqscan = off');
        await test.db.query('SET LOCAL enable_bitmapscan = off');
        return test.db.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT id FROM numbering.phone_numbers n WHERE n.account_id = 'acc_1' AND n.e164 = '+4930'
           ORDER BY n.released_at DESC NULLS FIRST LIMIT 1`,
        );
      });
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toContain('Index');
      expect(text).not.toContain('Sort');
    });
  });

  describe('the directory', () => {
    it('finds an active number of any account', async () => {
      const { id, e164 } = await aNumber('acc_dir', { trunkId: 'trk_dir' });
      expect(await world.directory.findByE164(e164)).toEqual({
        numberId: id,
        accountId: 'acc_dir',
        e164,
        country: 'DE',
        numberType: 'geographic',
        status: 'active',
        trunkId: 'trk_dir',
        routingProfileId: null,
        carrierId: null,
      });
      await expect(world.directory.isOwned('acc_dir', e164)).resolves.toBe(true);
      await expect(world.directory.isOwned('acc_1', e164)).resolves.toBe(false);
    });

    it('does not find a released number', async () => {
      const number = await aNumber('acc_dir2', { status: 'released', releasedAt: NOW });
      await expect(world.directory.findByE164(number.e164)).resolves.toBeNull();
      await expect(world.directory.isOwned('acc_dir2', number.e164)).resolves.toBe(false);
    });

    it('finds the number that an account has, or else had last', async () => {
      const { e164, numberType, ...former } = await aNumber('acc_ever', { status: 'released', releasedAt: NOW });
      const other = await aNumber('acc_ever', { status: 'released', releasedAt: NOW });
      const live = await aNumber('acc_ever', { e164: other.e164 });
      const found = await world.directory.findEver('acc_ever', [other.e164, e164, '+493099999999']);
      expect(found).toHaveLength(2);
      expect(found).toContainEqual({ numberId: former.id, e164, numberType });
      expect(found).toContainEqual({ numberId: live.id, e164: other.e164, numberType: live.numberType });
      expect(await world.directory.findEver('acc_other', [e164])).toEqual([]);
    });

    it('knows numbers of the account that are being released, also while it waits for the release', async () => {
      const [kept, leaving, racing] = [await aNumber('acc_dir3'), await aNumber('acc_dir3'), await aNumber('acc_dir3')];
      const set = (id: string, change: string) =>
        world.db.query(`UPDATE numbering.phone_numbers SET ${change} WHERE id = $1`, [id]);
      await set(leaving.id, `release_scheduled_at = now()`);
      const isLeaving = ({ e164 }: { e164: string }, account = 'acc_dir3') => world.directory.isLeaving(account, e164);
      expect([await isLeaving(kept), await isLeaving(leaving), await isLeaving(leaving, 'acc_1')]).toEqual([
        false,
        true,
        false,
      ]);
      let signal = (): void => undefined;
      const releasing = new Promise<void>((resolve) => (signal = resolve));
      const asked = releasing.then(() => isLeaving(racing));
      await world.db.run(async () => {
        await set(racing.id, `status = 'released', released_at = now(), release_scheduled_at = NULL`);
        signal();
        await lockWaits(world.db, 1);
      });
      expect(await asked).toBe(true);
    });

    it('sums the months that numbers are charged before a time', async () => {
      const account = 'acc_due';
      const [due, end] = [addDays(NOW, 10), addDays(NOW, 20)];
      const dueNumber = (monthlyPriceCents: number, change: Partial<PhoneNumber> = {}) =>
        aNumber(account, { monthlyPriceCents, nextBillingAt: due, ...change });
      await dueNumber(1);
      await dueNumber(2, { nextBillingAt: addDays(NOW, -3), failedBillingAttempts: 3 });
      await dueNumber(4, { status: 'suspended', suspendedFor: ['compliance'] });
      await dueNumber(1_000, { nextMonthlyPriceCents: 8, priceChangesAt: due });
      await dueNumber(16, { nextMonthlyPriceCents: 1_000, priceChangesAt: end });
      await dueNumber(32, { releaseScheduledAt: end });
      await dueNumber(1_000, { releaseScheduledAt: due });
      await dueNumber(1_000, { nextBillingAt: end });
      await dueNumber(1_000, { status: 'released', releasedAt: NOW });
      expect(await world.directory.dueBefore(account, end)).toBe(63);
      expect(await world.directory.dueBefore('acc_due_other', end)).toBe(0);
    });

    it('counts by trunk and by profile, including zeros', async () => {
      const account = 'acc_count';
      await aNumber(account, { trunkId: 'trk_a' });
      await aNumber(account, { trunkId: 'trk_a', status: 'suspended' });
      await aNumber(account, { routingProfileId: 'rp_a' });
      await aNumber(account, { routingProfileId: 'rp_a', status: 'suspended' });
      await aNumber(account, { status: 'released', releasedAt: NOW, trunkId: 'trk_a' });
      const trunks = await world.directory.countByTrunks(account, ['trk_a', 'trk_b']);
      expect(Object.fromEntries(trunks)).toEqual({ trk_a: 2, trk_b: 0 });
      expect(Object.fromEntries(await world.directory.countByProfiles(account, ['rp_a']))).toEqual({ rp_a: 1 });
      await expect(world.directory.countLiveByProfile(account, 'rp_a')).resolves.toBe(2);
      await expect(world.directory.countLiveByProfile('acc_other', 'rp_a')).resolves.toBe(0);
      await expect(world.directory.countActive(account)).resolves.toBe(2);
      await expect(world.directory.countAssignedSince(account, NOW)).resolves.toBe(5);
      await expect(world.directory.countAssignedSince(account, addDays(NOW, 1))).resolves.toBe(0);
    });
  });

  describe('history', () => {
    it('is stored in order, with actor and action', async () => {
      const number = await aNumber('acc_1');
      const ref = { accountId: 'acc_1', e164: number.e164, actor: ADA };
      await world.numbers.change(ref, { label: 'A' });
      world.clock.advance(1);
      await world.numbers.change(ref, { label: 'B' });
      const page = { limit: 1, sort: 'at', order: 'desc', after: null } as const;
      const first = await world.queries.history('acc_1', number.e164, page);
      expect(first.items).toMatchObject([
        { actorKind: 'user', actorId: 'usr_ada', action: 'label_changed', from: { label: 'A' }, to: { label: 'B' } },
      ]);
      const second = await world.queries.history('acc_1', number.e164, { ...page, after: first.next });
      expect(second.items).toMatchObject([{ to: { label: 'A' } }]);
      expect(second.next).toBeNull();
    });

    it('contains only entries of the account', async () => {
      const number = await aNumber('acc_1');
      await world.numbers.change({ accountId: 'acc_1', e164: number.e164, actor: ADA }, { label: 'A' });
      await test.db.query(`UPDATE numbering.number_history SET account_id = 'acc_2' WHERE number_id = $1`, [number.id]);
      const page = { limit: 10, sort: 'at', order: 'desc', after: null } as const;
      await expect(world.queries.history('acc_1', number.e164, page)).resolves.toMatchObject({ items: [] });
    });

    it('is returned in insertion order, even within one instant', async () => {
      const number = await aNumber('acc_1');
      const lines = ['A', 'B', 'C', 'D', 'E', 'F'].map((label) => ({
        number,
        actor: ADA,
        at: world.clock.now(),
        change: { action: 'label_changed' as const, from: {}, to: { label } },
      }));
      await world.stores.history.add(lines);
      const page = { limit: 10, sort: 'at', order: 'desc', after: null } as const;
      const { items } = await world.queries.history('acc_1', number.e164, page);
      expect(items.map(({ to }) => to['label'])).toEqual(['F', 'E', 'D', 'C', 'B', 'A']);
    });
  });
});
