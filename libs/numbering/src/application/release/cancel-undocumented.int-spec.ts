import { newId } from '@trunkline/kernel';
import { aBundle, aCatalogOffer, ADA, FakeSupplier, numberingWorlds, type NumberingWorld } from '../../testing';

const DAY = 86_400;
const SELECTION = { country: 'DE', numberType: 'geographic', areaCode: '30' } as const;

describe('CancelUndocumented', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;

  const buy = (complianceBundleId: string | null = null) =>
    world.orderNumber.execute({
      accountId: 'acc_1',
      actor: ADA,
      operationId: newId('op'),
      selection: SELECTION,
      maxMonthlyPriceCents: null,
      route: { trunkId: null, routingProfileId: null },
      complianceBundleId,
      customerReference: null,
    });
  const numbers = () => world.storedNumbers();
  const orders = () => world.storedOrders();

  beforeEach(async () => {
    world = await createWorld(new FakeSupplier([aCatalogOffer({ requiresActivation: true })]));
    world.funds.balances.set('acc_1', 100_000);
  });

  it('leaves alone what has waited for less than 30 days', async () => {
    await buy();
    world.clock.advance(30 * DAY - 1);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(0);
    expect(await orders()).toMatchObject([{ status: 'pending_documents' }]);
  });

  it('cancels with a refund after 30 days, publishes the release, and returns the number to the supplier', async () => {
    await buy();
    world.clock.advance(30 * DAY);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(1);
    expect(await orders()).toMatchObject([{ status: 'cancelled', completedAt: world.clock.now() }]);
    expect(await numbers()).toMatchObject([{ status: 'released', releasedAt: world.clock.now() }]);
    expect(world.funds.entries.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['charge', 150],
      ['refund', 150],
    ]);
    expect(world.published()).toEqual(['number.released']);
    expect((await world.history()).at(-1)).toMatchObject({
      actor: { kind: 'system' },
      change: { action: 'released' },
    });
    await world.releaseDueNumbers.notifySuppliers();
    expect(world.supplier.released).toEqual([(await numbers())[0]!.e164]);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(0);
  });

  it('does not keep it for a lock against deletion', async () => {
    await buy();
    await world.numbers.change(
      { accountId: 'acc_1', e164: (await numbers())[0]!.e164, actor: ADA },
      { deletionLock: true },
    );
    world.clock.advance(30 * DAY);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(1);
  });

  it('counts from when it was bought', async () => {
    world.supplier.faults.push('buy_and_vanish');
    await buy();
    world.clock.advance(600);
    await world.finishPendingOrders.execute();
    world.clock.advance(30 * DAY - 1);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(0);
    world.clock.advance(1);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(1);
  });

  it('waits on while documents are under review, and no longer once they are rejected', async () => {
    world.bundles.bundles.set('cb_1', aBundle({ status: 'submitted' }));
    await buy('cb_1');
    world.clock.advance(40 * DAY);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(0);
    world.bundles.bundles.set('cb_1', aBundle({ status: 'rejected' }));
    await expect(world.cancelUndocumented.execute()).resolves.toBe(1);
  });

  it('leaves to its bundle what has been approved meanwhile', async () => {
    world.bundles.bundles.set('cb_1', aBundle({ status: 'submitted' }));
    await buy('cb_1');
    world.bundles.bundles.set('cb_1', aBundle());
    world.clock.advance(30 * DAY);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(0);
    expect(await numbers()).toMatchObject([{ status: 'pending_documents' }]);
    await world.syncBundleStatus.execute();
    expect(await numbers()).toMatchObject([{ status: 'active' }]);
    expect(await orders()).toMatchObject([{ status: 'provisioned' }]);
    expect(world.published()).toEqual(['number.provisioned', 'order.completed']);
  });

  it('does not count what an approval has ended of, or what does not fit', async () => {
    world.bundles.bundles.set('cb_1', aBundle({ status: 'submitted' }));
    await buy('cb_1');
    world.bundles.bundles.set('cb_1', aBundle({ country: 'FR' }));
    world.clock.advance(30 * DAY);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(1);
  });

  it('goes through more than a batch, past one that cannot be ended, and says so', async () => {
    for (let index = 0; index < 120; index++) await buy();
    const [first] = await numbers();
    world.clock.advance(30 * DAY);
    const refundUpTo = world.funds.refundUpTo.bind(world.funds);
    world.funds.refundUpTo = (refund) =>
      refund.relatedId === first!.orderId ? Promise.reject(new Error('No.')) : refundUpTo(refund);
    await expect(world.cancelUndocumented.execute()).rejects.toThrow('1 of 120 could not be finished.');
    expect(world.funds.entries.filter(({ kind }) => kind === 'refund')).toHaveLength(119);
  });
});
