import { ConditionNotMet, newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { Cart } from '../../domain/checkout/cart';
import { Checkout } from '../../domain/checkout/checkout';
import type { NumberOrder } from '../../domain/orders/number-order';
import { numberingPersistence } from '../../numbering.module';
import { ADA, anOffer, anOrder, databaseWorld, type DatabaseWorld, NO_TERMS } from '../../testing';

/** Finds a session of this database that waits for a lock. */
const WAITING = `SELECT FROM pg_locks waiting WHERE NOT waiting.granted AND EXISTS (
  SELECT FROM pg_locks held JOIN pg_database d ON d.oid = held.database
  WHERE held.pid = waiting.pid AND d.datname = current_database())`;

describe('a lock that fails the transaction', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    world = databaseWorld(test.db);
  });
  afterAll(() => test.close());

  const aStoredCheckout = async () => {
    const now = world.clock.now();
    const cart = Cart.open({ accountId: newId('acc'), ownerId: 'usr_ada' }, now);
    cart.add({ offer: anOffer(), selectToken: 'token', quantity: 1, operationId: newId('op') }, now);
    const request = { operationId: newId('op'), placedBy: ADA, terms: NO_TERMS, maxTotalCents: null };
    const checkout = Checkout.start(cart, request, now, 180);
    await world.stores.checkouts.add(checkout);
    return checkout;
  };
  const aStoredOrder = async () => {
    const order = Object.assign(anOrder(anOffer()), { operationId: newId('op') });
    await world.stores.orders.addAll([order]);
    return order;
  };
  const isWaiting = async () => (await test.db.pool.query(WAITING)).rows.length > 0;
  /** Runs `second` behind the open transaction of `first`, which commits once `second` waits for a lock or is over. */
  const behind = async (first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<unknown> => {
    let begin: () => void = () => undefined;
    let isOver = false;
    // Not called within the transaction of `first`, which it would join.
    const outcome = new Promise<void>((begun) => (begin = begun)).then(second).finally(() => (isOver = true));
    outcome.catch(() => undefined);
    await test.db.run(async () => {
      await first();
      begin();
      while (!isOver && !(await isWaiting()));
    });
    return outcome;
  };

  describe('unless the checkout is quoting', () => {
    const lock = ({ id }: Checkout) => test.db.run(() => world.stores.checkouts.lockQuotingOrFail(id));
    const advance = async ({ id }: Checkout) => {
      const checkout = await world.stores.checkouts.lock(id);
      checkout.startOrdering(null, new Map());
      await world.stores.checkouts.save(checkout);
    };

    it('locks a checkout that is quoting', async () => {
      const checkout = await aStoredCheckout();
      await expect(lock(checkout)).resolves.toBeUndefined();
    });

    it('fails for one that another process has advanced', async () => {
      const checkout = await aStoredCheckout();
      await test.db.run(() => advance(checkout));
      await expect(lock(checkout)).rejects.toThrow(ConditionNotMet);
    });

    it('fails for one that another process advances meanwhile', async () => {
      const checkout = await aStoredCheckout();
      await expect(
        behind(
          () => advance(checkout),
          () => lock(checkout),
        ),
      ).rejects.toThrow(ConditionNotMet);
    });
  });

  describe('unless the orders of the checkout are placed', () => {
    const lock = ({ id }: Checkout) => test.db.run(() => world.stores.checkouts.lockOrderingOrFail(id));
    const anOrderingCheckout = async () => {
      const checkout = await aStoredCheckout();
      checkout.startOrdering(null, new Map());
      await test.db.run(() => world.stores.checkouts.save(checkout));
      return checkout;
    };
    const finish = async ({ id }: Checkout) => {
      const checkout = await world.stores.checkouts.lock(id);
      checkout.settle([], world.clock.now());
      await world.stores.checkouts.save(checkout);
    };

    it('locks a checkout whose orders are placed', async () => {
      await expect(lock(await anOrderingCheckout())).resolves.toBeUndefined();
    });

    it('fails for one that another process has finished', async () => {
      const checkout = await anOrderingCheckout();
      await test.db.run(() => finish(checkout));
      await expect(lock(checkout)).rejects.toThrow(ConditionNotMet);
    });

    it('fails for one that another process finishes meanwhile', async () => {
      const checkout = await anOrderingCheckout();
      await expect(
        behind(
          () => finish(checkout),
          () => lock(checkout),
        ),
      ).rejects.toThrow(ConditionNotMet);
    });
  });

  describe('unless all orders are pending', () => {
    const lock = (orders: readonly NumberOrder[]) =>
      test.db.run(() => world.stores.orders.lockPendingOrFail(orders.map(({ id }) => id)));
    const cancel = async ({ id }: NumberOrder) => {
      const order = await world.stores.orders.lock(id);
      order.cancel(world.clock.now());
      await world.stores.orders.save(order);
    };

    it('locks pending orders', async () => {
      const orders = [await aStoredOrder(), await aStoredOrder()];
      await expect(lock(orders)).resolves.toBeUndefined();
    });

    it('fails for one that was cancelled', async () => {
      const orders = [await aStoredOrder(), await aStoredOrder()];
      await test.db.run(() => cancel(orders[1]!));
      await expect(lock(orders)).rejects.toThrow(ConditionNotMet);
    });

    it('fails for one that is cancelled meanwhile', async () => {
      const orders = [await aStoredOrder(), await aStoredOrder()];
      await expect(
        behind(
          () => cancel(orders[0]!),
          () => lock(orders),
        ),
      ).rejects.toThrow(ConditionNotMet);
    });
  });
});
