import { RateWindow } from '../../domain/carriers/rate-window';
import { GrowingPauses } from './smpp-settings';

export interface PaceOptions {
  readonly window: number;
  readonly perSecond: number;
  /** The first and the longest pause after the carrier had too much to do. */
  readonly throttledMs: readonly [number, number];
}

export type Admission =
  /** A part may be sent. Its round ends with the next pause. */
  | { readonly isAdmitted: true; readonly round: number }
  /** The carrier has too much to do for so many milliseconds. */
  | { readonly isAdmitted: false; readonly retryAfterMs: number };

/**
 * How fast parts are sent: no more than the window awaits answers, and no more than the limit is sent within any second. When the
 * carrier has too much to do, nothing is sent for a pause, which doubles while that goes on, and the window halves; each
 * window of parts that the carrier then takes widens it by one.
 */
export class Pace {
  private readonly pauses: GrowingPauses;
  private readonly waiting: ((admission: Admission) => void)[] = [];
  private readonly rate: RateWindow;
  private width: number;
  private inFlight = 0;
  private round = 0;
  private pausedUntil = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: PaceOptions) {
    this.pauses = new GrowingPauses(options.throttledMs);
    this.rate = new RateWindow(options.perSecond);
    this.width = options.window;
  }

  /** Milliseconds until parts are sent again; 0 without a pause. */
  get pausedMs(): number {
    return Math.max(this.pausedUntil - performance.now(), 0);
  }

  /** Waits for a place in the window, in the order of the calls. Refuses during a pause, and when one begins. */
  enter(): Promise<Admission> {
    const retryAfterMs = this.pausedMs;
    if (retryAfterMs > 0) return Promise.resolve({ isAdmitted: false, retryAfterMs });
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.admit();
    });
  }

  /** Returns the place of a part that was answered or lost. */
  leave(round: number, result: 'taken' | 'throttled' | 'other'): void {
    this.inFlight -= 1;
    // The answers to what was sent before a pause say nothing new.
    if (round === this.round && result === 'taken') this.widen();
    if (round === this.round && result === 'throttled') this.pause();
    this.admit();
  }

  private widen(): void {
    this.pauses.reset();
    this.width = Math.min(this.width + 1 / this.width, this.options.window);
  }

  private pause(): void {
    this.round += 1;
    this.width = Math.max(this.width / 2, 1);
    const retryAfterMs = this.pauses.next();
    this.pausedUntil = performance.now() + retryAfterMs;
    for (const refuse of this.waiting.splice(0)) refuse({ isAdmitted: false, retryAfterMs });
  }

  private admit(): void {
    while (this.waiting.length > 0 && this.inFlight < Math.floor(this.width)) {
      const nowMs = performance.now();
      const waitMs = this.rate.untilFree(1, nowMs);
      if (waitMs > 0) {
        this.timer ??= setTimeout(() => {
          this.timer = null;
          this.admit();
        }, Math.ceil(waitMs));
        return;
      }
      this.rate.count(1, nowMs);
      this.inFlight += 1;
      this.waiting.shift()?.({ isAdmitted: true, round: this.round });
    }
  }
}
