import { Agent, get } from 'node:http';
import autocannon from 'autocannon';
import { type Comparison, percentile, underLimit } from './measuring/measure';

const SIGN_INS = 8;
const ROUNDS = 5;
const SECONDS = 2;
/** Probes are sent at fixed times, whether or not the previous one has returned, so that a stall counts in full. */
const PROBE_EVERY_MS = 10;
/** Latency that monitoring may rely on. */
const P99_MS_MAX = 50;

interface SignIn {
  readonly email: string;
  readonly password: string;
}

interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Measures `GET /health` while sign-ins hash passwords continuously, beside an idle process. */
export async function benchHealth(rootUrl: string, account: SignIn): Promise<Comparison> {
  const seen: Latencies[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const idle = await probe(rootUrl);
    const load = signIns(rootUrl, account);
    const loaded = await probe(rootUrl);
    const rate = await load;
    seen.push(loaded);
    say(`GET /health ${round}/${ROUNDS} idle`, idle);
    say(`GET /health ${round}/${ROUNDS} while ${SIGN_INS} sign in (${rate.toFixed(0)}/s)`, loaded);
  }
  const name = `GET /health, p99 while ${SIGN_INS} sign in`;
  return underLimit(
    name,
    'ms',
    P99_MS_MAX,
    seen.map(({ p99 }) => p99),
  );
}

async function probe(rootUrl: string): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true });
  const probes: Promise<number>[] = [];
  const begun = performance.now();
  while (performance.now() - begun < SECONDS * 1000) {
    probes.push(timeOf(`${rootUrl}/health`, agent));
    const due = begun + probes.length * PROBE_EVERY_MS;
    await new Promise((next) => setTimeout(next, Math.max(0, due - performance.now())));
  }
  const times = await Promise.all(probes);
  agent.destroy();
  const at = (part: number) => percentile(times, part);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function timeOf(url: string, agent: Agent): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET /health answered ${response.statusCode ?? 0}.`));
      response.resume().once('end', () => resolve(performance.now() - begun));
    }).once('error', reject);
  });
}

/** Signs in with the correct password, one after the other. Returns sign-ins per second. */
async function signIns(rootUrl: string, { email, password }: SignIn): Promise<number> {
  const result = await autocannon({
    url: `${rootUrl}/v1/auth/login`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    connections: SIGN_INS,
    duration: SECONDS,
    // A thread of its own, which does not delay the probes.
    workers: 1,
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} sign-ins refused, ${result.errors} failed.`);
  return result.requests.total / result.duration;
}

function say(what: string, { p50, p99, max }: Latencies): void {
  process.stderr.write(`${what}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms\n`);
}
