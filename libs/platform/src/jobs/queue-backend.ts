import { once } from 'node:events';
import {
  assertSchemaCompatibility,
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type Processor,
  Queue,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { enteringAppRole } from '../database/app-role';
import { QUEUE_SCHEMA } from '../database/grants';
import type { Log } from '../observability/log';
import { assertWritable, openRedis } from '../stores/redis-address';

type QueueVerbs = 'add' | 'addBulk' | 'getJobCounts' | 'getJobSchedulers' | 'upsertJobScheduler' | 'removeJobScheduler';

/** What is used of BullMQ's Queue, whose type tells its stores apart. */
export type StoredQueue = Pick<Queue, QueueVerbs | 'close' | 'waitUntilReady'>;
export type JobTaker = Pick<Worker, 'close' | 'waitUntilReady'>;
export type TakerOptions = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** Where BullMQ keeps its jobs. Nothing but this file knows which of the two it is. */
export abstract class QueueBackend {
  /** Rejects when the store is not ready for jobs: without the schema that the migrations create. */
  abstract prepare(): Promise<void>;
  /** Resolves while the store can be reached and takes jobs for the queue; rejects, soon, while it cannot. */
  abstract ready(queue: string): Promise<void>;
  abstract queue(name: string): StoredQueue;
  /** `onDeaf` is called when the worker cannot wait for jobs: it may never take one again, and must be replaced. */
  abstract worker(name: string, processor: Processor, options: TakerOptions, onDeaf: Report): JobTaker;
  /** Rejects when the store does not take writes. */
  abstract ping(): Promise<void>;
  /** After every queue and worker has been closed. */
  abstract close(): Promise<void>;
}

type Report = (error: Error) => void;

/**
 * The longest that a worker sleeps before it looks at its queue again. BullMQ would sleep for up to ten seconds on Redis
 * and an hour on PostgreSQL, trusting that it is woken. A broken connection takes the wake-up call with it, and after an
 * error BullMQ forgets when the next job is due: such a worker sleeps past it.
 */
const BLOCK_SECONDS_MAX = 1;

/** The factory, of stores that a worker blocks on for no longer than that. */
function looksOften<B extends IQueueBackend, C>(factory: BackendFactory<B, C>): BackendFactory<B, C> {
  return (...args) => Object.defineProperty(factory(...args), 'maximumBlockTimeout', { value: BLOCK_SECONDS_MAX });
}

/**
 * BullMQ remembers the connection that it listens on. Where that one is cut at the wrong moment, BullMQ never learns that it
 * has ended: from then on every wait for a job fails, and no job is taken.
 */
function reportsFailedWaits<B extends IQueueBackend, C>(
  factory: BackendFactory<B, C>,
  report: Report,
): BackendFactory<B, C> {
  return (...args) => {
    const backend = factory(...args);
    const waitForJob = backend.waitForJob.bind(backend);
    backend.waitForJob = (blockTimeout) =>
      waitForJob(blockTimeout).catch((error: unknown) => {
        report(error instanceof Error ? error : new Error(String(error)));
        throw error;
      });
    return backend;
  };
}

const PREFIX = 'trunkline';
const PRODUCER_COMMAND_TIMEOUT_MS = 2000;
const READY_TIMEOUT_MS = 2000;

/** One connection for all that add, one for all that take; BullMQ adds a blocking one per worker. */
export class RedisQueueBackend extends QueueBackend {
  private readonly clients: Redis[] = [];
  private producer: Redis | null = null;
  private consumer: Redis | null = null;

  constructor(
    private readonly url: string,
    private readonly report: Report,
  ) {
    super();
  }

  override prepare(): Promise<void> {
    return Promise.resolve();
  }

  /** Asked before each use, since BullMQ would wait for a first connection without end. */
  override async ready(): Promise<void> {
    const client = this.adding();
    if (client.status === 'ready') return;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error('Redis is away.')), READY_TIMEOUT_MS);
    try {
      await once(client, 'ready', { signal: timeout.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  override queue(name: string): StoredQueue {
    return new Queue(name, { connection: this.adding(), prefix: PREFIX }).on('error', this.report);
  }

  override worker(name: string, processor: Processor, options: TakerOptions): JobTaker {
    // Whoever takes jobs waits for Redis to come back, however long that lasts.
    this.consumer ??= this.connect(openRedis(this.url, { maxRetriesPerRequest: null }));
    const given = { ...options, drainDelay: BLOCK_SECONDS_MAX, connection: this.consumer, prefix: PREFIX };
    const worker = new Worker(name, processor, given, looksOften(createRedisBackend));
    return worker.on('error', this.report);
  }

  override async ping(): Promise<void> {
    await assertWritable(this.adding());
  }

  override close(): Promise<void> {
    this.clients.forEach((client) => client.disconnect());
    return Promise.resolve();
  }

  /** Whoever adds a job hears at once that Redis is away, and goes on without it. */
  private adding(): Redis {
    this.producer ??= this.connect(
      openRedis(this.url, {
        maxRetriesPerRequest: 1,
        enableOfflineQueue: false,
        commandTimeout: PRODUCER_COMMAND_TIMEOUT_MS,
      }),
    );
    return this.producer;
  }

  private connect(client: Redis): Redis {
    client.on('error', this.report);
    this.clients.push(client);
    return client;
  }
}

const SEQUENCE_EXISTS = `SELECT to_regclass('bullmq.' || bullmq.job_id_seq_name($1)) IS NOT NULL AS open`;
/** Each worker keeps one of them for LISTEN. */
const POOL_SIZE = 16;
const POOL_CONNECT_TIMEOUT_MS = 5000;

/**
 * One pool for every queue and worker, as the application's role. The tables in the schema `bullmq` are BullMQ's own; the
 * migrator keeps them up to date, since their owner could rewrite everything else too.
 */
export class PostgresQueueBackend extends QueueBackend {
  private readonly pool: pg.Pool;
  private readonly open = new Set<string>();

  constructor(
    url: string,
    private readonly report: Report,
  ) {
    super();
    this.pool = new pg.Pool({
      connectionString: url,
      onConnect: enteringAppRole(QUEUE_SCHEMA),
      max: POOL_SIZE,
      keepAlive: true,
      connectionTimeoutMillis: POOL_CONNECT_TIMEOUT_MS,
      application_name: 'trunkline-queues',
    });
    // Every queue and worker adds a listener of its own.
    this.pool.setMaxListeners(0);
    this.pool.on('error', report);
    // BullMQ takes connections out of the pool without listening: the error of one that is cut between two of its
    // statements would end the process. The statement that follows fails by itself.
    this.pool.on('connect', (client) => client.on('error', report));
  }

  override async prepare(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await assertSchemaCompatibility(client, QUEUE_SCHEMA);
    } finally {
      client.release();
    }
  }

  /** Once per queue: for the rest, every use of the pool says by itself that the store is away. */
  override async ready(queue: string): Promise<void> {
    if (this.open.has(queue)) return;
    const exists = await this.pool.query<{ open: boolean }>(SEQUENCE_EXISTS, [queue]);
    if (!exists.rows[0]?.open) await this.pool.query(`SELECT platform.open_queue($1)`, [queue]);
    this.open.add(queue);
  }

  override queue(name: string): StoredQueue {
    return new Queue(name, { connection: this.pool }, createPostgresBackend).on('error', this.report);
  }

  override worker(name: string, processor: Processor, options: TakerOptions, onDeaf: Report): JobTaker {
    const given = { ...options, drainDelay: BLOCK_SECONDS_MAX, connection: this.pool };
    const factory = reportsFailedWaits(looksOften(createPostgresBackend), onDeaf);
    const worker = new Worker(name, processor, given, factory);
    return worker.on('error', this.report);
  }

  override async ping(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  override close(): Promise<void> {
    return this.pool.end();
  }
}

const REPORT_EVERY_MS = 10_000;

export interface QueueAddress {
  /** Must keep a session: queues on PostgreSQL use LISTEN. */
  readonly DATABASE_URL: string;
  readonly REDIS_URL?: string | undefined;
}

/** Redis where there is one, else the database. A store that is away is told of every ten seconds, not at each attempt. */
export function openQueueBackend(address: QueueAddress, log: Log): QueueBackend {
  let reportedAt = -Infinity;
  const report: Report = (error) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    log.warn({ err: error }, 'queues');
  };
  return address.REDIS_URL
    ? new RedisQueueBackend(address.REDIS_URL, report)
    : new PostgresQueueBackend(address.DATABASE_URL, report);
}
