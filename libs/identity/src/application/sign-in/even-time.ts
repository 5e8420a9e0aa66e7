import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for everything that a request about an e-mail address may have to do. */
export const EVEN_TIME_MS = 80;

/**
 * Makes work that depends on whether an e-mail address is known take as long as work that does not: nobody may learn
 * from the time of an answer who is a customer (contract, section 0, Secrets and lifetimes). Both ways do the same work
 * as far as they can; this covers the rest.
 */
export class EvenTime {
  constructor(private readonly floorMs: number = EVEN_TIME_MS) {}

  /** Never sooner than the floor, whether the work succeeds or fails. */
  async spend<T>(work: () => Promise<T>): Promise<T> {
    const [done] = await Promise.allSettled([work(), pause(this.floorMs)]);
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  }

  /** Refuses never sooner than the floor; what succeeds need not wait. */
  async beforeRefusing<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } catch (error) {
      await pause(Math.max(0, this.floorMs - (performance.now() - begun)));
      throw error;
    }
  }
}
