import { addSeconds, newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { StoredReservations } from './reservations';
import { ADA, databaseWorld, type DatabaseWorld, NO_FILTERS } from '../../testing';

const CARTS = 4;
const NUMBERS_PER_CART = 5;
/** What a self_serve account may reserve before its first top-up. */
const TRIAL_RESERVATIONS = 5;
const RESERVED_S = 900;
/** After which a claim without an answer was lost. */
const ANSWER_S = 60;

describe('reservations of an account at suppliers', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    await Promise.all(Array.from({ length: 20 }, () => test.db.query('SELECT pg_sleep(0.05)')));
  });
  afterAll(() => test.close());
  beforeEach(() => {
    world = databaseWorld(test.db);
  });

  const tokensFor = async (accountId: string, areaCode: string, limit: number): Promise<string[]> => {
    const filters = {
      ...NO_FILTERS,
      country: 'US',
      numberType: 'geographic' as const,
      areaCode,
      source: 'live' as const,
    };
    const page = await world.search.search({ accountId, filters, sort: 'e164', limit, after: null });
    return page.items.map(({ selectToken }) => selectToken);
  };
  const reservedAtSupplier = async (accountId: string): Promise<number> => {
    const text = `SELECT count(*) AS n FROM numbering.sandbox_inventory WHERE account_id = $1 AND state = 'held'`;
    return (await test.db.find<{ n: number }>(text, [accountId]))!.n;
  };
  const add = (accountId: string, ownerId: string, selectToken: string) =>
    world.carts.add({ accountId, ownerId }, { selectToken, quantity: 1, operationId: newId('op') });

  it('never exceed the limit when four carts of the account add at once', async () => {
    const accountId = newId('acc');
    const tokens = await tokensFor(accountId, '212', CARTS * NUMBERS_PER_CART);
    const carts = await Promise.all(tokens.map((token, index) => add(accountId, `usr_${index % CARTS}`, token)));
    expect(carts).toHaveLength(CARTS * NUMBERS_PER_CART);
    expect(await reservedAtSupplier(accountId)).toBe(TRIAL_RESERVATIONS);
    const owners = Array.from({ length: CARTS }, (_, index) => ({ accountId, ownerId: `usr_${index}` }));
    const shown = await Promise.all(
      owners.map(async (owner) => (await world.carts.reservedNumbers(await world.carts.get(owner))).size),
    );
    expect(shown.reduce((sum, size) => sum + size, 0)).toBe(TRIAL_RESERVATIONS);
  });

  it('never exceed the limit while carts add and remove the same numbers at once', async () => {
    const accountId = newId('acc');
    const tokens = await tokensFor(accountId, '305', 2 * TRIAL_RESERVATIONS);
    const excess: number[] = [];
    const churn = async (ownerId: string, offset: number) => {
      for (let step = 0; step < tokens.length; step += 1) {
        await add(accountId, ownerId, tokens[(step + offset) % tokens.length]!);
        const reserved = await reservedAtSupplier(accountId);
        if (reserved > TRIAL_RESERVATIONS) excess.push(reserved);
        if (step % 2 === 1) await world.carts.clear({ accountId, ownerId });
      }
    };
    await Promise.all(['usr_a', 'usr_b', 'usr_c', 'usr_d'].map((ownerId, index) => churn(ownerId, index)));
    expect(excess).toEqual([]);
  });

  it('keep the claim that waits for its supplier, so that no other cart ends a reservation on its way', async () => {
    const reservations = new StoredReservations(test.db);
    const accountId = newId('acc');
    const e164 = '+13055550100';
    const claimAt = (at: Date) =>
      reservations.claim({
        accountId,
        e164,
        max: 1,
        now: at,
        endsAt: addSeconds(at, RESERVED_S + ANSWER_S),
        waitingFrom: addSeconds(at, RESERVED_S),
      });
    const now = world.clock.now();
    const waiting = await claimAt(now);
    expect(await claimAt(now)).toBeNull();
    expect(await claimAt(addSeconds(now, ANSWER_S - 1))).toBeNull();
    expect(await reservations.startEnding(accountId, e164)).toBeNull();
    await reservations.settle({ claimId: waiting!, result: 'reserved', endsAt: addSeconds(now, RESERVED_S) });
    const settled = await claimAt(now);
    expect(settled).not.toBeNull();
    const late = addSeconds(now, ANSWER_S);
    expect(await claimAt(late)).not.toBeNull();
  });

  it('make room once the numbers are bought, and once they have ended', async () => {
    const accountId = newId('acc');
    world.funds.balances.set(accountId, 10_000);
    const tokens = await tokensFor(accountId, '312', 3 * TRIAL_RESERVATIONS);
    const owner = { accountId, ownerId: 'usr_a' };
    const fill = async (from: number) => {
      for (const token of tokens.slice(from, from + TRIAL_RESERVATIONS)) await add(accountId, owner.ownerId, token);
      return (await world.carts.reservedNumbers(await world.carts.get(owner))).size;
    };
    expect(await fill(0)).toBe(TRIAL_RESERVATIONS);
    const terms = { trunkId: null, routingProfileId: null, complianceBundleId: null, customerReference: null };
    const request = { operationId: newId('op'), placedBy: ADA, terms, maxTotalCents: null };
    expect(await world.checkOutCart.checkOut(owner, request)).toMatchObject({ status: 'all_provisioned' });
    expect(await fill(TRIAL_RESERVATIONS)).toBe(TRIAL_RESERVATIONS);
    world.clock.advance(world.supplier.reservationSeconds);
    expect(await fill(2 * TRIAL_RESERVATIONS)).toBe(TRIAL_RESERVATIONS);
  });

  it('leave no more than the rows that can still count', async () => {
    const accountId = newId('acc');
    const [first, second] = await tokensFor(accountId, '646', 2);
    await add(accountId, 'usr_a', first!);
    world.clock.advance(world.supplier.reservationSeconds + 1);
    await add(accountId, 'usr_a', second!);
    const rows = await test.db.query(`SELECT e164 FROM numbering.reservations WHERE account_id = $1`, [accountId]);
    expect(rows).toHaveLength(1);
  });
});
