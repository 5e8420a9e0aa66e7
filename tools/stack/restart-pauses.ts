const FIRST_SECONDS = 1;
const LONGEST_SECONDS = 60;
const QUIET_MS = 60_000;

/** Back-off before an app is restarted: 1 s, 2 s, 4 s … 60 s, and 1 s again after it ran for a minute. */
export class RestartPauses {
  private seconds = FIRST_SECONDS;
  private startedAt = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  started(): void {
    this.startedAt = this.now();
  }

  /** Returns the pause in seconds before the next start of an app that has just ended. */
  next(): number {
    if (this.now() - this.startedAt >= QUIET_MS) this.seconds = FIRST_SECONDS;
    const pause = this.seconds;
    this.seconds = Math.min(2 * pause, LONGEST_SECONDS);
    return pause;
  }
}
