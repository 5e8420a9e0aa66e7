import { orderNumber, report, route, routeCalls } from '../calls';
import { analyze } from '../stack/database';
import { type Comparison, percentile, underLimit } from '../measuring/measure';
import { startBenchStack } from '../stack/stack';
import { probeDuring } from './probe';

const ROUNDS = 5;
/** Rounds that do not count, as in the other benches. */
const WARM_UPS = 1;
const CALLS = 1_000;
/** Latency that callers do not notice. */
const P99_MS_MAX = 50;

/** Measures `POST /switch/route` while 1,000 CDRs of the same account are ingested, beside an idle process. */
export async function benchSwitch(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    const caller = { stack, number: await orderNumber(stack) };
    const probe = () => route(caller);
    const seen: number[] = [];
    for (let round = 1 - WARM_UPS; round <= ROUNDS; round++) {
      if (round === 1) await analyze(stack.databaseUrl);
      const rows = await routeCalls(caller, CALLS);
      const idle = percentile(await probeDuring(probe, new Promise((done) => setTimeout(done, 2_000))), 0.99);
      const begun = performance.now();
      const loaded = percentile(await probeDuring(probe, report(stack, rows)), 0.99);
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
