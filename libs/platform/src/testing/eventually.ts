const POLL_MS = 20;
const WITHIN_MS = 15_000;

/** Asks again and again until `look` answers without throwing, and hands its answer on; in the end, its last error. */
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
