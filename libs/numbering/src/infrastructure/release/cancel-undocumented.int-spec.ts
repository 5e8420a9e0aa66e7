import { newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { aBundle, ADA, databaseWorld, type DatabaseWorld } from '../../testing';

const DAY = 86_400;
const MANY = 12;
const SELECTION = { country: 'GB', numberType: 'mobile', areaCode: null } as const;

/** The document time-out beside everything else that may happen to the same order, with real locks. */
describe('the document time-out, on PostgreSQL', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;
  let accountId: string;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(() => {
    world = databaseWorld(test.db);
    accountId = newId('acc');
    world.funds.balances.set(accountId, 100_000);
  });

  const buy = () =>
    world.orderNumber.execute({
      accountId,
      actor: ADA,
      operationId: newId('op'),
      selection: SELECTION,
      maxMonthlyPriceCents: null,
      route: { trunkId: null, routingProfileId: null },
      complianceBundleId: null,
      customerReference: null,
    });
  const statuses = async (table: string): Promise<string[]> => {
    const text = `SELECT status FROM numbering.${table} WHERE account_id = $1 ORDER BY id`;
    return (await test.db.query<{ status: string }>(text, [accountId])).map(({ status }) => status);
  };
  const refunds = () => world.funds.entries.filter((entry) => entry.accountId === accountId && entry.kind === 'refund');
  const numbers = async () => {
    const page = { limit: MANY, sort: 'assigned_at', order: 'asc', after: null } as const;
    return (await world.queries.list(accountId, {}, page)).items;
  };

  it('cancels each once, however many workers are at it', async () => {
    for (let index = 0; index < MANY; index++) await buy();
    world.clock.advance(30 * DAY);
    const counts = await Promise.all([1, 2, 3, 4].map(() => world.cancelUndocumented.execute()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(MANY);
    expect(new Set(await statuses('number_orders'))).toEqual(new Set(['cancelled']));
    expect(refunds()).toHaveLength(MANY);
    expect(await world.published(accountId)).toEqual(Array(MANY).fill('number.released'));
  });

  it('is what happens, or the customer cancels, and never both', async () => {
    const placed = await Promise.all(Array.from({ length: MANY }, buy));
    world.clock.advance(30 * DAY);
    const [, ...cancelled] = await Promise.allSettled([
      world.cancelUndocumented.execute(),
      ...placed.map(({ id }) => world.cancelOrder.execute(accountId, id, ADA)),
    ]);
    const codes = cancelled.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
    );
    expect(new Set([...codes, 'invalid_state'])).toEqual(new Set(['invalid_state']));
    await world.cancelUndocumented.execute();
    expect(new Set(await statuses('number_orders'))).toEqual(new Set(['cancelled']));
    expect(refunds()).toHaveLength(MANY);
    expect(await world.published(accountId)).toHaveLength(MANY);
  });

  it('is what happens, or the approved documents are attached, and never both', async () => {
    for (let index = 0; index < MANY; index++) await buy();
    const waiting = await numbers();
    world.bundles.bundles.set('cb_1', aBundle({ country: 'GB' }));
    world.clock.advance(30 * DAY);
    const [, ...attached] = await Promise.allSettled([
      world.cancelUndocumented.execute(),
      ...waiting.map(({ e164 }) => world.numbers.attachBundle({ accountId, e164, actor: ADA }, 'cb_1')),
    ]);
    await world.cancelUndocumented.execute();
    const active = attached.filter(({ status }) => status === 'fulfilled').length;
    const found = await statuses('number_orders');
    expect(found.filter((status) => status === 'provisioned')).toHaveLength(active);
    expect(found.filter((status) => status === 'cancelled')).toHaveLength(MANY - active);
    expect((await statuses('phone_numbers')).filter((status) => status === 'active')).toHaveLength(active);
    expect(refunds()).toHaveLength(MANY - active);
  });

  it('skips a number that another transaction has locked, and cancels it in the next run', async () => {
    await buy();
    world.clock.advance(30 * DAY);
    const holder = await test.db.pool.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM numbering.phone_numbers WHERE account_id = $1 FOR UPDATE`, [accountId]);
    await expect(world.cancelUndocumented.execute()).resolves.toBe(0);
    await holder.query('ROLLBACK');
    holder.release();
    await expect(world.cancelUndocumented.execute()).resolves.toBe(1);
  });

  it('finds the due ones by their index', async () => {
    const plan = await test.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM numbering.number_orders WHERE status = 'pending_documents' AND created_at <= now()`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('number_orders_documents');
  });
});
