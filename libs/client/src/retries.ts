import { TrunklineError } from './errors.ts';

const DELAY_MS = 500;
const DELAY_MAX_MS = 8_000;
const RETRY_AFTER_MAX_S = 60;
const TRANSIENT = new Set([0, 408, 429, 500, 502, 503, 504]);

/** Returns whether the same call can succeed later, within a minute. */
export function isTransient(error: unknown): error is TrunklineError {
  if (!(error instanceof TrunklineError)) return false;
  if ((error.retryAfterSeconds ?? 0) > RETRY_AFTER_MAX_S) return false;
  return TRANSIENT.has(error.status) || error.code === 'idempotency_in_progress';
}

/** Returns the pause before the next attempt: what the API asks for, else full jitter that doubles with each attempt. */
export function delayMs({ retryAfterSeconds }: TrunklineError, attempt: number): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1000;
  return Math.random() * Math.min(DELAY_MAX_MS, DELAY_MS * 2 ** attempt);
}

/** Rejects with the signal's reason if it is aborted before or during the pause. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
