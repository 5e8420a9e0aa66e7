import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Notifications } from '../database/notifications';
import { Metrics } from '../observability/metrics';
import { eventually, freshDatabaseUrl, RecordingLog, testRedisUrl } from '../testing/index';
import { PostgresQueueBackend } from './postgres-queue-backend';
import type { QueueBackend } from './queue-backend';
import { RedisQueueBackend } from './redis-queue-backend';
import { type Job, type JobTimes, LEFT } from './job';
import { JobQueues } from './job-queues';

interface Store {
  readonly name: string;
  readonly open: () => Promise<() => QueueBackend>;
}

const TIMES: JobTimes = { lockMs: 2000, lockCheckMs: 500, backoffMs: 150, leftMs: 100 };
const SHORT_LOCKS: JobTimes = { ...TIMES, lockMs: 500, lockCheckMs: 125 };
/** A busy machine that pauses a process for seconds must not cost it its lock. */
const LONG_LOCKS: JobTimes = { ...TIMES, lockMs: 4000, lockCheckMs: 250 };
const ignore = (): void => undefined;
const redisUrl = testRedisUrl();

const ends: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const end of ends) await end();
});

const stores: Store[] = [
  {
    name: 'PostgreSQL',
    open: async () => {
      const url = await freshDatabaseUrl();
      const notifications = new Notifications(url);
      await notifications.start();
      ends.push(() => notifications.stop());
      return () => new PostgresQueueBackend(url, notifications, ignore);
    },
  },
  ...(redisUrl ? [{ name: 'Redis', open: async () => () => new RedisQueueBackend(redisUrl, ignore) }] : []),
];

describe.each(stores)('JobQueues on $name', ({ open }) => {
  let makeBackend: () => QueueBackend;
  const opened: JobQueues[] = [];

  const newQueue = (): string => `q-${randomBytes(6).toString('hex')}`;
  const newProcess = async (times = TIMES): Promise<JobQueues> => {
    const queues = new JobQueues(makeBackend(), new Metrics('test'), new RecordingLog(), times);
    await queues.prepare();
    opened.push(queues);
    return queues;
  };
  const collect = (queues: JobQueues, queue: string): Job[] => {
    const seen: Job[] = [];
    queues.process(
      queue,
      (job) => {
        seen.push(job);
        return Promise.resolve();
      },
      5,
    );
    return seen;
  };

  beforeAll(async () => {
    makeBackend = await open();
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((queues) => queues.close()));
  });

  it('hands a job to another process', async () => {
    const [adding, taking] = [await newProcess(), await newProcess()];
    const queue = newQueue();
    const seen = collect(taking, queue);
    await adding.add(queue, { name: 'greet', data: { to: 'world' } });
    await eventually(() => expect(seen).toHaveLength(1));
    expect(seen[0]).toMatchObject({ name: 'greet', data: { to: 'world' } });
  });

  it('keeps a job until a worker takes it', async () => {
    const queue = newQueue();
    const adding = await newProcess();
    await adding.add(queue, { name: 'greet', data: {} });
    expect(await adding.counts(queue)).toEqual({ waiting: 1, active: 0 });
    const seen = collect(await newProcess(), queue);
    await eventually(() => expect(seen).toHaveLength(1));
    await eventually(async () => expect(await adding.counts(queue)).toEqual({ waiting: 0, active: 0 }));
  });

  it('delivers each job of a batch to one process', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    const [first, second] = [collect(await newProcess(), queue), collect(await newProcess(), queue)];
    await queues.addBulk(
      queue,
      Array.from({ length: 300 }, (_, index) => ({ name: 'count', data: { index: String(index) } })),
    );
    await eventually(() => expect(first.length + second.length).toBeGreaterThanOrEqual(300));
    const indexes = [...first, ...second].map((job) => job.data['index']);
    expect(new Set(indexes).size).toBe(300);
    expect(indexes).toHaveLength(300);
  });

  it('executes the jobs that it was offered', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    const seen = collect(queues, queue);
    await queues.offer(queue, [
      { id: 'evt_1.mail', name: 'greet', data: { to: 'one' } },
      { name: 'greet', data: { to: 'two' } },
    ]);
    await eventually(() => expect(seen.map(({ data }) => data['to']).sort()).toEqual(['one', 'two']));
    await eventually(async () => expect(await queues.counts(queue)).toEqual({ waiting: 0, active: 0 }));
  });

  it('keeps offered jobs for other processes where it takes none', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    await queues.offer(queue, [{ name: 'greet', data: {} }]);
    expect(await queues.counts(queue)).toEqual({ waiting: 1, active: 0 });
  });

  it('leaves offered jobs that have not begun to other processes when it stops', async () => {
    const queue = newQueue();
    const [stopping, other] = [await newProcess(), await newProcess()];
    const begun: Job[] = [];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const hang = (job: Job): Promise<void> => {
      begun.push(job);
      return finished;
    };
    stopping.process(queue, hang, 1);
    await stopping.offer(
      queue,
      [1, 2, 3].map((n) => ({ name: 'greet', data: { n: String(n) } })),
    );
    await eventually(() => expect(begun).toHaveLength(1));
    const stopped = stopping.stopTaking();
    const seen = collect(other, queue);
    finish();
    await stopped;
    // The stopping process was asking the store for a job, and may have been given one of them.
    await eventually(() => expect([...begun, ...seen]).toHaveLength(3));
    expect([...begun, ...seen].map(({ data }) => data['n']).sort()).toEqual(['1', '2', '3']);
    expect(seen).not.toEqual([]);
  });

  it('adds a job once while one with the same id is waiting', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    const job = { id: 'evt_1.mail', name: 'deliver', data: {} };
    await queues.add(queue, job);
    await queues.addBulk(queue, [job, job]);
    const seen = collect(queues, queue);
    await eventually(() => expect(seen).toHaveLength(1));
    await eventually(async () => expect(await queues.counts(queue)).toEqual({ waiting: 0, active: 0 }));
    expect(seen).toHaveLength(1);
  });

  it('accepts an id again after its job has completed or failed', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    let runs = 0;
    const seen = (): number => runs;
    queues.process(
      queue,
      () => {
        runs++;
        return runs === 1 ? Promise.reject(new Error('the first fails')) : Promise.resolve();
      },
      1,
    );
    for (const expected of [1, 2, 3]) {
      await queues.add(queue, { id: 'again', name: 'deliver', data: {} });
      await eventually(() => expect(seen()).toBe(expected));
      await eventually(async () => expect(await queues.counts(queue)).toEqual({ waiting: 0, active: 0 }));
    }
  });

  it('remembers the id of a completed job for the given time', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    const seen = collect(queues, queue);
    const job = { id: 'clock-3600.prune', name: 'prune', data: {}, rememberSeconds: 600 };
    await queues.add(queue, job);
    await eventually(() => expect(seen).toHaveLength(1));
    await eventually(async () => expect(await queues.counts(queue)).toEqual({ waiting: 0, active: 0 }));
    await queues.add(queue, job);
    await queues.add(queue, { name: 'after', data: {} });
    await eventually(() => expect(seen.map((each) => each.name)).toContain('after'));
    expect(seen.map((each) => each.name)).toEqual(['prune', 'after']);
  });

  it('retries a job with growing pauses, up to the given attempts', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    const tries: number[] = [];
    queues.process(
      queue,
      () => {
        tries.push(Date.now());
        return tries.length < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve();
      },
      1,
    );
    await queues.add(queue, { name: 'stubborn', data: {}, attempts: 3 });
    await eventually(() => expect(tries).toHaveLength(3));
    const [first = 0, second = 0, third = 0] = tries;
    expect(second - first).toBeGreaterThan(0.7 * TIMES.backoffMs);
    expect(third - second).toBeGreaterThan(1.4 * TIMES.backoffMs);
  });

  it('runs at most the given number of jobs concurrently', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    let running = 0;
    let most = 0;
    let done = 0;
    queues.process(
      queue,
      async () => {
        running++;
        most = Math.max(most, running);
        await eventually(() => expect(most).toBeGreaterThanOrEqual(3));
        running--;
        done++;
      },
      3,
    );
    await queues.addBulk(
      queue,
      Array.from({ length: 12 }, () => ({ name: 'slow', data: {} })),
    );
    await eventually(() => expect(done).toBe(12));
    expect(most).toBe(3);
  });

  it('finishes the running job on stop, and leaves the next to other workers', async () => {
    const queue = newQueue();
    const [stopping, staying] = [await newProcess(), await newProcess()];
    const ended: string[] = [];
    let begun = (): void => undefined;
    const running = new Promise<void>((resolve) => (begun = resolve));
    stopping.process(
      queue,
      async (job) => {
        begun();
        await new Promise((resolve) => setTimeout(resolve, 400));
        ended.push(job.data['n'] ?? '');
      },
      1,
    );
    await staying.addBulk(queue, [
      { name: 'slow', data: { n: 'first' } },
      { name: 'slow', data: { n: 'second' } },
    ]);
    await running;
    await stopping.stopTaking();
    expect(ended).toEqual(['first']);
    const seen = collect(staying, queue);
    await eventually(() => expect(seen.map((job) => job.data['n'])).toEqual(['second']));
  });

  it('reassigns the job of a dead worker', async () => {
    const queue = newQueue();
    const backend = makeBackend();
    const dying = new JobQueues(backend, new Metrics('test'), new RecordingLog(), SHORT_LOCKS);
    let begun = (): void => undefined;
    const running = new Promise<void>((resolve) => (begun = resolve));
    let finish = (): void => undefined;
    dying.process(
      queue,
      () => {
        begun();
        return new Promise<void>((resolve) => (finish = resolve));
      },
      1,
    );
    const staying = await newProcess(SHORT_LOCKS);
    await staying.add(queue, { id: 'orphan', name: 'orphan', data: {} });
    await running;
    // Its connections break, and with them the renewal of its lock, as when its process is killed.
    await Promise.race([backend.close(), new Promise((resolve) => setTimeout(resolve, 500))]);
    const seen = collect(staying, queue);
    await eventually(() => expect(seen).toHaveLength(1));
    finish();
    await dying.stopTaking();
  });

  it('keeps the lock of a job that runs longer than its lock lasts', async () => {
    const queue = newQueue();
    const [first, second] = [await newProcess(LONG_LOCKS), await newProcess(LONG_LOCKS)];
    let begun = 0;
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    for (const queues of [first, second])
      queues.process(
        queue,
        ({ name }) => {
          begun += Number(name === 'long');
          return name === 'long' ? finished : Promise.resolve();
        },
        2,
      );
    await first.add(queue, { id: 'long', name: 'long', data: {} });
    await eventually(() => expect(begun).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 2 * LONG_LOCKS.lockMs));
    expect(begun).toBe(1);
    finish();
    await eventually(async () => expect(await first.counts(queue)).toEqual({ waiting: 0, active: 0 }));
    expect(begun).toBe(1);
  });

  it('creates schedules once, keeps those of another release and removes those unnamed for a day', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    const hourly = { name: 'hourly', cron: '5 * * * *' };
    const daily = { name: 'daily', cron: '5 3 * * *' };
    expect(await queues.keepSchedules(queue, [hourly, daily])).toEqual(['hourly', 'daily']);
    expect(await queues.keepSchedules(queue, [hourly, daily])).toEqual([]);
    expect(await queues.keepSchedules(queue, [hourly])).toEqual([]);
    expect(await queues.counts(queue)).toEqual({ waiting: 2, active: 0 });
    expect(await queues.keepSchedules(queue, [{ ...hourly, cron: '6 * * * *' }])).toEqual(['hourly']);
    const later = Date.now() + 25 * 3_600_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
    await queues.keepSchedules(queue, [{ ...hourly, cron: '6 * * * *' }]);
    clock.mockRestore();
    expect(await queues.counts(queue)).toEqual({ waiting: 1, active: 0 });
  });

  it('leaves an unknown job to a process that knows it', async () => {
    const queue = newQueue();
    const [older, newer] = [await newProcess(), await newProcess()];
    const taken: number[] = [];
    older.process(queue, (job) => Promise.resolve(taken.push(job.taken) && LEFT), 1);
    await older.add(queue, { id: 'new', name: 'new', data: { of: 'tomorrow' } });
    await eventually(() => expect(taken.length).toBeGreaterThanOrEqual(2));
    expect(taken.slice(0, 2)).toEqual([1, 2]);
    const seen = collect(newer, queue);
    await eventually(() => expect(seen).toHaveLength(1));
    expect(seen[0]).toMatchObject({ name: 'new', data: { of: 'tomorrow' } });
  });

  it('runs a schedule repeatedly', async () => {
    const queue = newQueue();
    const queues = await newProcess();
    const seen = collect(queues, queue);
    // Six fields: each second.
    await queues.keepSchedules(queue, [{ name: 'tick', cron: '* * * * * *' }]);
    await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(2));
    expect(seen.every((job) => job.name === 'tick')).toBe(true);
  });
});

describe('a queue with an unavailable store', () => {
  const url = 'postgres://unknown@127.0.0.1:1/none';
  const nowhere = [
    { name: 'PostgreSQL', backend: () => new PostgresQueueBackend(url, new Notifications(url), ignore) },
    { name: 'Redis', backend: () => new RedisQueueBackend('redis://127.0.0.1:1', ignore) },
  ];

  it.each(nowhere)('rejects a job quickly, and can be closed: $name', async ({ backend }) => {
    const queues = new JobQueues(backend(), new Metrics('test'), new RecordingLog());
    const begun = performance.now();
    await expect(queues.add('q', { name: 'n', data: {} })).rejects.toThrow();
    await expect(queues.ping()).rejects.toThrow();
    queues.process('q', () => Promise.resolve(), 1);
    await queues.close();
    expect(performance.now() - begun).toBeLessThan(15_000);
  });
});
