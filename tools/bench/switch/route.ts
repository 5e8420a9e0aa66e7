import 'reflect-metadata';
import { Agent } from 'node:http';
import { Database } from '@trunkline/platform';
import { RouteCall } from '@trunkline/voice-routing';
import { pause } from '../../postgres';
import type { Stack } from '../../tour/stack';
import { startFloor } from '../floor/floor';
import { compare, type Comparison, type Contender, percentile, underLimit } from '../measuring/measure';
import { perSecondOf } from '../measuring/post';
import { probeDuring } from '../measuring/probe';
import { type Statement, statementsOf } from '../measuring/statements';
import { inApplication } from '../stack/application';
import { analyze, eventsHandled, onClient } from '../stack/database';
import { onStack } from '../stack/stack';
import { call, CALLER, orderNumber, report, routeCalls, routesOf, type Target } from './calls';
import { type CalledCustomer, copyCustomer } from './customers';
import type { RoutePlan } from './route-floor-server';

const LANES = 32;
const LOADED_MS = 5_000;
const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 1 };
/** Calls requested at the same time. The API has ten connections. */
const BURST = 500;
const BURSTS = 5;
/** The timeout that docs/integrating-a-switch.md recommends. */
const ANSWER_MS_MAX = 2_000;
/** CDRs that are taken while routes are requested. */
const CDRS = 1_000;
const INGESTS = { rounds: 5, warmUps: 1 };
/** Latency that callers do not notice. */
const P99_MS_MAX = 50;
const UNKNOWN_CALLER = {
  sourcePort: null,
  transport: null,
  assertedIdentity: null,
  privacy: null,
  attestation: null,
  verification: null,
};

/** Measures `POST /switch/route` over 32 connections, of 500 calls at once, and while CDRs are taken. */
export const benchRoute = (): Promise<Comparison[]> =>
  onStack(async (stack) => {
    const number = await orderNumber(stack);
    const customers = await copyCustomer(stack, number);
    const numbers = customers.map(({ e164 }) => e164);
    const routes = routesOf(stack);
    const floor = await startFloor(
      stack.databaseUrl,
      await planOfARoute(stack, customers),
      'switch/route-floor-server',
    );
    try {
      const pair = {
        floor: caller('bare http and pg', { url: `${floor.url}/`, headers: {} }, { stack, numbers, lanes: LANES }),
        ours: caller('Trunkline', routes, { stack, numbers, lanes: LANES }),
      };
      const name = `POST /switch/route, ${LANES} connections, ${customers.length} accounts`;
      const compared = await compare(name, pair, { ...ROUNDS, afterWarmUps: () => analyze(stack.databaseUrl) });
      return [
        compared,
        await slowestOfBursts('of many accounts', routes, numbers),
        await slowestOfBursts('of one account', routes, [number]),
        await besideIngest(stack, number),
      ];
    } finally {
      floor.stop();
    }
  });

/** Contender that routes calls to the numbers, once the events of the calls before them are handled. */
export function caller(
  name: string,
  target: Target,
  { stack, numbers, lanes }: { readonly stack: Stack; readonly numbers: readonly string[]; readonly lanes: number },
): Contender {
  return {
    name,
    perSecond: async (seconds) => {
      await onClient(stack.databaseUrl, eventsHandled);
      const agent = new Agent({ keepAlive: true, maxSockets: lanes });
      try {
        return await perSecondOf(lanes, seconds, async () => void (await call(target, numbers, agent)));
      } finally {
        agent.destroy();
      }
    },
  };
}

/** Requests many routes at the same time, again and again. Each must be answered before the switch would give up. */
async function slowestOfBursts(whose: string, target: Target, numbers: readonly string[]) {
  const slowest: number[] = [];
  for (let burst = 1; burst <= BURSTS; burst++) {
    const agent = new Agent({ maxSockets: BURST });
    const begun = performance.now();
    await Promise.all(Array.from({ length: BURST }, () => call(target, numbers, agent)));
    slowest.push(performance.now() - begun);
    agent.destroy();
    process.stderr.write(
      `${BURST} calls at once ${whose}, ${burst}/${BURSTS}: ${Math.round(slowest.at(-1) ?? 0)} ms\n`,
    );
  }
  return underLimit(`slowest of ${BURST} calls at once, ${whose}`, 'ms', ANSWER_MS_MAX, slowest);
}

/** Measures routes at fixed times while CDRs of the same account are taken. Both share the cores and the lock of the wallet. */
async function besideIngest(stack: Stack, number: string): Promise<Comparison> {
  const probe = () => call(routesOf(stack), [number]);
  const seen: number[] = [];
  for (let round = 1 - INGESTS.warmUps; round <= INGESTS.rounds; round++) {
    if (round === 1) await analyze(stack.databaseUrl);
    const cdrs = await routeCalls(stack, number, CDRS);
    await pause(1_000);
    const p99 = percentile(await probeDuring(probe, report(stack, cdrs)), 0.99);
    if (round > 0) seen.push(p99);
    process.stderr.write(`POST /switch/route while ${CDRS} CDRs are taken: p99 ${p99.toFixed(0)} ms\n`);
  }
  return underLimit(`POST /switch/route, p99 while ${CDRS} CDRs are taken`, 'ms', P99_MS_MAX, seen);
}

/** Records the statements of one routed call, and what in their values is new with each call. */
const planOfARoute = (stack: Stack, customers: readonly CalledCustomer[]): Promise<RoutePlan> =>
  inApplication(stack, async (app) => {
    const [customer] = customers;
    if (!customer) throw new Error('There is no number to call.');
    const callId = `bench ${Math.random()}`;
    const router = app.get(RouteCall);
    const request = { switchId: 'bench', node: '', from: CALLER, to: customer.e164, sourceIp: '127.0.0.1' };
    const routed = (id: string) =>
      router.route({ ...request, ...UNKNOWN_CALLER, callId: id, authUser: null, isExtending: false });
    await routed('bench');
    // The first call has the process load the rate deck, whose statements are not those of a call.
    await pause(LOADED_MS);
    const all = await statementsOf(app.get(Database), async () => {
      const { action } = await routed(callId);
      if (action !== 'route') throw new Error('The call was not routed.');
    });
    // The lock that keeps calls which start together from waiting: one call after the other needs none.
    const statements = all.filter(({ text }) => !text.includes('NOWAIT'));
    const firstWrite = statements.findIndex(({ text }) => /^\s*(INSERT|WITH|UPDATE)/.test(text));
    process.stderr.write(`A routed call runs ${statements.length} statements, ${firstWrite} of which read.\n`);
    const fresh = [callId, ...newIdsIn(statements.slice(firstWrite), customers)];
    return { reads: statements.slice(0, firstWrite), writes: statements.slice(firstWrite), fresh, customers };
  });

/** Returns the ids in the values, without their prefixes: the call has the id of its decision with another prefix. */
function newIdsIn(statements: readonly Statement[], [customer]: readonly CalledCustomer[]): string[] {
  const known = new Set(Object.values(customer ?? {}));
  const ids = statements.flatMap(({ values }) =>
    values.flatMap((value) => /^(?:rd|hold|post|evt|txn)_(\w+)$/.exec(String(value)) ?? []),
  );
  return [...new Set(ids.filter((id) => !id.includes('_') && !known.has(id)))];
}
