const POLL_MS = 20;
const WITHIN_MS = 15_000;

/** Retries `look` until it does not throw and returns its result. Throws the last error after the time-out. */
export async function eventually<T>(look: () => T | Promise<T>, withinMs = WITHIN_MS): Promise<T> {
  const giveUp = Date.now() + withinMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > giveUp) throw error;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}
