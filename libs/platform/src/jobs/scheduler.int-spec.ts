import pg from 'pg';
import { Notifications } from '../database/notifications';
import { Metrics } from '../observability/metrics';
import type { JobTimes } from './job';
import { JobQueues } from './job-queues';
import { openQueueBackend } from './open-queue-backend';
import {
  canStartRedis,
  eventually,
  freshDatabaseUrl,
  type OwnRedis,
  RecordingLog,
  startOwnRedis,
} from '../testing/index';
import { type Schedule, Scheduler } from './scheduler';

const stores = ['PostgreSQL', ...(canStartRedis() ? ['Redis'] : [])];
const TIMES: JobTimes = { lockMs: 2000, lockCheckMs: 500, backoffMs: 150, leftMs: 100 };
const KEEP_MS = 100;
const NEVER = '0 0 1 1 *';

describe.each(stores)('schedules, with queues on %s', (store) => {
  let address: { DATABASE_URL: string; REDIS_URL?: string };
  let redis: OwnRedis | null = null;
  const running: (() => Promise<void>)[] = [];

  const start = async (schedules: readonly Schedule[]): Promise<{ scheduler: Scheduler; queues: JobQueues }> => {
    const log = new RecordingLog();
    const notifications = new Notifications(address.DATABASE_URL);
    const queues = new JobQueues(openQueueBackend(address, notifications, log), new Metrics('test'), log, TIMES);
    await queues.prepare();
    await notifications.start();
    const scheduler = new Scheduler(queues, schedules, log, KEEP_MS);
    scheduler.start();
    running.push(async () => {
      await scheduler.stop();
      await queues.close();
      await notifications.stop();
    });
    return { scheduler, queues };
  };
  const counting = (names: readonly string[], runs: string[]): Schedule[] =>
    names.map((name) => ({ name, cron: NEVER, run: () => Promise.resolve(runs.push(name)) }));

  beforeEach(async () => {
    redis = store === 'Redis' ? await startOwnRedis() : null;
    address = { DATABASE_URL: await freshDatabaseUrl(), ...(redis ? { REDIS_URL: redis.url } : {}) };
  });
  afterEach(async () => {
    for (const stop of running.splice(0)) await stop();
    await redis?.kill();
  });

  it('run once when the store first receives them, and not again for a second worker', async () => {
    const runs: string[] = [];
    await start(counting(['prune', 'bill'], runs));
    await eventually(() => expect([...runs].sort()).toEqual(['bill', 'prune']));
    const { queues } = await start(counting(['prune', 'bill'], runs));
    await eventually(async () => expect(await queues.counts('schedules')).toEqual({ waiting: 2, active: 0 }));
    expect(runs).toHaveLength(2);
  });

  it('run no deletion when the store first receives them, but what they do at the start', async () => {
    const runs: string[] = [];
    const [prune, bill] = counting(['prune', 'bill'], runs);
    const atStart = () => Promise.resolve(runs.push('start'));
    const { queues } = await start([{ ...prune!, deletes: true, atStart }, bill!]);
    await eventually(() => expect([...runs].sort()).toEqual(['bill', 'start']));
    await eventually(async () => expect(await queues.counts('schedules')).toEqual({ waiting: 2, active: 0 }));
    expect(runs).toHaveLength(2);
  });

  it('are left to the others by a worker of an older version, which does not know them', async () => {
    const runs: string[] = [];
    await start(counting(['prune'], runs));
    // Two workers that create a schedule at once may both run it.
    await eventually(() => expect(runs).toEqual(['prune']));
    const { scheduler } = await start(counting(['prune', 'bill'], runs));
    await eventually(() => expect([...runs].sort()).toEqual(['bill', 'prune']));
    for (const occasion of ['clock-1', 'clock-2', 'clock-3']) {
      scheduler.runAll(occasion);
      await eventually(() =>
        expect(runs.filter((name) => name === 'bill')).toHaveLength(Number(occasion.slice(6)) + 1),
      );
    }
  });

  it('run once each when several workers claim the same time', async () => {
    const runs: string[] = [];
    const first = await start(counting(['prune', 'bill'], runs));
    await eventually(() => expect(runs).toHaveLength(2));
    const second = await start(counting(['prune', 'bill'], runs));
    first.scheduler.runAll('clock-3600');
    second.scheduler.runAll('clock-3600');
    await eventually(() => expect([...runs].sort()).toEqual(['bill', 'bill', 'prune', 'prune']));
    await eventually(async () => expect((await first.queues.counts('schedules')).active).toBe(0));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(runs).toHaveLength(4);
    first.scheduler.runAll('clock-7200');
    await eventually(() => expect(runs).toHaveLength(6));
  });

  it('run each part once when divided into parts, one at a time per worker', async () => {
    const [parts, runs, atWork] = [8, [] as string[], [0, 0, 0]];
    const sharing = (worker: number): Schedule[] => [
      {
        name: 'bill',
        cron: NEVER,
        parts,
        run: async (part) => {
          atWork[worker] = (atWork[worker] ?? 0) + 1;
          runs.push(`${worker} ${part} ${atWork[worker]}`);
          // Waits until all three have a part.
          await eventually(() => expect(new Set(runs.map((each) => each[0])).size).toBe(3));
          atWork[worker] = (atWork[worker] ?? 0) - 1;
        },
      },
    ];
    // One worker creates the schedule. Of several at once, a slow one may add its first run again.
    const first = await start(sharing(0));
    await eventually(() => expect(runs).toHaveLength(1));
    await Promise.all([1, 2].map((worker) => start(sharing(worker))));
    await eventually(() => expect(runs).toHaveLength(parts));
    const done = async () => expect(await first.queues.counts('schedule-parts')).toEqual({ waiting: 0, active: 0 });
    await eventually(done);
    expect(runs.map((each) => each.split(' ')[1]).sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    expect(new Set(runs.map((each) => each.split(' ')[2]))).toEqual(new Set(['1']));
    first.scheduler.runAll('clock-3600');
    await eventually(() => expect(runs).toHaveLength(2 * parts));
    await eventually(done);
    expect(runs).toHaveLength(2 * parts);
  });

  it('retry only the failed part when divided into parts', async () => {
    const runs: number[] = [];
    const run = (part: number) =>
      runs.push(part) && part === 1 && runs.filter((each) => each === 1).length < 2
        ? Promise.reject(new Error('not yet'))
        : Promise.resolve();
    await start([{ name: 'bill', cron: NEVER, parts: 3, run }]);
    await eventually(() => expect([...runs].sort()).toEqual([0, 1, 1, 2]));
  });

  it('are retried after a failure', async () => {
    let tries = 0;
    await start([
      {
        name: 'prune',
        cron: NEVER,
        run: () => (++tries < 2 ? Promise.reject(new Error('not yet')) : Promise.resolve()),
      },
    ]);
    await eventually(() => expect(tries).toBe(2));
  });

  it('are restored in a wiped store, and missed runs are made up for', async () => {
    const runs: string[] = [];
    const { queues } = await start(counting(['prune'], runs));
    await eventually(() => expect(runs).toHaveLength(1));
    await eventually(async () => expect(await queues.counts('schedules')).toEqual({ waiting: 1, active: 0 }));
    if (redis) await redis.flush();
    else await wipe(address.DATABASE_URL);
    await eventually(() => expect(runs).toHaveLength(2));
    await eventually(async () => expect(await queues.counts('schedules')).toEqual({ waiting: 1, active: 0 }));
  });
});

async function wipe(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`TRUNCATE bullmq.scheduler, bullmq.job CASCADE`);
  await client.end();
}

describe('the table of schedules', () => {
  const log = new RecordingLog();
  const run = (): Promise<void> => Promise.resolve();
  const check = (...schedules: Schedule[]) => {
    const url = 'postgres://unknown@127.0.0.1:1/none';
    const backend = openQueueBackend({ DATABASE_URL: url }, new Notifications(url), log);
    return new Scheduler(new JobQueues(backend, new Metrics('test'), log), schedules, log);
  };

  it('rejects a duplicate name, an invalid name and an invalid cron expression', () => {
    const good = { name: 'prune', cron: NEVER, run };
    expect(() => check(good)).not.toThrow();
    expect(() => check(good, good)).toThrow('same name');
    expect(() => check({ ...good, name: 'Prune It' })).toThrow('invalid name');
    expect(() => check({ ...good, cron: 'daily' })).toThrow('invalid name or cron expression');
  });
});
