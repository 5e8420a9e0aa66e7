import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { pause } from '../../postgres';
import { ask, textAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { type Comparison, percentile, underLimit } from '../measuring/measure';
import { probeDuring } from '../measuring/probe';
import { accountOf } from '../stack/account';
import { analyze } from '../stack/database';
import { onStack } from '../stack/stack';
import { call, orderNumber, routesOf } from '../switch/calls';
import { copyCustomer } from '../switch/customers';
import { type Attacker, attacksBy } from './attacks';

/** Of each attack. */
const SECONDS = Number(process.env['BENCH_NEIGHBOUR_SECONDS'] ?? 60);
const WARM_UP_SECONDS = 5;
/** From the start of an attack until the public process has enough to do. */
const LEAD_MS = 1_000;
const P99_MS_MAX = 50;
/** Just below the time after which a webhook is given up. */
const WEBHOOK_MS = 1_900;
/** A process that is not ready after this long has not survived the attack. */
const RECOVERY_MS = 300_000;
const LOOK_MS = 200;

/** Measures `POST /switch/route` at fixed times beside each attack. */
export const benchNeighbours = (): Promise<Comparison[]> => onStack(run, { ALLOW_PRIVATE_WEBHOOKS: 'true' });

async function run(stack: Stack): Promise<Comparison[]> {
  const env = { ...process.env, DATA_DIR: stack.dataDir };
  await promisify(execFile)(process.execPath, ['tools/run.mjs', 'seed'], { env });
  const [, ...customers] = await copyCustomer(stack, await orderNumber(stack));
  const numbers = customers.map(({ e164 }) => e164);
  // A call that is not routed fails the bench.
  const routesFor = (seconds: number) => probeDuring(() => call(routesOf(stack), numbers), pause(seconds * 1000));
  const webhook = await startSlowWebhook();
  try {
    await routesFor(WARM_UP_SECONDS);
    await analyze(stack.databaseUrl);
    const { rootUrl } = stack;
    const slowNumber = await numberOfWebhook(stack, webhook.url);
    const attacker = { ...accountOf(stack), rootUrl, routes: routesOf(stack), slowNumber };
    const rows = [reported('nothing', await routesFor(SECONDS))];
    for (const { name } of attacksBy(attacker)) {
      const attack = await startAttack(attacker, name);
      await pause(LEAD_MS);
      const latencies = await routesFor(SECONDS);
      rows.push(reported(name, latencies, await attack.stop()));
      await recovered(stack);
    }
    return rows;
  } finally {
    webhook.stop();
  }
}

/** Starts a web application that is slow to reject each call. */
async function startSlowWebhook() {
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.end(JSON.stringify({ action: 'reject', code: 480 })), WEBHOOK_MS);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/calls`, stop };
}

/** Buys a number whose calls are routed by a webhook. */
async function numberOfWebhook({ rootUrl, dataDir }: Stack, url: string): Promise<string> {
  const headers = { authorization: `Bearer ${accountOf({ dataDir }).apiKey}` };
  const targets = [{ kind: 'webhook', webhook_url: url }];
  const profile = await ask('POST', `${rootUrl}/v1/routing-profiles`, {
    headers,
    body: { name: 'Slow', strategy: 'failover', targets },
  });
  const order = { country: 'US', type: 'geographic', routing_profile_id: textAt(profile.body, 'data.profile.id') };
  const bought = await ask('POST', `${rootUrl}/v1/numbers`, { headers, body: order });
  return textAt(bought.body, 'data.number.e164');
}

function reported(name: string, latencies: readonly number[], statuses = ''): Comparison {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((part) => percentile(latencies, part).toFixed(1));
  process.stderr.write(
    `POST /switch/route beside ${name}: p50 ${p50} ms, p99 ${p99} ms, slowest ${worst} ms of ${latencies.length}${statuses}\n`,
  );
  return underLimit(`POST /switch/route, p99 beside ${name}`, 'ms', P99_MS_MAX, percentile(latencies, 0.99));
}

/** Resolves once the attack has begun. `stop` returns what it was answered. */
async function startAttack(attacker: Attacker, attack: string) {
  const child = spawn(process.execPath, ['tools/run.mjs', 'bench/neighbours/attacking-process'], {
    env: { PATH: process.env['PATH'], ATTACK: JSON.stringify({ attack, attacker }) },
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
    return `; the attack was answered ${String(counts)} (0: not at all)`;
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
