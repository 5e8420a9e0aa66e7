import { at, type Json, listAt } from '../../tour/http';
import { makeCertificates } from '../bed/certificates';
import { until } from '../bed/poll';
import { Baresip } from '../phones/baresip';
import type { Stage, Story } from '../run/story';
import type { Customer, Trunk } from '../trunkline/customer';
import { ANSWERED } from '../trunkline/settled';

/** The agent probes new gateways within seconds, and each one every 30 s. On a busy machine, a probe may be the second. */
const PROBED_MS = 90_000;

/** Returns the state of each gateway by its id. */
async function statesOf(customer: Customer, trunk: Trunk): Promise<ReadonlyMap<string, string>> {
  const status = await customer.get(`/sip-trunks/${trunk.id}/status`);
  const gateways = listAt(status, 'gateways') as Json[];
  return new Map(gateways.map((each) => [String(at(each, 'gateway_id')), String(at(each, 'state'))]));
}

/** A phone whose certificate an unknown authority has signed. */
async function strangePhone(stage: Stage, user: string): Promise<Baresip> {
  const certificates = makeCertificates(stage.bed, 'unknown-authority');
  const phone = await Baresip.start(stage.bed, { users: [user], certificates });
  stage.onClose(() => phone.stop());
  return phone;
}

export const trunks: readonly Story[] = [
  {
    title: 'probes gateways, and tells which are up',
    seconds: 45,
    async play(stage) {
      const customer = await stage.customer();
      const phone = await stage.callee();
      const dead = await stage.bed.ports.port();
      const trunk = await customer.createTrunk({ gateways: [{ port: phone.address.port }, { port: dead }] });
      const [up = '', down = ''] = trunk.gatewayIds;
      await until(
        'the probes',
        async () => {
          const states = await statesOf(customer, trunk);
          return states.get(up) === 'up' && states.get(down) === 'down';
        },
        PROBED_MS,
      );
      stage.proves('the gateway that answers OPTIONS is up, the other one down', true);
      const tested = await customer.send('POST', `/sip-trunks/${trunk.id}/test`, {});
      const items = listAt(tested, 'items') as Json[];
      const result = (id: string) => items.find((item) => at(item, 'gateway_id') === id);
      stage.proves(
        'a test tells the same at once',
        result(up)?.['ok'] === true && result(down)?.['ok'] === false,
        () => items,
      );
      const call = await stage.callAndWait(await customer.buyNumber({ trunk_id: trunk.id }));
      await stage.settled(customer, call, ANSWERED);
      stage.proves('a call does not try the gateway that is down', call.final() === 200);
    },
  },
  {
    title: 'calls no gateway with a certificate of an unknown authority',
    async play(stage) {
      const customer = await stage.customer();
      const trunk = await customer.createTrunk({ transport: 'tls' });
      const number = await customer.buyNumber({ trunk_id: trunk.id });
      const strange = await strangePhone(stage, number);
      const gateway = { name: 'strange', host: '127.0.0.1', port: strange.tls.port, transport: 'tls' };
      await customer.send('POST', `/sip-trunks/${trunk.id}/gateways`, gateway);
      const call = await stage.callAndWait(number);
      stage.proves('the call fails as if the gateway were silent', call.final() === 408, () => call.ladder());
      stage.proves('the gateway sees no INVITE', !strange.log().includes('incoming call'), () => strange.log());
      const expected = { code: 408, cause: 'network_out_of_order', attempts: ['failed 408'] };
      await stage.settled(customer, call, expected);
    },
  },
];
