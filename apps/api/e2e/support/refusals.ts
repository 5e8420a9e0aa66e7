import { expect } from '@jest/globals';

/** Matches an error response with this status and code. */
export const failure = (status: number, code: string) => ({ status, body: { ok: false, error: { code } } });

/** Matches a 422 that names these fields. */
export const invalid = (...fields: string[]) => ({
  status: 422,
  body: {
    ok: false,
    error: { code: 'invalid_input', fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
  },
});
