import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';

type QueueVerbs =
  | 'name'
  | 'add'
  | 'addBulk'
  | 'getJobCounts'
  | 'getJobSchedulers'
  | 'upsertJobScheduler'
  | 'removeJobScheduler';

/** The used part of BullMQ's Queue, whose full type depends on the store. */
export type StoredQueue = Pick<Queue, QueueVerbs | 'close' | 'waitUntilReady'>;
export type JobTaker = Pick<Worker, 'close' | 'waitUntilReady' | 'extendJobLocks' | 'emit'>;
export type TakerOptions = Omit<WorkerOptions, 'connection' | 'prefix'>;

export interface StoredSchedule {
  readonly key: string;
  readonly pattern?: string | undefined;
  /** When it is due next, in milliseconds since 1970. */
  readonly next?: number | undefined;
  readonly template?: { readonly data?: unknown } | undefined;
}

/** The store of BullMQ's jobs: Redis or PostgreSQL. */
export abstract class QueueBackend {
  /** A job in this store costs more than many a job's work, so a process that takes jobs executes its own without it. */
  abstract readonly isCostly: boolean;
  /** Rejects if the store lacks the schema that the migrations create. */
  abstract prepare(): Promise<void>;
  /** Resolves if the store accepts jobs for the queue. Rejects promptly otherwise. */
  abstract ready(queue: string): Promise<void>;
  abstract queue(name: string): StoredQueue;
  abstract worker(name: string, processor: Processor, options: TakerOptions): JobTaker;
  /** Returns all schedules of the queue. */
  abstract schedules(queue: StoredQueue): Promise<StoredSchedule[]>;
  /** Rejects if the store does not accept writes. */
  abstract ping(): Promise<void>;
  /** Closes the connections. Call after all queues and workers were closed. */
  abstract close(): Promise<void>;
}

export type Report = (error: Error) => void;
