import { ADA, anOffer, atCost, FakeSupplier, NO_TERMS, numberingWorlds, type NumberingWorld } from '../../testing';

const OWNER = { accountId: 'acc_1', ownerId: 'usr_ada' };
const SIX = [1, 2, 3, 4, 5, 6].map((index) => anOffer({ e164: `+493090182${index}0` }));
const LEASE_OVER = 61;

/** Not every supplier deduplicates concurrent orders under one id. */
describe('an order', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;

  const checkOut = async (count: number) => {
    const expiresAt = new Date(world.clock.now().getTime() + 1_800_000);
    for (const [index, offer] of SIX.slice(0, count).entries()) {
      const selectToken = world.stores.tokens.seal('acc_1', { offer: atCost(offer), searchId: 'srch_1', expiresAt });
      await world.carts.add(OWNER, { selectToken, quantity: 1, operationId: `add_${index}` });
    }
    return repeat();
  };
  const repeat = () =>
    world.checkOutCart.checkOut(OWNER, {
      operationId: 'op_1',
      placedBy: ADA,
      terms: NO_TERMS,
      maxTotalCents: null,
    });
  /** A checkout whose order did not reach the supplier. */
  const lostCheckOut = async () => {
    world.supplier.faults.push('vanish');
    await expect(checkOut(1)).rejects.toMatchObject({ code: 'supplier_timeout' });
    world.clock.advance(200);
    world.supplier.orderCalls = 0;
  };
  /** Runs `happens` before the supplier's response to the nth call. */
  const meanwhile = (call: 'order' | 'findOrder', nth: number, happens: () => Promise<unknown>) => {
    const { supplier } = world;
    const order = supplier.order.bind(supplier);
    const findOrder = supplier.findOrder.bind(supplier);
    let calls = 0;
    const answered = async <T>(answer: T): Promise<T> => {
      if (++calls === nth) await happens();
      return answer;
    };
    if (call === 'order') supplier.order = async (request) => answered(await order(request));
    else supplier.findOrder = async (orderId) => answered(await findOrder(orderId));
  };

  beforeEach(async () => {
    world = await createWorld(new FakeSupplier([...SIX]));
    world.funds.balances.set('acc_1', 10_000);
  });

  it('is placed by one process when a sweeper takes over the rest of a running checkout', async () => {
    meanwhile('order', 5, async () => {
      world.clock.advance(LEASE_OVER);
      await world.finishPendingOrders.finish();
    });
    await expect(checkOut(6)).resolves.toMatchObject({ status: 'all_provisioned' });
    expect(world.supplier.orderCalls).toBe(6);
    expect(world.funds.entries).toHaveLength(6);
  });

  it('is placed by one process when the sweepers of orders and of checkouts both find it', async () => {
    await lostCheckOut();
    meanwhile('order', 1, () => world.checkOutCart.finishOpen());
    await world.finishPendingOrders.finish();
    await world.checkOutCart.finishOpen();
    expect(world.supplier.orderCalls).toBe(1);
    expect(world.funds.entries).toHaveLength(1);
  });

  it('is placed by one process when a retry of the customer overtakes the sweeper of the checkout', async () => {
    world.faults.dieAt = 'checkout.started';
    await expect(checkOut(1)).rejects.toThrow();
    world.faults.dieAt = null;
    world.clock.advance(200);
    let repeating: Promise<unknown> = Promise.resolve();
    let sweeping: Promise<unknown> = Promise.resolve();
    const atSupplier = new Promise<void>((reached) => {
      meanwhile('order', 1, () => {
        reached();
        return sweeping;
      });
    });
    const { supplier } = world;
    const quote = supplier.quote.bind(supplier);
    supplier.quote = async (offer, accountId) => {
      supplier.quote = quote;
      repeating = repeat();
      await Promise.race([atSupplier, repeating]);
      return quote(offer, accountId);
    };
    sweeping = world.checkOutCart.finishOpen();
    await sweeping;
    await expect(repeating).resolves.toMatchObject({ status: 'all_provisioned' });
    expect(world.supplier.orderCalls).toBe(1);
    expect(world.funds.entries).toHaveLength(1);
  });

  it('keeps its number when its process settles it while a sweeper claims it', async () => {
    await checkOut(1);
    const { claimDue } = world.stores.orders;
    world.stores.orders.claimDue = () => {
      world.stores.orders.claimDue = claimDue;
      return world.storedOrders();
    };
    await world.finishPendingOrders.finish();
    expect(world.supplier.released).toEqual([]);
    expect(world.supplier.soldTo.size).toBe(1);
  });

  it('is not placed when it was cancelled during the call to the supplier', async () => {
    world.supplier.faults.push('vanish');
    const selection = { country: 'DE', numberType: 'geographic', areaCode: '30' } as const;
    const { id } = await world.orderNumber.order({
      accountId: 'acc_1',
      actor: ADA,
      operationId: 'op_1',
      selection,
      maxMonthlyPriceCents: null,
      route: { trunkId: null, routingProfileId: null },
      complianceBundleId: null,
      customerReference: null,
    });
    world.clock.advance(LEASE_OVER);
    world.supplier.orderCalls = 0;
    meanwhile('findOrder', 1, () => world.cancelOrder.cancel('acc_1', id, ADA));
    await world.finishPendingOrders.finish();
    expect(world.supplier.orderCalls).toBe(0);
    expect(world.funds.entries).toEqual([]);
  });
});
