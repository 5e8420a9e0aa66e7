import { format, resolveConfig } from 'prettier';
import type { Bench } from '../entries';
import { type Comparison, hasMissed } from '../measuring/measure';
import type { BenchResult } from './result';

const INTRODUCTION = `# Benchmarks

\`npm run bench -- all\` runs every bench and writes this page. \`npm run bench -- http\` runs one, prints its rows and keeps
its result in \`.bench\`. \`npm run bench -- write\` writes the page from the last results on this machine, and keeps what it says
of benches that have not run here. The exit code is 1 when a ratio misses its target, and 2 when a bench fails. Each bench
starts a stack of its own on an embedded PostgreSQL.

A rate is measured beside a floor: the same work done by the shortest program that could do it, run in alternation with
Trunkline's. The ratio is the median of the rounds' ratios, of which the lowest and highest are given, because absolute rates
vary with the machine and the hour. A time or an amount of memory is measured against a limit, and its ratio is the limit
divided by the measured value. A ratio below its target is **bold**. The load average before a bench is mostly that of the
bench before it.

In the benches of purchases, routes, ingest and hanging endpoints, whose tables grow from nothing, the statistics of the tables
are updated before the rounds that count, as autovacuum does within a minute. Statements that were planned over empty tables
otherwise read all rows of an account.`;

const HEADER = `| measured | floor or limit | ours | ratio | rounds | target |
| --- | --- | --- | --- | --- | --- |`;

/**
 * Returns docs/benchmarks.md, from the last result of each bench. A bench that has not run on this machine keeps what `page`, the
 * document as it stands, says of it.
 */
export async function documentOf(
  benches: Readonly<Record<string, Bench>>,
  resultOf: (name: string) => BenchResult | null,
  page: string,
): Promise<string> {
  const measured = Object.keys(benches).map((name) => {
    const result = resultOf(name);
    return [name, result ? textOf(result) : textIn(page, name)] as const;
  });
  const sections = measured.map(
    ([name, text]) => `## ${name}\n\n${benches[name]?.about ?? ''}\n\n${text ?? 'Not run yet.'}`,
  );
  const options = await resolveConfig('docs/benchmarks.md');
  return format([INTRODUCTION, ...missesOf(measured), ...sections].join('\n\n'), { ...options, parser: 'markdown' });
}

/** Names the benches below a target, so that a reader need not look for bold ratios. */
function missesOf(measured: readonly (readonly [name: string, text: string | null])[]): string[] {
  const missed = measured.filter(([, text]) => text?.includes('**')).map(([name]) => name);
  if (measured.every(([, text]) => text === null)) return [];
  if (missed.length === 0) return ['Every bench reaches its targets.'];
  return [`Below a target: ${missed.map((name) => `[${name}](#${name})`).join(', ')}.`];
}

function textOf({ rows, at, commit, machine, load, seconds, error }: BenchResult): string {
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, ${machine}, load average before the run ${load.toFixed(1)}, took ${Math.round(seconds)} s.`;
  const failed = error === null ? [] : [`**Failed**: \`${error.split('\n')[0]?.replaceAll('`', "'") ?? ''}\``];
  return [...tableOf(rows), ...failed, when].join('\n\n');
}

/** Returns what a page says that a bench has found: all of its section from the table on, or from why the bench failed. */
function textIn(page: string, name: string): string | null {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${name}\n`)) ?? '';
  const start = section.search(/^(?:\||\*\*Failed\*\*)/m);
  return start < 0 ? null : section.slice(start).trim();
}

function tableOf(rows: readonly Comparison[]): string[] {
  if (rows.length === 0) return [];
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [[HEADER, ...rows.map((row) => line(cellsOf(row)))].join('\n')];
}

function cellsOf(row: Comparison): string[] {
  const { name, unit, floor, ours, ratio, rounds, target } = row;
  const shown = decimal(ratio);
  const range = rounds ? `${decimal(Math.min(...rounds))}–${decimal(Math.max(...rounds))}` : '';
  const amount = (value: number) => `${numeral(value)}${unit === '/s' ? '' : ' '}${unit}`;
  const wanted = target > 0 ? String(target) : '';
  return [name, amount(floor), amount(ours), hasMissed(row) ? `**${shown}**` : shown, range, wanted];
}

function decimal(ratio: number): string {
  return ratio.toFixed(ratio < 0.1 ? 3 : 2);
}

function numeral(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : 0 });
}
