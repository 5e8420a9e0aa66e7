import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Seconds of the slowest files of a whole run, as the reporter prints them. A missing file only starts later than it could. */
const RECORDED = JSON.parse(readFileSync(new URL('durations.json', import.meta.url), 'utf8'));
const secondsOf = new Map(Object.entries(RECORDED).map(([path, seconds]) => [join(ROOT, path), seconds]));

const KINDS = ['.e2e-spec.ts', '.int-spec.ts', '.spec.ts'];

const kindOf = (path) => KINDS.findIndex((ending) => path.endsWith(ending));

/**
 * Runs the files with a recorded duration first, longest first. The others follow by kind, end-to-end files first and unit
 * files last, larger files before smaller ones. A long file that starts last would leave the other workers idle.
 */
export default class LongFirstSequencer {
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    const secondsOr0 = (path) => secondsOf.get(path) ?? 0;
    return [...tests].sort(
      (a, b) =>
        secondsOr0(b.path) - secondsOr0(a.path) ||
        kindOf(a.path) - kindOf(b.path) ||
        sizes.get(b.path) - sizes.get(a.path) ||
        (a.path < b.path ? -1 : 1),
    );
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {
    // Nothing is stored, so the order is the same on every machine.
  }
}
