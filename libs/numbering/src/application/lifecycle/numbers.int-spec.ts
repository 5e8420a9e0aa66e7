import {
  aBundle,
  ADA,
  aNumber,
  anOffer,
  anOrder,
  FakeSupplier,
  numberingWorlds,
  type NumberingWorld,
  releaseOf,
} from '../../testing';
import type { NumberStatus } from '../../domain/lifecycle/phone-number';

const E164 = '+4930901820';
const REF = { accountId: 'acc_1', e164: E164, actor: ADA };
const route = (trunkId: string | null, routingProfileId: string | null = null) => ({ trunkId, routingProfileId });

describe('Numbers', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  const own = async (status: NumberStatus = 'active') => {
    const number = aNumber(status);
    await world.stores.numbers.add(number);
    return number;
  };
  const stored = async () => world.db.run(() => world.stores.numbers.lock('acc_1', E164));
  const actions = async () => (await world.history()).map(({ change }) => change.action);

  beforeEach(async () => {
    world = await createWorld(new FakeSupplier([anOffer()]));
    world.targets.statuses.set('trk_1', 'active').set('trk_off', 'disabled').set('rp_1', 'active');
  });

  it("does not know another account's number", async () => {
    await own();
    await expect(world.numbers.route({ ...REF, accountId: 'acc_2' }, route('trk_1'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  describe('change', () => {
    it('updates only the given members', async () => {
      await own();
      await world.numbers.change(REF, { label: 'Support' });
      await world.numbers.change(REF, { deletionLock: true });
      expect(await stored()).toMatchObject({ label: 'Support', deletionLock: true });
      await world.numbers.change(REF, { label: null });
      expect(await stored()).toMatchObject({ label: null, deletionLock: true });
      expect(await actions()).toEqual(['label_changed', 'deletion_lock_changed', 'label_changed']);
    });

    it('replaces tags and notes, and what finds them', async () => {
      await own();
      await world.numbers.change(REF, { tags: ['Sales', 'Köln', 'Sales'], notes: 'On the vans.\nAsk Ada.' });
      expect(await stored()).toMatchObject({ tags: ['Sales', 'Köln'], notes: 'On the vans.\nAsk Ada.' });
      await world.numbers.change(REF, { label: 'Front desk' });
      expect(await stored()).toMatchObject({ searchText: 'front desk\nsales\tkoln\tkoeln\ton the vans ask ada' });
      await world.numbers.change(REF, { label: null, tags: [], notes: null });
      expect(await stored()).toMatchObject({ tags: [], notes: null, searchText: null });
      const recorded = [
        'tags_changed',
        'notes_changed',
        'label_changed',
        'label_changed',
        'tags_changed',
        'notes_changed',
      ];
      expect(await actions()).toEqual(recorded);
    });

    it('records no history of unchanged values', async () => {
      await own();
      await world.numbers.change(REF, { label: null, tags: [], notes: null, deletionLock: false });
      expect(await actions()).toEqual([]);
    });
  });

  describe('route', () => {
    it('routes to a trunk, then to a profile, then nowhere', async () => {
      await own();
      for (const to of [route('trk_1'), route(null, 'rp_1'), route(null)]) {
        await world.numbers.route(REF, to);
        expect(await stored()).toMatchObject(to);
      }
      expect(await actions()).toEqual(['routing_changed', 'routing_changed', 'routing_changed']);
    });

    it('rejects an invalid target', async () => {
      await own();
      await expect(world.numbers.route(REF, route('trk_off'))).rejects.toMatchObject({ code: 'trunk_not_active' });
      await expect(world.numbers.route(REF, route('trk_x'))).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await stored()).toMatchObject({ trunkId: null });
    });
  });

  describe('routeMany', () => {
    it('routes the numbers of the account, and reports the others', async () => {
      await own();
      const refs = { accountId: 'acc_1', actor: ADA };
      await expect(world.numbers.routeMany(refs, [E164, '+4930000000'], route('trk_1'))).resolves.toEqual([
        { e164: E164, errorCode: null },
        { e164: '+4930000000', errorCode: 'not_found' },
      ]);
      expect(await stored()).toMatchObject({ trunkId: 'trk_1' });
    });
  });

  describe('attachBundle', () => {
    const waiting = async () => {
      const order = anOrder(anOffer({ requiresActivation: true }));
      const number = order.fulfil({ e164: E164, supplierNumberRef: null, usable: false }, world.clock.now());
      await world.stores.orders.addAll([order]);
      await world.stores.numbers.add(number);
      return order;
    };

    it('activates a waiting number with an approved bundle, and completes its order', async () => {
      const { id } = await waiting();
      world.bundles.bundles.set('cb_1', aBundle());
      await expect(world.numbers.attachBundle(REF, 'cb_1')).resolves.toMatchObject({ status: 'active' });
      expect(await world.stores.orders.get(id)).toMatchObject({ status: 'provisioned' });
      expect(world.published()).toEqual(['number.provisioned', 'order.completed']);
      expect(await actions()).toEqual(['compliance_changed', 'activated']);
    });

    it('does not activate it with an expired bundle', async () => {
      await waiting();
      world.bundles.bundles.set('cb_1', aBundle({ validUntil: world.clock.now() }));
      await expect(world.numbers.attachBundle(REF, 'cb_1')).rejects.toMatchObject({
        code: 'compliance_bundle_not_usable',
      });
      expect(await stored()).toMatchObject({ status: 'pending_documents', complianceBundleId: null });
    });

    it('keeps it waiting with a submitted bundle', async () => {
      await waiting();
      world.bundles.bundles.set('cb_1', aBundle({ status: 'submitted' }));
      await expect(world.numbers.attachBundle(REF, 'cb_1')).resolves.toMatchObject({ status: 'pending_documents' });
      expect(world.published()).toEqual([]);
    });

    it('names the field of an unknown bundle', async () => {
      await waiting();
      await expect(world.numbers.attachBundle(REF, 'cb_x')).rejects.toMatchObject({
        fields: { compliance_bundle_id: expect.any(String) },
      });
    });

    it('detaches', async () => {
      await own();
      world.bundles.bundles.set('cb_1', aBundle());
      await world.numbers.attachBundle(REF, 'cb_1');
      await expect(world.numbers.attachBundle(REF, null)).resolves.toMatchObject({ complianceBundleId: null });
    });
  });

  describe('release', () => {
    it('accepts only the repeated number as confirmation at the end of the cycle', async () => {
      await own();
      await expect(world.releaseNumber.release(REF, releaseOf('end_of_cycle', '+442079460000'))).rejects.toMatchObject({
        fields: { confirm_e164: expect.any(String) },
      });
      expect(await stored()).toMatchObject({ releaseScheduledAt: null });
      await world.releaseNumber.release(REF, releaseOf('end_of_cycle', E164));
      expect((await stored()).releaseScheduledAt).not.toBeNull();
    });

    it('can be cancelled before the end of the cycle', async () => {
      const { nextBillingAt } = await own();
      await world.releaseNumber.release(REF, releaseOf('end_of_cycle'));
      expect(await stored()).toMatchObject({ status: 'active', releaseScheduledAt: nextBillingAt });
      await world.numbers.cancelRelease(REF);
      expect(await stored()).toMatchObject({ releaseScheduledAt: null });
      await expect(world.numbers.cancelRelease(REF)).rejects.toMatchObject({ code: 'release_not_scheduled' });
    });

    it('is published once for repeated requests', async () => {
      await own();
      const recordedBefore = (await world.history()).length;
      for (let time = 0; time < 3; time += 1) await world.releaseNumber.release(REF, releaseOf('end_of_cycle'));
      await world.numbers.route(REF, { trunkId: null, routingProfileId: null });
      const recorded = (await world.history()).slice(recordedBefore).map(({ change }) => change.action);
      expect(recorded).toEqual(['release_scheduled']);
    });

    it('requires the repeated number for an immediate release', async () => {
      await own();
      for (const confirm of [null, '+4930901821']) {
        await expect(world.releaseNumber.release(REF, releaseOf('immediate', confirm))).rejects.toMatchObject({
          fields: { confirm_e164: expect.any(String) },
        });
      }
      expect(await stored()).toMatchObject({ status: 'active' });
    });

    it('releases the number immediately, and notifies the supplier', async () => {
      const { orderId } = await own();
      world.supplier.soldTo.set(E164, orderId);
      await world.releaseNumber.release(REF, releaseOf('immediate', E164));
      expect(await stored()).toMatchObject({ status: 'released' });
      expect(world.published()).toEqual(['number.released']);
      await world.releaseDueNumbers.notifySuppliers();
      expect(world.supplier.released).toEqual([E164]);
      expect(await stored()).toMatchObject({ supplierReleaseDueAt: null });
    });

    it('rejects a locked or released number', async () => {
      await own();
      await world.numbers.change(REF, { deletionLock: true });
      await expect(world.releaseNumber.release(REF, releaseOf('immediate', E164))).rejects.toMatchObject({
        code: 'number_locked',
      });
      await expect(world.releaseNumber.release(REF, releaseOf('end_of_cycle'))).rejects.toMatchObject({
        code: 'number_locked',
      });
      await world.numbers.change(REF, { deletionLock: false });
      await world.releaseNumber.release(REF, releaseOf('immediate', E164));
      await expect(world.releaseNumber.release(REF, releaseOf('immediate', E164))).rejects.toMatchObject({
        code: 'invalid_state',
      });
    });
  });
});

describe('ReleaseDueNumbers', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;

  beforeEach(async () => {
    world = await createWorld(new FakeSupplier([anOffer()]));
    const number = aNumber();
    await world.stores.numbers.add(number);
    world.supplier.soldTo.set(E164, number.orderId);
    await world.releaseNumber.release(REF, releaseOf('end_of_cycle'));
  });

  const stored = () => world.db.run(() => world.stores.numbers.lock('acc_1', E164));
  const oneMonth = () => world.clock.advance(31 * 86_400);

  it('publishes a scheduled release once for repeated requests', async () => {
    await world.releaseNumber.release(REF, releaseOf('end_of_cycle'));
    const releasedAt = (await stored()).releaseScheduledAt?.getTime() ?? 0;
    expect(world.bus.published).toMatchObject([
      { type: 'number.release_scheduled', data: { release_scheduled_at: releasedAt / 1000, reason: 'requested' } },
    ]);
  });

  it('skips numbers that are not due', async () => {
    await expect(world.releaseDueNumbers.release()).resolves.toBe(0);
    expect(await stored()).toMatchObject({ status: 'active' });
  });

  it('releases due numbers and notifies the supplier', async () => {
    oneMonth();
    await expect(world.releaseDueNumbers.release()).resolves.toBe(1);
    expect(await stored()).toMatchObject({ status: 'released', supplierReleaseDueAt: null });
    expect(world.supplier.released).toEqual([E164]);
    expect(world.published()).toEqual(['number.release_scheduled', 'number.released']);
    await expect(world.releaseDueNumbers.release()).resolves.toBe(0);
  });

  it('releases the others when one fails, and releases that one in the next run', async () => {
    const other = Object.assign(aNumber(), { e164: '+4930901821', releaseScheduledAt: world.clock.now() });
    await world.stores.numbers.add(other);
    oneMonth();
    const { numbers } = world.stores;
    const save = numbers.save.bind(numbers);
    numbers.save = (number) => (number.id === other.id ? save(number) : Promise.reject(new Error('no room')));
    await expect(world.releaseDueNumbers.release()).rejects.toThrow('1 numbers could not be released.');
    expect(await stored()).toMatchObject({ status: 'active' });
    numbers.save = save;
    await expect(world.releaseDueNumbers.release()).resolves.toBe(1);
    expect(world.published()).toEqual(['number.release_scheduled', 'number.released', 'number.released']);
  });

  it.each(['release.decided', 'release.supplier_notified'] as const)('continues after a crash at %s', async (point) => {
    oneMonth();
    world.faults.dieAt = point;
    await expect(world.releaseDueNumbers.release()).rejects.toThrow();
    world.faults.dieAt = null;
    world.clock.advance(300);
    await world.releaseDueNumbers.release();
    expect(await stored()).toMatchObject({ status: 'released', supplierReleaseDueAt: null });
    expect(world.supplier.released).toEqual([E164]);
    expect(world.published()).toEqual(['number.release_scheduled', 'number.released']);
  });

  it('rejects while the supplier is unavailable, and notifies it later', async () => {
    oneMonth();
    world.supplier.isUnavailable = true;
    await expect(world.releaseDueNumbers.release()).rejects.toThrow('1 of 1');
    world.supplier.isUnavailable = false;
    world.clock.advance(300);
    await world.releaseDueNumbers.release();
    expect(world.supplier.released).toEqual([E164]);
  });
});
