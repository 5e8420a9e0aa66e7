/** More jobs go to other processes. */
const WAITING_MAX = 100;

interface Identified {
  readonly id?: string;
}

/** Executes jobs of one queue in this process, in the order in which they came. They end with the process. */
export class LocalJobs<Job extends Identified> {
  private readonly waiting: Job[] = [];
  private readonly ids = new Set<string>();
  private running = 0;

  /** `execute` must not reject. */
  constructor(
    private readonly execute: (job: Job) => Promise<void>,
    private readonly concurrency: number,
  ) {}

  /** Takes the job, unless too many wait. A job with the id of one that waits or runs is not executed again. */
  accept(job: Job): boolean {
    if (job.id !== undefined && this.ids.has(job.id)) return true;
    if (this.waiting.length >= WAITING_MAX) return false;
    if (job.id !== undefined) this.ids.add(job.id);
    this.waiting.push(job);
    this.fill();
    return true;
  }

  /** Returns the jobs that have not begun, and forgets them. */
  drain(): readonly Job[] {
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

  private async run(job: Job): Promise<void> {
    await this.execute(job);
    this.running--;
    if (job.id !== undefined) this.ids.delete(job.id);
    this.fill();
  }
}
