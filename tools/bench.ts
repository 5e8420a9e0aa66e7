import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { BENCHES } from './bench/entries';
import { type Comparison, hasMissed } from './bench/measuring/measure';
import { documentOf } from './bench/report/document';
import { type BenchResult, commit, keep, lastResult, machine } from './bench/report/result';
import { runSeparately } from './bench/report/run-separately';

const WIDTH = { value: 12, name: 64 };
const DOCUMENT = 'docs/benchmarks.md';
/** Exit codes. */
const MISSED = 1;
const FAILED = 2;
const USAGE = `Usage: npm run bench -- <name> …

Measures each entry beside its floor, prints a table, and keeps the result in .bench. Exits with 1 if a ratio misses its target,
and with 2 if a bench fails.

  all    Runs every bench in a process of its own, and writes ${DOCUMENT}.
  write  Writes ${DOCUMENT} from the last results here, and keeps what it says of other benches.

Names: ${Object.keys(BENCHES).join(', ')}`;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES) && name !== 'all' && name !== 'write');
if (unknown.length > 0 || asked.length === 0) {
  const isHelp = unknown.some((each) => each === '--help' || each === '-h');
  const fault = isHelp || unknown.length === 0 ? '' : `Unknown bench: ${unknown.join(', ')}\n\n`;
  process.stderr.write(`${fault}${USAGE}\n`);
  process.exit(isHelp ? 0 : FAILED);
}
if (asked.includes('all')) await runAll();
else for (const name of asked.filter((each) => each !== 'write')) await runHere(name);
if (asked.includes('all') || asked.includes('write')) {
  writeFileSync(DOCUMENT, await documentOf(BENCHES, lastResult, readFileSync(DOCUMENT, 'utf8')));
  process.stdout.write(`written to ${DOCUMENT}\n`);
}

/** A bench that fails or hangs does not stop the others. */
async function runAll(): Promise<void> {
  for (const name of Object.keys(BENCHES)) {
    const begun = beginningOf(name);
    const failure = await runSeparately(name);
    const { rows, error } = resultSince(begun, failure);
    if (error !== null) process.exitCode = FAILED;
    else if (rows.some(hasMissed)) process.exitCode ??= MISSED;
  }
}

/** A process that was killed or crashed has kept no result of its own. */
function resultSince(begun: Beginning, failure: string | null): BenchResult {
  const last = lastResult(begun.name);
  if (last && last.at >= begun.at) return last;
  const result = resultOf(begun, [], failure ?? 'The bench kept no result.');
  keep(result);
  return result;
}

async function runHere(name: string): Promise<void> {
  const begun = beginningOf(name);
  try {
    const rows = (await BENCHES[name]?.run()) ?? [];
    keep(resultOf(begun, rows, null));
    print(rows);
    if (rows.some(hasMissed)) process.exitCode ??= MISSED;
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    keep(resultOf(begun, [], reason.message));
    process.stderr.write(`${name} failed: ${reason.stack ?? reason.message}\n`);
    process.exitCode = FAILED;
  }
}

type Beginning = Pick<BenchResult, 'name' | 'at' | 'commit' | 'load'>;

function beginningOf(name: string): Beginning {
  return { name, at: new Date().toISOString(), commit: commit(), load: loadavg()[0] ?? 0 };
}

function resultOf(begun: Beginning, rows: readonly Comparison[], error: string | null): BenchResult {
  return { ...begun, machine, seconds: (Date.now() - Date.parse(begun.at)) / 1000, rows, error };
}

function print(rows: readonly Comparison[]): void {
  const line = ([name = '', ...cells]: readonly string[]) =>
    `${name.padEnd(WIDTH.name)}${cells.map((cell) => cell.padStart(WIDTH.value)).join('')}\n`;
  process.stdout.write(line(['', 'floor', 'ours', 'ratio', 'target']));
  for (const { name, unit, floor, ours, ratio, target } of rows) {
    const amount = (value: number) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ${unit}`;
    process.stdout.write(line([name, amount(floor), amount(ours), ratio.toFixed(3), target.toFixed(2)]));
  }
}
