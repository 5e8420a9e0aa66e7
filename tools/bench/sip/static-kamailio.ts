import { resolve } from 'node:path';
import { isListening } from '../../sip/bed/listening';
import { until } from '../../sip/bed/poll';
import type { Testbed } from '../../sip/bed/testbed';
import type { Address } from '../../sip/sipp/phone';

const CONFIGURATION = resolve('tools/bench/sip/static.cfg');

/** Starts a Kamailio that relays every call to one gateway. */
export async function startStaticKamailio(bed: Testbed, gateway: Address): Promise<Address> {
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
