import { setTimeout as pause } from 'node:timers/promises';

/** Longer than any request about an email address takes. */
const MINIMUM_DURATION_MS = 80;

/**
 * Hides from response times whether an email address is known. Both paths do the same work as far as possible; the
 * minimum duration covers the rest. See docs/sign-in.md#unknown-emails.
 */
export class MinimumDuration {
  constructor(private readonly minimumMs: number = MINIMUM_DURATION_MS) {}

  /** Settles no earlier than the minimum, whether the work succeeds or fails. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const [done] = await Promise.allSettled([work(), pause(this.minimumMs)]);
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  }

  /** Rejects no earlier than the minimum. A success is not delayed. */
  async delayErrors<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } catch (error) {
      await pause(Math.max(0, this.minimumMs - (performance.now() - begun)));
      throw error;
    }
  }
}
