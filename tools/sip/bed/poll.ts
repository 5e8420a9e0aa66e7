const POLL_MS = 100;
const TIMEOUT_MS = 15_000;

export const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

/** Looks until there is a value that is neither null nor false. Throws when there is none in time. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false> | T | null | false,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; ; await pause(POLL_MS)) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
  }
}
