import type { Log } from '../observability/log';
import { type Job, type JobQueues, LEFT } from './job-queues';
import { Loop } from './loop';

/** A use case that is due by the clock. It does whatever has become due since, so one run more or fewer does no harm. */
export interface Schedule {
  readonly name: string;
  /** Five fields, in UTC; six when it begins with seconds. */
  readonly cron: string;
  readonly run: (part: number) => Promise<unknown>;
  /**
   * Into so many parts it is cut, which the workers share: each does one part of any schedule at a time. `run` is told
   * which, from 0. Left out, there is one part, which is not handed on.
   */
  readonly parts?: number;
}

const QUEUE = 'schedules';
const CONCURRENCY = 4;
/** Apart from the others, which would wait for them: what is cut into parts runs long. */
const PARTS_QUEUE = 'schedule-parts';
const PARTS_CONCURRENCY = 1;
/** A flushed Redis has forgotten its schedules, and a worker that died may have taken the next run of one with it. */
const KEEP_MS = 1000;
const ATTEMPTS = 3;
/** Longer than the slowest process takes to hear of the same occasion. */
const REMEMBER_SECONDS = 600;
/** A job that no worker knows goes round for so many seconds, about: each turn takes one. */
const TAKEN_MAX = 300;
const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const CRON = /^\S+( \S+){4,5}$/;

/** Runs schedules on whichever worker is free; every worker has the same table and sees to it that the queue knows it. */
export class Scheduler {
  private readonly byName: ReadonlyMap<string, Schedule>;
  private readonly keeping: Loop;
  private owed: string | null = null;

  /** Throws for a table that is not sound. */
  constructor(
    private readonly queues: JobQueues,
    private readonly schedules: readonly Schedule[],
    private readonly log: Log,
  ) {
    this.byName = checked(schedules);
    this.keeping = new Loop({ name: 'schedules', everyMs: KEEP_MS, work: () => this.keep() }, log);
  }

  start(): void {
    this.queues.process(QUEUE, (job) => this.run(job), CONCURRENCY);
    this.queues.process(PARTS_QUEUE, (job) => this.runPart(job), PARTS_CONCURRENCY);
    this.keeping.start();
  }

  /** Runs every schedule once; workers that name the same occasion together run it once. */
  runAll(occasion: string): void {
    this.owed = occasion;
    this.keeping.wake();
  }

  /** How long ago the schedules were last compared with the store. */
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
    // What forgot its schedules may have forgotten a run that was due.
    await this.add(made, 'new');
    const occasion = this.owed;
    if (occasion === null) return 'rest';
    await this.add([...this.byName.keys()], occasion, REMEMBER_SECONDS);
    if (this.owed === occasion) this.owed = null;
    return 'rest';
  }

  private async add(names: readonly string[], occasion: string, rememberSeconds?: number): Promise<void> {
    const remember = rememberSeconds === undefined ? {} : { rememberSeconds };
    const jobs = names.map((name) => ({ id: `${name}.${occasion}`, name, data: {}, attempts: ATTEMPTS, ...remember }));
    await this.queues.addBulk(QUEUE, jobs);
  }

  private async run(job: Job): Promise<unknown> {
    const schedule = this.byName.get(job.name);
    if (!schedule) return this.leave(job);
    return schedule.parts === undefined ? this.runNow(schedule, 0) : this.handOut(job.name, schedule.parts, job.id);
  }

  /**
   * A worker of a newer version may know the schedule, as long as one is there: while this program is upgraded, both take
   * jobs of one queue. One that nobody takes in time is dropped; its schedule runs again when somebody knows it.
   */
  private leave({ name, taken }: Job): unknown {
    if (taken < TAKEN_MAX) return LEFT;
    this.log.warn({ schedule: name }, 'a schedule that no worker knows did not run');
    return undefined;
  }

  /** Each part is a job of its own, once per run of the schedule: one that is handed out twice waits or runs once. */
  private async handOut(name: string, parts: number, run: string): Promise<void> {
    const occasion = run.replaceAll(':', '-');
    const jobs = Array.from({ length: parts }, (_, part) => ({
      ...{ id: `${occasion}.${part}`, name, data: { part: String(part) }, attempts: ATTEMPTS },
    }));
    await this.queues.addBulk(PARTS_QUEUE, jobs);
  }

  private async runPart(job: Job): Promise<unknown> {
    const schedule = this.byName.get(job.name);
    if (schedule?.parts === undefined) return this.leave(job);
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
  if (wrong) throw new Error(`The schedule "${wrong.name}" has no proper name or time: "${wrong.cron}".`);
  const byName = new Map(schedules.map((schedule) => [schedule.name, schedule]));
  if (byName.size < schedules.length) throw new Error('Two schedules have the same name.');
  return byName;
}
