import type { NewJob } from './job';

/** More jobs go to other processes. */
const WAITING_MAX = 100;

/** Executes jobs of one queue in this process, in the order in which they came. They end with the process. */
export class LocalJobs {
  private readonly waiting: NewJob[] = [];
  private readonly ids = new Set<string>();
  private running = 0;

  /** `execute` must not reject. */
  constructor(
    private readonly execute: (job: NewJob) => Promise<void>,
    private readonly concurrency: number,
  ) {}

  /**
   * Returns whether the job is dealt with here: executed now or later, or already waiting or running under the same id.
   * Returns false, and does nothing, if too many wait.
   */
  accept(job: NewJob): boolean {
    if (job.id !== undefined && this.ids.has(job.id)) return true;
    if (this.waiting.length >= WAITING_MAX) return false;
    if (job.id !== undefined) this.ids.add(job.id);
    this.waiting.push(job);
    this.fill();
    return true;
  }

  /** Returns the jobs that have not begun, and forgets them. */
  drain(): readonly NewJob[] {
    const drained = this.waiting.splice(0);
    for (const { id } of drained) if (id !== undefined) this.ids.delete(id);
    return drained;
  }

  private fill(): void {
    while (this.running < this.concurrency) {
      const job = this.waiting.shift();
      if (!job) return;
      this.running++;
      void this.run(job);
    }
  }

  private async run(job: NewJob): Promise<void> {
    await this.execute(job);
    this.running--;
    if (job.id !== undefined) this.ids.delete(job.id);
    this.fill();
  }
}
