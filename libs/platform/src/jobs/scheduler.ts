import type { Log } from '../observability/log';
import { type Job, LEFT } from './job';
import type { JobQueues } from './job-queues';
import { Loop } from './loop';

/** A use case that runs by cron. Each run handles everything that has become due, so an extra or missed run is harmless. */
export interface Schedule {
  readonly name: string;
  /** Five fields in UTC, or six with seconds first. */
  readonly cron: string;
  readonly run: (part: number) => Promise<unknown>;
  /**
   * Number of parts that the workers share, each working on one part of any schedule at a time. `run` receives the index.
   * Default: the schedule runs undivided, with index 0.
   */
  readonly parts?: number;
  /** Deletes by age, so that it runs at its time only, and not as soon as a store first receives it. */
  readonly deletes?: true;
  /** Runs at the start of each worker. */
  readonly atStart?: () => Promise<unknown>;
}

const QUEUE = 'schedules';
const CONCURRENCY = 4;
/** A queue of their own, because parts run long and would delay other schedules. */
const PARTS_QUEUE = 'schedule-parts';
const PARTS_CONCURRENCY = 1;
/** How often schedules are restored after a flushed Redis or the death of a worker between two runs. */
const KEEP_MS = 2000;
const ATTEMPTS = 3;
/** Longer than any process needs to learn of the same occasion. */
const REMEMBER_SECONDS = 600;
/** Attempts to find a worker that knows the schedule, about one per second. */
const TAKEN_MAX = 300;
const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const CRON = /^\S+( \S+){4,5}$/;

/**
 * Runs schedules on any free worker. Every worker has the same table and restores it in the queue. See
 * docs/decisions/0013-schedules-recover-within-five-seconds.md.
 */
export class Scheduler {
  private readonly byName: ReadonlyMap<string, Schedule>;
  private readonly keeping: Loop;
  private pendingOccasion: string | null = null;

  /** Throws for an invalid table. */
  constructor(
    private readonly queues: JobQueues,
    private readonly schedules: readonly Schedule[],
    private readonly log: Log,
    keepMs = KEEP_MS,
  ) {
    this.byName = checked(schedules);
    this.keeping = new Loop({ name: 'schedules', everyMs: keepMs, work: () => this.keep() }, log);
  }

  start(): void {
    this.queues.process(QUEUE, (job) => this.run(job), CONCURRENCY);
    this.queues.process(PARTS_QUEUE, (job) => this.runPart(job), PARTS_CONCURRENCY);
    this.keeping.start();
    for (const { name, atStart } of this.schedules)
      atStart?.().catch((error: unknown) => {
        this.log.error({ schedule: name, error }, 'the start of a schedule failed');
      });
  }

  /** Runs every schedule once per occasion, also when several workers name the same occasion. */
  runAll(occasion: string): void {
    this.pendingOccasion = occasion;
    this.keeping.wake();
  }

  /** Milliseconds since the schedules were last compared with the store. */
  get idleMs(): number {
    return this.keeping.idleMs;
  }

  stop(): Promise<void> {
    return this.keeping.stop();
  }

  private async keep(): Promise<'rest'> {
    const made = await this.queues.keepSchedules(
      QUEUE,
      this.schedules.map(({ name, cron }) => ({ name, cron, attempts: ATTEMPTS })),
    );
    // A store without the schedule may have lost a due run too.
    await this.add(
      made.filter((name) => !this.byName.get(name)?.deletes),
      'new',
    );
    const occasion = this.pendingOccasion;
    if (occasion === null) return 'rest';
    await this.add([...this.byName.keys()], occasion, REMEMBER_SECONDS);
    if (this.pendingOccasion === occasion) this.pendingOccasion = null;
    return 'rest';
  }

  private async add(names: readonly string[], occasion: string, rememberSeconds?: number): Promise<void> {
    const remember = rememberSeconds === undefined ? {} : { rememberSeconds };
    const jobs = names.map((name) => ({ id: `${name}.${occasion}`, name, data: {}, attempts: ATTEMPTS, ...remember }));
    await this.queues.addBulk(QUEUE, jobs);
  }

  private async run(job: Job): Promise<unknown> {
    const schedule = this.byName.get(job.name);
    if (!schedule) return this.putBack(job);
    return schedule.parts === undefined ? this.runNow(schedule, 0) : this.queueParts(job.name, schedule.parts, job.id);
  }

  /**
   * Puts back a job of an unknown schedule: during an upgrade, a worker of the newer release may know it. After TAKEN_MAX
   * attempts the job is dropped.
   */
  private putBack({ name, taken }: Job): unknown {
    if (taken < TAKEN_MAX) return LEFT;
    this.log.warn({ schedule: name }, 'a schedule that no worker knows did not run');
    return undefined;
  }

  /** Queues one job per part. The ids make a repeat for the same run a no-op. */
  private async queueParts(name: string, parts: number, run: string): Promise<void> {
    const occasion = run.replaceAll(':', '-');
    const jobs = Array.from({ length: parts }, (_, part) => ({
      id: `${occasion}.${part}`,
      name,
      data: { part: String(part) },
      attempts: ATTEMPTS,
    }));
    await this.queues.addBulk(PARTS_QUEUE, jobs);
  }

  private async runPart(job: Job): Promise<unknown> {
    const schedule = this.byName.get(job.name);
    if (schedule?.parts === undefined) return this.putBack(job);
    return this.runNow(schedule, Number(job.data['part']));
  }

  private async runNow(schedule: Schedule, part: number): Promise<void> {
    const begun = performance.now();
    await schedule.run(part);
    const fields = { schedule: schedule.name, ...(schedule.parts !== undefined && { part }) };
    this.log.info({ ...fields, ms: Math.round(performance.now() - begun) }, 'schedule ran');
  }
}

function checked(schedules: readonly Schedule[]): ReadonlyMap<string, Schedule> {
  const wrong = schedules.find(({ name, cron }) => !NAME.test(name) || !CRON.test(cron));
  if (wrong) throw new Error(`The schedule "${wrong.name}" has an invalid name or cron expression: "${wrong.cron}".`);
  const byName = new Map(schedules.map((schedule) => [schedule.name, schedule]));
  if (byName.size < schedules.length) throw new Error('Two schedules have the same name.');
  return byName;
}
