const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;
const GROWTH = 1.2;
/** A hang ends here. Far above what a busy machine needs, because only a failing test waits this long. */
const WITHIN_MS = 90_000;

/**
 * Retries `look` until it does not throw and returns its result. Throws the last error after the time-out. The pauses grow,
 * so that a long wait leaves the processor to the program that it waits for.
 */
export async function eventually<T>(look: () => T | Promise<T>, withinMs = WITHIN_MS): Promise<T> {
  const giveUp = Date.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS)) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > giveUp) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
