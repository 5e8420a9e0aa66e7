const MS = 1000;

/** Counts the parts of the last second, so that no second has more than the limit, whenever it begins. In milliseconds of one clock. */
export class RateWindow {
  /** Times of the last `perSecond` parts, a ring. */
  private readonly sentAt: Float64Array;
  private sent = 0;

  /** Nothing may be sent before `quietUntilMs`. */
  constructor(perSecond: number, quietUntilMs = Number.NEGATIVE_INFINITY) {
    this.sentAt = new Float64Array(perSecond).fill(quietUntilMs - MS);
  }

  /** Returns the milliseconds until so many parts may be sent, or as many as the limit. */
  untilFree(parts: number, nowMs: number): number {
    const last = this.sent + Math.min(parts, this.sentAt.length) - 1;
    return Math.max((this.sentAt[last % this.sentAt.length] ?? 0) + MS - nowMs, 0);
  }

  /** Counts parts that are sent now. */
  count(parts: number, nowMs: number): void {
    for (let part = 0; part < parts; part++) this.sentAt[this.sent++ % this.sentAt.length] = nowMs;
  }
}
