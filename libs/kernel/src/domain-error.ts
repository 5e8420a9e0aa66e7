/** What went wrong, in the terms of a protocol-free domain; the edge turns each kind into one HTTP status. */
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

/** The only error type that crosses a context boundary; anything else is a bug and answers 500. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: string,
    readonly kind: ErrorKind,
    message: string,
    readonly fields?: Fields,
    /** For `too_many`, `unavailable` and `idempotency_in_progress`: when it is worth trying again. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

interface Entry {
  readonly kind: ErrorKind;
  readonly message: string;
  /** When it is worth trying again, unless whoever throws it knows better. */
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

/** Declares a context's errors once: `Errors.number_unavailable()` makes one, `Errors.catalogue` lists them for the edge. */
export function defineErrors<const C extends ErrorCatalogue>(catalogue: C): Throwers<C> {
  const throwers = Object.entries<Entry>(catalogue).map(([code, entry]): [string, Thrower] => [
    code,
    ({ message = entry.message, fields, retryAfterSeconds = entry.retryAfterSeconds } = {}) =>
      new DomainError(code, entry.kind, message, fields, retryAfterSeconds),
  ]);
  return { ...Object.fromEntries(throwers), catalogue } as Throwers<C>;
}

/** Errors that any context may raise (contract, section 24). */
export const CommonErrors = defineErrors({
  invalid_input: { kind: 'invalid', message: 'Some fields are not valid; `fields` names each of them.' },
  not_found: { kind: 'not_found', message: 'There is nothing here.' },
  invalid_state: { kind: 'conflict', message: 'The resource is in a state that does not allow this.' },
  conflict: { kind: 'conflict', message: 'The request conflicts with the present state of the resource.' },
  forbidden: { kind: 'forbidden', message: 'This credential may not do that.' },
});

/** 422 for one field or several: `invalidFields({ trunk_id: 'is not a trunk of this account' })`. */
export function invalidFields(fields: Fields): DomainError {
  return CommonErrors.invalid_input({ fields });
}
