import type { JobTaker } from './queue-backend';

/**
 * Renews the locks of the running jobs of one worker, in one statement for all of them. Its timer runs only while a job does:
 * BullMQ's own renewal wakes an idle process four times a second for each queue.
 */
export class LockRenewal {
  /** Ids of the running jobs by the token of their lock. */
  private readonly held = new Map<string, string>();
  private isDue = false;

  constructor(
    private readonly taker: Pick<JobTaker, 'extendJobLocks' | 'emit'>,
    private readonly lockMs: number,
    private readonly everyMs: number,
  ) {}

  /** Keeps the lock of a job until `work` ends. A lost lock or store is reported as an error of the worker. */
  async during<T>(jobId: string, token: string, work: () => Promise<T>): Promise<T> {
    this.held.set(token, jobId);
    this.renewLater();
    try {
      return await work();
    } finally {
      this.held.delete(token);
    }
  }

  private renewLater(): void {
    if (this.isDue || this.held.size === 0) return;
    this.isDue = true;
    setTimeout(() => void this.renew(), this.everyMs).unref();
  }

  private async renew(): Promise<void> {
    try {
      await this.extend();
    } catch (error) {
      this.taker.emit('error', error instanceof Error ? error : new Error(String(error)));
    }
    this.isDue = false;
    this.renewLater();
  }

  private async extend(): Promise<void> {
    if (this.held.size === 0) return;
    const tokens = [...this.held.keys()];
    const ids = [...this.held.values()];
    const lost = await this.taker.extendJobLocks(ids, tokens, this.lockMs);
    // The lock of a job that has ended meanwhile was given up, not lost.
    const running = new Set(this.held.values());
    const missed = lost.filter((id) => running.has(id));
    if (missed.length > 0) throw new Error(`The locks of these jobs could not be renewed: ${missed.join(', ')}.`);
  }
}
