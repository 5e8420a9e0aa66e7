import { jest } from '@jest/globals';
import { AddressGuard, type AddressVerdict } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { startApi, type TestApi } from '../support';
import { dataOf, type Row } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

/** More than the connections of a process. */
const CALLS = 12;
const GATEWAYS = 2;
const ADDRESS = '198.41.0.4';

describe('POST /switch/route, while host names of gateways are being resolved', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api, 1_000_000);
  });
  afterAll(() => api.stop());
  afterEach(() => jest.restoreAllMocks());

  const changeRoute = (change: Row) =>
    api.patch(`/v1/numbers/${telephony.number.slice(1)}/routing`, change, telephony.customer);
  const toProfile = async () => {
    const targets = [{ kind: 'sip_trunk', sip_trunk_id: telephony.trunkId }];
    const made = await api.post('/v1/routing-profiles', { name: 'a', targets }, telephony.customer);
    const profile = dataOf(made)['profile'] as Row;
    return { routing_profile_id: profile['id'] };
  };

  it.each([
    ['trunk', () => Promise.resolve({ trunk_id: telephony.trunkId })],
    ['profile', toProfile],
  ])('holds no database connection for calls through a %s', async (_name, route) => {
    expect((await changeRoute(await route())).status).toBe(200);
    let resolve: (verdict: AddressVerdict) => void = () => undefined;
    const verdict = new Promise<AddressVerdict>((settle) => (resolve = settle));
    const judge = jest.spyOn(api.use(AddressGuard), 'judgeHost').mockReturnValue(verdict);
    const calls = Array.from({ length: CALLS }, () => telephony.route());
    try {
      await eventually(() => expect(judge).toHaveBeenCalledTimes(CALLS * GATEWAYS));
      const read = await api.get(`/v1/numbers/${telephony.number}`, telephony.customer);
      expect(read.status).toBe(200);
    } finally {
      resolve({ isAllowed: true, address: ADDRESS });
    }
    for (const call of await Promise.all(calls)) {
      const routes = call['routes'] as Row[];
      expect(routes.map((each) => String(each['dst_uri']).includes(ADDRESS))).toEqual([true, true]);
    }
  });
});
