import { format, resolveConfig } from 'prettier';
import type { Bench } from '../entries';
import type { Comparison } from '../measure';
import type { BenchResult } from './result';

const INTRODUCTION = `# Benchmarks

\`npm run bench -- all\` runs every bench and writes this page. \`npm run bench -- switch\` runs one and prints its rows, and
\`npm run bench -- write\` writes the page from the last results in \`.bench\`.

A rate is measured beside a floor: the same work done by the shortest program that could do it, run in alternation with
Trunkline's. The ratio is the median of the rounds' ratios, of which the lowest and highest are given, because absolute rates
vary with the machine and the hour. A time or an amount of memory is measured against a limit, and its ratio is the limit
divided by the measured value. A ratio below its target is **bold**. A row with a number in brackets is the worst of so many.`;

const HEADER = `| measured | floor or limit | ours | ratio | rounds | target |
| --- | --- | --- | --- | --- | --- |`;

/** Returns docs/benchmarks.md, from the last result of each bench. */
export async function documentOf(
  benches: Readonly<Record<string, Bench>>,
  resultOf: (name: string) => BenchResult | null,
): Promise<string> {
  const sections = Object.entries(benches).map(([name, { about }]) => sectionOf(name, about, resultOf(name)));
  const options = await resolveConfig('docs/benchmarks.md');
  return format([INTRODUCTION, ...sections].join('\n\n'), { ...options, parser: 'markdown' });
}

function sectionOf(name: string, about: string, result: BenchResult | null): string {
  const title = `## ${name}\n\n${about}`;
  if (!result) return `${title}\n\nNot run yet.`;
  const { at, commit, machine, load, seconds, error } = result;
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, ${machine}, load average before the run ${load.toFixed(1)}, took ${Math.round(seconds)} s.`;
  const failed = error === null ? [] : [`**Failed**: \`${error.split('\n')[0]?.replaceAll('`', "'") ?? ''}\``];
  return [title, ...tableOf(worstOfGroups(result.rows)), ...failed, when].join('\n\n');
}

function tableOf(rows: readonly Comparison[]): string[] {
  if (rows.length === 0) return [];
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [[HEADER, ...rows.map((row) => line(cellsOf(row)))].join('\n')];
}

function cellsOf({ name, unit, floor, ours, ratio, rounds, target }: Comparison): string[] {
  const shown = ratio.toFixed(ratio < 0.1 ? 3 : 2);
  const range = rounds ? `${Math.min(...rounds).toFixed(2)}–${Math.max(...rounds).toFixed(2)}` : '';
  const amount = (value: number) => `${numeral(value)}${unit === '/s' ? '' : ' '}${unit}`;
  const wanted = target > 0 ? String(target) : '';
  return [name, amount(floor), amount(ours), ratio < target ? `**${shown}**` : shown, range, wanted];
}

function numeral(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : 0 });
}

function worstOfGroups(rows: readonly Comparison[]): Comparison[] {
  const groups = new Map<string, Comparison[]>();
  for (const row of rows) {
    const key = row.group ?? row.name;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].flatMap(([group, members]) => {
    const [worst] = [...members].sort((a, b) => a.ratio / a.target - b.ratio / b.target);
    if (!worst || members.length === 1) return members;
    return [{ ...worst, name: `${group}: \`${worst.name}\` (${members.length})` }];
  });
}
