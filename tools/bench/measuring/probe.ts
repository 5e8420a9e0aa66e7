/** Requests are sent at fixed times, whether or not the previous one has returned, so that a stall counts in full. */
const PROBE_EVERY_MS = 20;

/** Returns the latency of each probe that was sent until `work` was done, in milliseconds. */
export async function probeDuring(probe: () => Promise<unknown>, work: Promise<unknown>): Promise<number[]> {
  const done = new AbortController();
  const finished = work.finally(() => done.abort());
  const probes: Promise<number>[] = [];
  const begun = performance.now();
  do {
    probes.push(timed(probe));
    const due = begun + probes.length * PROBE_EVERY_MS;
    await new Promise((next) => setTimeout(next, Math.max(0, due - performance.now())));
  } while (!done.signal.aborted);
  await finished;
  return Promise.all(probes);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
