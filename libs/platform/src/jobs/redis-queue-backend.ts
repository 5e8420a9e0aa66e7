import { once } from 'node:events';
import { createRedisBackend, type Processor, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { assertWritable, openRedis } from '../stores/open-redis';
import {
  type JobTaker,
  type QueueBackend,
  type Report,
  type StoredQueue,
  type StoredSchedule,
  type TakerOptions,
} from './queue-backend';

/**
 * The longest wait of a worker for its queue. BullMQ's default is ten seconds, but a broken connection loses the wake-up, and
 * after an error BullMQ forgets when the next job is due.
 */
const BLOCK_SECONDS_MAX = 1;

const withShortWaits: typeof createRedisBackend = (...args) =>
  Object.defineProperty(createRedisBackend(...args), 'maximumBlockTimeout', { value: BLOCK_SECONDS_MAX });

const PREFIX = 'trunkline';
const PRODUCER_COMMAND_TIMEOUT_MS = 2000;
const READY_TIMEOUT_MS = 2000;

/** Uses one connection for producers and one for workers. BullMQ adds a blocking one per worker. */
export class RedisQueueBackend implements QueueBackend {
  readonly isCostly = false;
  private readonly clients: Redis[] = [];
  private producer: Redis | null = null;
  private consumer: Redis | null = null;

  constructor(
    private readonly url: string,
    private readonly report: Report,
  ) {}

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  /** Called before each use, because BullMQ would wait for a first connection without limit. */
  async ready(): Promise<void> {
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

  queue(name: string): StoredQueue {
    return new Queue(name, { connection: this.adding(), prefix: PREFIX }).on('error', this.report);
  }

  worker(name: string, processor: Processor, options: TakerOptions): JobTaker {
    // Workers wait for Redis without limit.
    this.consumer ??= this.connect(openRedis(this.url, { maxRetriesPerRequest: null }));
    const given = { ...options, drainDelay: BLOCK_SECONDS_MAX, connection: this.consumer, prefix: PREFIX };
    const worker = new Worker(name, processor, given, withShortWaits);
    return worker.on('error', this.report);
  }

  schedules(queue: StoredQueue): Promise<StoredSchedule[]> {
    return queue.getJobSchedulers(0, -1);
  }

  async ping(): Promise<void> {
    await assertWritable(this.adding());
  }

  close(): Promise<void> {
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
