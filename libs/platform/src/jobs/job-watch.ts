import type pg from 'pg';
import type { Notifications } from '../database/notifications';

/** BullMQ announces a new job here, with its queue as payload. */
const CHANNEL = 'bullmq_jobs';
/** Finds jobs whose announcement was lost, and those of dead workers. */
const LOOK_MS = 1000;

const LOOK = {
  name: 'look-for-jobs',
  text: `
    SELECT queue.name,
      EXISTS (SELECT FROM job WHERE job.queue = queue.name AND state = 'waiting') AS has_waiting,
      (SELECT min(process_at_ms) FROM job WHERE job.queue = queue.name AND state = 'delayed') AS delayed_until,
      (SELECT min(locked_until_ms) FROM job WHERE job.queue = queue.name AND state = 'active') AS locked_until
    FROM unnest($1::text[]) AS queue (name)`,
};

interface QueueState {
  readonly name: string;
  readonly has_waiting: boolean;
  readonly delayed_until: number | null;
  readonly locked_until: number | null;
}

/** A worker of one queue. */
export interface Watched {
  readonly queue: string;
  /** A queue may have a job that is due. */
  readonly wake: () => void;
  /** Puts back the jobs of dead workers: marks those with an expired lock, and takes them at a later call. */
  readonly recover: () => Promise<unknown>;
  /** The least time between two calls of `recover` that have an effect. */
  readonly recoverEveryMs: number;
}

/**
 * Tells the workers of all queues when they may find a job: by one connection that listens, and by one statement a second
 * instead of several for each queue.
 */
export class JobWatch {
  private readonly workers = new Set<Watched>();
  private timer: NodeJS.Timeout | null = null;
  private looking = false;
  private isStale = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly notifications: Notifications,
    private readonly report: (error: Error) => void,
  ) {}

  add(worker: Watched): void {
    if (this.workers.size === 0) this.listenOnce();
    this.workers.add(worker);
    this.look();
  }

  remove(worker: Watched): void {
    this.workers.delete(worker);
    if (this.workers.size === 0 && this.timer) clearTimeout(this.timer);
  }

  /** Looks for jobs that were announced before the worker began to wait. */
  look(): void {
    this.isStale = true;
    if (this.looking) return;
    this.looking = true;
    void this.round();
  }

  stop(): void {
    this.workers.clear();
    if (this.timer) clearTimeout(this.timer);
  }

  private listenOnce(): void {
    this.listenOnce = () => undefined;
    this.notifications.listen(CHANNEL, (queue) => {
      for (const worker of this.workers) if (queue === null || worker.queue === queue) worker.wake();
    });
  }

  private async round(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    let pauseMs = LOOK_MS;
    while (this.isStale && this.workers.size > 0) {
      this.isStale = false;
      pauseMs = await this.once().catch((error: unknown) => {
        this.report(error instanceof Error ? error : new Error(String(error)));
        return LOOK_MS;
      });
    }
    this.looking = false;
    if (this.workers.size > 0) this.timer = setTimeout(() => this.look(), pauseMs);
  }

  /** Returns the milliseconds until the next look. */
  private async once(): Promise<number> {
    const workers = [...this.workers];
    const { rows } = await this.pool.query<QueueState>(LOOK, [[...new Set(workers.map(({ queue }) => queue))]]);
    const states = new Map(rows.map((row) => [row.name, row]));
    const now = Date.now();
    // At a whole second, when the loops of the process wake too.
    let pauseMs = LOOK_MS - (performance.now() % LOOK_MS);
    for (const worker of workers) {
      const { has_waiting, delayed_until, locked_until } = states.get(worker.queue) ?? {};
      const dueInMs = (delayed_until ?? Infinity) - now;
      if (has_waiting || dueInMs <= 0) worker.wake();
      else pauseMs = Math.min(pauseMs, dueInMs);
      if ((locked_until ?? Infinity) < now) {
        await worker.recover();
        pauseMs = Math.min(pauseMs, worker.recoverEveryMs);
      }
    }
    return pauseMs;
  }
}
