import { NUMBER_JOB_QUEUE, type RunNumberJob } from '@trunkline/numbering';
import { type Job, type JobQueues, LEFT, type Log } from '@trunkline/platform';

/** Each is of another account, and takes some connections of the database. */
const CONCURRENCY = 2;

/** Changes the numbers of jobs in one worker. */
export class NumberJobFlow {
  constructor(
    private readonly queues: JobQueues,
    private readonly runJob: RunNumberJob,
    private readonly log: Log,
  ) {}

  start(): void {
    const run = async ({ data }: Job) => {
      const { accountId = '', jobId = '' } = data;
      const report = (error: unknown) => this.log.error({ err: error, jobId }, 'a number of a job was not changed');
      return (await this.runJob.run({ accountId, id: jobId }, report)) ? undefined : LEFT;
    };
    this.queues.process(NUMBER_JOB_QUEUE, run, CONCURRENCY);
  }

  /** Leaves running jobs to other workers. `JobQueues.stopTaking` waits until they are left. */
  stop(): Promise<void> {
    this.runJob.stop();
    return Promise.resolve();
  }
}
