import { textAt } from '../../tour/http';
import { serveSoftphone } from '../phones/softphone-page';
import type { DemoSwitch } from './demo-switch';

/** A page with a phone, and the number of an echo. */
export interface DemoPhone {
  readonly url: string;
  readonly echo: string;
  readonly close: () => void;
}

/** Creates a user for a browser and a number that leads to the echo of the agent, and serves the phone. */
export async function serveDemoPhone({ bed, customer, kamailio, number }: DemoSwitch): Promise<DemoPhone> {
  const port = Number(kamailio.env['ECHO_PORT']);
  const trunk = await customer.createTrunk({ name: `Echo ${Date.now().toString(36)}`, gateways: [{ port }] });
  const echo = await customer.buyNumber({ trunk_id: trunk.id });
  const user = await customer.send('POST', '/webrtc-users', { name: 'Demo', default_caller_id: number });
  const token = await customer.send('POST', `/webrtc-users/${textAt(user, 'id')}/tokens`);
  const { host, port: sipPort } = kamailio.address;
  const page = await serveSoftphone(await bed.ports.port(), {
    // Browsers accept a WebSocket without TLS to this machine.
    url: `ws://${host}:${sipPort}`,
    user: textAt(token, 'sip_username'),
    password: textAt(token, 'sip_password'),
    domain: textAt(token, 'sip_domain'),
    number: echo,
  });
  return { url: page.url, echo, close: page.close };
}
