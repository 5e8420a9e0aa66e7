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
import { enteringAppRole } from '../database/roles/app-role';
import { QUEUE_SCHEMA } from '../database/roles/grants';
import type { Log } from '../observability/log';
import { assertWritable, openRedis } from '../stores/redis-address';

type QueueVerbs = 'add' | 'addBulk' | 'getJobCounts' | 'getJobSchedulers' | 'upsertJobScheduler' | 'removeJobScheduler';

/** The used part of BullMQ's Queue, whose full type depends on the store. */
export type StoredQueue = Pick<Queue, QueueVerbs | 'close' | 'waitUntilReady'>;
export type JobTaker = Pick<Worker, 'close' | 'waitUntilReady'>;
export type TakerOptions = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** The store of BullMQ's jobs: Redis or PostgreSQL. */
export abstract class QueueBackend {
  /** Rejects if the store lacks the schema that the migrations create. */
  abstract prepare(): Promise<void>;
  /** Resolves if the store accepts jobs for the queue. Rejects promptly otherwise. */
  abstract ready(queue: string): Promise<void>;
  abstract queue(name: string): StoredQueue;
  /**
   * Creates a worker. `onFailedWait` is called when it cannot wait for jobs: it may take none again and must be
   * replaced.
   */
  abstract worker(name: string, processor: Processor, options: TakerOptions, onFailedWait: Report): JobTaker;
  /** Rejects if the store does not accept writes. */
  abstract ping(): Promise<void>;
  /** Closes the connections. Call after all queues and workers were closed. */
  abstract close(): Promise<void>;
}

type Report = (error: Error) => void;

/**
 * The longest wait of a worker for its queue. BullMQ's default is ten seconds on Redis and an hour on PostgreSQL, but a broken
 * connection loses the wake-up, and after an error BullMQ forgets when the next job is due.
 */
const BLOCK_SECONDS_MAX = 1;

/** Limits the wait of the factory's backends. */
function withShortWaits<B extends IQueueBackend, C>(factory: BackendFactory<B, C>): BackendFactory<B, C> {
  return (...args) => Object.defineProperty(factory(...args), 'maximumBlockTimeout', { value: BLOCK_SECONDS_MAX });
}

/**
 * Reports failed waits of the factory's backends. BullMQ keeps its listening connection; if that ends unnoticed, every wait
 * fails from then on and no job is taken.
 */
function reportingFailedWaits<B extends IQueueBackend, C>(
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

/** Uses one connection for producers and one for workers. BullMQ adds a blocking one per worker. */
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

  /** Called before each use, because BullMQ would wait for a first connection without limit. */
  override async ready(): Promise<void> {
    const client = this.adding();
    if (client.status === 'ready') return;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error('Redis is unavailable.')), READY_TIMEOUT_MS);
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
    // Workers wait for Redis without limit.
    this.consumer ??= this.connect(openRedis(this.url, { maxRetriesPerRequest: null }));
    const given = { ...options, drainDelay: BLOCK_SECONDS_MAX, connection: this.consumer, prefix: PREFIX };
    const worker = new Worker(name, processor, given, withShortWaits(createRedisBackend));
    return worker.on('error', this.report);
  }

  override async ping(): Promise<void> {
    await assertWritable(this.adding());
  }

  override close(): Promise<void> {
    this.clients.forEach((client) => client.disconnect());
    return Promise.resolve();
  }

  /** The connection of producers, which fail fast while Redis is unavailable. */
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
/** Each worker keeps one connection for LISTEN. */
const POOL_SIZE = 16;
const POOL_CONNECT_TIMEOUT_MS = 5000;

/**
 * Uses one pool for all queues and workers, as the application's role. The migrator maintains BullMQ's tables in the schema
 * `bullmq`.
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
    // Every queue and worker adds a listener.
    this.pool.setMaxListeners(0);
    this.pool.on('error', report);
    // BullMQ uses pooled connections without an error listener: one that is cut between two statements would end the
    // process. The next statement fails anyway.
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

  /** Opens each queue once. Later uses of the pool fail by themselves while the store is unavailable. */
  override async ready(queue: string): Promise<void> {
    if (this.open.has(queue)) return;
    const exists = await this.pool.query<{ open: boolean }>(SEQUENCE_EXISTS, [queue]);
    if (!exists.rows[0]?.open) await this.pool.query(`SELECT platform.open_queue($1)`, [queue]);
    this.open.add(queue);
  }

  override queue(name: string): StoredQueue {
    return new Queue(name, { connection: this.pool }, createPostgresBackend).on('error', this.report);
  }

  override worker(name: string, processor: Processor, options: TakerOptions, onFailedWait: Report): JobTaker {
    const given = { ...options, drainDelay: BLOCK_SECONDS_MAX, connection: this.pool };
    const factory = reportingFailedWaits(withShortWaits(createPostgresBackend), onFailedWait);
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
  /** Must keep a session, because queues on PostgreSQL use LISTEN. */
  readonly DATABASE_URL: string;
  readonly REDIS_URL?: string | undefined;
}

/** Opens the queues on Redis with `REDIS_URL`, else on the database. Logs errors at most every ten seconds. */
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
