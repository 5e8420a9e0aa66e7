import { TrunklineError } from './errors.ts';

/** Of every attempt of a call. Never has keys, bodies or queries; a path may contain a phone number. */
export interface AttemptDetails {
  readonly method: string;
  readonly path: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /**
   * Error code of a failure. `aborted` if the caller's signal ended the attempt; `http_503` and the like for a response that `raw`
   * returns unread.
   */
  readonly code?: string;
  /** Identifies the request to support. */
  readonly requestId: string | null;
  /** Milliseconds from the request to the end of the response, or to its headers for a stream and for `raw`. */
  readonly durationMs: number;
}

/** Such as `console`. An error that it throws rejects the call. */
export interface Logger {
  debug(message: string, details: AttemptDetails): void;
  /** Called for failed attempts, also for those that are repeated, and for responses of `raw` whose status is not 2xx. */
  warn(message: string, details: AttemptDetails): void;
}

type Sent = Pick<AttemptDetails, 'method' | 'path'>;

interface Outcome {
  readonly startedAt: number;
  readonly response: Response | undefined;
  /** Undefined if the attempt succeeded. */
  readonly failure: unknown;
}

export function logAttempt(logger: Logger, { method, path }: Sent, { startedAt, response, failure }: Outcome): void {
  const durationMs = Date.now() - startedAt;
  const status = response ? response.status : 0;
  const details = { method, path, status, requestId: response?.headers.get('x-request-id') ?? null, durationMs };
  const message = `${method} ${path}: ${String(status)} after ${String(durationMs)} ms`;
  if (failure === undefined && response?.ok) return logger.debug(message, details);
  const code = codeOf(failure, status);
  logger.warn(`${message}, ${code}`, { ...details, code });
}

function codeOf(failure: unknown, status: number): string {
  if (failure === undefined) return `http_${String(status)}`;
  return failure instanceof TrunklineError ? failure.code : 'aborted';
}
