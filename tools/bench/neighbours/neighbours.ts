// Calls on the internal API process, while the public one is saturated by one attack after the other.
import { execFile, spawn } from 'node:child_process';
import { Agent } from 'node:http';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { pause } from '../../postgres';
import type { Stack } from '../../tour/stack';
import { orderNumber } from '../calls';
import { type Comparison, percentile, underLimit } from '../measuring/measure';
import { accountOf } from '../stack/account';
import { analyze } from '../stack/database';
import { startBenchStack } from '../stack/stack';
import { type CalledCustomer, copyCustomer } from '../switch/customers';
import { probeDuring } from '../switch/probe';
import { call } from '../switch/route';
import { attacksBy } from './attacks';

/** Of each attack. */
const SECONDS = Number(process.env['BENCH_NEIGHBOUR_SECONDS'] ?? 60);
const WARM_UP_SECONDS = 5;
/** From the start of an attack until the public process has enough to do. */
const LEAD_MS = 1_000;
const P99_MS_MAX = 50;
/** A process that is not ready after this long has not survived the attack. */
const RECOVERY_MS = 300_000;
const LOOK_MS = 200;

/** Measures `POST /switch/route` at fixed times beside each attack on the public process. */
export async function benchNeighbours(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  try {
    const env = { ...process.env, DATA_DIR: stack.dataDir };
    await promisify(execFile)(process.execPath, ['tools/run.mjs', 'seed'], { env });
    const customers = await copyCustomer(stack, await orderNumber(stack));
    await routesDuring(stack, customers, pause(WARM_UP_SECONDS * 1000));
    await analyze(stack.databaseUrl);
    const rows = [reported('nothing', await routesDuring(stack, customers, pause(SECONDS * 1000)))];
    for (const { name } of attacksBy(accountOf(stack))) {
      const attack = await startAttack(stack, name);
      await pause(LEAD_MS);
      const latencies = await routesDuring(stack, customers, pause(SECONDS * 1000));
      rows.push(reported(name, latencies, await attack.stop()));
      await recovered(stack);
    }
    return rows;
  } finally {
    await stack.stop();
  }
}

/** Returns the latency of each call in milliseconds. One that is not routed fails the bench. */
async function routesDuring(stack: Stack, customers: readonly CalledCustomer[], work: Promise<unknown>) {
  const headers = { authorization: `Bearer ${stack.switchToken}` };
  const agent = new Agent({ keepAlive: true });
  try {
    return await probeDuring(() => call({ url: `${stack.internalUrl}/switch/route`, headers }, agent, customers), work);
  } finally {
    agent.destroy();
  }
}

function reported(name: string, latencies: readonly number[], statuses = ''): Comparison {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((part) => percentile(latencies, part).toFixed(1));
  process.stderr.write(
    `POST /switch/route beside ${name}: p50 ${p50} ms, p99 ${p99} ms, slowest ${worst} ms of ${latencies.length}${statuses}\n`,
  );
  return underLimit(`POST /switch/route, p99 beside ${name}`, 'ms', P99_MS_MAX, percentile(latencies, 0.99));
}

/** Resolves once the attack has begun. `stop` returns what the public process has answered. */
async function startAttack(stack: Stack, attack: string) {
  const target = { attack, rootUrl: stack.rootUrl, attacker: accountOf(stack) };
  const child = spawn(process.execPath, ['tools/run.mjs', 'bench/neighbours/attacking-process'], {
    env: { PATH: process.env['PATH'], ATTACK: JSON.stringify(target) },
    stdio: ['pipe', 'pipe', 'inherit'],
    // Linux shares the processor between sessions: in that of the bench, it would delay the measurement.
    detached: true,
  });
  const lines: AsyncIterator<string> = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const isBegun = !(await lines.next()).done;
  if (!isBegun) throw new Error('The attacking process did not start.');
  const stop = async (): Promise<string> => {
    child.kill('SIGTERM');
    const counts: unknown = (await lines.next()).value;
    return `; the public process answered ${String(counts)} (0: not at all)`;
  };
  return { stop };
}

async function recovered({ rootUrl }: Stack): Promise<void> {
  for (const deadline = performance.now() + RECOVERY_MS; performance.now() < deadline; await pause(LOOK_MS)) {
    const answer = await fetch(`${rootUrl}/health/ready`, { signal: AbortSignal.timeout(RECOVERY_MS) }).catch(
      () => null,
    );
    if (answer?.ok) return;
  }
  throw new Error('The public process did not become ready after the attack.');
}
