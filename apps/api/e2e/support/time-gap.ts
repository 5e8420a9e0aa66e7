const ROUNDS = 9;

/** Well above the jitter of a timer and well below the duration of a mail or a hash. */
export const GAP_MAX_MS = 15;

async function lasting(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * Returns by how many milliseconds two requests differ. Sends each nine times in turns after a warm-up, and compares the
 * fastest, because other work of the machine only adds time.
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
