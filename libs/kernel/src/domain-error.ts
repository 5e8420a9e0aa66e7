/** The category of an error, independent of the protocol. The edge maps each kind to one HTTP status. */
export type ErrorKind =
  | 'malformed'
  | 'unauthorized'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'not_allowed'
  | 'conflict'
  | 'gone'
  | 'precondition'
  | 'too_large'
  | 'media_type'
  | 'invalid'
  | 'too_many'
  | 'upstream'
  | 'unavailable'
  | 'timeout';

export type Fields = Readonly<Record<string, string>>;

/** The only error type that crosses a context boundary. Any other error is a bug and returns 500. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: string,
    readonly kind: ErrorKind,
    message: string,
    readonly fields?: Fields,
    /** For `too_many`, `unavailable` and `idempotency_in_progress`: how long to wait before a retry. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

interface Entry {
  readonly kind: ErrorKind;
  readonly message: string;
  /** Default for errors that are thrown without a value of their own. */
  readonly retryAfterSeconds?: number;
}

export interface ErrorDetails {
  readonly message?: string;
  readonly fields?: Fields;
  readonly retryAfterSeconds?: number;
}

type Thrower = (details?: ErrorDetails) => DomainError;
export type ErrorCatalogue = Readonly<Record<string, Entry>>;
export type Throwers<C extends ErrorCatalogue> = { readonly [Code in keyof C]: Thrower } & { readonly catalogue: C };

/**
 * Declares the errors of a context. `Errors.number_unavailable()` creates one; `Errors.catalogue` lists them for the
 * edge.
 */
export function defineErrors<const C extends ErrorCatalogue>(catalogue: C): Throwers<C> {
  const throwers = Object.entries<Entry>(catalogue).map(([code, entry]): [string, Thrower] => [
    code,
    ({ message = entry.message, fields, retryAfterSeconds = entry.retryAfterSeconds } = {}) =>
      new DomainError(code, entry.kind, message, fields, retryAfterSeconds),
  ]);
  return { ...Object.fromEntries(throwers), catalogue } as Throwers<C>;
}

/** Errors that any context may raise. */
export const CommonErrors = defineErrors({
  invalid_input: { kind: 'invalid', message: 'Some fields are invalid. `fields` names each of them.' },
  not_found: { kind: 'not_found', message: 'The resource does not exist.' },
  invalid_state: { kind: 'conflict', message: 'The current state of the resource does not allow this operation.' },
  conflict: { kind: 'conflict', message: 'The request conflicts with the current state of the resource.' },
  forbidden: { kind: 'forbidden', message: 'This credential does not permit the operation.' },
});

/** Creates a 422 for one or more fields: `invalidFields({ trunk_id: 'is not a trunk of this account' })`. */
export function invalidFields(fields: Fields): DomainError {
  return CommonErrors.invalid_input({ fields });
}
