import { jest } from '@jest/globals';
import type { PublishedEvent } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { createDataSource, Database } from '../database/database';
import { Metrics } from '../observability/metrics';
import { RecordingLog, type TestDatabase } from '../testing/index';
import { RecordedEffects } from '../testing/recorded-effects';
import type { DeliveryRef } from './delivery-jobs';
import { DeliveryProcessor } from './delivery-processor';
import { EventDeliveries } from './event-deliveries';
import { type Subscription, Subscriptions } from './subscriptions';

type Handler = Pick<Subscription, 'handle' | 'handleAll'>;

const BATCH = 200;
const LANE = 'recorder';

describe('DeliveryProcessor', () => {
  let recorded: RecordedEffects;
  let test: TestDatabase;
  let owner: Database;
  let accountId: string;
  let accounts = 0;
  const clock = new TestClock();
  const queued: DeliveryRef[] = [];
  const lane = (): DeliveryRef => ({ eventId: '', subscriber: LANE, accountId });

  const processorOf = ({ handle, handleAll }: Handler, db = test.db) => {
    const subscription: Subscription = { name: LANE, inTransaction: true, handle, ...(handleAll && { handleAll }) };
    const subscriptions = new Subscriptions({
      'number.released': [subscription],
      'order.failed': [{ ...subscription }],
    });
    const jobs = {
      addRest: (rest: DeliveryRef) => {
        queued.push(rest);
        return Promise.resolve();
      },
    };
    const deliveries = new EventDeliveries(db, clock);
    return new DeliveryProcessor(db, deliveries, subscriptions, jobs, clock, new Metrics('test'), new RecordingLog());
  };

  const record = (events: readonly PublishedEvent[], db = test.db): Promise<void> => recorded.record(events, db);
  const recording = (db = test.db): Handler => ({
    handle: (event) => record([event], db),
    handleAll: (events) => record(events, db),
  });

  /** Relays events `first` to `last` of the account. Their ids end in their number. */
  const relay = async (first: number, last: number, type = 'number.released'): Promise<void> => {
    await owner.query(
      `WITH event AS (
         INSERT INTO platform.outbox (seq, id, account_id, type, data, created_at, relayed_at)
         OVERRIDING SYSTEM VALUE
         SELECT $5::bigint * 10000 + n, $1 || '/' || n, $1, $2, '{}', $6, $6 FROM generate_series($3::int, $4::int) AS n
         RETURNING *)
       INSERT INTO platform.event_deliveries (event_id, subscriber, account_id, seq, ordered, due_at)
       SELECT id, '${LANE}', account_id, seq, true, $6 FROM event`,
      [accountId, type, first, last, accounts, clock.now()],
    );
  };
  const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const numberOf = (id: string) => Number(id.split('/')[1]);
  const effects = async (): Promise<number[]> => (await recorded.eventIds(accountId)).map(numberOf);
  const transactions = (): Promise<number> => recorded.transactions([accountId]);
  const open = () =>
    owner.query<{ n: string; attempts: number; last_error: string | null }>(
      `SELECT split_part(event_id, '/', 2)::int AS n, attempts, last_error FROM platform.event_deliveries
       WHERE account_id = $1 AND done_at IS NULL ORDER BY seq`,
      [accountId],
    );

  beforeAll(async () => {
    recorded = await RecordedEffects.create();
    ({ test, owner } = recorded);
  });
  beforeEach(() => {
    accountId = `acc_${++accounts}`;
    queued.splice(0);
  });
  afterAll(() => recorded.close());

  it('handles a lane in order, in one transaction per batch', async () => {
    await relay(1, BATCH + 50);
    const timer = jest.spyOn(performance, 'now').mockReturnValue(0);
    await processorOf({ handle: (event) => record([event]) }).process(lane());
    timer.mockRestore();
    expect(await effects()).toEqual(numbers(1, BATCH + 50));
    expect(await transactions()).toBe(2);
    expect(await open()).toEqual([]);
  });

  it('passes consecutive events of one handler together', async () => {
    await relay(1, 5);
    await relay(6, 7, 'order.failed');
    await relay(8, 8);
    const calls: number[][] = [];
    const handleAll = (events: readonly PublishedEvent[]): Promise<void> => {
      calls.push(events.map(({ id }) => numberOf(id)));
      return record(events);
    };
    const timer = jest.spyOn(performance, 'now').mockReturnValue(0);
    await processorOf({ handle: () => Promise.reject(new Error('one by one')), handleAll }).process(lane());
    timer.mockRestore();
    expect(calls).toEqual([[1, 2, 3, 4, 5], [6, 7], [8]]);
    expect(await effects()).toEqual(numbers(1, 8));
    expect(await transactions()).toBe(1);
  });

  it.each(['one by one', 'together'])(
    'holds back only a failing event and those behind it, handled %s',
    async (how) => {
      await relay(1, 10);
      const fail = (events: readonly PublishedEvent[]): Promise<void> =>
        events.some(({ id }) => numberOf(id) === 6) ? Promise.reject(new Error('six')) : record(events);
      const processor = processorOf({
        handle: (event) => fail([event]),
        ...(how === 'together' && { handleAll: fail }),
      });
      await processor.process(lane());
      expect(await effects()).toEqual(numbers(1, 5));
      expect(await open()).toEqual([
        { n: 6, attempts: 1, last_error: 'six' },
        ...numbers(7, 10).map((n) => ({ n, attempts: 0, last_error: null })),
      ]);
      await owner.query(`UPDATE platform.event_deliveries SET attempts = 71 WHERE event_id = $1`, [`${accountId}/6`]);
      clock.advance(7200);
      await processor.process(lane());
      expect(await effects()).toEqual([...numbers(1, 5), ...numbers(7, 10)]);
    },
  );

  it('repeats a failed batch one by one, without an attempt of the events that succeed then', async () => {
    await relay(1, 4);
    const handleAll = (events: readonly PublishedEvent[]): Promise<void> =>
      events.length > 1 ? Promise.reject(new Error('too many')) : record(events);
    await processorOf({ ...recording(), handleAll }).process(lane());
    expect(await effects()).toEqual(numbers(1, 4));
    const rows = await owner.query(`SELECT DISTINCT attempts FROM platform.event_deliveries WHERE account_id = $1`, [
      accountId,
    ]);
    expect(rows).toEqual([{ attempts: 1 }]);
  });

  it('handles every event once when workers race on a lane', async () => {
    await relay(1, 3 * BATCH);
    const processors = numbers(1, 4).map(() => processorOf(recording()));
    await Promise.all(processors.map((processor) => processor.process(lane())));
    await processorOf(recording()).process(lane());
    expect(await effects()).toEqual(numbers(1, 3 * BATCH));
  });

  it('stops before an event that another worker holds, also when an earlier one was committed late', async () => {
    await relay(2, 6);
    let held = false;
    let meanwhile: number[] = [];
    const holder = processorOf({
      ...recording(),
      handleAll: async (events) => {
        if (!held) {
          held = true;
          await relay(1, 1);
          await relay(7, 8);
          await processorOf(recording(owner), owner).process(lane());
          meanwhile = await effects();
        }
        await record(events);
      },
    });
    await holder.process(lane());
    expect(meanwhile).toEqual([1]);
    expect(await effects()).toEqual(numbers(1, 8));
  });

  it('ends a batch of slow handlers early and hands a long lane back', async () => {
    await relay(1, 30);
    let now = 0;
    const timer = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const handle = (event: PublishedEvent): Promise<void> => {
      now += 30;
      return record([event]);
    };
    await processorOf({ handle }).process(lane());
    timer.mockRestore();
    expect(await effects()).toEqual(numbers(1, 18));
    expect(await transactions()).toBe(9);
    expect(queued).toEqual([{ eventId: `${accountId}/19`, subscriber: LANE, accountId }]);
  });

  it('counts the attempt of an event that fails after the time of a turn', async () => {
    await relay(1, 3);
    let now = 0;
    const timer = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const handle = (event: PublishedEvent): Promise<void> => {
      if (numberOf(event.id) !== 2) return record([event]);
      now += 600;
      return Promise.reject(new Error('too slow'));
    };
    const processor = processorOf({ handle });
    await processor.process(lane());
    for (let turn = 0; turn < 5 && queued[turn]; turn++) await processor.process(queued[turn] as DeliveryRef);
    timer.mockRestore();
    expect(await effects()).toEqual([1]);
    expect(await open()).toEqual([
      { n: 2, attempts: 1, last_error: 'too slow' },
      { n: 3, attempts: 0, last_error: null },
    ]);
  });

  it('has handled every event once after a lost connection at any statement', async () => {
    await relay(1, 6);
    const dataSource = await createDataSource({ url: test.url, poolSize: 2 }, []).initialize();
    const db = new Database(dataSource);
    const query = db.query.bind(db);
    let [statements, lostAt] = [0, 1];
    db.query = async (...args) => {
      if (db.inTransaction && ++statements === lostAt) await query(`SELECT pg_terminate_backend(pg_backend_pid())`);
      return query(...args);
    };
    while ((await open()).length > 0) {
      statements = 0;
      clock.advance(7200);
      await processorOf(recording(db), db)
        .process(lane())
        .catch(() => undefined);
      // The last statement is reached when no connection was lost.
      if (statements < lostAt++) break;
      await relay(6 * lostAt, 6 * lostAt + 5);
    }
    await processorOf(recording()).process(lane());
    await dataSource.destroy();
    expect(lostAt).toBeGreaterThan(4);
    const seen = await effects();
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(seen.length);
    expect(await open()).toEqual([]);
  });
});
