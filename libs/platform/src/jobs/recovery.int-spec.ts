import { Redis } from 'ioredis';
import pg from 'pg';
import { Notifications } from '../database/notifications';
import { Metrics } from '../observability/metrics';
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
import { Scheduler } from './scheduler';

/** Longer than a run may be late, so that the next run is not taken for a late one. */
const PERIOD_MS = 6000;
const EACH_PERIOD = '*/6 * * * * *';
const WITHIN_MS = 5000;
const OUTAGE_MS = 3000;
/** So that the time allowed from the outage's end on ends when the next run is due. */
const OUTAGE_AFTER_DUE_MS = PERIOD_MS - WITHIN_MS;
const CUT_EVERY_MS = 20;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** What a worker does first with a job; between this and the next step it may die. */
const takenBy = (taker: object): Promise<readonly unknown[]> =>
  (taker as { backend: { moveToActive(token: string): Promise<readonly unknown[]> } }).backend.moveToActive('token');
const nextDue = (from: number): number => Math.ceil(from / PERIOD_MS) * PERIOD_MS;

/** A store of its own for each test, because the tests wait most of the time and so run side by side. */
class World {
  readonly runs: number[] = [];
  private readonly ends: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly address: { DATABASE_URL: string; REDIS_URL?: string },
    private readonly redis: OwnRedis | null,
  ) {}

  static async with(store: string, test: (world: World) => Promise<void>): Promise<void> {
    const redis = store === 'Redis' ? await startOwnRedis() : null;
    const world = new World({ DATABASE_URL: await freshDatabaseUrl(), ...(redis && { REDIS_URL: redis.url }) }, redis);
    try {
      await test(world);
    } finally {
      for (const end of world.ends.reverse()) await end();
      await redis?.kill();
    }
  }

  atEnd(end: () => Promise<unknown>): void {
    this.ends.push(end);
  }

  /** Resolves, once the schedule is known to the store, to a function that stops the worker. */
  async start(): Promise<() => Promise<void>> {
    const log = new RecordingLog();
    const notifications = new Notifications(this.address.DATABASE_URL);
    const queues = new JobQueues(openQueueBackend(this.address, notifications, log), new Metrics('test'), log);
    await queues.prepare();
    await notifications.start();
    const run = (): Promise<unknown> => Promise.resolve(this.runs.push(Date.now()));
    const scheduler = new Scheduler(queues, [{ name: 'tick', cron: EACH_PERIOD, run }], log);
    scheduler.start();
    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> =>
      (stopping ??= scheduler
        .stop()
        .then(() => queues.close())
        .then(() => notifications.stop()));
    this.atEnd(stop);
    // A new schedule also runs at once.
    await eventually(() => expect(this.runs.length).toBeGreaterThan(0));
    return stop;
  }

  /** Resolves to a function that cuts every connection to the store but its own. */
  async cutter(): Promise<() => Promise<unknown>> {
    if (this.redis) {
      const client = new Redis(this.redis.url);
      this.atEnd(() => Promise.resolve(client.disconnect()));
      return () => client.call('CLIENT', 'KILL', 'SKIPME', 'yes', 'TYPE', 'normal');
    }
    const client = new pg.Client({ connectionString: this.address.DATABASE_URL });
    await client.connect();
    this.atEnd(() => client.end());
    return () =>
      client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  }

  /** Waits for the first run due from now on, which starts in time. */
  async nextRunInTime(): Promise<void> {
    const next = nextDue(Date.now());
    await eventually(() => expect(this.runs.some((at) => at >= next)).toBe(true), 2 * PERIOD_MS);
    expect((this.runs.find((at) => at >= next) ?? Infinity) - next).toBeLessThan(WITHIN_MS);
  }
}

describe.each(['PostgreSQL', ...(canStartRedis() ? ['Redis'] : [])])('a schedule, with queues on %s', (store) => {
  it.concurrent(
    'starts within five seconds when the worker that took it died before it did anything',
    () =>
      World.with(store, async (world) => {
        const { runs } = world;
        const stop = await world.start();
        await stop();
        const before = runs.length;
        const due = nextDue(Date.now() + 1000);
        // A worker that only ever takes: it neither schedules the next run nor renews its claim.
        const notifications = new Notifications(world.address.DATABASE_URL);
        const backend = openQueueBackend(world.address, notifications, new RecordingLog());
        const dying = backend.worker('schedules', () => Promise.resolve(), { autorun: false, lockDuration: 10_000 });
        world.atEnd(async () => {
          await dying.close();
          await backend.close();
        });
        await dying.waitUntilReady();
        await pause(due - Date.now());
        await eventually(async () => expect((await takenBy(dying))[0]).toBeTruthy());
        await world.start();
        await eventually(() => expect(runs.length).toBeGreaterThan(before), 2 * PERIOD_MS);
        expect((runs[before] ?? Infinity) - due).toBeLessThan(WITHIN_MS);
        await world.nextRunInTime();
      }),
    60_000,
  );

  it.concurrent(
    'starts within five seconds of the last of many cuts of every connection',
    () =>
      World.with(store, async (world) => {
        const { runs } = world;
        await world.start();
        const cut = await world.cutter();
        const due = nextDue(Date.now() + OUTAGE_MS);
        await pause(due + OUTAGE_AFTER_DUE_MS - OUTAGE_MS - Date.now());
        const until = Date.now() + OUTAGE_MS;
        for (; Date.now() < until; await pause(CUT_EVERY_MS)) await cut();
        const isOfDue = (at: number): boolean => at >= due - 100 && at < due + PERIOD_MS;
        await eventually(() => expect(runs.some(isOfDue)).toBe(true), WITHIN_MS);
        await world.nextRunInTime();
      }),
    60_000,
  );
});

describe('a queue on PostgreSQL whose first connection failed', () => {
  it.concurrent('takes jobs and accepts them once the store is back', async () => {
    const url = await freshDatabaseUrl();
    const server = new URL(url);
    const database = pg.escapeIdentifier(server.pathname.slice(1));
    server.pathname = '/postgres';
    const admin = new pg.Client({ connectionString: server.toString() });
    await admin.connect();
    const log = new RecordingLog();
    const notifications = new Notifications(url);
    const queues = new JobQueues(openQueueBackend({ DATABASE_URL: url }, notifications, log), new Metrics('test'), log);
    await queues.prepare();
    await notifications.start();
    const allow = async (yes: boolean): Promise<void> => {
      await admin.query(`ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS ${String(yes)}`);
      await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [
        database.replaceAll('"', ''),
      ]);
    };
    await allow(false);
    const seen: string[] = [];
    queues.process('q', (job) => Promise.resolve(void seen.push(job.name)), 1);
    await expect(queues.add('q', { name: 'lost', data: {} })).rejects.toThrow();
    await allow(true);
    await eventually(() => queues.add('q', { id: 'once', name: 'kept', data: {} }), WITHIN_MS);
    await eventually(() => expect(seen).toContain('kept'), WITHIN_MS);
    await queues.close();
    await notifications.stop();
    await admin.end();
  });
});
