import type { Log } from '../observability/log';

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  /** Does one round of work. Returns when to repeat: at once, shortly, or when woken or due. */
  readonly work: () => Promise<'again' | 'soon' | 'rest'>;
}

const SOON_MS = 20;

/** Repeats work when woken and every `everyMs`, never concurrently. Logs errors and continues. */
export class Loop {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private woken = false;
  private stopped = true;
  private lastEndedAt = performance.now();

  constructor(
    private readonly options: LoopOptions,
    private readonly log: Log,
  ) {}

  start(): void {
    this.stopped = false;
    this.wake();
  }

  wake(): void {
    this.woken = true;
    if (this.stopped || this.running) return;
    if (this.timer) clearTimeout(this.timer);
    this.running = this.round().finally(() => (this.running = null));
  }

  /** Stops and waits for the running round. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  /** Milliseconds since a round last ended. Large if the loop hangs or was never started. */
  get idleMs(): number {
    return performance.now() - this.lastEndedAt;
  }

  private async round(): Promise<void> {
    let next: 'again' | 'soon' | 'rest' = 'again';
    while (!this.stopped && (this.woken || next === 'again')) {
      this.woken = false;
      next = await this.once();
      this.lastEndedAt = performance.now();
    }
    if (!this.stopped) this.sleep(next === 'soon' ? SOON_MS : untilTick(this.options.everyMs));
  }

  private async once(): Promise<'again' | 'soon' | 'rest'> {
    try {
      return await this.options.work();
    } catch (error) {
      this.log.error({ err: error, loop: this.options.name }, 'a round failed');
      return 'rest';
    }
  }

  private sleep(ms: number): void {
    this.timer = setTimeout(() => {
      this.wake();
    }, ms);
  }
}

/**
 * Returns the milliseconds until a multiple of a period, at least half a period: the loops of a process wake together, which
 * costs an idle process less than waking for each.
 */
function untilTick(everyMs: number): number {
  const now = performance.now();
  return Math.ceil(now / everyMs + 0.5) * everyMs - now;
}
