import { pause } from '../../postgres';

const POLL_MS = 100;
const TIMEOUT_MS = 20_000;

/** Polls until there is a value that is neither null nor false, and returns it. Throws after the timeout. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false> | T | null | false,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; ; await pause(POLL_MS)) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs / 1000} s waiting for ${what}.`);
  }
}
