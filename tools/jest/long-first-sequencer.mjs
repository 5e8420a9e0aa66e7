import { statSync } from 'node:fs';

const KINDS = ['.e2e-spec.ts', '.int-spec.ts', '.spec.ts'];

const kindOf = (path) => KINDS.findIndex((ending) => path.endsWith(ending));

/**
 * Runs end-to-end files first and unit files last, larger files before smaller ones. A clean checkout has no recorded
 * durations, and a long file that starts last would leave one worker idle.
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
    // Nothing is stored, so the order is the same on every machine.
  }
}
