import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '@trunkline/kernel';
import { isKnownError, STATUS_OF_KIND } from './error-codes';

const LIBS = new URL('../../../../../libs/', import.meta.url).pathname;
const CATALOGUE = 'src/domain/errors.ts';

/** The contexts that declare errors. */
const contexts = readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.split('/').slice(1).join('/') === CATALOGUE)
  .map((path) => path.split('/')[0] ?? '');

describe('the error codes of the API', () => {
  // The error filter answers 500 `internal_error` to an error with another code.
  it.each(contexts)('contain each error of %s', async (context) => {
    const catalogues = (await import(join(LIBS, context, CATALOGUE))) as Record<string, object>;
    const members = Object.values(catalogues).flatMap((catalogue) => Object.values(catalogue) as unknown[]);
    const errors = members
      .map((member) => (typeof member === 'function' ? (member as () => unknown)() : null))
      .filter((error) => error instanceof DomainError);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter(({ kind, code }) => !isKnownError(STATUS_OF_KIND[kind], code))).toEqual([]);
  });
});
