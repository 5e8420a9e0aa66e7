import type { NumberStatus, PhoneNumber } from '../../domain/lifecycle/phone-number';
import {
  ADA,
  aNumber,
  anOffer,
  atCost,
  anOrder,
  FakeSupplier,
  NO_TERMS,
  numberingWorlds,
  type NumberingWorld,
} from '../../testing';

const MANY = 250;
const SELECTION = { country: 'DE', numberType: 'geographic', areaCode: '30' } as const;
const OWNER = { accountId: 'acc_1', ownerId: 'usr_ada' };

describe('ReleaseAccountNumbers', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  let digits = 0;

  const own = async (status: NumberStatus = 'active', change: Partial<PhoneNumber> = {}) => {
    const number = Object.assign(aNumber(status), { e164: `+4930${String(++digits).padStart(6, '0')}` }, change);
    await world.stores.numbers.add(number);
    return number.id;
  };
  const stored = async (id: string) => (await world.storedNumber(id)).status;
  const releaseAll = () => world.releaseAccountNumbers.releaseAll('acc_1');
  const order = (operationId = 'op_1') =>
    world.orderNumber.order({
      accountId: 'acc_1',
      actor: ADA,
      operationId,
      selection: SELECTION,
      maxMonthlyPriceCents: null,
      route: { trunkId: null, routingProfileId: null },
      complianceBundleId: null,
      customerReference: null,
    });

  beforeEach(async () => {
    world = await createWorld();
  });

  it.each<[string, NumberStatus, Partial<PhoneNumber>]>([
    ['works', 'active', {}],
    ['is locked against deletion', 'active', { deletionLock: true }],
    ['is scheduled for release', 'active', { releaseScheduledAt: new Date('2027-01-01T00:00:00Z') }],
    ['is suspended', 'suspended', {}],
  ])('releases a number that %s, publishes the event and records the history', async (_what, status, change) => {
    const id = await own(status, change);
    expect(await releaseAll()).toBe(true);
    expect(await stored(id)).toBe('released');
    expect(world.published()).toEqual(['number.released']);
    expect(await world.history()).toMatchObject([
      { numberId: id, actor: { kind: 'system', id: null }, change: { action: 'released' } },
    ]);
  });

  it('cancels and refunds orders that need documents', async () => {
    world = await createWorld(new FakeSupplier([anOffer({ requiresActivation: true })]));
    const { id } = await order();
    expect(await releaseAll()).toBe(true);
    expect(await world.stores.orders.get(id)).toMatchObject({ status: 'cancelled' });
    expect(world.funds.entries.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['charge', 150],
      ['refund', 150],
    ]);
  });

  it('cancels an order with an unknown outcome, releases its hold, and returns the number', async () => {
    world = await createWorld(new FakeSupplier([anOffer()]));
    world.supplier.faults.push('buy_and_vanish');
    const { id } = await order();
    expect(await releaseAll()).toBe(true);
    expect(await world.stores.orders.get(id)).toMatchObject({ status: 'cancelled' });
    expect(world.funds.heldCents('acc_1')).toBe(0);
    await world.finishPendingOrders.finish();
    expect(world.supplier.released).toEqual(['+4930901820']);
  });

  it('waits for a running checkout, and releases its numbers', async () => {
    world = await createWorld(new FakeSupplier([anOffer()]));
    const expiresAt = new Date(world.clock.now().getTime() + 1_800_000);
    const selectToken = world.stores.tokens.seal('acc_1', { offer: atCost(anOffer()), searchId: 'srch_1', expiresAt });
    await world.carts.add(OWNER, { selectToken, quantity: 1, operationId: 'add' });
    world.supplier.faults.push('buy_and_vanish');
    const request = { operationId: 'op_1', placedBy: ADA, terms: NO_TERMS, maxTotalCents: null };
    await expect(world.checkOutCart.checkOut(OWNER, request)).rejects.toMatchObject({ code: 'supplier_timeout' });
    const id = await own();
    expect(await releaseAll()).toBe(false);
    expect(await stored(id)).toBe('released');
    world.clock.advance(300);
    await world.checkOutCart.finishOpen();
    expect((await world.storedNumbers()).filter(({ status }) => status === 'active')).toHaveLength(1);
    expect(await releaseAll()).toBe(true);
    expect((await world.storedNumbers()).filter(({ status }) => status !== 'released')).toEqual([]);
  });

  it('releases each number once on several workers, and nothing when repeated', async () => {
    for (let n = 0; n < MANY; n++) await own();
    const live = async () => (await world.storedNumbers()).filter(({ status }) => status !== 'released');
    const left = await Promise.all(
      [1, 2, 3].map(async () => {
        expect(await releaseAll()).toBe(true);
        return (await live()).length;
      }),
    );
    expect(left).toEqual([0, 0, 0]);
    expect(await releaseAll()).toBe(true);
    expect(world.published()).toEqual(Array<string>(MANY).fill('number.released'));
  });

  it('cancels only the pending orders of the account', async () => {
    const mine = anOrder();
    const other = Object.assign(anOrder(), { accountId: 'acc_2' });
    await world.stores.orders.addAll([mine, other]);
    expect(await releaseAll()).toBe(true);
    expect(await world.stores.orders.get(mine.id)).toMatchObject({ status: 'cancelled' });
    expect(await world.stores.orders.get(other.id)).toMatchObject({ status: 'pending' });
  });

  it('skips numbers of other accounts', async () => {
    const id = await own('active', { accountId: 'acc_2' });
    expect(await releaseAll()).toBe(true);
    expect(await stored(id)).toBe('active');
  });
});
