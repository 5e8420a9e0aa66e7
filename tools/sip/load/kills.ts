import { findRunningStack } from '../../stack/running-stack';
import { numberAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { pause } from '../../postgres';
import { until } from '../bed/poll';
import type { Lab } from '../run/lab';
import { register, startCallee } from '../sipp/phone';
import { Kamailio } from '../switch/kamailio';
import { Customer } from '../trunkline/customer';
import { CallLoad, type LoadOptions } from './call-load';
import { settledCalls } from './settled-account';

type Say = (line: string) => void;

const BALANCE_CENTS = 1_000_000;
const PER_SECOND = 50;
const SHORT_CALLS = 200;
const LONG_CALLS = 300;
const SHORT_MS = 20_000;
const LONG_MS = 300_000;
const UP_TIMEOUT_MS = 60_000;
const SETTLE_TIMEOUT_MS = 180_000;
/** A crash of Kamailio is recorded as of its last sign of life, which it writes every few seconds. */
const ALIVE_MS = 6_000;
const CARRIER = '127.16.9.1';

async function officeOf(lab: Lab): Promise<{ readonly customer: Customer; readonly number: string }> {
  const customer = await Customer.create(lab.stack, { balanceCents: BALANCE_CENTS });
  const phone = await startCallee(lab.bed, { isTraced: false, ringsMs: 100 });
  const trunk = await customer.createTrunk({ gateways: [{ port: phone.address.port }] });
  return { customer, number: await customer.buyNumber({ trunk_id: trunk.id }) };
}

/** A list of hundreds of dialogs would not fit into an answer over UDP. */
const answeredIn = async (kamailio: Kamailio): Promise<number> =>
  numberAt(await kamailio.rpc('dlg.stats_active'), 'ongoing');

/** Kills the processes of the API, which their launcher starts again. */
async function killApi(stack: Stack): Promise<void> {
  const apps = findRunningStack(stack.dataDir)?.apps.filter(({ name }) => name !== 'worker') ?? [];
  for (const { pid } of apps) process.kill(pid, 'SIGKILL');
  const isBack = async () =>
    fetch(`${stack.internalUrl}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await pause(500);
  await until('the API', isBack, UP_TIMEOUT_MS);
}

/** Kills API, agent and Kamailio while 500 calls are up. Afterwards each call has its CDR and was charged once. */
export async function killEachInTurn(lab: Lab, say: Say): Promise<void> {
  const { customer, number } = await officeOf(lab);
  const balanceCents = await customer.balanceCents();
  const common = { via: lab.kamailio.address, to: number, host: CARRIER, perSecond: PER_SECOND };
  const place = (options: Pick<LoadOptions, 'calls' | 'holdMs'>) => CallLoad.start(lab.bed, { ...common, ...options });
  const loads = [await place({ calls: LONG_CALLS, holdMs: LONG_MS })];
  loads.push(await place({ calls: SHORT_CALLS, holdMs: SHORT_MS }));
  const all = LONG_CALLS + SHORT_CALLS;
  await until(`${all} calls`, async () => (await answeredIn(lab.kamailio)) === all, UP_TIMEOUT_MS);
  say(`${all} calls are up; kill -9 of the API`);
  await killApi(lab.stack);
  say('the API is back; kill -9 of the agent');
  await lab.agent.stop('SIGKILL');
  await lab.agent.start();
  await loads[1]?.ended;
  const left = await answeredIn(lab.kamailio);
  say(`the agent is back, ${SHORT_CALLS} calls have ended, ${left} are up; kill -9 of Kamailio`);
  if (left !== LONG_CALLS) throw new Error(`${left} calls are up, not ${LONG_CALLS}`);
  await pause(ALIVE_MS);
  await lab.kamailio.stop('SIGKILL');
  await lab.kamailio.start();
  say('Kamailio is back');
  const calls = await settledCalls(customer, { records: all, balanceCents, timeoutMs: SETTLE_TIMEOUT_MS });
  await Promise.all(loads.map((load) => load.stop()));
  say(`${calls.records} CDRs, ${calls.answered} answered, ${calls.chargedCents} cents charged, nothing held`);
  if (calls.answered !== all || calls.records !== all) throw new Error(JSON.stringify(calls));
}

const NODE_CALLS = 20;
const NODE_HOLD_MS = 25_000;
/** Interval in which the phone of the test registers. */
const REGISTERS_S = 30;

/** Two nodes of one switch. */
interface Pair {
  readonly one: Kamailio;
  readonly two: Kamailio;
}

async function startPair({ bed, stack, kamailio }: Lab): Promise<Pair> {
  const domain = kamailio.env['SIP_DOMAIN'] ?? '';
  const api = { apiUrl: stack.internalUrl, switchToken: stack.switchToken, domain, switchId: 'pair' };
  return {
    one: await Kamailio.start(bed, { node: 'one', ...api }),
    two: await Kamailio.start(bed, { node: 'two', address: '127.0.0.2', ...api }),
  };
}

/** A number of the customer that rings a phone, and the turn in which the phone registers with a node. */
async function roamingPhone({ bed }: Lab, customer: Customer) {
  const trunk = await customer.createTrunk({ registration_mode: 'register' });
  const number = await customer.buyNumber({ trunk_id: trunk.id });
  const { user = '', password = '', domain = '' } = trunk.credentials ?? {};
  const [host, port] = ['127.0.0.1', await bed.ports.port()];
  const identity = { user, password, domain, contacts: [`<sip:${user}@${host}:${port}>`], expiresSeconds: REGISTERS_S };
  const registerAt = async (node: Kamailio): Promise<void> => {
    const code = await register(bed, { ...identity, host, port, via: node.address });
    if (code !== 200) throw new Error(`the phone was not registered: ${code}`);
  };
  return { number, registerAt, listen: () => startCallee(bed, { host, port }) };
}

/** Places calls through a node and waits for their end. Throws unless all are answered. */
async function newCalls({ bed }: Lab, node: Kamailio, to: string, calls: number): Promise<void> {
  const load = await CallLoad.start(bed, {
    via: node.address,
    to,
    host: CARRIER,
    calls,
    perSecond: PER_SECOND,
    holdMs: 1_000,
  });
  await load.ended;
  const { answered } = load.result();
  if (answered !== calls) throw new Error(`${answered} of ${calls} new calls were answered`);
}

/** Kills one of two Kamailio nodes: the calls of the other go on, it takes new ones, and phones register there. */
export async function killOneNode(lab: Lab, say: Say): Promise<void> {
  const { one, two } = await startPair(lab);
  const { customer, number } = await officeOf(lab);
  const phone = await roamingPhone(lab, customer);
  const balanceCents = await customer.balanceCents();
  await phone.registerAt(one);
  const load = { to: number, host: CARRIER, calls: NODE_CALLS, perSecond: PER_SECOND, holdMs: NODE_HOLD_MS };
  const [lost, kept] = [
    await CallLoad.start(lab.bed, { ...load, via: one.address }),
    await CallLoad.start(lab.bed, { ...load, via: two.address }),
  ];
  for (const node of [one, two])
    await until('the calls', async () => (await answeredIn(node)) === NODE_CALLS, UP_TIMEOUT_MS);
  await pause(ALIVE_MS);
  await one.stop('SIGKILL');
  say(`${NODE_CALLS} calls on each of two nodes; kill -9 of one`);
  await newCalls(lab, two, number, NODE_CALLS);
  say(`${NODE_CALLS} new calls were answered by the other node`);
  await phone.registerAt(two);
  await phone.listen();
  await newCalls(lab, two, phone.number, 1);
  say('the phone registers with the other node at its next turn, and is called there');
  await kept.ended;
  say('the calls of the other node ended as their callers wanted');
  await one.start();
  const records = 3 * NODE_CALLS + 1;
  const calls = await settledCalls(customer, { records, balanceCents, timeoutMs: SETTLE_TIMEOUT_MS });
  await lost.stop();
  if (calls.answered !== records) throw new Error(JSON.stringify(calls));
  say(`the killed node is back: ${calls.records} CDRs, all answered, nothing held`);
  await Promise.all([one.stop(), two.stop()]);
}
