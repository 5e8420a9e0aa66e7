const FIRST_SECONDS = 1;
const LONGEST_SECONDS = 60;
const QUIET_MS = 60_000;

/** How long to wait before an app is started again: 1 s, 2 s, 4 s … a minute, and 1 s again after it ran for a minute. */
export class RestartPauses {
  private seconds = FIRST_SECONDS;
  private startedAt = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  started(): void {
    this.startedAt = this.now();
  }

  /** The pause before the next start, in seconds, of an app that has just ended. */
  next(): number {
    if (this.now() - this.startedAt >= QUIET_MS) this.seconds = FIRST_SECONDS;
    const pause = this.seconds;
    this.seconds = Math.min(2 * pause, LONGEST_SECONDS);
    return pause;
  }
}
