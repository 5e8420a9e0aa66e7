import { DelayedError, type Job as StoredJob, type JobsOptions } from 'bullmq';
import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import type { JobTaker, QueueBackend, StoredQueue } from './queue-backend';

/** Ids and names: what a job is about stands in the database. */
export type JobData = Readonly<Record<string, string>>;

export interface NewJob {
  /** While a job with this id waits, runs or is remembered, adding it again does nothing. Without a colon. */
  readonly id?: string;
  /** One of few: metrics are kept by it. */
  readonly name: string;
  readonly data: JobData;
  /** How often it is tried, a second later, then two, four … */
  readonly attempts?: number;
  /** How long its id is remembered after it is done. */
  readonly rememberSeconds?: number;
}

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly data: JobData;
  /** How often it was taken, this time included. */
  readonly taken: number;
}

/** What a handler returns for a job that it does not know: the job is put back for another process. */
export const LEFT = Symbol('left');

export type JobHandler = (job: Job) => Promise<unknown>;

export interface CronJob {
  readonly name: string;
  /** Five fields, in UTC; six when it begins with seconds. */
  readonly cron: string;
  readonly attempts?: number;
}

/**
 * Long enough for a busy event loop, short enough that another worker has a killed worker's job within five seconds. A
 * worker that was only slow has its job done twice, which handlers are safe for.
 */
const LOCK_MS = 2000;
const LOCK_RENEWAL_MS = 500;
const STALLED_CHECK_MS = 500;
/** A long job may outlive several outages of the store. */
const STALLED_MAX = 20;
const RETRY_CONNECTION_MS = 1000;
const BACKOFF_MS = 1000;
const JITTER = 0.2;
const FAILED_KEPT = { age: 7 * 86_400, count: 1000 };
const CLOSE_MS = 5000;
const COMMON_QUEUES = ['events', 'schedules', 'schedule-parts'];
/** A job that was left is offered again after so long. */
const LEFT_MS = 1000;
/** Of a schedule that no process names any more: after so long it is removed. Each process that does says so hourly. */
const FORGET_MS = 86_400_000;
const SAY_EVERY_MS = 3_600_000;
/**
 * A schedule that is due for so long has lost its job: the worker that took it died, or its connection did, before the next
 * one was scheduled. Otherwise every worker is busy, and one more job waits for it to be done.
 */
const OVERDUE_MS = 2500;
const REOPEN_MS = 1000;
const DURATION_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300, 1800];

interface Taking {
  readonly queue: string;
  readonly handler: JobHandler;
  readonly concurrency: number;
}

/**
 * Work for later and for other processes. A job is done at least once, not in order, and not for certain: what must not be
 * lost stands in the database, and whoever put it there looks after it. Handlers are safe to run twice.
 */
export class JobQueues {
  private readonly queues = new Map<string, StoredQueue>();
  private readonly takers = new Set<JobTaker>();
  private stopped = false;
  private readonly running = new Set<Promise<unknown>>();
  private readonly taken = new Set<string>();
  private readonly strange = new Map<string, number>();
  private readonly outcomes;
  private readonly durations;

  constructor(
    private readonly backend: QueueBackend,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    this.outcomes = metrics.counter({
      name: 'trunkline_jobs_total',
      help: 'Jobs that ended, by outcome: done, failed (and tried again, if attempts are left), or left to another process.',
      labels: ['queue', 'job', 'outcome'],
    });
    this.durations = metrics.histogram(
      { name: 'trunkline_job_duration_seconds', help: 'How long jobs run.', labels: ['queue', 'job'] },
      DURATION_BUCKETS,
    );
  }

  /** Before the first job. Rejects when the store lacks what the migrations create. */
  prepare(): Promise<void> {
    return this.backend.prepare();
  }

  /** Rejects when the store does not answer. */
  ping(): Promise<void> {
    return this.backend.ping();
  }

  /** Rejects, soon, when the store is away. */
  add(queue: string, job: NewJob): Promise<void> {
    return this.addBulk(queue, [job]);
  }

  /** In one step. Rejects, soon, when the store is away. */
  async addBulk(queue: string, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.backend.ready(queue);
    await this.queue(queue).addBulk(jobs.map((job) => ({ name: job.name, data: job.data, opts: optionsOf(job) })));
  }

  /** Takes jobs from now on, at most `concurrency` at a time in this process. */
  process(queue: string, handler: JobHandler, concurrency: number): void {
    this.taken.add(queue);
    this.take({ queue, handler, concurrency });
  }

  /**
   * Makes these schedules of the queue, and returns the names of those that the store did not know (a new one, or one that a
   * flushed store forgot) or that are overdue: their last run may be missing too. A schedule that another version of this
   * program named within the last day stays.
   */
  async keepSchedules(queue: string, wanted: readonly CronJob[]): Promise<string[]> {
    await this.backend.ready(queue);
    const store = this.queue(queue);
    const known = new Map((await store.getJobSchedulers(0, -1)).map((each) => [each.key, each]));
    const made: string[] = [];
    for (const job of wanted) {
      const kept = known.get(job.name);
      known.delete(job.name);
      const isCurrent = isGoingOn(kept, job.cron);
      if (!isCurrent) made.push(job.name);
      if (!isCurrent || namedAt(kept) < Date.now() - SAY_EVERY_MS) await put(store, job);
    }
    for (const each of known.values()) if (this.isForgotten(each)) await store.removeJobScheduler(each.key);
    return made;
  }

  /** Jobs that wait (also for another attempt), and that run. */
  async counts(queue: string): Promise<{ waiting: number; active: number }> {
    await this.backend.ready(queue);
    const {
      waiting = 0,
      delayed = 0,
      active = 0,
    } = await this.queue(queue).getJobCounts('waiting', 'delayed', 'active');
    return { waiting: waiting + delayed, active };
  }

  /** The counts of every queue that this process takes jobs from, and of those that every worker does. */
  async depths(): Promise<Map<string, { waiting: number; active: number }>> {
    const names = [...new Set([...COMMON_QUEUES, ...this.taken])];
    const counts = await Promise.all(names.map((name) => this.counts(name)));
    return new Map(names.map((name, index) => [name, counts[index] ?? { waiting: 0, active: 0 }]));
  }

  /** Takes no more jobs, and waits for those that run. */
  async stopTaking(): Promise<void> {
    this.stopped = true;
    const closing = [...this.takers].map((taker) => taker.close());
    this.takers.clear();
    while (this.running.size > 0) await Promise.allSettled(this.running);
    // A store that is away would be waited for without end; a job whose end it has not heard of is only done again.
    await Promise.race([Promise.allSettled(closing), pause(CLOSE_MS)]);
  }

  async close(): Promise<void> {
    await this.stopTaking();
    await Promise.race([Promise.allSettled([...this.queues.values()].map((queue) => queue.close())), pause(CLOSE_MS)]);
    await this.backend.close();
  }

  private queue(name: string): StoredQueue {
    const known = this.queues.get(name);
    if (known) return known;
    const queue = this.backend.queue(name);
    this.queues.set(name, queue);
    // BullMQ remembers a first connection that failed, and fails with it whatever is asked of the queue later.
    queue.waitUntilReady().catch(() => {
      if (this.queues.get(name) === queue) this.queues.delete(name);
      queue.close().catch(() => undefined);
    });
    return queue;
  }

  private take(taking: Taking): void {
    if (this.stopped) return;
    const { queue, handler, concurrency } = taking;
    const options = {
      concurrency,
      lockDuration: LOCK_MS,
      lockRenewTime: LOCK_RENEWAL_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: STALLED_MAX,
      runRetryDelay: RETRY_CONNECTION_MS,
    };
    const process = (job: StoredJob, token?: string) => this.run(queue, handler, job, token);
    const replace = (error: unknown) => void this.takeAgain(taking, taker, error);
    const taker = this.backend.worker(queue, process, options, replace);
    this.takers.add(taker);
    taker.waitUntilReady().catch(replace);
  }

  /** BullMQ remembers a connection that failed: this taker would never take a job again. What it still runs, it finishes. */
  private async takeAgain(taking: Taking, taker: JobTaker, error: unknown): Promise<void> {
    if (this.stopped || !this.takers.delete(taker)) return;
    this.log.warn({ err: error, queue: taking.queue }, 'a worker lost its queue and is replaced');
    taker.close().catch(() => undefined);
    await pause(REOPEN_MS);
    this.take(taking);
  }

  /** A schedule of an earlier release does not say when it was named: for it, this process counts from when it saw it. */
  private isForgotten(schedule: KnownSchedule): boolean {
    const seenAt = this.strange.get(schedule.key) ?? Date.now();
    this.strange.set(schedule.key, seenAt);
    return (namedAt(schedule) || seenAt) < Date.now() - FORGET_MS;
  }

  private async run(queue: string, handler: JobHandler, stored: StoredJob, token?: string): Promise<void> {
    const { id = '', name, attemptsStarted } = stored;
    const labels = { queue, job: name };
    const stopTimer = this.durations.startTimer(labels);
    const work = handler({ id, name, data: stored.data as JobData, taken: attemptsStarted });
    this.running.add(work);
    let isLeft: boolean;
    try {
      isLeft = (await work) === LEFT;
    } catch (error) {
      this.outcomes.inc({ ...labels, outcome: 'failed' });
      this.log.error({ err: error, queue, job: name, jobId: id }, 'job failed');
      throw error;
    } finally {
      this.running.delete(work);
      stopTimer();
    }
    this.outcomes.inc({ ...labels, outcome: isLeft ? 'left' : 'done' });
    if (!isLeft) return;
    await stored.moveToDelayed(Date.now() + LEFT_MS, token);
    // How BullMQ wants to be told that the job is no more this worker's.
    throw new DelayedError();
  }
}

const NAMED_AT = 'named_at';

interface KnownSchedule {
  readonly key: string;
  readonly pattern?: string;
  readonly next?: number;
  readonly template?: { readonly data?: unknown };
}

function isGoingOn(kept: KnownSchedule | undefined, cron: string): kept is KnownSchedule {
  return kept?.pattern === cron && (kept.next ?? 0) > Date.now() - OVERDUE_MS;
}

/** When a process last named this schedule as its own; 0 when none has said so. */
function namedAt({ template }: KnownSchedule): number {
  const data = template?.data as JobData | undefined;
  return Number(data?.[NAMED_AT] ?? 0);
}

async function put(store: StoredQueue, { name, cron, attempts = 1 }: CronJob): Promise<void> {
  const data = { [NAMED_AT]: String(Date.now()) };
  const opts = optionsOf({ name, data, attempts });
  await store.upsertJobScheduler(name, { pattern: cron, tz: 'UTC' }, { name, data, opts });
}

function optionsOf({ id, attempts = 1, rememberSeconds }: NewJob): JobsOptions {
  return {
    ...(id === undefined ? {} : { jobId: id }),
    attempts,
    backoff: { type: 'exponential', delay: BACKOFF_MS, jitter: JITTER },
    removeOnComplete: rememberSeconds ? { age: rememberSeconds } : true,
    // A failure that is kept would refuse a job of the same id.
    removeOnFail: id === undefined ? FAILED_KEPT : true,
  };
}

async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
}
