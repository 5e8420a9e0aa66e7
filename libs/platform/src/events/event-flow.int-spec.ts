import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Clock, SystemClock } from '@trunkline/kernel';
import { createDataSource, Database } from '../database/database';
import { Metrics } from '../observability/metrics';
import { Notifications } from '../database/notifications';
import { platformPersistence } from '../database/platform-persistence';
import { OutboxEventBus } from './outbox';
import { JobQueues } from '../jobs/job-queues';
import { openQueueBackend } from '../jobs/open-queue-backend';
import {
  canStartRedis,
  eventually,
  type OwnRedis,
  RecordingLog,
  startOwnRedis,
  type TestDatabase,
  testDatabase,
} from '../testing/index';
import { DeliveryJobs } from './delivery-jobs';
import { EventFlow } from './event-flow';
import { Subscriptions, type SubscriptionTable } from './subscriptions';

/** The real time, and what a test adds to it. */
class AheadClock implements Clock {
  aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

interface Handled {
  readonly account_id: string;
  readonly subscriber: string;
  readonly publisher: string;
  readonly n: number;
}

interface Flow {
  readonly db: Database;
  readonly flow: EventFlow;
  readonly queues: JobQueues;
  readonly log: RecordingLog;
}

const stores = ['PostgreSQL', ...(canStartRedis() ? ['Redis'] : [])];

describe.each(stores)('events on their way, with queues on %s', (store) => {
  let test: TestDatabase;
  let owner: Database;
  let redis: OwnRedis | null = null;
  let clock: AheadClock;
  const running: (() => Promise<void>)[] = [];
  let flows: EventFlow[] = [];

  const advance = (ms: number): void => {
    clock.aheadMs += ms;
    for (const flow of flows) flow.clockMoved();
  };

  const addressOf = () => ({ DATABASE_URL: test.url, ...(redis ? { REDIS_URL: redis.url } : {}) });

  /** A worker's flow with connections of its own, as in a process of its own. */
  const start = async (table: (db: Database) => SubscriptionTable): Promise<Flow> => {
    const dataSource = await createDataSource({ url: test.url }, [platformPersistence]).initialize();
    const db = new Database(dataSource);
    const log = new RecordingLog();
    const metrics = new Metrics('test');
    const notifications = new Notifications(test.url);
    const queues = new JobQueues(openQueueBackend(addressOf(), notifications, log), metrics, log);
    await queues.prepare();
    const flow = new EventFlow(db, clock, notifications, queues, new Subscriptions(table(db)), metrics, log);
    flow.start();
    flows.push(flow);
    await notifications.start();
    running.push(async () => {
      await flow.stop();
      await queues.close();
      await notifications.stop();
      await dataSource.destroy();
    });
    return { db, flow, queues, log };
  };

  /** A handler's effect: a row, and no constraint that would forbid a second. */
  const record = async (db: Database, subscriber: string, { accountId, data }: { accountId: string; data: object }) => {
    const { number_id: id } = data as { number_id: string };
    const [publisher = '', n = ''] = id.split('/');
    await db.query(`INSERT INTO public.handled (account_id, subscriber, publisher, n) VALUES ($1, $2, $3, $4)`, [
      accountId,
      subscriber,
      publisher,
      Number(n),
    ]);
  };
  const recording = (db: Database): SubscriptionTable => ({
    'number.released': [{ name: 'recorder', inTransaction: true, handle: (event) => record(db, 'recorder', event) }],
  });

  const publish = (
    accountId: string,
    publisher: string,
    n: number,
    type: 'number.released' | 'number.suspended' = 'number.released',
  ) => {
    const events = new OutboxEventBus(test.db, new SystemClock());
    const common = {
      accountId,
      data: { number_id: `${publisher}/${n}`, e164: '+12025550100', reason: 'non_payment' as const },
    };
    return test.db.run(() => events.publish({ type, ...common }));
  };

  const handled = (): Promise<Handled[]> =>
    owner.query<Handled>(`SELECT account_id, subscriber, publisher, n FROM public.handled ORDER BY at`);
  const allDone = async (count: number): Promise<void> => {
    const [row] = await owner.query<{ relayed: number; open: number }>(
      `SELECT (SELECT count(*) FROM platform.outbox WHERE relayed_at IS NOT NULL) AS relayed,
         (SELECT count(*) FROM platform.event_deliveries WHERE done_at IS NULL) AS open`,
    );
    expect(row).toEqual({ relayed: count, open: 0 });
  };
  const deliveries = () =>
    owner.query<{ attempts: number; last_error: string | null; done: boolean; failed: boolean }>(
      `SELECT attempts, last_error, done_at IS NOT NULL AS done, failed_at IS NOT NULL AS failed
       FROM platform.event_deliveries ORDER BY seq, subscriber`,
    );
  const newAccount = (): string => `acc_${randomBytes(4).toString('hex')}`;

  beforeAll(async () => {
    redis = store === 'Redis' ? await startOwnRedis() : null;
    test = await testDatabase([]);
    owner = new Database(await createDataSource({ url: test.url, asOwner: true, poolSize: 3 }, []).initialize());
    await owner.query(`CREATE TABLE public.handled (at bigint GENERATED ALWAYS AS IDENTITY,
      account_id text NOT NULL, subscriber text NOT NULL, publisher text NOT NULL, n int NOT NULL)`);
    await owner.query(`GRANT SELECT, INSERT ON public.handled TO trunkline_app`);
  });

  beforeEach(async () => {
    clock = new AheadClock();
    flows = [];
    await owner.query(`DELETE FROM platform.outbox`);
    await owner.query(`DELETE FROM public.handled`);
  });

  afterEach(async () => {
    for (const stop of running.splice(0)) await stop();
  });

  afterAll(async () => {
    await owner.dataSource.destroy();
    await test.close();
    await redis?.kill();
  });

  it('reach each of their subscribers, soon after the commit', async () => {
    await start((db) => ({
      'number.released': [
        { name: 'first', inTransaction: true, handle: (event) => record(db, 'first', event) },
        { name: 'second', inTransaction: false, handle: (event) => record(db, 'second', event) },
      ],
      '*': [{ name: 'third', inTransaction: true, handle: (event) => record(db, 'third', event) }],
    }));
    const waits: number[] = [];
    for (const n of [1, 2, 3, 4]) {
      const published = performance.now();
      await publish(newAccount(), 'p', n);
      await eventually(() => allDone(n));
      waits.push(performance.now() - published);
    }
    // The fastest of four, so that a busy machine does not fail the test. A relay that only polls takes 500 ms on average.
    expect(Math.min(...waits)).toBeLessThan(400);
    const names = (await handled()).map(({ subscriber }) => subscriber);
    for (const name of ['first', 'second', 'third']) expect(names.filter((each) => each === name)).toHaveLength(4);
  });

  it('deliver the published data', async () => {
    const seen: unknown[] = [];
    await start(() => ({
      'number.released': [
        {
          name: 'looker',
          inTransaction: true,
          handle: (event) => {
            seen.push(event);
            return Promise.resolve();
          },
        },
      ],
    }));
    await publish('acc_seen', 'p', 1);
    await eventually(() => allDone(1));
    expect(seen).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'number.released',
        accountId: 'acc_seen',
        data: { number_id: 'p/1', e164: '+12025550100', reason: 'non_payment' },
        createdAt: expect.any(Date),
      },
    ]);
  });

  it('take effect once when delivered twice', async () => {
    const { queues } = await start(recording);
    const account = newAccount();
    await publish(account, 'p', 1);
    await eventually(() => allDone(1));
    const [row] = await owner.query<{ event_id: string }>(`SELECT event_id FROM platform.event_deliveries`);
    const job = {
      name: 'recorder',
      data: { eventId: row?.event_id ?? '', subscriber: 'recorder', accountId: account },
    };
    await queues.addBulk('events', [job, job, job]);
    await eventually(async () => expect(await queues.counts('events')).toEqual({ waiting: 0, active: 0 }));
    expect(await handled()).toHaveLength(1);
  });

  it('take effect once when delivered twice concurrently', async () => {
    const { queues } = await start((db) => ({
      'number.released': [
        {
          name: 'recorder',
          inTransaction: true,
          handle: async (event) => {
            await new Promise((resolve) => setTimeout(resolve, 200));
            await record(db, 'recorder', event);
          },
        },
      ],
    }));
    const account = newAccount();
    await publish(account, 'p', 1);
    const { event_id: eventId } = await eventually(async () => {
      const [row] = await owner.query<{ event_id: string }>(`SELECT event_id FROM platform.event_deliveries`);
      if (!row) throw new Error('not relayed');
      return row;
    });
    const job = { name: 'recorder', data: { eventId, subscriber: 'recorder', accountId: account } };
    await queues.addBulk('events', [job, job, job]);
    await eventually(() => allDone(1));
    await eventually(async () => expect(await queues.counts('events')).toEqual({ waiting: 0, active: 0 }));
    expect(await handled()).toHaveLength(1);
  });

  it('are retried on schedule after a failed handler, whose changes are rolled back', async () => {
    let tries = 0;
    const { log } = await start((db) => ({
      'number.released': [
        {
          name: 'recorder',
          inTransaction: true,
          handle: async (event) => {
            await record(db, 'recorder', event);
            if (++tries < 6) throw new Error(`not at try ${tries}`);
          },
        },
      ],
    }));
    await publish(newAccount(), 'p', 1);
    for (const expected of [1, 2, 3, 4, 5]) {
      await eventually(() => expect(tries).toBe(expected));
      await eventually(async () =>
        expect(await deliveries()).toEqual([
          { attempts: expected, last_error: `not at try ${expected}`, done: false, failed: false },
        ]),
      );
      // Far enough for the next attempt, which is due 2^(n-1) seconds and a fifth later.
      advance(1200 * 2 ** (expected - 1));
    }
    await eventually(() => allDone(1));
    expect(await handled()).toHaveLength(1);
    expect(await deliveries()).toEqual([{ attempts: 6, last_error: 'not at try 5', done: true, failed: false }]);
    expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(5);
  });

  it('are retried while the job of the failed attempt is still in the queue', async () => {
    const stuck = new JobQueues(
      openQueueBackend(addressOf(), new Notifications(test.url), new RecordingLog()),
      new Metrics('test'),
      new RecordingLog(),
    );
    const release = new AbortController();
    running.push(async () => {
      release.abort();
      await stuck.close();
    });
    let isTaken = false;
    const hang = async (): Promise<void> => {
      isTaken = true;
      await once(release.signal, 'abort');
    };
    stuck.process('events', hang, 1);
    const account = newAccount();
    await publish(account, 'p', 1);
    const [row] = await owner.query<{ id: string }>(
      `WITH relayed AS (UPDATE platform.outbox SET relayed_at = now() RETURNING id, account_id, seq)
       INSERT INTO platform.event_deliveries (event_id, subscriber, account_id, seq, ordered, attempts, due_at)
       SELECT id, 'recorder', account_id, seq, true, 1, now() FROM relayed RETURNING event_id AS id`,
    );
    const first = { eventId: row?.id ?? '', subscriber: 'recorder', accountId: account, attempts: 0 };
    await new DeliveryJobs(stuck, new Subscriptions(recording(test.db)), new RecordingLog()).add([first]);
    await eventually(() => expect(isTaken).toBe(true));
    await start(recording);
    // A lost job is replaced after ten seconds.
    await eventually(() => allDone(1), 7000);
    expect(await handled()).toHaveLength(1);
  });

  it('block only later events of the same account and subscriber while one fails', async () => {
    let mended = false;
    await start((db) => ({
      'number.released': [
        {
          name: 'recorder',
          inTransaction: true,
          handle: async (event) => {
            if (!mended && event.data.number_id === 'p/1') throw new Error('broken');
            await record(db, 'recorder', event);
          },
        },
        { name: 'other', inTransaction: true, handle: (event) => record(db, 'other', event) },
      ],
    }));
    const [account, neighbour] = [newAccount(), newAccount()];
    for (const n of [1, 2, 3]) await publish(account, 'p', n);
    await publish(neighbour, 'q', 1);
    await eventually(async () => expect(await handled()).toHaveLength(5));
    const before = await handled();
    expect(before.filter((each) => each.subscriber === 'recorder')).toEqual([
      { account_id: neighbour, subscriber: 'recorder', publisher: 'q', n: 1 },
    ]);
    mended = true;
    advance(60_000);
    await eventually(() => allDone(4));
    const own = (await handled()).filter((each) => each.subscriber === 'recorder' && each.account_id === account);
    expect(own.map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  it('are abandoned after the last attempt, and later events of the account continue', async () => {
    const { flow, log } = await start((db) => ({
      'number.released': [
        {
          name: 'recorder',
          inTransaction: true,
          handle: async (event) => {
            if (event.data.number_id === 'p/1') throw new Error('for ever');
            await record(db, 'recorder', event);
          },
        },
      ],
    }));
    const account = newAccount();
    await publish(account, 'p', 1);
    await eventually(async () => expect((await deliveries())[0]?.attempts).toBe(1));
    await owner.query(`UPDATE platform.event_deliveries SET attempts = 71`);
    await publish(account, 'p', 2);
    advance(7_200_000);
    await eventually(async () => expect(await handled()).toHaveLength(1));
    await eventually(async () =>
      expect(await deliveries()).toEqual([
        { attempts: 72, last_error: 'for ever', done: false, failed: true },
        { attempts: 1, last_error: null, done: true, failed: false },
      ]),
    );
    expect(await flow.deliveries.counts()).toEqual({ pending: 0, failed: 1 });
    expect(log.lines.at(-1)?.message ?? '').toBe('the handling of an event failed for good');
  });

  it('are retried without limit for a subscriber that requests it', async () => {
    let isAway = true;
    await start((db) => ({
      'number.released': [
        {
          name: 'recorder',
          inTransaction: false,
          retriesWithoutLimit: true,
          handle: async (event) => {
            if (isAway) throw new Error('away');
            await record(db, 'recorder', event);
          },
        },
      ],
    }));
    await publish(newAccount(), 'p', 1);
    await eventually(async () => expect((await deliveries())[0]?.attempts).toBe(1));
    await owner.query(`UPDATE platform.event_deliveries SET attempts = 5000`);
    advance(7_200_000);
    await eventually(async () => expect((await deliveries())[0]).toMatchObject({ attempts: 5001, failed: false }));
    isAway = false;
    advance(7_200_000);
    await eventually(async () => expect(await handled()).toHaveLength(1));
  });

  it('arrive in order per account and subscriber with three relays and concurrent publishers', async () => {
    // Relays take unequal times in the middle of their transactions, so that later ones overtake earlier ones.
    await owner.query(`CREATE OR REPLACE FUNCTION public.dawdle() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(random() * 0.3); RETURN NULL; END $$`);
    await owner.query(`CREATE TRIGGER dawdle AFTER INSERT ON platform.event_deliveries
        FOR EACH STATEMENT EXECUTE FUNCTION public.dawdle()`);
    for (let n = 0; n < 3; n++) await start(recording);
    const accounts = [newAccount(), newAccount()];
    const publishers = ['a', 'b', 'c', 'd'];
    const each = 60;
    await Promise.all(
      publishers.map(async (publisher) => {
        for (let n = 0; n < each; n++) await publish(accounts[n % 2] ?? '', publisher, n);
      }),
    );
    await eventually(() => allDone(publishers.length * each));
    const rows = await handled();
    expect(rows).toHaveLength(publishers.length * each);
    for (const publisher of publishers) {
      for (const account of accounts) {
        const order = rows.filter((row) => row.publisher === publisher && row.account_id === account).map(({ n }) => n);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }
    }
    await owner.query(`DROP TRIGGER dawdle ON platform.event_deliveries`);
  });

  it('are not lost with their jobs', async () => {
    const { queues } = await start(recording);
    await queues.stopTaking();
    // Of different accounts, because the deliveries of a lane may share a job.
    for (const n of [1, 2]) await publish(newAccount(), 'p', n);
    await eventually(async () => expect(await queues.counts('events')).toEqual({ waiting: 2, active: 0 }));
    await (redis ? redis.flush() : owner.query(`DELETE FROM bullmq.job`));
    expect(await queues.counts('events')).toEqual({ waiting: 0, active: 0 });
    // As if ten seconds had passed.
    await owner.query(`UPDATE platform.event_deliveries SET enqueued_at = enqueued_at - interval '11 seconds'`);
    await start(recording);
    await eventually(() => allDone(2));
    expect((await handled()).map(({ n }) => n).sort()).toEqual([1, 2]);
  });

  it('run concurrently without a transaction for external effects, and a failure blocks no other', async () => {
    const transactions: boolean[] = [];
    let failures = 0;
    await start((db) => ({
      'number.released': [
        {
          name: 'sender',
          inTransaction: false,
          handle: async (event) => {
            transactions.push(db.inTransaction);
            if (event.data.number_id === 'p/1' && failures++ < 1) throw new Error('refused');
            await record(db, 'sender', event);
          },
        },
      ],
    }));
    const account = newAccount();
    for (const n of [1, 2, 3]) await publish(account, 'p', n);
    await eventually(async () => expect(await handled()).toHaveLength(2));
    expect((await handled()).map(({ n }) => n).sort()).toEqual([2, 3]);
    advance(5000);
    await eventually(() => allDone(3));
    expect((await handled()).map(({ n }) => n).sort()).toEqual([1, 2, 3]);
    expect(transactions).toEqual([false, false, false, false]);
  });

  it('are handled by one worker at a time for external effects', async () => {
    let running = 0;
    let most = 0;
    const table = (db: Database): SubscriptionTable => ({
      'number.released': [
        {
          name: 'sender',
          inTransaction: false,
          handle: async (event) => {
            most = Math.max(most, ++running);
            await new Promise((resolve) => setTimeout(resolve, 400));
            await record(db, 'sender', event);
            running--;
          },
        },
      ],
    });
    const { queues } = await start(table);
    await start(table);
    const account = newAccount();
    await publish(account, 'p', 1);
    await eventually(() => expect(running).toBe(1));
    const [row] = await owner.query<{ event_id: string }>(`SELECT event_id FROM platform.event_deliveries`);
    const job = { name: 'sender', data: { eventId: row?.event_id ?? '', subscriber: 'sender', accountId: account } };
    await queues.addBulk('events-sender', [job, job, job]);
    await eventually(() => allDone(1));
    await eventually(async () => expect(await queues.counts('events-sender')).toEqual({ waiting: 0, active: 0 }));
    expect([await handled(), most]).toEqual([[expect.objectContaining({ n: 1 })], 1]);
  });

  it('that are being handled are finished by a stopping worker, and the rest by the next worker', async () => {
    let begun = false;
    await start((db) => ({
      'number.released': [
        {
          name: 'recorder',
          inTransaction: true,
          handle: async (event) => {
            begun = true;
            await new Promise((resolve) => setTimeout(resolve, 300));
            await record(db, 'recorder', event);
          },
        },
      ],
    }));
    const account = newAccount();
    await publish(account, 'p', 1);
    await publish(account, 'p', 2);
    await eventually(() => expect(begun).toBe(true));
    for (const stop of running.splice(0)) await stop();
    expect((await handled()).map(({ n }) => n)).toEqual([1]);
    expect((await deliveries()).map(({ done }) => done)[0]).toBe(true);
    await start(recording);
    await eventually(() => allDone(2));
    expect((await handled()).map(({ n }) => n)).toEqual([1, 2]);
  });

  it('wait for a worker that knows their subscriber', async () => {
    await start(() => ({
      'number.released': [{ name: 'newer', inTransaction: true, handle: () => Promise.reject(new Error('once')) }],
    }));
    await publish(newAccount(), 'p', 1);
    await eventually(async () => expect((await deliveries())[0]?.attempts).toBe(1));
    for (const stop of running.splice(0)) await stop();
    advance(60_000);
    await start(recording);
    await publish(newAccount(), 'p', 2);
    await eventually(async () => expect(await handled()).toHaveLength(1));
    expect((await deliveries())[0]).toEqual({ attempts: 1, last_error: 'once', done: false, failed: false });
  });
});
