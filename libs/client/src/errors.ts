import type { ErrorCode } from './generated/types.ts';

/** Failures without a response, or with a response that is not the JSON of the API. */
type ConnectionCode = 'connection_failed' | 'timed_out' | 'unreadable_response';

export interface Failure {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ErrorCode | ConnectionCode;
  readonly message: string;
  /** A message for each invalid field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Identifies the request to support. */
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
}

/** A failed call, with the error code of the API. */
export class TrunklineError extends Error implements Failure {
  override readonly name = 'TrunklineError';
  readonly status: number;
  readonly code: Failure['code'];
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.status = failure.status;
    this.code = failure.code;
    this.fields = failure.fields ?? {};
    this.requestId = failure.requestId ?? null;
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
  }
}

/** Returns whether the error is a failed call, and one of the given codes if there are any. */
export function isTrunklineError(error: unknown, ...codes: readonly Failure['code'][]): error is TrunklineError {
  return error instanceof TrunklineError && (codes.length === 0 || codes.includes(error.code));
}
