import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../bed/poll';
import type { Phone } from '../sipp/phone';
import type { CalleeScenario } from '../sipp/callee';
import type { SwitchEnvironment } from '../switch/kamailio';
import { type Customer, operate, type Trunk } from '../trunkline/customer';
import type { Stage } from './story';

export interface Office {
  readonly customer: Customer;
  readonly trunk: Trunk;
  readonly number: string;
}

/** A customer whose phone system calls from an address, and one number of it. */
export async function addressedOffice(stage: Stage, members: object = {}): Promise<Office> {
  const customer = await stage.customer();
  const trunk = await customer.createTrunk({ inbound_cidrs: [stage.customerAddress], ...members });
  const number = await customer.buyNumber({ trunk_id: trunk.id });
  await isKnownSource(stage.kamailio.env, stage.customerAddress);
  return { customer, trunk, number };
}

/** A customer with one gateway, which is a phone, and a number that is routed to it. Other members are those of the trunk. */
export async function gatewayOffice(
  stage: Stage,
  { phone: scenario, ...members }: { readonly phone?: CalleeScenario; readonly [member: string]: unknown } = {},
): Promise<Office & { readonly phone: Phone }> {
  const customer = await stage.customer();
  const phone = await stage.callee(scenario);
  const trunk = await customer.createTrunk({ gateways: [{ port: phone.address.port }], ...members });
  return { customer, phone, trunk, number: await customer.buyNumber({ trunk_id: trunk.id }) };
}

/** Waits until a switch accepts calls from an address. Its agent polls for new sources every two seconds. */
export async function isKnownSource(env: SwitchEnvironment, address: string): Promise<void> {
  const file = join(env['STATE_DIR'] ?? '', 'sources.list');
  const isListed = () => readFileSync(file, 'utf8').includes(` ${address} `);
  await until(`the source ${address}`, isListed);
}

/** Returns a number that no other story calls, and a carrier for it alone, which is preferred. */
export async function ownDestination(
  stage: Stage,
  { phone = {}, ...members }: { phone?: CalleeScenario; [member: string]: unknown } = {},
): Promise<{ to: string; carrier: Phone }> {
  const to = stage.destination();
  const carrier = await stage.callee(phone);
  const { host, port } = carrier.address;
  const body = { name: `carrier of ${to}`, host, port, prefixes: [to], priority: 0, ...members };
  await operate(stage.stack, 'POST', '/carriers', body);
  return { to, carrier };
}
