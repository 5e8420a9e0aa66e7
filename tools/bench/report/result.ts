import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Comparison } from '../measuring/measure';

const FOLDER = '.bench';

/** What one run of a bench found, and where. Kept in `.bench/<name>.json`. */
export interface BenchResult {
  readonly name: string;
  readonly at: string;
  readonly machine: string;
  readonly commit: string;
  /** Load average of a minute before the run, which tells whether the machine was otherwise idle. */
  readonly load: number;
  readonly seconds: number;
  readonly rows: readonly Comparison[];
  /** Why the bench failed; null if it ran to its end. */
  readonly error: string | null;
}

export const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}`;

/** Returns the commit that is checked out, marked if files differ from it. */
export function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}

export function keep(result: BenchResult): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(result.name), `${JSON.stringify(result, null, 2)}\n`);
}

/** Returns the last result of a bench, or null if it has not run here. */
export function lastResult(name: string): BenchResult | null {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8')) as BenchResult;
  } catch {
    return null;
  }
}

const fileOf = (name: string) => `${FOLDER}/${name}.json`;
