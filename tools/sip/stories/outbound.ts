import { headerOf } from '../sipp/messages';
import type { Phone } from '../sipp/phone';
import type { Stage, Story } from '../run/story';
import { type Customer, operate, type Trunk } from '../trunkline/customer';

const TALKED: readonly [number, number] = [1, 3];
const ANSWERED = {
  direction: 'outbound',
  code: 200,
  cause: 'normal_clearing',
  by: 'caller',
  seconds: TALKED,
  attempts: ['answered 200'],
} as const;

/** Returns a number in London that no other story calls, and a carrier for it alone, which is preferred. */
async function ownDestination(stage: Stage, members: object = {}): Promise<{ to: string; carrier: Phone }> {
  const to = stage.destination();
  const carrier = await stage.callee();
  const { host, port } = carrier.address;
  const name = `carrier of ${to}`;
  await operate(stage.stack, 'POST', '/carriers', { name, host, port, prefixes: [to], priority: 0, ...members });
  return { to, carrier };
}

/** A customer with a phone system at an address, and one number. */
async function office(
  stage: Stage,
  members: object = {},
): Promise<{ customer: Customer; trunk: Trunk; number: string }> {
  const customer = await stage.customer();
  const trunk = await customer.createTrunk({ inbound_cidrs: [stage.customerAddress], ...members });
  return { customer, trunk, number: await customer.buyNumber({ trunk_id: trunk.id }) };
}

export const outbound: readonly Story[] = [
  {
    title: 'knows a customer by its address and sends the call to a carrier',
    async play(stage) {
      const { customer, number } = await office(stage);
      const { to, carrier } = await ownDestination(stage);
      const from = `${number}@pbx.example`;
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from });
      const [invite] = carrier.received('INVITE');
      stage.proves('the carrier receives the called number', invite?.first.startsWith(`INVITE sip:${to}@`) === true);
      const sender = headerOf(invite?.text ?? '', 'From') ?? '';
      stage.proves('and the number of the customer', sender.includes(`sip:${number}@`), () => sender);
      await stage.settled(customer, call, ANSWERED);
    },
  },
  {
    title: 'answers the challenge of a carrier',
    async play(stage) {
      const { customer, number } = await office(stage);
      const digest = { user: 'trunkline', password: 'carrier-secret' };
      const carrier = await stage.callee({ digest });
      const to = stage.destination();
      const credentials = { auth_username: digest.user, auth_password: digest.password };
      const { host, port } = carrier.address;
      const body = { name: `carrier of ${to}`, host, port, prefixes: [to], priority: 0, ...credentials };
      await operate(stage.stack, 'POST', '/carriers', body);
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from: `${number}@pbx.example` });
      stage.proves('the carrier is given a digest', call.final() === 200, () => carrier.ladder());
      await stage.settled(customer, call, ANSWERED);
    },
  },
  {
    title: 'refuses a caller ID of somebody else',
    async play(stage) {
      await office(stage);
      const { to, carrier } = await ownDestination(stage);
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from: '+12125550123@pbx.example' });
      stage.proves('the caller receives 403', call.final() === 403, () => call.ladder());
      stage.proves('the carrier is not called', carrier.received('INVITE').length === 0);
    },
  },
  {
    title: 'refuses a destination that the balance does not cover',
    async play(stage) {
      const { customer, number } = await office(stage);
      await customer.setBalance(0);
      const { to, carrier } = await ownDestination(stage);
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from: `${number}@pbx.example` });
      stage.proves('the caller receives 402', call.final() === 402, () => call.ladder());
      stage.proves('the carrier is not called', carrier.received('INVITE').length === 0);
    },
  },
];
