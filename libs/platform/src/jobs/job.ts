/** Ids and names only. The data of a job is in the database. */
export type JobData = Readonly<Record<string, string>>;

export interface NewJob {
  /** While a job with this id waits, runs or is remembered, adding another has no effect. Must not contain a colon. */
  readonly id?: string;
  /** One of few values, because it is a metric label. */
  readonly name: string;
  readonly data: JobData;
  /** Number of attempts, with pauses of 1, 2, 4 … seconds. Default: 1. */
  readonly attempts?: number;
  /** How long the id is remembered after completion. */
  readonly rememberSeconds?: number;
}

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly data: JobData;
  /** How often a worker took the job, including this time. */
  readonly taken: number;
}

/** Returned by a handler for an unknown job, which is put back for another process. */
export const LEFT = Symbol('left');

export type JobHandler = (job: Job) => Promise<unknown>;

export interface CronJob {
  readonly name: string;
  /** Five fields, in UTC; six when it begins with seconds. */
  readonly cron: string;
  readonly attempts?: number;
}

/** Tests shorten what they wait for. */
export interface JobTimes {
  /**
   * Long enough for a busy event loop, short enough that another worker takes over the job of a killed one within five
   * seconds. The job of a slow worker may run twice, for which handlers are safe.
   */
  readonly lockMs: number;
  /** Between renewals of a lock, and between checks for locks that were not renewed. */
  readonly lockCheckMs: number;
  /** The pause before the second attempt. */
  readonly backoffMs: number;
  /** A job that was put back is offered again after this time. */
  readonly leftMs: number;
}
