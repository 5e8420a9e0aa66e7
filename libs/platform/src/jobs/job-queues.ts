import { DelayedError, type Job as StoredJob, type JobsOptions } from 'bullmq';
import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import { type CronJob, type Job, type JobData, type JobHandler, type JobTimes, LEFT, type NewJob } from './job';
import { LocalJobs } from './local-jobs';
import { LockRenewal } from './lock-renewal';
import type { JobTaker, QueueBackend, StoredQueue, StoredSchedule } from './queue-backend';

const TIMES: JobTimes = { lockMs: 2000, lockCheckMs: 500, backoffMs: 1000, leftMs: 1000 };
/** A long job may survive several outages of the store. */
const STALLED_MAX = 20;
const RETRY_CONNECTION_MS = 1000;
const JITTER = 0.2;
const FAILED_KEPT = { age: 7 * 86_400, count: 1000 };
const CLOSE_MS = 5000;
const COMMON_QUEUES = ['events', 'schedules', 'schedule-parts'];
/** A schedule is removed after this time without a process that names it. Processes name theirs hourly. */
const FORGET_MS = 86_400_000;
const NAME_EVERY_MS = 3_600_000;
/**
 * A schedule that is overdue by this time has lost its job: the worker or its connection died before the next run was
 * scheduled. If all workers are merely busy, one extra job waits.
 */
const OVERDUE_MS = 2000;
const REOPEN_MS = 1000;
const DURATION_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300, 1800];

interface Taking {
  readonly queue: string;
  readonly handler: JobHandler;
  readonly concurrency: number;
}

/**
 * Queues jobs for other processes and executes them. Jobs may run twice, in any order, and may be lost with the store: the
 * producer keeps the state in the database and queues lost jobs again. Handlers must be safe to run twice.
 */
export class JobQueues {
  private readonly queues = new Map<string, StoredQueue>();
  private readonly takers = new Set<JobTaker>();
  private readonly locals = new Map<string, LocalJobs>();
  private stopped = false;
  private readonly running = new Set<Promise<unknown>>();
  private readonly taken = new Set<string>();
  private readonly unknownSince = new Map<string, number>();
  private readonly outcomes;
  private readonly durations;

  constructor(
    private readonly backend: QueueBackend,
    metrics: Metrics,
    private readonly log: Log,
    private readonly times: JobTimes = TIMES,
  ) {
    this.outcomes = metrics.counter({
      name: 'trunkline_jobs_total',
      help: 'Jobs that ended, by outcome: done, failed (retried if attempts remain), or left to another process.',
      labels: ['queue', 'job', 'outcome'],
    });
    this.durations = metrics.histogram(
      { name: 'trunkline_job_duration_seconds', help: 'Duration of jobs.', labels: ['queue', 'job'] },
      DURATION_BUCKETS,
    );
  }

  /** Checks the store before the first job. Rejects if it lacks what the migrations create. */
  prepare(): Promise<void> {
    return this.backend.prepare();
  }

  /** Rejects if the store does not respond. */
  ping(): Promise<void> {
    return this.backend.ping();
  }

  /** Adds a job. Rejects promptly while the store is unavailable. */
  add(queue: string, job: NewJob): Promise<void> {
    return this.addBulk(queue, [job]);
  }

  /** Adds jobs in one step. Rejects promptly while the store is unavailable. */
  async addBulk(queue: string, jobs: readonly NewJob[]): Promise<void> {
    const [first] = jobs;
    if (!first) return;
    await this.backend.ready(queue);
    // In PostgreSQL, BullMQ creates two tables for each bulk: a single job costs a tenth of that.
    if (jobs.length === 1) await this.queue(queue).add(first.name, first.data, this.optionsOf(first));
    else
      await this.queue(queue).addBulk(
        jobs.map((job) => ({ name: job.name, data: job.data, opts: this.optionsOf(job) })),
      );
  }

  /**
   * Adds jobs, as `addBulk` does, that are lost with this process: where the store is costly and this process takes jobs of
   * the queue, it executes them without the store. It leaves to others what it has no room for, and when it stops.
   */
  async offer(queue: string, jobs: readonly NewJob[]): Promise<void> {
    const local = this.stopped ? undefined : this.locals.get(queue);
    await this.addBulk(queue, local ? jobs.filter((job) => !local.accept(job)) : jobs);
  }

  /**
   * Starts to execute jobs in this process: at most `concurrency` of the store at a time, and as many that were offered here.
   */
  process(queue: string, handler: JobHandler, concurrency: number): void {
    this.taken.add(queue);
    if (this.backend.isCostly)
      this.locals.set(queue, new LocalJobs((job) => this.runLocally(queue, handler, job), concurrency));
    this.take({ queue, handler, concurrency });
  }

  /**
   * Creates or updates the schedules of the queue. Returns the names of those that were missing in the store or overdue, whose
   * last run may be lost. Keeps schedules that another release named within the last day.
   */
  async keepSchedules(queue: string, wanted: readonly CronJob[]): Promise<string[]> {
    await this.backend.ready(queue);
    const store = this.queue(queue);
    const known = new Map((await this.backend.schedules(store)).map((each) => [each.key, each]));
    const made: string[] = [];
    for (const job of wanted) {
      const kept = known.get(job.name);
      known.delete(job.name);
      const isCurrent = isActive(kept, job.cron);
      if (!isCurrent) made.push(job.name);
      if (!isCurrent || namedAt(kept) < Date.now() - NAME_EVERY_MS) await this.put(store, job);
    }
    for (const each of known.values()) if (this.isForgotten(each)) await store.removeJobScheduler(each.key);
    return made;
  }

  /** Returns the numbers of waiting jobs (including retries) and of active ones. */
  async counts(queue: string): Promise<{ waiting: number; active: number }> {
    await this.backend.ready(queue);
    const {
      waiting = 0,
      delayed = 0,
      active = 0,
    } = await this.queue(queue).getJobCounts('waiting', 'delayed', 'active');
    return { waiting: waiting + delayed, active };
  }

  /** Returns the counts of the queues of this process and of those that every worker serves. */
  async depths(): Promise<Map<string, { waiting: number; active: number }>> {
    const names = [...new Set([...COMMON_QUEUES, ...this.taken])];
    const counts = await Promise.all(names.map((name) => this.counts(name)));
    return new Map(names.map((name, index) => [name, counts[index] ?? { waiting: 0, active: 0 }]));
  }

  /** Takes no more jobs and waits for the running ones. */
  async stopTaking(): Promise<void> {
    this.stopped = true;
    const closing = [...this.takers].map((taker) => taker.close());
    this.takers.clear();
    for (const [queue, local] of this.locals) closing.push(this.addBulk(queue, local.drain()));
    while (this.running.size > 0) await Promise.allSettled(this.running);
    // An unavailable store must not block the stop. A job whose completion it did not record runs again.
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
    // After a failed first connection a BullMQ queue fails all later calls, so it is discarded.
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
      lockDuration: this.times.lockMs,
      skipLockRenewal: true,
      stalledInterval: this.times.lockCheckMs,
      maxStalledCount: STALLED_MAX,
      runRetryDelay: RETRY_CONNECTION_MS,
    };
    const process = (job: StoredJob, token = '') =>
      locks.during(job.id ?? '', token, () => this.run(queue, handler, job, token));
    const taker = this.backend.worker(queue, process, options);
    const locks = new LockRenewal(taker, this.times.lockMs, this.times.lockCheckMs);
    this.takers.add(taker);
    taker.waitUntilReady().catch((error: unknown) => this.replace(taking, taker, error));
  }

  /** Replaces a BullMQ worker that takes no jobs because its first connection failed. */
  private async replace(taking: Taking, taker: JobTaker, error: unknown): Promise<void> {
    if (this.stopped || !this.takers.delete(taker)) return;
    this.log.warn({ err: error, queue: taking.queue }, 'a worker lost its queue and is replaced');
    taker.close().catch(() => undefined);
    await pause(REOPEN_MS);
    this.take(taking);
  }

  /** Schedules of old releases have no time of naming. For them this process counts from when it first saw them. */
  private isForgotten(schedule: StoredSchedule): boolean {
    const seenAt = this.unknownSince.get(schedule.key) ?? Date.now();
    this.unknownSince.set(schedule.key, seenAt);
    return (namedAt(schedule) || seenAt) < Date.now() - FORGET_MS;
  }

  private async run(queue: string, handler: JobHandler, stored: StoredJob, token?: string): Promise<void> {
    const { id = '', name, attemptsStarted } = stored;
    const isLeft = await this.job(queue, handler, {
      id,
      name,
      data: stored.data as JobData,
      taken: attemptsStarted,
    });
    if (!isLeft) return;
    await stored.moveToDelayed(Date.now() + this.times.leftMs, token);
    // Tells BullMQ that the job no longer belongs to this worker.
    throw new DelayedError();
  }

  /** Never rejects. A failure is logged; the producer keeps the state and offers the job again. */
  private async runLocally(queue: string, handler: JobHandler, job: NewJob): Promise<void> {
    const { id = '', name, data } = job;
    const isLeft = await this.job(queue, handler, { id, name, data, taken: 1 }).catch(() => false);
    if (!isLeft) return;
    await this.addBulk(queue, [job]).catch((error: unknown) => {
      this.log.warn({ err: error, queue, job: name }, 'a job that was left is lost');
    });
  }

  /** Returns whether the job was left to another process. */
  private async job(queue: string, handler: JobHandler, job: Job): Promise<boolean> {
    const labels = { queue, job: job.name };
    const stopTimer = this.durations.startTimer(labels);
    const work = handler(job);
    this.running.add(work);
    let isLeft: boolean;
    try {
      isLeft = (await work) === LEFT;
    } catch (error) {
      this.outcomes.inc({ ...labels, outcome: 'failed' });
      this.log.error({ err: error, queue, job: job.name, jobId: job.id }, 'job failed');
      throw error;
    } finally {
      this.running.delete(work);
      stopTimer();
    }
    this.outcomes.inc({ ...labels, outcome: isLeft ? 'left' : 'done' });
    return isLeft;
  }

  private async put(store: StoredQueue, { name, cron, attempts = 1 }: CronJob): Promise<void> {
    const data = { [NAMED_AT]: String(Date.now()) };
    const opts = this.optionsOf({ name, data, attempts });
    await store.upsertJobScheduler(name, { pattern: cron, tz: 'UTC' }, { name, data, opts });
  }

  private optionsOf({ id, attempts = 1, rememberSeconds }: NewJob): JobsOptions {
    return {
      ...(id === undefined ? {} : { jobId: id }),
      attempts,
      ...(attempts > 1 && { backoff: { type: 'exponential', delay: this.times.backoffMs, jitter: JITTER } }),
      removeOnComplete: rememberSeconds ? { age: rememberSeconds } : true,
      // A kept failure would reject a job with the same id.
      removeOnFail: id === undefined ? FAILED_KEPT : true,
    };
  }
}

const NAMED_AT = 'named_at';

function isActive(kept: StoredSchedule | undefined, cron: string): kept is StoredSchedule {
  return kept?.pattern === cron && (kept.next ?? 0) > Date.now() - OVERDUE_MS;
}

/** Returns when a process last named the schedule, or 0 if unknown. */
function namedAt({ template }: StoredSchedule): number {
  const data = template?.data as JobData | undefined;
  return Number(data?.[NAMED_AT] ?? 0);
}

async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
}
