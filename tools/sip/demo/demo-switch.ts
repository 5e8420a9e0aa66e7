import { readAccount } from '../../sandbox/sandbox-account';
import { textAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { Testbed } from '../bed/testbed';
import { isKnownSource } from '../run/office';
import { type Phone, register, startCallee } from '../sipp/phone';
import { SwitchAgent } from '../switch/agent';
import { ApiGate } from '../switch/api-gate';
import { Kamailio } from '../switch/kamailio';
import { startRtpengine } from '../switch/rtpengine';
import { type Credentials, Customer, operate, type Trunk } from '../trunkline/customer';

/** A switch beside a stack, a customer with a number and a registered phone, and a carrier that answers. */
export interface DemoSwitch {
  readonly bed: Testbed;
  readonly gate: ApiGate;
  readonly kamailio: Kamailio;
  readonly customer: Customer;
  readonly number: string;
  readonly credentials: Credentials;
  readonly phone: Phone;
  readonly carrier: Phone;
  /** Where the carrier calls from. */
  readonly carrierAddress: string;
  readonly close: () => Promise<void>;
}

export interface DemoOptions {
  readonly stack: Stack;
  readonly customer: Customer;
  /** Relays media, as browsers need it. */
  readonly relaysMedia?: boolean;
  readonly say: (line: string) => void;
}

/** London's range for films: it is never assigned. */
export const DESTINATION = '+442079460018';
const CARRIER_ADDRESS = '127.0.0.3';
/** Above that of the sandbox's carrier, which leads nowhere. */
const WEIGHT = 10_000;
const REGISTERED_S = 600;

/** Returns the account that `npm start` has created. */
export function sandboxCustomer(stack: Stack): Customer {
  const account = readAccount(stack.dataDir);
  if (!account?.apiKey || !account.accountId) throw new Error(`There is no sandbox account in ${stack.dataDir}.`);
  return Customer.of(stack, account.accountId, account.apiKey);
}

/** Buys a number, starts Kamailio with its agent, and registers a phone. */
export async function openDemo({ stack, customer, relaysMedia = false, say }: DemoOptions): Promise<DemoSwitch> {
  const bed = await Testbed.open();
  const closings: (() => Promise<unknown>)[] = [() => bed.close()];
  const close = async (): Promise<void> => {
    for (const each of closings.splice(0).reverse()) await each();
  };
  try {
    const trunk = await customer.createTrunk({
      registration_mode: 'register',
      name: `Demo ${Date.now().toString(36)}`,
    });
    const credentials = credentialsOf(trunk);
    const number = await customer.buyNumber({ trunk_id: trunk.id });
    say(`bought ${number}, routed to the registered systems of ${credentials.user}`);
    const carrier = await startCallee(bed, { echoes: true });
    closings.push(await createCarrier(stack, carrier));
    const gate = await ApiGate.start(stack.internalUrl, await bed.ports.port());
    closings.push(() => gate.close());
    const rtpengine = relaysMedia ? (await startRtpengine(bed)).address : '';
    const api = { apiUrl: gate.url, switchToken: stack.switchToken, domain: credentials.domain };
    const kamailio = await Kamailio.start(bed, { node: 'demo', switchId: 'demo', ...api, rtpengine });
    await SwitchAgent.start(bed, kamailio.env);
    await isKnownSource(kamailio.env, CARRIER_ADDRESS);
    const { host, port } = kamailio.address;
    say(`Kamailio listens on ${host}:${port}, with its agent beside it`);
    const phone = await registerPhone(bed, kamailio, credentials);
    say(`a phone registers at ${phone.address.host}:${phone.address.port} as ${credentials.user}`);
    const made = { bed, gate, kamailio, customer, number, credentials, phone, carrier };
    return { ...made, carrierAddress: CARRIER_ADDRESS, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function credentialsOf({ credentials }: Trunk): Credentials {
  if (!credentials) throw new Error('The trunk has no credentials.');
  return credentials;
}

/** Creates a carrier that is the phone, for one destination. Returns a function that deletes it. */
async function createCarrier(stack: Stack, { address }: Phone): Promise<() => Promise<unknown>> {
  const name = `Demo carrier ${Date.now().toString(36)}`;
  const preferred = { priority: 0, weight: WEIGHT };
  const route = { prefixes: [DESTINATION], ...preferred, source_networks: [CARRIER_ADDRESS] };
  const carrier = await operate(stack, 'POST', '/carriers', { name, ...address, ...route });
  return () => operate(stack, 'DELETE', `/carriers/${textAt(carrier, 'id')}`);
}

async function registerPhone(bed: Testbed, { address }: Kamailio, credentials: Credentials): Promise<Phone> {
  const { user, password, domain } = credentials;
  const host = '127.0.0.1';
  const port = await bed.ports.port();
  const identity = { user, password, domain, contacts: [`<sip:${user}@${host}:${port}>`] };
  const code = await register(bed, { ...identity, expiresSeconds: REGISTERED_S, via: address, host, port });
  if (code !== 200) throw new Error(`The phone was not registered: ${code}`);
  return startCallee(bed, { host, port });
}
