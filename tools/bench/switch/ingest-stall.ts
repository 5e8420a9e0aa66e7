import { type Caller, orderNumber, report, route, routeCalls } from '../calls';
import { analyze } from '../stack/database';
import { type Comparison, percentile, underLimit } from '../measuring/measure';
import { startBenchStack } from '../stack/stack';

const ROUNDS = 5;
/** Rounds that do not count, as in the other benches. */
const WARM_UPS = 1;
const CALLS = 1_000;
/** Requests are sent at fixed times, whether or not the previous one has returned, so that a stall counts in full. */
const PROBE_EVERY_MS = 20;
/** Latency that callers do not notice. */
const P99_MS_MAX = 50;

/** Measures `POST /switch/route` while 1,000 CDRs of the same account are ingested, beside an idle process. */
export async function benchSwitch(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    const caller = { stack, number: await orderNumber(stack) };
    const seen: number[] = [];
    for (let round = 1 - WARM_UPS; round <= ROUNDS; round++) {
      if (round === 1) await analyze(stack.databaseUrl);
      const rows = await routeCalls(caller, CALLS);
      const idle = percentile(await probeDuring(caller, new Promise((done) => setTimeout(done, 2_000))), 0.99);
      const begun = performance.now();
      const loaded = percentile(await probeDuring(caller, report(stack, rows)), 0.99);
      if (round > 0) seen.push(loaded);
      const took = Math.round(performance.now() - begun);
      process.stderr.write(
        `POST /switch/route ${round > 0 ? `${round}/${ROUNDS}` : 'warm-up'}: p99 ${idle.toFixed(0)} ms idle, ${loaded.toFixed(0)} ms while ${CALLS} CDRs were taken in ${took} ms\n`,
      );
    }
    const name = `POST /switch/route, p99 while ${CALLS} CDRs are taken`;
    return [underLimit(name, 'ms', P99_MS_MAX, seen)];
  } finally {
    await stack.stop();
  }
}

/** Returns the latency of each route request sent until `work` was done, in milliseconds. */
async function probeDuring(caller: Caller, work: Promise<unknown>): Promise<number[]> {
  const done = new AbortController();
  const finished = work.finally(() => done.abort());
  const probes: Promise<number>[] = [];
  const begun = performance.now();
  do {
    probes.push(timed(() => route(caller)));
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
