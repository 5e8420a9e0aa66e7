/** The supplier has answered, and not with success. What it answered shows in no message and no log. */
export class SupplierHttpError extends Error {
  override readonly name = 'SupplierHttpError';
  readonly #body: unknown;

  constructor(
    readonly what: string,
    readonly status: number,
    body: unknown,
    /** How long it asks us to wait; null when it does not say. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${what}: status ${status}`);
    this.#body = body;
  }

  /** Parsed; null when it was empty or no JSON. */
  get body(): unknown {
    return this.#body;
  }

  /** True when the request itself is at fault and has done nothing: not our key, not its load, not its own fault. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 403, 408, 425, 429].includes(this.status);
  }
}

/** An answer, or a row of it, in another form than the supplier documents: what it means is unknown. It quotes nothing. */
export class AnswerFormatError extends Error {
  override readonly name: string = 'AnswerFormatError';
}

export type AwayReason = 'timed_out' | 'connection_lost' | 'half_answer' | 'answer_too_large';

/** No whole answer came: whether the request was carried out is unknown. */
export class SupplierAwayError extends Error {
  override readonly name = 'SupplierAwayError';

  constructor(
    what: string,
    readonly reason: AwayReason,
    detail?: string,
  ) {
    super(`${what}: ${reason}${detail ? ` (${detail})` : ''}`);
  }
}
