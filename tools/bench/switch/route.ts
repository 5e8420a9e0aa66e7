// Calls to the numbers of many accounts, routed at once, beside the same statements without Trunkline.
import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import pg from 'pg';
import { analyze, eventsHandled } from '../stack/database';
import { Database } from '@trunkline/platform';
import { RouteCall } from '@trunkline/voice-routing';
import type { Stack } from '../../tour/stack';
import { application } from '../stack/application';
import { orderNumber } from '../calls';
import { type RoutePlan, startRouteFloor } from '../floor/floor';
import { compare, type Comparison, type Contender, underLimit } from '../measuring/measure';
import { perSecondOf, post } from '../measuring/post';
import { type Statement, statementsOf } from '../measuring/statements';
import { type CalledCustomer, copyCustomer } from './customers';
import { startBenchStack } from '../stack/stack';

const LANES = 32;
const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 1 };
/** Calls requested at the same time. The API has ten connections. */
const BURST = 500;
const BURSTS = 5;
/** The timeout that docs/integrating-a-switch.md recommends. */
const ANSWER_MS_MAX = 2_000;
const FROM = '+442079460000';
const UNKNOWN_CALLER = {
  sourcePort: null,
  transport: null,
  assertedIdentity: null,
  privacy: null,
  attestation: null,
  verification: null,
};

/** Measures `POST /switch/route` over 32 connections, and of 500 calls at once. */
export async function benchRoute(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  try {
    await client.connect();
    const customers = await copyCustomer(stack, await orderNumber(stack));
    const headers = { authorization: `Bearer ${stack.switchToken}` };
    const url = `${stack.internalUrl}/switch/route`;
    const floor = await startRouteFloor(stack.databaseUrl, await planOfARoute(stack, customers));
    try {
      const pair = {
        floor: caller('bare http and pg', { url: `http://127.0.0.1:${floor.port}/`, headers: {}, client }, customers),
        ours: caller('Trunkline', { url, headers, client }, customers),
      };
      const name = `POST /switch/route, ${LANES} connections, ${customers.length} accounts`;
      const compared = await compare(name, pair, { ...ROUNDS, afterWarmUps: () => analyze(stack.databaseUrl) });
      return [
        compared,
        await slowestOfBursts('of many accounts', { url, headers }, customers),
        await slowestOfBursts('of one account', { url, headers }, customers.slice(0, 1)),
      ];
    } finally {
      floor.stop();
    }
  } finally {
    await client.end();
    await stack.stop();
  }
}

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests the route of a call to one of the numbers. Rejects unless the call is routed. */
export async function call(
  { url, headers }: Target,
  agent: Agent,
  customers: readonly CalledCustomer[],
): Promise<void> {
  const to = customers[randomInt(customers.length)]?.e164;
  const request = { switch_id: 'bench', call_id: `bench ${Math.random()}`, from: FROM, to, source_ip: '127.0.0.1' };
  const answer = await post({ url, agent, headers, type: 'application/json', body: JSON.stringify(request) });
  if (!answer.includes('"route"')) throw new Error(answer);
}

function caller(
  name: string,
  { client, ...target }: Target & { readonly client: pg.Client },
  customers: readonly CalledCustomer[],
): Contender {
  return {
    name,
    perSecond: async (seconds) => {
      await eventsHandled(client);
      const agent = new Agent({ keepAlive: true, maxSockets: LANES });
      try {
        return await perSecondOf(LANES, seconds, () => call(target, agent, customers));
      } finally {
        agent.destroy();
      }
    },
  };
}

/** Requests many routes at the same time, again and again. Each must be answered before the switch would give up. */
async function slowestOfBursts(whose: string, target: Target, customers: readonly CalledCustomer[]) {
  const slowest: number[] = [];
  for (let burst = 1; burst <= BURSTS; burst++) {
    const agent = new Agent({ maxSockets: BURST });
    const begun = performance.now();
    await Promise.all(Array.from({ length: BURST }, () => call(target, agent, customers)));
    slowest.push(performance.now() - begun);
    agent.destroy();
    process.stderr.write(
      `${BURST} calls at once ${whose}, ${burst}/${BURSTS}: ${Math.round(slowest.at(-1) ?? 0)} ms\n`,
    );
  }
  return underLimit(`slowest of ${BURST} calls at once, ${whose}`, 'ms', ANSWER_MS_MAX, slowest);
}

/** Records the statements of one routed call, and what in their values is new with each call. */
async function planOfARoute(stack: Stack, customers: readonly CalledCustomer[]): Promise<RoutePlan> {
  const app = await application(stack);
  try {
    const [customer] = customers;
    if (!customer) throw new Error('There is no number to call.');
    const callId = `bench ${Math.random()}`;
    const router = app.get(RouteCall);
    const request = { switchId: 'bench', node: '', from: FROM, to: customer.e164, sourceIp: '127.0.0.1' };
    const routed = (id: string) =>
      router.route({ ...request, ...UNKNOWN_CALLER, callId: id, authUser: null, isExtending: false });
    await routed('bench');
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
  } finally {
    await app.close();
  }
}

/** Returns the ids in the values, without their prefixes: the call has the id of its decision with another prefix. */
function newIdsIn(statements: readonly Statement[], [customer]: readonly CalledCustomer[]): string[] {
  const known = new Set(Object.values(customer ?? {}));
  const ids = statements.flatMap(({ values }) =>
    values.flatMap((value) => /^(?:rd|hold|post|evt|txn)_(\w+)$/.exec(String(value)) ?? []),
  );
  return [...new Set(ids.filter((id) => !id.includes('_') && !known.has(id)))];
}
