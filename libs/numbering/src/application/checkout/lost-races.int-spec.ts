import { jest } from '@jest/globals';
import { newId } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { ADA, anOffer, atCost, FakeSupplier, NO_TERMS, wireNumbering } from '../../testing';

/** Fails as a deadlock or a serialization failure does. */
const LOSE = `DO $$ BEGIN RAISE 'The race was lost.' USING ERRCODE = '40001'; END $$`;

describe('a checkout that loses a race', () => {
  let test: TestDatabase;
  let digits = 10;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  afterEach(() => jest.restoreAllMocks());

  const aWorld = async () => {
    const offers = [1, 2].map(() => anOffer({ e164: `+4930901820${digits++}` }));
    const [clock, events] = [new TestClock(), new RecordingEventBus()];
    const world = wireNumbering(test.db, { supplier: new FakeSupplier(offers), events, clock });
    const owner = { accountId: newId('acc'), ownerId: 'usr_ada' };
    world.funds.balances.set(owner.accountId, 1_000);
    const expiresAt = new Date(clock.now().getTime() + 1_800_000);
    for (const offer of offers) {
      const selectToken = world.stores.tokens.seal(owner.accountId, {
        offer: atCost(offer),
        searchId: 'srch_1',
        expiresAt,
      });
      await world.carts.add(owner, { selectToken, quantity: 1, operationId: newId('op') });
    }
    const request = { operationId: newId('op'), placedBy: ADA, terms: NO_TERMS, maxTotalCents: null };
    return { ...world, owner, checkOut: () => world.checkOutCart.checkOut(owner, request) };
  };
  type World = Awaited<ReturnType<typeof aWorld>>;
  const numbersOf = ({ owner }: World) =>
    test.db.query(`SELECT id FROM numbering.phone_numbers WHERE account_id = $1`, [owner.accountId]);
  const ordersOf = ({ owner }: World) =>
    test.db.query(`SELECT id FROM numbering.number_orders WHERE account_id = $1`, [owner.accountId]);

  /** Makes the checkout lose a race when it is saved for the `nth` time. */
  const loseAtSave = (nth: number, { stores: { checkouts } }: World) => {
    const save = checkouts.save.bind(checkouts);
    let saves = 0;
    jest
      .spyOn(checkouts, 'save')
      .mockImplementation((checkout) => (++saves === nth ? test.db.write(LOSE) : save(checkout)));
  };

  it.each<[string, (world: World) => void]>([
    ['is held', (world) => loseAtSave(1, world)],
    [
      'is locked to be finished',
      ({ stores: { orders } }) =>
        jest.spyOn(orders, 'lockByCheckout').mockImplementationOnce(() => test.db.query(LOSE).then(() => [])),
    ],
    [
      'gets its numbers',
      ({ stores }) => jest.spyOn(stores.numbers, 'add').mockImplementationOnce(() => test.db.write(LOSE)),
    ],
    ['is finished', (world) => loseAtSave(2, world)],
  ])('goes on with what is stored when it %s', async (_step, lose) => {
    const world = await aWorld();
    lose(world);
    const checkout = await world.checkOut();
    const { funds, owner } = world;
    const charged = funds.entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(checkout).toMatchObject({ status: 'all_provisioned', chargedCents: charged });
    expect([funds.entries, await numbersOf(world), await ordersOf(world)].map(({ length }) => length)).toEqual([
      2, 2, 2,
    ]);
    expect(funds.heldCents(owner.accountId)).toBe(0);
  });
});
