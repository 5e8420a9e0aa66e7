import { join } from 'node:path';
import { type Stack, startStack } from '../../tour/stack';
import { listAt, textAt } from '../../tour/http';
import { type Certificates, makeCertificates } from '../bed/certificates';
import { Testbed } from '../bed/testbed';
import { startCallee, type Phone } from '../sipp/phone';
import { SwitchAgent } from '../switch/agent';
import { choosePorts, Kamailio } from '../switch/kamailio';
import { startRtpengine } from '../switch/rtpengine';
import { operate } from '../trunkline/customer';

export const SIP_DOMAIN = 'sip.example.test';
/** Where carriers call from. The addresses of customers are outside. */
const CARRIER_NETWORK = '127.16.0.0/12';

/** Trunkline with a switch, and a carrier that answers every call. */
export interface Lab {
  readonly bed: Testbed;
  readonly stack: Stack;
  readonly certificates: Certificates;
  readonly kamailio: Kamailio;
  readonly agent: SwitchAgent;
  readonly carrier: Phone;
}

export interface LabOptions {
  /** Sends all sound through rtpengine. Default: true. */
  readonly relaysMedia?: boolean;
  /** More settings of the switch. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a stack of its own and a switch beside it. */
export async function openLab({ relaysMedia = true, env = {} }: LabOptions = {}): Promise<Lab> {
  const bed = await Testbed.open();
  const certificates = makeCertificates(bed);
  const ports = await choosePorts(bed);
  const stack = await startStack({
    ...process.env,
    // Every customer signs up from the same address.
    RATE_LIMIT_FACTOR: '1000',
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    SIP_DOMAIN,
    WSS_URL: `wss://127.0.0.1:${ports['TLS_PORT'] ?? ''}`,
  });
  try {
    const rtpengine = relaysMedia ? (await startRtpengine(bed)).address : '';
    const carrier = await startCallee(bed, { echoes: true });
    await moveCarrier(stack, carrier);
    const api = { apiUrl: stack.internalUrl, switchToken: stack.switchToken, domain: SIP_DOMAIN };
    const kamailio = await Kamailio.start(bed, { node: 'a', ...api, certificates, rtpengine, env }, ports);
    const agent = await SwitchAgent.start(bed, kamailio.env);
    return { bed, stack, certificates, kamailio, agent, carrier };
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
