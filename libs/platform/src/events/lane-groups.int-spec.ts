import { jest } from '@jest/globals';
import type { PublishedEvent } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import type { Database } from '../database/database';
import { Metrics } from '../observability/metrics';
import { eventually, RecordingLog, type TestDatabase } from '../testing/index';
import { RecordedEffects } from '../testing/recorded-effects';
import { DeliveryProcessor } from './delivery-processor';
import { EventDeliveries } from './event-deliveries';
import { type Subscription, Subscriptions } from './subscriptions';

const LANE = 'recorder';

type HandleAll = NonNullable<Subscription['handleAll']>;

describe('lanes that wait at the same time', () => {
  let recorded: RecordedEffects;
  let test: TestDatabase;
  let owner: Database;
  let seq = 0;
  let tests = 0;
  const clock = new TestClock();
  const account = (name: string) => `${name}_${tests}`;

  const processorOf = (handleAll: HandleAll, tx = test.db) => {
    const handle = (event: PublishedEvent) => handleAll([event]);
    const subscription = { name: LANE, inTransaction: true, handle, handleAll, spansAccounts: true };
    const subscriptions = new Subscriptions({ 'number.released': [subscription] });
    const jobs = { addRest: () => Promise.resolve() };
    const deliveries = new EventDeliveries(test.db, clock);
    return new DeliveryProcessor(tx, deliveries, subscriptions, jobs, clock, new Metrics('test'), new RecordingLog());
  };
  const processAll = (names: readonly string[], processor: DeliveryProcessor) =>
    Promise.all(names.map((name) => processor.process({ eventId: '', subscriber: LANE, accountId: account(name) })));

  const record: HandleAll = (events) => recorded.record(events);

  /** Relays the next events of an account, named by their letter and number. */
  const relay = async (name: string, numbers: readonly number[], type = 'number.released'): Promise<void> => {
    for (const n of numbers)
      await owner.query(
        `WITH event AS (
           INSERT INTO platform.outbox (seq, id, account_id, type, data, created_at, relayed_at)
           OVERRIDING SYSTEM VALUE SELECT $1, $2, $3, $4, '{}', $5, $5 RETURNING *)
         INSERT INTO platform.event_deliveries (event_id, subscriber, account_id, seq, ordered, due_at)
         SELECT id, '${LANE}', account_id, seq, true, $5 FROM event`,
        [++seq, `${account(name)}/${n}`, account(name), type, clock.now()],
      );
  };
  const effects = async (name: string): Promise<number[]> =>
    (await recorded.eventIds(account(name))).map((id) => Number(id.split('/')[1]));
  const transactions = (names: readonly string[]) => recorded.transactions(names.map(account));
  const deliveriesOf = (name: string) =>
    owner.query<{ attempts: number; done: boolean }>(
      `SELECT attempts, done_at IS NOT NULL AS done FROM platform.event_deliveries WHERE account_id = $1 ORDER BY seq`,
      [account(name)],
    );

  beforeAll(async () => {
    recorded = await RecordedEffects.create();
    ({ test, owner } = recorded);
  });
  beforeEach(() => {
    tests++;
    // A lane is handed back after half a second.
    jest.spyOn(performance, 'now').mockReturnValue(0);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => recorded.close());

  it('share a transaction, each in its order', async () => {
    await relay('a', [1]);
    await relay('b', [1]);
    await relay('a', [2, 3]);
    await processAll(['a', 'b', 'a', 'empty'], processorOf(record));
    expect([await effects('a'), await effects('b')]).toEqual([[1, 2, 3], [1]]);
    expect(await transactions(['a', 'b'])).toBe(1);
    expect(await deliveriesOf('b')).toEqual([{ attempts: 1, done: true }]);
  });

  it('are handled alone when an event of one of them fails', async () => {
    for (const name of ['a', 'b', 'c']) await relay(name, [1, 2]);
    const failing: HandleAll = (events) =>
      events.some(({ id }) => id === `${account('b')}/2`) ? Promise.reject(new Error('b')) : record(events);
    await processAll(['a', 'b', 'c'], processorOf(failing));
    expect([await effects('a'), await effects('b'), await effects('c')]).toEqual([[1, 2], [1], [1, 2]]);
    const done = { attempts: 1, done: true };
    expect(await deliveriesOf('a')).toEqual([done, done]);
    expect(await deliveriesOf('b')).toEqual([done, { attempts: 1, done: false }]);
  });

  it('are not joined by one whose first event failed before', async () => {
    for (const name of ['a', 'b', 'c']) await relay(name, [1]);
    await owner.query(`UPDATE platform.event_deliveries SET attempts = 1 WHERE account_id = $1`, [account('b')]);
    await processAll(['a', 'b', 'c'], processorOf(record));
    expect(await effects('b')).toEqual([1]);
    expect(await transactions(['a', 'c'])).toBe(1);
    expect(await transactions(['a', 'b', 'c'])).toBe(2);
  });

  it('do not mark an event without a handler as done', async () => {
    await relay('a', [1]);
    for (const name of ['b', 'c']) await relay(name, [1], 'order.failed');
    await processAll(['a', 'b'], processorOf(record));
    await processAll(['c'], processorOf(record));
    expect(await effects('a')).toEqual([1]);
    for (const name of ['b', 'c']) expect(await deliveriesOf(name)).toEqual([{ attempts: 1, done: false }]);
  });

  it('do not wait for a lock that an event of one of them needs', async () => {
    for (const name of ['a', 'b', 'c']) await relay(name, [1]);
    const locking: HandleAll = async (events) => {
      for (const { accountId } of events)
        await test.db.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [accountId]);
      await record(events);
    };
    const client = await owner.pool.connect();
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [account('b')]);
    const processed = processAll(['a', 'b', 'c'], processorOf(locking));
    try {
      await eventually(async () => {
        expect([await effects('a'), await effects('c')]).toEqual([[1], [1]]);
      });
      expect(await effects('b')).toEqual([]);
    } finally {
      await client.query('COMMIT');
      client.release();
    }
    await processed;
    expect(await effects('b')).toEqual([1]);
  });

  it('stop each before an event that another worker holds', async () => {
    await relay('a', [1, 2]);
    await relay('b', [1, 2]);
    const client = await owner.pool.connect();
    await client.query('BEGIN');
    await client.query(`SELECT FROM platform.event_deliveries WHERE event_id = $1 FOR UPDATE`, [`${account('b')}/1`]);
    await processAll(['a', 'b'], processorOf(record));
    await client.query('COMMIT');
    client.release();
    expect([await effects('a'), await effects('b')]).toEqual([[1, 2], []]);
    await processAll(['a', 'b'], processorOf(record));
    expect(await effects('b')).toEqual([1, 2]);
  });

  it.each(['group', 'lane alone'])(
    'go on when the worker that held the first event found the second one locked by the transaction of the %s',
    async (of) => {
      await relay('a', [1, 2]);
      const holder = await owner.pool.connect();
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM platform.event_deliveries WHERE event_id = $1 FOR UPDATE`, [`${account('a')}/1`]);
      let left = of === 'group' ? 1 : 2;
      const tx = Object.create(test.db) as Database;
      // The holder ends right after that transaction, and does not look again.
      tx.run = async (work) => {
        const result = await test.db.run(work);
        if (--left === 0) await holder.query('COMMIT');
        return result;
      };
      await processAll(['a'], processorOf(record, tx));
      holder.release(true);
      expect(await effects('a')).toEqual([1, 2]);
    },
  );

  it('have every event handled once, in order, when workers race', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const numbers = Array.from({ length: 120 }, (_, n) => n + 1);
    for (const name of names) await relay(name, numbers);
    const workers = [1, 2, 3].map(() => processorOf(record));
    await Promise.all(workers.map((worker) => processAll([...names, ...names], worker)));
    for (const name of names) expect(await effects(name)).toEqual(numbers);
  });

  it('are found by their keys, however many deliveries are open', async () => {
    const locks: string[] = [];
    const query = test.db.query.bind(test.db);
    test.db.query = (text, ...rest) => {
      if (text.includes('SKIP LOCKED')) locks.push(text);
      return query(text, ...rest);
    };
    const deliveries = new EventDeliveries(test.db, clock);
    await test.db.run(() => deliveries.lockLane({ eventId: '', subscriber: LANE, accountId: account('a') }, 1));
    await test.db.run(() => deliveries.lockLanes(LANE, [account('a')], 1));
    test.db.query = query;
    expect(locks).toHaveLength(2);
    const client = await owner.pool.connect();
    await client.query(`SET plan_cache_mode = force_generic_plan`);
    for (const [n, lock] of locks.entries()) {
      await client.query(`PREPARE lock_${n} AS ${lock}`);
      const accounts = n === 0 ? `'acc_1'` : `ARRAY['acc_1']`;
      const plan = await client.query(`EXPLAIN EXECUTE lock_${n} ('${LANE}', ${accounts}, now(), 1)`);
      expect(JSON.stringify(plan.rows)).toContain('event_deliveries_pkey');
    }
    await client.query('DEALLOCATE ALL; RESET plan_cache_mode');
    client.release();
  });
});
