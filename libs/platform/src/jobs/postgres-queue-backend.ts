import {
  assertSchemaCompatibility,
  type BackendFactory,
  createPostgresBackend,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend as BullQueueBackend,
  type Processor,
  Queue,
  Worker,
} from 'bullmq';
import type pg from 'pg';
import { IDLE_CONNECTION_MS } from '../database/database';
import { DividedPool } from '../database/pool/divided-pool';
import type { Notifications } from '../database/notifications';
import { enteringAppRole } from '../database/roles/app-role';
import { QUEUE_SCHEMA } from '../database/roles/grants';
import { JobWatch, type Watched } from './job-watch';
import {
  type JobTaker,
  type QueueBackend,
  type Report,
  type StoredQueue,
  type StoredSchedule,
  type TakerOptions,
} from './queue-backend';

const SEQUENCE_EXISTS = `SELECT to_regclass('bullmq.' || bullmq.job_id_seq_name($1)) IS NOT NULL AS open`;
const SCHEDULES = {
  name: 'schedules',
  text: `
    SELECT scheduler_id AS key, pattern, next_run_ms AS next, json_build_object('data', template_data) AS template
    FROM scheduler WHERE queue = $1`,
};
/** Statements on queues are short. With those of `Database` and the listening one, a process has at most 15 connections. */
const POOL_SIZE = 4;
const POOL_CONNECT_TIMEOUT_MS = 5000;

/** BullMQ's backend of one worker, which waits for jobs by the watch of its process. */
class WatchedQueueBackend extends BullQueueBackend implements Watched {
  readonly recoverEveryMs: number;
  private endWait: (() => void) | null = null;
  private isInterrupted = false;

  constructor(
    pool: pg.Pool,
    readonly queue: string,
    options: TakerOptions & { readonly connection: PostgresConnectionOptions },
    private readonly watch: JobWatch,
  ) {
    super(new PostgresConnection(pool), queue, options);
    this.recoverEveryMs = options.stalledInterval ?? 0;
    watch.add(this);
  }

  override waitForJob(): Promise<null> {
    if (this.isInterrupted) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.endWait = () => resolve(null);
      this.watch.look();
    });
  }

  wake(): void {
    this.endWait?.();
    this.endWait = null;
  }

  recover(): Promise<unknown> {
    return this.moveStalledJobsToWait();
  }

  override disconnectBlocking(): Promise<void> {
    this.isInterrupted = true;
    this.wake();
    return Promise.resolve();
  }

  override reconnectBlocking(): Promise<void> {
    this.isInterrupted = false;
    return Promise.resolve();
  }

  override close(): Promise<void> {
    this.watch.remove(this);
    return super.close();
  }
}

/**
 * Uses one pool for all queues and workers, as the application's role. The migrator maintains BullMQ's tables in the schema
 * `bullmq`.
 */
export class PostgresQueueBackend implements QueueBackend {
  readonly isCostly = true;
  private readonly pool: pg.Pool;
  private readonly watch: JobWatch;
  private readonly open = new Set<string>();

  constructor(
    url: string,
    notifications: Notifications,
    private readonly report: Report,
  ) {
    this.pool = new DividedPool({
      connectionString: url,
      onConnect: enteringAppRole(QUEUE_SCHEMA),
      max: POOL_SIZE,
      keepAlive: true,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      connectionTimeoutMillis: POOL_CONNECT_TIMEOUT_MS,
      application_name: 'trunkline-queues',
    });
    // Every queue and worker adds a listener.
    this.pool.setMaxListeners(0);
    this.pool.on('error', report);
    // BullMQ adds no error listener to a pooled connection, so losing it between two statements would end the process.
    // The next statement fails anyway.
    this.pool.on('connect', (client) => client.on('error', report));
    this.watch = new JobWatch(this.pool, notifications, report);
  }

  async prepare(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await assertSchemaCompatibility(client, QUEUE_SCHEMA);
    } finally {
      client.release();
    }
  }

  /** Opens each queue once. Later uses of the pool fail by themselves while the store is unavailable. */
  async ready(queue: string): Promise<void> {
    if (this.open.has(queue)) return;
    const exists = await this.pool.query<{ open: boolean }>(SEQUENCE_EXISTS, [queue]);
    if (!exists.rows[0]?.open) await this.pool.query(`SELECT platform.open_queue($1)`, [queue]);
    this.open.add(queue);
  }

  queue(name: string): StoredQueue {
    return new Queue(name, { connection: this.pool }, createPostgresBackend).on('error', this.report);
  }

  worker(name: string, processor: Processor, options: TakerOptions): JobTaker {
    const given = { ...options, skipStalledCheck: true, connection: this.pool };
    const watched: BackendFactory<WatchedQueueBackend, PostgresConnectionOptions> = (queue, queueOptions) =>
      new WatchedQueueBackend(this.pool, queue, queueOptions, this.watch);
    const worker = new Worker(name, processor, given, watched);
    return worker.on('error', this.report);
  }

  async schedules(queue: StoredQueue): Promise<StoredSchedule[]> {
    return (await this.pool.query<StoredSchedule & pg.QueryResultRow>(SCHEDULES, [queue.name])).rows;
  }

  async ping(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  close(): Promise<void> {
    this.watch.stop();
    return this.pool.end();
  }
}
