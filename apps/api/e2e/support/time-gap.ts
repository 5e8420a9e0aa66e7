const ROUNDS = 9;

/** Far above the jitter of a timer, far below what a mail or a hash takes. */
export const GAP_MAX_MS = 15;

async function lasting(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * By how many milliseconds two requests differ, asked in turns, nine times each and once before. What counts is the
 * fastest of each: other work of the machine only ever adds to a time, and what a request itself costs is in all of them.
 */
export async function timeGap(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  const lasted: [number[], number[]] = [[], []];
  await one();
  await other();
  for (let round = 0; round < ROUNDS; round++) {
    lasted[0].push(await lasting(one));
    lasted[1].push(await lasting(other));
  }
  return Math.abs(Math.min(...lasted[0]) - Math.min(...lasted[1]));
}
