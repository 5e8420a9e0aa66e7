import { assertPackages } from '../../sip/bed/programs';
import { CallLoad } from '../../sip/load/call-load';
import { callsOf, settledCalls } from '../../sip/load/settled-account';
import { closeLab, type Lab, openLab } from '../../sip/run/lab';
import { type Address, type Phone, startCallee } from '../../sip/sipp/phone';
import { Customer } from '../../sip/trunkline/customer';
import { type Comparison, percentile, underLimit } from '../measuring/measure';
import { resolve } from 'node:path';
import { isListening } from '../../sip/bed/listening';
import { until } from '../../sip/bed/poll';
import type { Testbed } from '../../sip/bed/testbed';

const CONFIGURATION = resolve('tools/bench/sip/static.cfg');

/** Starts a Kamailio that relays every call to one gateway. */
async function startStaticKamailio(bed: Testbed, gateway: Address): Promise<Address> {
  const address = { host: '127.0.0.1', port: await bed.ports.port() };
  const env = {
    SIP_ADDRESS: address.host,
    SIP_PORT: String(address.port),
    GATEWAY: `sip:${gateway.host}:${gateway.port}`,
  };
  const folder = bed.makeFolder('static');
  bed.start('kamailio-static', 'kamailio', ['-f', CONFIGURATION, '-DD', '-E', '-m', '256', '-Y', folder], env);
  await until('the static Kamailio', () => isListening(address.port));
  return address;
}

const RATE = 50;
const SECONDS = 60;
const HOLD_MS = 2_000;
/** Of a person who waits for the tone. */
export const RINGING_MS_MAX = 300;
/** Rates of the search: each is this many times the one before, and lasts this long. */
const STEP = 1.25;
const RATE_MAX = 1_500;
const STEP_SECONDS = 10;
export const CARRIER = '127.16.9.1';
const BALANCE_CENTS = 10_000_000;
const SETTLE_TIMEOUT_MS = 120_000;
const P99 = 0.99;

/** A number of a customer, and the phone that it rings. */
export interface Office {
  readonly customer: Customer;
  readonly number: string;
  readonly phone: Phone;
}

/** Places calls by SIPp through Kamailio and the API, with everything on one machine. */
export function benchSip(): Promise<Comparison[]> {
  return inLab(async (lab) => {
    const office = await officeOf(lab);
    const ringing = await steadyLoad(lab, office);
    const ours = await highestRate(async (rate) => (await placeCalls(lab, office, rate, STEP_SECONDS)).isWhole);
    const relay = await startStaticKamailio(lab.bed, office.phone.address);
    const floor = await highestRate((rate) => isRelayed(lab, relay, rate));
    const name = `highest rate at which no call fails, calls of ${HOLD_MS / 1000} s for ${STEP_SECONDS} s`;
    return [ringing, { name, unit: '/s', floor, ours, ratio: ours / floor, target: 0 }];
  });
}

/** Runs the work in a lab whose switch accepts any number of calls of one address: all calls of a load come from one. */
export async function inLab<T>(work: (lab: Lab) => Promise<T>): Promise<T> {
  assertPackages();
  const lab = await openLab({ relaysMedia: false, env: { CALLS_PER_SECOND: '100000' } });
  try {
    return await work(lab);
  } finally {
    await closeLab(lab, process.env['KEEP_LOGS'] ?? null);
  }
}

export async function officeOf({ bed, stack }: Lab): Promise<Office> {
  const customer = await Customer.create(stack);
  const phone = await startCallee(bed, { isTraced: false, ringsMs: 100 });
  const trunk = await customer.createTrunk({ gateways: [{ port: phone.address.port }] });
  const number = await customer.buyNumber({ trunk_id: trunk.id });
  await customer.setBalance(BALANCE_CENTS);
  return { customer, phone, number };
}

/** Throws unless every call is answered, recorded and charged once. */
async function steadyLoad(lab: Lab, office: Office): Promise<Comparison> {
  const { ringingMs, isWhole, answered } = await placeCalls(lab, office, RATE, SECONDS);
  if (!isWhole) throw new Error(`${answered} of ${RATE * SECONDS} calls were answered and recorded`);
  const name = `INVITE to 180, p99 at ${RATE} calls a second for ${SECONDS} s`;
  return underLimit(name, 'ms', RINGING_MS_MAX, percentile(ringingMs, P99));
}

async function placeCalls({ bed, kamailio }: Lab, { customer, number }: Office, perSecond: number, seconds: number) {
  const calls = perSecond * seconds;
  const before = await callsOf(customer);
  const load = await CallLoad.start(bed, {
    via: kamailio.address,
    to: number,
    host: CARRIER,
    calls,
    perSecond,
    holdMs: HOLD_MS,
  });
  await load.ended;
  const { answered, ringingMs } = load.result();
  process.stderr.write(`sip ${perSecond}/s: ${answered} of ${calls} answered\n`);
  // An overloaded switch leaves decisions whose answer came too late, and their money is held for longer than a bench lasts.
  if (answered < calls) return { answered, ringingMs, isWhole: false };
  const records = before.records + answered;
  const after = await settledCalls(customer, { records, balanceCents: BALANCE_CENTS, timeoutMs: SETTLE_TIMEOUT_MS });
  return { answered, ringingMs, isWhole: after.answered === before.answered + calls };
}

async function isRelayed({ bed }: Lab, via: Address, perSecond: number): Promise<boolean> {
  const calls = perSecond * STEP_SECONDS;
  const load = await CallLoad.start(bed, { via, to: '+12125550100', host: CARRIER, calls, perSecond, holdMs: HOLD_MS });
  await load.ended;
  const { answered } = load.result();
  process.stderr.write(`floor ${perSecond}/s: ${answered} of ${calls} answered\n`);
  return answered === calls;
}

/** Returns the highest rate that holds, of rates in steps. */
async function highestRate(holds: (rate: number) => Promise<boolean>): Promise<number> {
  let best = 0;
  for (let rate = RATE; rate <= RATE_MAX && (await holds(Math.round(rate))); rate *= STEP) best = Math.round(rate);
  return best;
}
