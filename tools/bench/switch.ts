import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, textAt } from '../tour/http';
import { type Stack, startStack } from '../tour/stack';
import { type Comparison, median } from './measure';

const ROUNDS = 5;
const CALLS = 1_000;
const ROUTES_AT_ONCE = 16;
/** Requests are sent at fixed times, whether or not the previous one has returned, so that a stall counts in full. */
const PROBE_EVERY_MS = 20;
/** Latency that callers do not notice. */
const P99_MS_MAX = 50;
const RATE_LIMIT_FACTOR = '1000000';

interface Caller {
  readonly stack: Stack;
  readonly number: string;
}

/** Measures `POST /switch/route` while 1,000 CDRs of the same account are ingested, beside an idle process. */
export async function benchSwitch(): Promise<Comparison[]> {
  const stack = await startStack({ ...process.env, RATE_LIMIT_FACTOR });
  try {
    const caller = { stack, number: await aNumber(stack) };
    const seen: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const rows = await routedCalls(caller);
      const idle = p99Of(await probeDuring(caller, new Promise((done) => setTimeout(done, 2_000))));
      const begun = performance.now();
      const loaded = p99Of(await probeDuring(caller, report(stack, rows)));
      seen.push(loaded);
      const took = Math.round(performance.now() - begun);
      process.stderr.write(
        `POST /switch/route ${round}/${ROUNDS}: p99 ${idle.toFixed(0)} ms idle, ${loaded.toFixed(0)} ms while ${CALLS} CDRs were taken in ${took} ms\n`,
      );
    }
    const p99 = median(seen);
    const name = `POST /switch/route, p99 while ${CALLS} CDRs are taken`;
    return [{ name, unit: 'ms', floor: P99_MS_MAX, ours: p99, ratio: P99_MS_MAX / p99, target: 1 }];
  } finally {
    await stack.stop();
  }
}

/** Creates a number of a verified postpaid account, so that neither money nor concurrency limits interfere. */
async function aNumber(stack: Stack): Promise<string> {
  const account = JSON.parse(readFileSync(join(stack.dataDir, 'account.json'), 'utf8')) as { apiKey: string };
  const headers = { authorization: `Bearer ${account.apiKey}` };
  const me = await ask('GET', `${stack.rootUrl}/v1/accounts/me`, { headers });
  const terms = { tier: 'verified', billing_mode: 'postpaid', max_concurrent_calls: 100_000 };
  await ask('PATCH', `${stack.internalUrl}/operator/accounts/${textAt(me.body, 'data.id')}`, {
    headers: { authorization: `Bearer ${stack.operatorToken}` },
    body: terms,
  });
  const gateways = [{ name: 'first', host: '127.0.0.1', port: 5081 }];
  const trunk = await ask('POST', `${stack.rootUrl}/v1/sip-trunks`, { headers, body: { name: 'Bench', gateways } });
  const order = { country: 'US', type: 'geographic', trunk_id: textAt(trunk.body, 'data.id') };
  const bought = await ask('POST', `${stack.rootUrl}/v1/numbers`, { headers, body: order });
  return textAt(bought.body, 'data.number.e164');
}

function post(stack: Stack, path: string, body: object) {
  const headers = { authorization: `Bearer ${stack.switchToken}` };
  return ask('POST', `${stack.internalUrl}${path}`, { headers, body });
}

async function route({ stack, number }: Caller): Promise<{ readonly callId: string; readonly decisionId: string }> {
  const callId = `bench ${Math.random()}`;
  const call = { switch_id: 'bench', call_id: callId, from: '+442079460000', to: number, source_ip: '127.0.0.1' };
  const answer = await post(stack, '/switch/route', call);
  if (textAt(answer.body, 'action') !== 'route') throw new Error(JSON.stringify(answer.body));
  return { callId, decisionId: textAt(answer.body, 'decision_id') };
}

/** Builds CDRs of answered calls of one minute. */
async function routedCalls(caller: Caller): Promise<object[]> {
  const rows: object[] = [];
  while (rows.length < CALLS) {
    const calls = await Promise.all(Array.from({ length: ROUTES_AT_ONCE }, () => route(caller)));
    const startedAt = Math.floor(Date.now() / 1000);
    for (const { callId, decisionId } of calls) {
      const key = { switch_id: 'bench', call_id: callId, decision_id: decisionId };
      rows.push({ ...key, started_at: startedAt, answered_at: startedAt, ended_at: startedAt + 50, sip_code: 200 });
    }
  }
  return rows.slice(0, CALLS);
}

async function report(stack: Stack, cdrs: readonly object[]): Promise<void> {
  const answer = await post(stack, '/switch/cdrs', { cdrs });
  const isRecorded = JSON.stringify(answer.body).split('"recorded"').length - 1 === cdrs.length;
  if (!isRecorded) throw new Error(`Not all calls were recorded: ${JSON.stringify(answer.body).slice(0, 500)}`);
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

function p99Of(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? NaN;
}
