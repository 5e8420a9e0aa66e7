import { SupplierFailure } from '../../../application/supply/supplier';

/** The supplier responded with an error. The body appears in no message and no log. */
export class SupplierHttpError extends SupplierFailure {
  override readonly name = 'SupplierHttpError';
  readonly #body: unknown;

  constructor(
    readonly what: string,
    readonly status: number,
    body: unknown,
    /** Value of Retry-After; null when absent. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${what}: status ${status}`);
    this.#body = body;
  }

  /** The parsed body; null when it was empty or invalid JSON. */
  get body(): unknown {
    return this.#body;
  }

  /** Whether the supplier rejected the request itself, without effect: not for its key, load or an internal error. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 403, 408, 425, 429].includes(this.status);
  }
}

/** A response, or a row of it, does not match the supplier's documentation. The message quotes nothing of it. */
export class ResponseFormatError extends SupplierFailure {
  override readonly name: string = 'ResponseFormatError';
}

/** The supplier does not send the calls of a number to us. */
export class NotConnectedError extends SupplierFailure {
  override readonly name = 'NotConnectedError';
}

export type UnavailableReason =
  | 'timed_out'
  | 'connection_lost'
  | 'incomplete_response'
  | 'response_too_large'
  | 'response_not_json';

/** No readable response was received: it is unknown whether the request had an effect. */
export class SupplierUnavailableError extends SupplierFailure {
  override readonly name = 'SupplierUnavailableError';

  constructor(
    what: string,
    readonly reason: UnavailableReason,
    detail?: string,
  ) {
    super(`${what}: ${reason}${detail ? ` (${detail})` : ''}`);
  }
}
