import {
  anOffer,
  anOrder,
  databaseWorld,
  FakeSupplier,
  ADA,
  NO_TERMS,
  numberingWorlds,
  type NumberingWorld,
} from '../../testing';
import type { ConcludeCheckout } from '../checkout/advance-checkout';
import type { CheckoutView } from '../checkout/checkout-queries';
import type { OrderAnswer } from './settle-order';

const OWNER = { accountId: 'acc_1', ownerId: 'usr_ada' };
const THREE = [1, 2, 3].map((index) => anOffer({ e164: `+493090182${index}0`, monthlyPriceCents: 100 + index }));
const [FIRST, SECOND] = THREE.map(({ e164 }) => e164!);

describe('the orders of a checkout', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;

  const fill = async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 1_800_000);
    for (const [index, offer] of THREE.entries()) {
      const selectToken = world.stores.tokens.seal('acc_1', { offer, searchId: 'srch_1', expiresAt });
      await world.carts.add(OWNER, { selectToken, quantity: 1, operationId: `add_${index}` });
    }
  };
  const checkOut = (conclude?: ConcludeCheckout) => {
    const request = { operationId: 'op_1', placedBy: ADA, terms: NO_TERMS, maxTotalCents: null };
    return world.checkOutCart.checkOut(OWNER, request, conclude);
  };
  /** The pending orders of a checkout that was killed, with the numbers that the supplier delivers for them. */
  const delivered = async (): Promise<OrderAnswer[]> => {
    world.faults.dieAt = 'checkout.held';
    await expect(checkOut()).rejects.toThrow('checkout.held');
    world.faults.dieAt = null;
    return (await world.storedOrders()).map((order) => ({
      order,
      result: { status: 'bought', purchase: { e164: order.requestE164!, supplierNumberRef: null, usable: true } },
    }));
  };

  beforeEach(async () => {
    world = await createWorld(new FakeSupplier([...THREE]));
    world.funds.balances.set('acc_1', 10_000);
    await fill();
  });

  it('settle together with one charge, history entry and pair of events each', async () => {
    await expect(checkOut()).resolves.toMatchObject({ status: 'all_provisioned', chargedCents: 456 });
    expect(world.funds.entries.map(({ amountCents }) => amountCents).toSorted()).toEqual([151, 152, 153]);
    expect(await world.history()).toHaveLength(3);
    expect(world.published().toSorted()).toEqual([
      ...Array<string>(3).fill('number.provisioned'),
      ...Array<string>(3).fill('order.completed'),
    ]);
  });

  it('settle with the end of the checkout, which a crash right after them does not leave open', async () => {
    world.faults.dieAt = 'order.settled';
    await expect(checkOut()).rejects.toThrow('order.settled');
    expect(await world.storedCheckouts()).toMatchObject([{ status: 'all_provisioned', chargedCents: 456 }]);
    expect((await world.carts.get(OWNER)).items).toEqual([]);
    expect(world.funds.heldCents('acc_1')).toBe(0);
    expect(await world.checkoutSteps()).toEqual(['started', 'held', 'ordered', 'finished']);
  });

  it('settle with the view of the checkout, as it is read afterwards', async () => {
    const views: CheckoutView[] = [];
    const { id, accountId } = await checkOut((view) => Promise.resolve(() => void views.push(view)));
    expect(views).toEqual([await databaseWorld(world.db).checkoutQueries.get(accountId, id)]);
  });

  it('settle with what the caller stores, and without it with nothing', async () => {
    const failing = checkOut(({ status, chargedCents }) =>
      Promise.reject(new Error(`${status} for ${chargedCents} is not stored`)),
    );
    await expect(failing).rejects.toThrow('all_provisioned for 456 is not stored');
    expect(await world.storedNumbers()).toEqual([]);
    expect(world.funds.entries).toEqual([]);
    expect(await world.storedCheckouts()).toMatchObject([{ status: 'ordering' }]);
    world.clock.advance(200);
    await world.checkOutCart.finishOpen();
    expect(await world.storedCheckouts()).toMatchObject([{ status: 'all_provisioned', chargedCents: 456 }]);
    expect(world.supplier.soldTo.size).toBe(3);
  });

  it('notify the caller after the commit', async () => {
    const seen: string[] = [];
    const done = await checkOut(async ({ status }) => {
      seen.push(`${status}, ${(await world.storedNumbers()).length} numbers`);
      return () => void seen.push('committed');
    });
    expect(done.status).toBe('all_provisioned');
    expect(seen).toEqual(['all_provisioned, 3 numbers', 'committed']);
  });

  it('do not notify the caller if one of them fails alone', async () => {
    const seen: string[] = [];
    const sold = anOrder(anOffer()).fulfil({ e164: SECOND!, supplierNumberRef: null, usable: true }, world.clock.now());
    await world.stores.numbers.add(Object.assign(sold, { accountId: 'acc_2' }));
    const done = await checkOut(() => Promise.resolve(() => void seen.push('committed')));
    expect(done.status).toBe('partial');
    expect(seen).toEqual([]);
  });

  it('settle without an order whose number is already live, which fails and releases its part of the hold', async () => {
    const sold = anOrder(anOffer()).fulfil({ e164: SECOND!, supplierNumberRef: null, usable: true }, world.clock.now());
    await world.stores.numbers.add(Object.assign(sold, { accountId: 'acc_2' }));
    const checkout = await checkOut();
    expect(checkout).toMatchObject({ status: 'partial', chargedCents: 304 });
    expect(checkout.items.map(({ errorCode }) => errorCode)).toEqual([null, 'number_unavailable', null]);
    expect(world.funds.entries).toHaveLength(2);
    expect(world.funds.heldCents('acc_1')).toBe(0);
    const own = (await world.storedNumbers()).filter(({ accountId }) => accountId === 'acc_1');
    expect(own.map(({ e164 }) => e164)).toContain(FIRST);
    expect(own).toHaveLength(2);
  });

  it('settle once for concurrent responses in any order', async () => {
    const answers = await delivered();
    const settled = await Promise.all(
      Array.from({ length: 6 }, (_, index) => world.settle.settleAll(index % 2 ? answers : answers.toReversed())),
    );
    expect(new Set(settled.flat().map(({ status }) => status))).toEqual(new Set(['provisioned']));
    expect(await world.storedNumbers()).toHaveLength(3);
    expect(world.funds.entries).toHaveLength(3);
    expect(await world.history()).toHaveLength(3);
  });

  it('settle with no conclusion and no number when one of them was cancelled during the call to the supplier', async () => {
    const answers = await delivered();
    const [cancelled] = await world.storedOrders();
    cancelled!.cancel(world.clock.now());
    await world.stores.orders.save(cancelled!);
    const concluded = await world.settle.settleWhole(answers, () =>
      Promise.resolve(() => Promise.resolve('concluded')),
    );
    expect(concluded).toBeNull();
    expect(await world.storedNumbers()).toEqual([]);
    expect(world.funds.entries).toEqual([]);
    await world.settle.settleAll(answers);
    expect(await world.storedNumbers()).toHaveLength(2);
  });

  it('settle together, except those that a sweeper has settled and those that failed', async () => {
    const [first, second, third] = await delivered();
    await world.settle.settleAll([first!]);
    const failure = { code: 'number_unavailable', message: 'The number is sold.' };
    const refused: OrderAnswer = { order: third!.order, result: { status: 'failed', failure } };
    const settled = await world.settle.settleAll([first!, second!, refused]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['failed', 'provisioned', 'provisioned']);
    expect(world.funds.entries).toHaveLength(2);
    expect(world.funds.heldCents('acc_1')).toBe(0);
    expect(await world.storedNumbers()).toHaveLength(2);
  });
});
