import {
  anOffer,
  atCost,
  anOrder,
  FakeSupplier,
  ADA,
  NO_TERMS,
  numberingWorlds,
  type NumberingWorld,
} from '../../testing';
import type { Checkout } from '../../domain/checkout/checkout';
import type { OrderAnswer } from './place-order';

const OWNER = { accountId: 'acc_1', ownerId: 'usr_ada' };
const THREE = [1, 2, 3].map((index) => anOffer({ e164: `+493090182${index}0`, monthlyPriceCents: 100 + index }));
const [FIRST, SECOND] = THREE.map(({ e164 }) => e164!);

describe('the orders of a checkout', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;

  const fill = async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 1_800_000);
    for (const [index, offer] of THREE.entries()) {
      const selectToken = world.stores.tokens.seal('acc_1', { offer: atCost(offer), searchId: 'srch_1', expiresAt });
      await world.carts.add(OWNER, { selectToken, quantity: 1, operationId: `add_${index}` });
    }
  };
  const checkOut = () => {
    const request = { operationId: 'op_1', placedBy: ADA, terms: NO_TERMS, maxTotalCents: null };
    return world.checkOutCart.checkOut(OWNER, request);
  };
  const finish = async (answers: readonly OrderAnswer[]): Promise<Checkout> => {
    const [checkout] = await world.storedCheckouts();
    return world.transactions.finish(checkout!, answers);
  };
  /** The pending orders of a checkout that was killed, with the numbers that the supplier delivers for them. */
  const delivered = async (): Promise<OrderAnswer[]> => {
    world.faults.dieAt = 'checkout.held';
    await expect(checkOut()).rejects.toThrow('checkout.held');
    world.faults.dieAt = null;
    return (await world.storedOrders()).map(({ id: orderId, requestE164 }) => ({
      orderId,
      result: { status: 'bought', purchase: { e164: requestE164!, supplierNumberRef: null, usable: true } },
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

  it('settle with the end of the checkout or not at all', async () => {
    const { checkouts } = world.stores;
    const save = checkouts.save.bind(checkouts);
    checkouts.save = (checkout) => {
      if (!checkout.isFinished) return save(checkout);
      checkouts.save = save;
      throw new Error('not stored');
    };
    await expect(checkOut()).rejects.toThrow('not stored');
    expect(await world.storedNumbers()).toEqual([]);
    expect(world.funds.entries).toEqual([]);
    expect(await world.storedCheckouts()).toMatchObject([{ status: 'ordering' }]);
    world.clock.advance(200);
    await world.checkOutCart.finishOpen();
    expect(await world.storedCheckouts()).toMatchObject([{ status: 'all_provisioned', chargedCents: 456 }]);
    expect(world.supplier.soldTo.size).toBe(3);
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
      Array.from({ length: 6 }, (_, index) => finish(index % 2 ? answers : answers.toReversed())),
    );
    expect(new Set(settled.map(({ status }) => status))).toEqual(new Set(['all_provisioned']));
    expect(await world.storedNumbers()).toHaveLength(3);
    expect(world.funds.entries).toHaveLength(3);
    expect(await world.history()).toHaveLength(3);
  });

  it('settle once with a sweeper that settles each alone', async () => {
    const answers = await delivered();
    const orders = await world.storedOrders();
    const alone = answers.map(({ orderId, result }) =>
      world.settle.settle(orders.find(({ id }) => id === orderId)!, result),
    );
    const [checkout] = await Promise.all([finish(answers), ...alone]);
    expect(checkout).toMatchObject({ status: 'all_provisioned', chargedCents: 456 });
    expect(await world.storedNumbers()).toHaveLength(3);
    expect(world.funds.entries).toHaveLength(3);
  });

  it('settle without an order that was cancelled during the call to the supplier', async () => {
    const answers = await delivered();
    const [cancelled] = await world.storedOrders();
    cancelled!.cancel(world.clock.now());
    await world.stores.orders.save(cancelled!);
    expect(await finish(answers)).toMatchObject({ status: 'partial' });
    expect(await world.storedNumbers()).toHaveLength(2);
    expect(world.funds.entries).toHaveLength(2);
    expect(world.funds.heldCents('acc_1')).toBe(0);
  });

  it('settle with one number when the supplier delivers the same number for two of them', async () => {
    const [first, second, third] = await delivered();
    const checkout = await finish([first!, second!, { ...third!, result: first!.result }]);
    expect(checkout.items.filter(({ errorCode }) => errorCode === 'number_unavailable')).toHaveLength(1);
    expect(await world.storedNumbers()).toHaveLength(2);
  });

  it('settle together, except those that a sweeper has settled and those that failed', async () => {
    const [first, second, third] = await delivered();
    const [order] = await world.storedOrders();
    await world.settle.settle(order!, first!.result);
    const failure = { code: 'number_unavailable', message: 'The number is sold.' };
    const checkout = await finish([first!, second!, { ...third!, result: { status: 'failed', failure } }]);
    expect(checkout.items.map(({ status }) => status).toSorted()).toEqual(['failed', 'provisioned', 'provisioned']);
    expect(world.funds.entries).toHaveLength(2);
    expect(world.funds.heldCents('acc_1')).toBe(0);
    expect(await world.storedNumbers()).toHaveLength(2);
  });
});
