import { newId } from '@trunkline/kernel';
import { aBundle, aCatalogOffer, ADA, FakeSupplier, numberingWorlds, type NumberingWorld } from '../../testing';

const DAY = 86_400;
const SELECTION = { country: 'DE', numberType: 'geographic', areaCode: '30' } as const;

describe('CancelUndocumented', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;

  const buy = (complianceBundleId: string | null = null) =>
    world.orderNumber.order({
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

  it('skips orders that have waited for less than 30 days', async () => {
    await buy();
    world.clock.advance(30 * DAY - 1);
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(0);
    expect(await orders()).toMatchObject([{ status: 'pending_documents' }]);
  });

  it('cancels with a refund after 30 days, publishes the release, and returns the number to the supplier', async () => {
    await buy();
    world.clock.advance(30 * DAY);
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(1);
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
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(0);
  });

  it('ignores the deletion lock', async () => {
    await buy();
    await world.numbers.change(
      { accountId: 'acc_1', e164: (await numbers())[0]!.e164, actor: ADA },
      { deletionLock: true },
    );
    world.clock.advance(30 * DAY);
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(1);
  });

  it('counts from the purchase', async () => {
    world.supplier.faults.push('buy_and_vanish');
    await buy();
    world.clock.advance(600);
    await world.finishPendingOrders.finish();
    world.clock.advance(30 * DAY - 1);
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(0);
    world.clock.advance(1);
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(1);
  });

  it('skips documents under review, and cancels once they are rejected', async () => {
    world.bundles.bundles.set('cb_1', aBundle({ status: 'submitted' }));
    await buy('cb_1');
    world.clock.advance(40 * DAY);
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(0);
    world.bundles.bundles.set('cb_1', aBundle({ status: 'rejected' }));
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(1);
  });

  it('skips an order whose bundle was approved meanwhile', async () => {
    world.bundles.bundles.set('cb_1', aBundle({ status: 'submitted' }));
    await buy('cb_1');
    world.bundles.bundles.set('cb_1', aBundle());
    world.clock.advance(30 * DAY);
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(0);
    expect(await numbers()).toMatchObject([{ status: 'pending_documents' }]);
    await world.syncBundleStatus.sync();
    expect(await numbers()).toMatchObject([{ status: 'active' }]);
    expect(await orders()).toMatchObject([{ status: 'provisioned' }]);
    expect(world.published()).toEqual(['number.provisioned', 'order.completed']);
  });

  it('treats an expired or mismatched bundle as missing', async () => {
    world.bundles.bundles.set('cb_1', aBundle({ status: 'submitted' }));
    await buy('cb_1');
    world.bundles.bundles.set('cb_1', aBundle({ country: 'FR' }));
    world.clock.advance(30 * DAY);
    await expect(world.cancelUndocumented.cancel()).resolves.toBe(1);
  });

  it('handles more than one batch, skips a number that cannot be ended, and reports it', async () => {
    for (let index = 0; index < 120; index++) await buy();
    const [first] = await numbers();
    world.clock.advance(30 * DAY);
    const refundUpTo = world.funds.refundUpTo.bind(world.funds);
    world.funds.refundUpTo = (refund) =>
      refund.relatedId === first!.orderId ? Promise.reject(new Error('No.')) : refundUpTo(refund);
    await expect(world.cancelUndocumented.cancel()).rejects.toThrow('1 of 120 could not be finished.');
    expect(world.funds.entries.filter(({ kind }) => kind === 'refund')).toHaveLength(119);
  });

  describe('while the same orders change concurrently', () => {
    const MANY = 12;
    const statuses = async (list: () => Promise<readonly { status: string }[]>) =>
      (await list()).map(({ status }) => status);
    const refunds = () => world.funds.entries.filter(({ kind }) => kind === 'refund');

    it('cancels each once on any number of workers', async () => {
      for (let index = 0; index < MANY; index++) await buy();
      world.clock.advance(30 * DAY);
      const counts = await Promise.all([1, 2, 3, 4].map(() => world.cancelUndocumented.cancel()));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(MANY);
      expect(new Set(await statuses(orders))).toEqual(new Set(['cancelled']));
      expect(refunds()).toHaveLength(MANY);
      expect(world.published()).toEqual(Array(MANY).fill('number.released'));
    });

    it('races a cancellation by the customer: one of the two takes effect', async () => {
      const placed = await Promise.all(Array.from({ length: MANY }, () => buy()));
      world.clock.advance(30 * DAY);
      const [, ...cancelled] = await Promise.allSettled([
        world.cancelUndocumented.cancel(),
        ...placed.map(({ id }) => world.cancelOrder.cancel('acc_1', id, ADA)),
      ]);
      const codes = cancelled.flatMap((each) =>
        each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
      );
      expect(new Set([...codes, 'invalid_state'])).toEqual(new Set(['invalid_state']));
      await world.cancelUndocumented.cancel();
      expect(new Set(await statuses(orders))).toEqual(new Set(['cancelled']));
      expect(refunds()).toHaveLength(MANY);
      expect(world.published()).toHaveLength(MANY);
    });

    it('races an approved bundle: one of the two takes effect', async () => {
      for (let index = 0; index < MANY; index++) await buy();
      const waiting = await numbers();
      world.bundles.bundles.set('cb_1', aBundle());
      world.clock.advance(30 * DAY);
      const [, ...attached] = await Promise.allSettled([
        world.cancelUndocumented.cancel(),
        ...waiting.map(({ e164 }) => world.numbers.attachBundle({ accountId: 'acc_1', e164, actor: ADA }, 'cb_1')),
      ]);
      await world.cancelUndocumented.cancel();
      const active = attached.filter(({ status }) => status === 'fulfilled').length;
      const found = await statuses(orders);
      expect(found.filter((status) => status === 'provisioned')).toHaveLength(active);
      expect(found.filter((status) => status === 'cancelled')).toHaveLength(MANY - active);
      expect((await statuses(numbers)).filter((status) => status === 'active')).toHaveLength(active);
      expect(refunds()).toHaveLength(MANY - active);
    });

    it('skips a number that another transaction has locked, and cancels it in the next run', async () => {
      await buy();
      world.clock.advance(30 * DAY);
      const holder = await world.db.pool.connect();
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM numbering.phone_numbers WHERE account_id = $1 FOR UPDATE`, ['acc_1']);
      await expect(world.cancelUndocumented.cancel()).resolves.toBe(0);
      await holder.query('ROLLBACK');
      holder.release();
      await expect(world.cancelUndocumented.cancel()).resolves.toBe(1);
    });

    it('finds due orders by their index', async () => {
      const plan = await world.db.run(async () => {
        await world.db.query('SET LOCAL enable_seqscan = off');
        return world.db.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT id FROM numbering.number_orders WHERE status = 'pending_documents' AND created_at <= now()`,
        );
      });
      expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('number_orders_documents');
    });
  });
});
