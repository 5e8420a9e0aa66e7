import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface TestRun {
  /** Runs only the tests that need no database. */
  readonly unit: boolean;
  /** Runs on the system's PostgreSQL instead of the embedded one. */
  readonly system: boolean;
  /** Absolute files or folders to test. Empty: everything, preceded by lint and type checks. */
  readonly paths: readonly string[];
  /** Passed to Jest. */
  readonly rest: readonly string[];
}

const NEEDS_SERVERS = /\.(int|e2e)-spec\.ts$/;
const NEEDS_APPS = /\.e2e-spec\.ts$/;
/** More workers than the two cores of CI: end-to-end files wait for processes, locks and schedules half of their time. */
const DEFAULTS = ['--maxWorkers=4', '--workerIdleMemoryLimit=1GB', '--testTimeout=180000', '--passWithNoTests'];
const OWN_OPTIONS = ['--unit', '--system'];
const ROOTS = ['apps', 'libs', 'tools'];

/** Parses the command line: paths first, then Jest's arguments from the first option on. Throws on a missing path. */
export function parseArguments(words: readonly string[]): TestRun {
  const given = words.filter((word) => !OWN_OPTIONS.includes(word));
  const firstOption = given.findIndex((word) => word.startsWith('-'));
  const paths = firstOption === -1 ? given : given.slice(0, firstOption);
  const lost = paths.find((path) => !existsSync(path));
  if (lost) throw new Error(`${lost} does not exist`);
  return {
    unit: words.includes('--unit'),
    system: words.includes('--system'),
    paths: paths.map((path) => resolve(path)),
    rest: given.slice(paths.length),
  };
}

/** Returns whether the run is a plain `npm test`, which includes lint and type checks. */
export function isEverything({ unit, system, paths, rest }: TestRun): boolean {
  return !unit && !system && paths.length === 0 && rest.length === 0;
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns what the selected tests need to have started. */
export function needsOf(run: TestRun): { servers: boolean; apps: boolean } {
  if (run.unit) return { servers: false, apps: false };
  const files = (run.paths.length > 0 ? run.paths : ROOTS.map((root) => resolve(root))).flatMap(filesOf);
  return {
    servers: files.some((file) => NEEDS_SERVERS.test(file)),
    apps: files.some((file) => NEEDS_APPS.test(file)),
  };
}

/** Returns Jest's arguments: file patterns, limits, and the caller's own arguments. */
export function jestArguments(run: TestRun): string[] {
  // A lookahead, because the pattern of a file already ends with `$`.
  const kind = run.unit ? String.raw`^(?=.*\.spec\.ts$)` : '';
  const escaped = run.paths.map((path) => `^${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`);
  const folders = escaped.map((path, index) => (statSync(run.paths[index] ?? '').isFile() ? `${path}$` : `${path}/`));
  const patterns = (folders.length > 0 ? folders : ['']).map((path) => `${kind}${path}`);
  const asked = (option: string): boolean => run.rest.some((word) => word.startsWith(option.split('=')[0] ?? option));
  return [...DEFAULTS.filter((option) => !asked(option)), ...run.rest, ...patterns.filter(Boolean)];
}
