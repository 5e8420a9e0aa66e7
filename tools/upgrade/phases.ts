import { performance } from 'node:perf_hooks';

const begun = performance.now();
const MS = 1000;

/** Prints a line with the time since the start of the tool. */
export function report(line: string): void {
  console.log(`${secondsSince(begun).padStart(6)} s  ${line}`);
}

/** Runs a phase, and prints when it begins and how long it took. Its error names the phase. */
export async function phase<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  report(`${name} …`);
  const since = performance.now();
  try {
    const result = await work();
    report(`${name}: took ${secondsSince(since)} s`);
    return result;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name} failed after ${secondsSince(since)} s: ${reason}`, { cause });
  }
}

function secondsSince(since: number): string {
  return ((performance.now() - since) / MS).toFixed(1);
}
