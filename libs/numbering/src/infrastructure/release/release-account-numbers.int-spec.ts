import { newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { NumberOrder } from '../../domain/orders/number-order';
import { numberingPersistence } from '../../numbering.module';
import { ADA, anOffer, databaseWorld, type DatabaseWorld, NO_TERMS, NOW } from '../../testing';

const MANY = 430;

describe('releasing all numbers of an account, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;
  let accountId: string;
  let digits = 0;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    world = databaseWorld(test.db);
    await Promise.all(Array.from({ length: 10 }, () => test.db.query('SELECT pg_sleep(0.05)')));
  });
  afterAll(() => test.close());
  beforeEach(() => {
    accountId = newId('acc');
  });

  const anOrder = () => {
    const e164 = `+493091${String(++digits).padStart(6, '0')}`;
    const placing = { accountId, operationId: newId('op'), checkoutId: null, placedBy: ADA, offer: anOffer({ e164 }) };
    return NumberOrder.place({ ...placing, terms: NO_TERMS }, NOW, 60);
  };
  const own = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const order = anOrder();
      const purchase = { e164: order.requestE164 ?? '', supplierNumberRef: null, usable: true };
      await world.stores.numbers.add(order.fulfil(purchase, NOW));
    }
  };
  const live = () =>
    test.db.query(`SELECT FROM numbering.phone_numbers WHERE account_id = $1 AND status <> 'released'`, [accountId]);

  it('ends for each of several workers when no number is left, and releases each number once', async () => {
    await own(MANY);
    const left = await Promise.all(
      [1, 2, 3].map(async () => {
        expect(await world.releaseAccountNumbers.releaseAll(accountId)).toBe(true);
        return (await live()).length;
      }),
    );
    expect(left).toEqual([0, 0, 0]);
    expect(await world.published(accountId)).toEqual(Array<string>(MANY).fill('number.released'));
  });

  it('cancels the pending orders of the account alone', async () => {
    const mine = anOrder();
    const other = Object.assign(anOrder(), { accountId: newId('acc') });
    for (const order of [mine, other]) await world.stores.orders.add(order);
    expect(await world.releaseAccountNumbers.releaseAll(accountId)).toBe(true);
    expect(await world.stores.orders.get(mine.id)).toMatchObject({ status: 'cancelled' });
    expect(await world.stores.orders.get(other.id)).toMatchObject({ status: 'pending' });
  });
});
