/** An error response to a switch. Its request must not be repeated unchanged, unless the status is 503. */
export class SwitchError extends Error {
  override readonly name = 'SwitchError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields?: Readonly<Record<string, string>>,
    readonly headers: readonly (readonly [string, string])[] = [],
  ) {
    super(message);
  }
}

export function invalid(fields: Readonly<Record<string, string>>): SwitchError {
  return new SwitchError(422, 'invalid_input', 'Some fields are invalid; `fields` names each of them.', fields);
}
