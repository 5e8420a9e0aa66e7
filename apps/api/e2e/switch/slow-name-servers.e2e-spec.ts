import { jest } from '@jest/globals';
import { AddressGuard, type AddressVerdict } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { startApi, type TestApi } from '../support';
import { dataOf, type Row } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

/** More than the connections of a process. */
const REQUESTS = 12;
const GATEWAYS = 2;
const ADDRESS = '198.41.0.4';

describe('while host names are being resolved', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api, 1_000_000);
  });
  afterAll(() => api.stop());
  afterEach(() => jest.restoreAllMocks());

  /** Returns the responses of the requests. All of them wait for name servers at once, and another request is served. */
  const whileResolving = async <T>(request: () => Promise<T>, namesPerRequest: number): Promise<T[]> => {
    let resolve: (verdict: AddressVerdict) => void = () => undefined;
    const verdict = new Promise<AddressVerdict>((settle) => (resolve = settle));
    const judge = jest.spyOn(api.use(AddressGuard), 'judgeHost').mockReturnValue(verdict);
    const requests = Array.from({ length: REQUESTS }, request);
    try {
      await eventually(() => expect(judge).toHaveBeenCalledTimes(REQUESTS * namesPerRequest));
      const read = await api.get(`/v1/numbers/${telephony.number}`, telephony.customer);
      expect(read.status).toBe(200);
    } finally {
      resolve({ isAllowed: true, address: ADDRESS });
    }
    return Promise.all(requests);
  };
  const create = async (path: string, body: Row): Promise<Row> =>
    dataOf(await api.post(path, body, telephony.customer));

  describe('POST /switch/route', () => {
    const changeRoute = (change: Row) =>
      api.patch(`/v1/numbers/${telephony.number.slice(1)}/routing`, change, telephony.customer);
    const toProfile = async () => {
      const targets = [{ kind: 'sip_trunk', sip_trunk_id: telephony.trunkId }];
      const { profile } = await create('/v1/routing-profiles', { name: 'a', targets });
      return { routing_profile_id: (profile as Row)['id'] };
    };

    it.each([
      ['trunk', () => Promise.resolve({ trunk_id: telephony.trunkId })],
      ['profile', toProfile],
    ])('holds no database connection for calls through a %s', async (_name, route) => {
      expect((await changeRoute(await route())).status).toBe(200);
      for (const call of await whileResolving(() => telephony.route(), GATEWAYS)) {
        const routes = call['routes'] as Row[];
        expect(routes.map((each) => String(each['dst_uri']).includes(ADDRESS))).toEqual([true, true]);
      }
    });
  });

  describe('a change with If-Match', () => {
    const url = 'https://hooks.example.com/trunkline';
    const gateway = async () => {
      const gateways = `/v1/sip-trunks/${telephony.trunkId}/gateways`;
      const { id } = await create(gateways, { name: 'third', host: '192.0.2.3' });
      return { method: 'PATCH', path: `${gateways}/${String(id)}`, body: { host: 'sip.example.net' } };
    };
    const profile = async (name: string) => {
      const targets = [{ kind: 'pstn_forward', pstn_forward_e164: '+12125550123' }];
      const made = await create('/v1/routing-profiles', { name, targets });
      const [target] = made['targets'] as Row[];
      return {
        path: `/v1/routing-profiles/${String((made['profile'] as Row)['id'])}/targets`,
        id: String(target?.['id']),
      };
    };
    const target = async () => {
      const { path, id } = await profile('b');
      return { method: 'PATCH', path: `${path}/${id}`, body: { kind: 'webhook', webhook_url: url } };
    };
    const targets = async () => {
      const { path } = await profile('c');
      return { method: 'PUT', path, body: { targets: [{ kind: 'webhook', webhook_url: url }] } };
    };
    const webhook = async () => {
      const { id } = await create('/v1/webhooks', { url: 'https://198.41.0.4/hook', event_types: ['call.completed'] });
      return { method: 'PATCH', path: `/v1/webhooks/${String(id)}`, body: { url } };
    };

    it.each([
      ['gateway', gateway],
      ['routing target', target],
      ['list of targets', targets],
      ['webhook endpoint', webhook],
    ])('holds no database connection for a %s', async (_name, make) => {
      const { method, path, body } = await make();
      const change = () => api.send(method, path, { body, sender: telephony.customer, headers: { 'if-match': '*' } });
      const answers = await whileResolving(change, 1);
      expect(answers.map(({ status }) => status)).toEqual(Array(REQUESTS).fill(200));
    });
  });
});
