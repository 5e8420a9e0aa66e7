import { join } from 'node:path';
import { type Stack, startStack } from '../../tour/stack';
import { listAt, textAt } from '../../tour/http';
import { Testbed } from '../bed/testbed';
import { startCallee, type Phone } from '../sipp/phone';
import { Kamailio } from '../switch/kamailio';
import { operate } from '../trunkline/customer';

export const SIP_DOMAIN = 'sip.example.test';
/** Where carriers call from. The addresses of customers are outside. */
export const CARRIER_NETWORK = '127.16.0.0/12';

/** Trunkline with a switch, and a carrier that answers every call. */
export interface Lab {
  readonly bed: Testbed;
  readonly stack: Stack;
  readonly kamailio: Kamailio;
  readonly carrier: Phone;
}

/** Starts a stack of its own and a switch beside it. */
export async function openLab(): Promise<Lab> {
  const bed = await Testbed.open();
  const stack = await startStack({
    ...process.env,
    // Every customer signs up from the same address.
    RATE_LIMIT_FACTOR: '1000',
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    SIP_DOMAIN,
  });
  try {
    const kamailio = await Kamailio.start(bed, {
      node: 'a',
      apiUrl: stack.internalUrl,
      switchToken: stack.switchToken,
      domain: SIP_DOMAIN,
    });
    const carrier = await startCallee(bed);
    await moveCarrier(stack, carrier);
    return { bed, stack, kamailio, carrier };
  } catch (error) {
    await closeLab({ bed, stack }, null);
    throw error;
  }
}

/** Gives the sandbox's carrier the address of a phone that answers. */
async function moveCarrier(stack: Stack, { address }: Phone): Promise<void> {
  const [carrier] = listAt(await operate(stack, 'GET', '/carriers'), 'items');
  const body = { host: address.host, port: address.port, priority: 9, source_networks: [CARRIER_NETWORK] };
  await operate(stack, 'PATCH', `/carriers/${textAt(carrier, 'id')}`, body);
}

/** Stops everything. Keeps the logs of a failed run in `keepIn`. */
export async function closeLab({ bed, stack }: Pick<Lab, 'bed' | 'stack'>, keepIn: string | null): Promise<void> {
  await bed.close(keepIn && join(keepIn, 'switch'));
  await stack.stop(keepIn && join(keepIn, 'trunkline'));
}
