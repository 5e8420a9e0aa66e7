import { expect } from '@jest/globals';

/** To match an answer against: the envelope of a refusal with this code. */
export const failure = (status: number, code: string) => ({ status, body: { ok: false, error: { code } } });

/** To match an answer against: a 422 that names these fields. */
export const invalid = (...fields: string[]) => ({
  status: 422,
  body: {
    ok: false,
    error: { code: 'invalid_input', fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
  },
});
