import { type Clock } from '@trunkline/kernel';

/** A process whose clock differs more from the database's is not ready, and dates by the database's clock instead. */
export const SKEW_MAX_MS = 60_000;

/**
 * The time of this process, checked against the database's. Between two comparisons, a timer that no one sets tells what the
 * clock should say, so that a wrong moment is noticed at once and dates nothing: an order by time, once in the future, would
 * stay there. See docs/operations.md#clocks.
 */
export class DatabaseTime {
  private compared: { readonly databaseMs: number; readonly at: number } | null = null;

  constructor(
    private readonly ownMs: () => number = () => Date.now(),
    private readonly timerMs: () => number = () => performance.now(),
  ) {}

  /** Enters what the database's clock said between two readings of `performance.now()`. */
  compare(databaseMs: number, sentAt: number, receivedAt: number): void {
    this.compared = { databaseMs, at: (sentAt + receivedAt) / 2 };
  }

  /** How far the clock of this process is ahead of the database's. 0 before the first comparison. */
  get skewMs(): number {
    return this.compared ? this.ownMs() - this.databaseMs(this.compared) : 0;
  }

  get isRight(): boolean {
    return Math.abs(this.skewMs) < SKEW_MAX_MS;
  }

  /** Returns milliseconds of Unix time: of this process, or of the database if they differ too much. */
  nowMs(): number {
    const own = this.ownMs();
    if (!this.compared) return own;
    const database = this.databaseMs(this.compared);
    return Math.abs(own - database) < SKEW_MAX_MS ? own : Math.round(database);
  }

  private databaseMs({ databaseMs, at }: { readonly databaseMs: number; readonly at: number }): number {
    return databaseMs + this.timerMs() - at;
  }
}

/** The clock outside the sandbox. */
export class CheckedClock implements Clock {
  constructor(private readonly time: DatabaseTime) {}

  now(): Date {
    return new Date(this.time.nowMs());
  }
}
