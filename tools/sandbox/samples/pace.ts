import { setTimeout } from 'node:timers/promises';

/** Returns a wait for the next start, so that at most so many starts are in any second. */
export function paceOf(perSecond: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = Date.now();
    const start = Math.max(next, now);
    next = start + 1000 / perSecond;
    if (start > now) await setTimeout(start - now);
  };
}
