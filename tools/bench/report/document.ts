import { format, resolveConfig } from 'prettier';
import type { Bench } from '../entries';
import { type Comparison, hasMissed } from '../measuring/measure';
import type { BenchResult } from './result';

const INTRODUCTION = `# Benchmarks

\`npm run bench -- all\` runs every bench and writes this page. \`npm run bench -- http\` runs one, prints its rows and keeps
its result in \`.bench\`. \`npm run bench -- write\` writes the page from the last results. The exit code is 1 when a ratio misses
its target, and 2 when a bench fails. Each bench starts a stack of its own on an embedded PostgreSQL.

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

/** Returns docs/benchmarks.md, from the last result of each bench. */
export async function documentOf(
  benches: Readonly<Record<string, Bench>>,
  resultOf: (name: string) => BenchResult | null,
): Promise<string> {
  const results = Object.keys(benches).flatMap((name) => resultOf(name) ?? []);
  const sections = Object.entries(benches).map(([name, { about }]) => sectionOf(name, about, resultOf(name)));
  const options = await resolveConfig('docs/benchmarks.md');
  return format([INTRODUCTION, ...missesOf(results), ...sections].join('\n\n'), { ...options, parser: 'markdown' });
}

/** Names the benches below a target, so that a reader need not look for bold ratios. */
function missesOf(results: readonly BenchResult[]): string[] {
  const missed = results.filter(({ rows, error }) => error !== null || rows.some(hasMissed)).map(({ name }) => name);
  if (results.length === 0) return [];
  if (missed.length === 0) return ['Every bench reaches its targets.'];
  return [`Below a target: ${missed.map((name) => `[${name}](#${name})`).join(', ')}.`];
}

function sectionOf(name: string, about: string, result: BenchResult | null): string {
  const title = `## ${name}\n\n${about}`;
  if (!result) return `${title}\n\nNot run yet.`;
  const { at, commit, machine, load, seconds, error } = result;
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, ${machine}, load average before the run ${load.toFixed(1)}, took ${Math.round(seconds)} s.`;
  const failed = error === null ? [] : [`**Failed**: \`${error.split('\n')[0]?.replaceAll('`', "'") ?? ''}\``];
  return [title, ...tableOf(result.rows), ...failed, when].join('\n\n');
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
