import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { runJourneys } from './browser/journeys';
import { isEverything, jestArguments, needsOf, parseArguments, type TestRun } from './test-run/arguments';
import { ChildProcesses } from './test-run/child-processes';
import { countsOf, type FileResult, NOTHING, repeatFailed, type RunResult, type Suite } from './test-run/results';
import { startServers } from './test-run/servers';
import { systemPostgres, systemSuites } from './test-run/system-postgres';
import { installCommand, missingPackages } from './sip/bed/programs';

/** Places calls through a real switch, or those of the given files of stories. See CONTRIBUTING.md. */
async function runCalls(children: ChildProcesses, files: readonly string[] = []): Promise<RunResult> {
  const missing = missingPackages();
  if (missing.length > 0) {
    console.error(`\n## NO CALLS ARE PLACED THROUGH A SWITCH: ${missing.join(', ')} NOT INSTALLED. ##`);
    console.error(`## ${installCommand(missing)} ##\n`);
    return process.env['CI'] ? { ...NOTHING, otherFailures: 1 } : NOTHING;
  }
  console.log('\ncalls through a real switch\n');
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-calls-'));
  const results = join(folder, 'results.json');
  try {
    const subjects = files.map((file) => basename(file, '.ts'));
    const isWell = await children.node(['tools/run.mjs', 'test-sip', ...subjects], { env: { SIP_RESULTS: results } });
    const told = existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as FileResult[]) : [];
    const isExplained = isWell || told.some(({ failed }) => failed > 0);
    return { files: told, otherFailures: isExplained ? 0 : 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What tests start as processes, apart from the apps. */
const PROGRAMS = ['tools/migrate', 'apps/worker/e2e/support/probe-worker'];
/** Builds the apps, unless their sources are those of the last build. */
const APPS = [
  'node_modules/nx/dist/bin/nx.js',
  'run-many',
  '-t',
  'build',
  '-p',
  'api,worker,switch-agent,dashboard,tools',
];
const ESLINT = 'node_modules/.bin/eslint';
const OXLINT = 'node_modules/.bin/oxlint';
/** TypeScript 7, whose compiler is native: a sixth of the CPU of the one that is written in JavaScript. */
const TSC = 'node_modules/typescript-native/bin/tsc';
/** Several checkers would finish earlier, but each checks again the types that it shares with another. */
const ONCE = ['--noEmit', '--singleThreaded'];
const JEST = 'node_modules/jest/bin/jest.js';
/** Passed on to Jest's workers. A test file makes much short-lived data: fewer, larger collections cost less. */
const YOUNG_SPACE = '--max-semi-space-size=32';
/** Of the static checks, whose trees and types live on: each collection copies them, and fewer collections copy less. */
const CHECKS_YOUNG_SPACE = '--max-semi-space-size=64';
/** The same for a native check: its heap grows fivefold between collections. */
const CHECKS_ENV = { NX_DAEMON: 'false', GOGC: '400' };
const EXIT_GRACE_MS = 15_000;
const COUNT_POLL_MS = 500;
/** Static checks run beside the tests and take only the processor time that these leave. */
const BACKGROUND = 10;
/** A file that is repeated runs alone. */
const ALONE = ['--maxWorkers=1'];

const children = ChildProcesses.interruptible();

/**
 * Runs ESLint beside the checks that need types, each as one process for the whole repository: per project, as Nx runs
 * them, every library is parsed again for each project that imports it. Returns the failed checks.
 */
async function staticChecks(): Promise<string[]> {
  const types = [
    [TSC, '-p', 'tsconfig.json', ...ONCE],
    // Without Node's types, so that the client stays fit for browsers.
    [TSC, '-p', 'libs/client/tsconfig.json', ...ONCE],
    [TSC, '-p', 'apps/dashboard/tsconfig.json', ...ONCE],
    [OXLINT, '--threads=1'],
  ];
  return (await Promise.all([failedOf([[ESLINT, '.']]), failedOf(types)])).flat();
}

/** Runs the checks one after the other. */
async function failedOf(checks: readonly (readonly string[])[]): Promise<string[]> {
  const failed: string[] = [];
  for (const [program = '', ...args] of checks) {
    const name = [basename(program), ...args].join(' ');
    console.log(`checking: ${name}`);
    const command = [CHECKS_YOUNG_SPACE, program, ...args];
    if (!(await children.node(command, { env: CHECKS_ENV, priority: BACKGROUND }))) failed.push(name);
  }
  return failed;
}

/** Runs Jest. A run that printed its results and does not exit left a handle open, which counts as a failure. */
async function jest(run: TestRun, env: Readonly<Record<string, string>>): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-counts-'));
  const file = join(folder, 'counts.json');
  let endsBy = Infinity;
  const guard = setInterval(() => {
    if (endsBy === Infinity && existsSync(file)) endsBy = Date.now() + EXIT_GRACE_MS;
    if (Date.now() < endsBy) return;
    clearInterval(guard);
    console.error('\nThe tests finished but left a handle open. Find it with --detectOpenHandles.');
    children.kill(JEST);
  }, COUNT_POLL_MS);
  const args = [YOUNG_SPACE, JEST, '-c', 'jest.config.js', ...jestArguments(run)];
  const well = await children.node(args, { env: { ...env, TEST_COUNTS_FILE: file, NODE_ENV: 'test' } });
  clearInterval(guard);
  const files = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FileResult[]) : [];
  rmSync(folder, { recursive: true, force: true });
  const hung = Date.now() >= endsBy;
  const isExplained = !hung && (well || files.some(({ failed }) => failed > 0));
  return { files, otherFailures: isExplained ? 0 : 1 };
}

/**
 * Builds what the tests start, once: Nx replaces files that suites beside each other would be using. The apps come first,
 * because Nx empties their folders, in which some programs are.
 */
async function build(run: TestRun): Promise<void> {
  const { servers, apps } = needsOf(run);
  const commands = [...(apps ? [APPS] : []), ...(servers ? [['tools/build.mjs', ...PROGRAMS]] : [])];
  for (const command of commands) if (!(await children.node(command))) throw new Error('the build failed');
}

async function withServers(run: TestRun): Promise<RunResult> {
  if (!needsOf(run).servers) return jest(run, {});
  const system = run.system ? systemPostgres() : null;
  if (run.system && !system) return NOTHING;
  const servers = await startServers(system ?? undefined);
  try {
    return await jest(run, servers.env);
  } finally {
    await servers.stop();
  }
}

/** Returns the suite of a test run, whose files run alone when they are named. */
function suiteOf(run: TestRun): Suite {
  return (files) => withServers(files ? { ...run, paths: files, rest: [...run.rest, ...ALONE] } : run);
}

/** Runs the suites that depend on the server's version on the system's PostgreSQL. */
const onSystemPostgres: Suite = async (files) => {
  const system = systemPostgres();
  if (!system || children.isInterrupted) return NOTHING;
  console.log(`\nsuites that depend on the server's version, on PostgreSQL ${system.major} (${system.postgres})\n`);
  // The journeys take longer beside them, and need most of two cores.
  return withServers({
    unit: false,
    system: true,
    paths: files ?? systemSuites(),
    rest: files ? ALONE : ['--maxWorkers=2'],
  });
};

/** Runs the dashboard's journeys, each page of which is checked in a browser. */
const journeys: Suite = async (files) =>
  children.isInterrupted ? NOTHING : runJourneys(files ? ['--no-deps', '--workers=1', ...files] : [], children);

/** Places calls through a real switch. Alone: what is proved of timers must not depend on what runs beside it. */
const calls: Suite = async (files) => (children.isInterrupted ? NOTHING : runCalls(children, files));

/** Repeats the files that failed, alone, in CI. Prints those that then pass with their first failure. */
async function repeatInCi([suite, first]: readonly [Suite, RunResult]): Promise<RunResult> {
  if (process.env['CI'] !== 'true' || children.isInterrupted) return first;
  const { result, flaky } = await repeatFailed(suite, first);
  for (const { path, failure } of flaky) console.log(`\nFLAKY ${relative('', path)}\n${failure ?? ''}`);
  return result;
}

/** Runs the suites one after the other, those of a list beside each other. */
async function inOrder(...steps: readonly (readonly Suite[])[]): Promise<(readonly [Suite, RunResult])[]> {
  const results: (readonly [Suite, RunResult])[] = [];
  for (const beside of steps)
    results.push(...(await Promise.all(beside.map(async (suite) => [suite, await suite()] as const))));
  return results;
}

async function main(): Promise<void> {
  const run = parseArguments(process.argv.slice(2));
  const everything = isEverything(run);
  await build(run);
  const checks = everything ? staticChecks() : Promise.resolve([]);
  const others = everything ? [[onSystemPostgres, journeys], [calls]] : [];
  const firsts = await inOrder([suiteOf(run)], ...others);
  const results: RunResult[] = [];
  for (const first of firsts) results.push(await repeatInCi(first));
  const failedChecks = await checks;
  for (const name of failedChecks) console.error(`\n${name} failed\n`);
  const sums = countsOf({
    files: results.flatMap(({ files }) => files),
    otherFailures: failedChecks.length + results.reduce((sum, { otherFailures }) => sum + otherFailures, 0),
  });
  // CI parses the last line.
  const skipped = sums.skipped > 0 ? `, ${String(sums.skipped)} skipped` : '';
  console.log(`${String(sums.passed)} passed, ${String(sums.failed)} failed${skipped}`);
  process.exitCode = sums.failed > 0 || children.isInterrupted ? 1 : 0;
}

try {
  await main();
} catch (error) {
  children.interrupt('SIGTERM');
  console.error(`The tests cannot run: ${error instanceof Error ? error.message : String(error)}`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
