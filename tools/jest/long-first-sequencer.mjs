import { statSync } from 'node:fs';

const KINDS = ['.e2e-spec.ts', '.int-spec.ts', '.spec.ts'];

const kindOf = (path) => KINDS.findIndex((ending) => path.endsWith(ending));

/**
 * Files that start whole processes first, those that need nothing last, each by size: a clean checkout has no times of an
 * earlier run, and a long file that begins last would keep one worker waiting.
 */
export default class LongFirstSequencer {
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return [...tests].sort(
      (a, b) => kindOf(a.path) - kindOf(b.path) || sizes.get(b.path) - sizes.get(a.path) || (a.path < b.path ? -1 : 1),
    );
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {
    // Nothing is kept: the order is the same on every machine.
  }
}
