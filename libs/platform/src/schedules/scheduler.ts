import type { Log } from '../log';
import type { JobQueues } from '../queues';
import { Loop } from '../loop';

/** A use case that is due by the clock. It does whatever has become due since, so one run more or fewer does no harm. */
export interface Schedule {
  readonly name: string;
  /** Five fields, in UTC. */
  readonly cron: string;
  readonly run: () => Promise<unknown>;
}

const QUEUE = 'schedules';
const CONCURRENCY = 4;
/** A flushed Redis has forgotten its schedules. */
const KEEP_MS = 5000;
const ATTEMPTS = 3;
/** Longer than the slowest process takes to hear of the same occasion. */
const REMEMBER_SECONDS = 600;
const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const CRON = /^\S+( \S+){4}$/;

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
    this.queues.process(QUEUE, (job) => this.run(job.name), CONCURRENCY);
    this.keeping.start();
  }

  /** Runs every schedule once; workers that name the same occasion together run it once. */
  runAll(occasion: string): void {
    this.owed = occasion;
    this.keeping.wake();
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

  private async run(name: string): Promise<void> {
    const schedule = this.byName.get(name);
    if (!schedule) throw new Error(`There is no schedule ${name}.`);
    const begun = performance.now();
    await schedule.run();
    this.log.info({ schedule: name, ms: Math.round(performance.now() - begun) }, 'schedule ran');
  }
}

function checked(schedules: readonly Schedule[]): ReadonlyMap<string, Schedule> {
  const wrong = schedules.find(({ name, cron }) => !NAME.test(name) || !CRON.test(cron));
  if (wrong) throw new Error(`The schedule "${wrong.name}" has no proper name or time: "${wrong.cron}".`);
  const byName = new Map(schedules.map((schedule) => [schedule.name, schedule]));
  if (byName.size < schedules.length) throw new Error('Two schedules have the same name.');
  return byName;
}
