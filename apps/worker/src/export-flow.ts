import { EXPORT_QUEUE, type ExportCallbacks, type RunExport } from '@trunkline/exports';
import { type Job, type JobQueues, LEFT, runAs } from '@trunkline/platform';

/** Each is of another account, and takes a connection of the database. */
const CONCURRENCY = 4;

/** Writes the files of exports in one worker. */
export class ExportFlow {
  constructor(
    private readonly queues: JobQueues,
    private readonly runExport: RunExport,
    private readonly callbacks: ExportCallbacks,
  ) {}

  start(): void {
    const run = async ({ data }: Job) => {
      const ref = { accountId: data['accountId'] ?? '', id: data['exportId'] ?? '' };
      // The worker that had the job may have died a moment ago, or this one stops.
      if (!(await runAs('lists', () => this.runExport.run(ref)))) return LEFT;
      return this.callbacks.sendDue();
    };
    this.queues.process(EXPORT_QUEUE, run, CONCURRENCY);
  }

  /** Leaves running exports to other workers. `JobQueues.stopTaking` waits until they are left. */
  stop(): Promise<void> {
    this.runExport.stop();
    return Promise.resolve();
  }
}
