const MS = 1000;
/** A message may leave this share of its interval early: timers are not exact. */
const TOLERANCE = 0.05;
const KEYS_MAX = 10_000;

/** The times of one number or account, in milliseconds. */
interface Pace {
  /** When its last message was sent. */
  last: number;
  /** The last time that was given to a waiting message. */
  tail: number;
}

/**
 * Spreads messages over time, by number or account. It is kept in memory: a worker that takes a carrier over may send one message
 * of each number too early.
 */
export class Paces {
  private readonly paces = new Map<string, Pace>();

  /** Returns whether a message may be sent now. */
  isFree(key: string, perSecond: number, nowMs: number): boolean {
    const pace = this.paces.get(key);
    return !pace || nowMs >= pace.last + (MS / perSecond) * (1 - TOLERANCE);
  }

  /** Counts a message that is sent now. */
  count(key: string, nowMs: number): void {
    const pace = this.paces.get(key);
    if (!pace && this.paces.size >= KEYS_MAX) this.forgetIdle(nowMs);
    this.paces.set(key, { last: nowMs, tail: Math.max(pace?.tail ?? 0, nowMs) });
  }

  /**
   * Returns the milliseconds after which a message that waits is to be tried again. Waiting messages are given times one after
   * the other, so that each is tried about twice, however many there are.
   */
  delayMs(key: string, perSecond: number, nowMs: number): number {
    const pace = this.paces.get(key) ?? { last: nowMs, tail: nowMs };
    pace.tail = Math.max(pace.tail, pace.last, nowMs - MS / perSecond) + MS / perSecond;
    this.paces.set(key, pace);
    return Math.max(1, Math.ceil(pace.tail - nowMs));
  }

  private forgetIdle(nowMs: number): void {
    for (const [key, { tail }] of this.paces) if (tail < nowMs - MS) this.paces.delete(key);
  }
}
