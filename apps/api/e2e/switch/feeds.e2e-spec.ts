import { startApi, type TestApi } from '../support';
import { dataOf, type Row } from '../support/numbering/shopping';
import { jsonOf, Telephony } from '../support/telephony';

const PATHS = ['/switch/gateways', '/switch/sources'];

describe('the feeds of switches', () => {
  let api: TestApi;
  let telephony: Telephony;
  let trunk: string;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api);
    trunk = `/v1/sip-trunks/${telephony.trunkId}`;
  });
  afterAll(() => api.stop());

  const read = async (path: string) => jsonOf(await api.switchGet(path));
  const change = (path: string, body: Row) => api.patch(path, body, telephony.customer);

  describe.each(PATHS)('GET %s', (path) => {
    it('returns 401 without a token', async () => {
      expect((await api.switchGet(path, '')).status).toBe(401);
    });

    it('returns 405 for POST', async () => {
      expect((await api.switch(path, {})).status).toBe(405);
    });

    it.each(['0', '5001', 'many', '-1', '1.5'])('returns 422 naming the limit %s', async (limit) => {
      const answer = await api.switchGet(`${path}?limit=${limit}`);
      expect([answer.status, (jsonOf(answer)['error'] as Row)['fields']]).toEqual([
        422,
        { limit: 'must be an integer from 1 to 5000' },
      ]);
    });

    it('returns 200 with the full list for an unknown cursor', async () => {
      expect(await read(`${path}?after=unknown&limit=5000`)).toMatchObject({ reset: true, more: expect.any(Boolean) });
    });
  });

  it('returns 200 with the gateways and carriers to probe, then with what has changed', async () => {
    const carrier = await api.operator('POST', '/operator/carriers', { name: 'Transit', host: 'c.example.net' });
    const list = await read('/switch/gateways');
    const gateways = list['gateways'] as Row[];
    const { items } = dataOf(await api.get(`${trunk}/gateways`, telephony.customer)) as { items: Row[] };
    const [first, second] = items.map(({ id }) => id);
    expect(list).toMatchObject({ reset: true, more: false });
    expect(gateways).toEqual(
      expect.arrayContaining([
        { carrier_id: dataOf(carrier)['id'], uri: 'sip:c.example.net:5060', transport: 'udp' },
        { gateway_id: first, uri: 'sip:192.0.2.1:5060', transport: 'udp' },
        { gateway_id: second, uri: 'sip:sip.example.com:5061;transport=tls', transport: 'tls' },
      ]),
    );
    await change(`${trunk}/gateways/${String(second)}`, { enabled: false });
    const changes = await read(`/switch/gateways?after=${String(list['next'])}`);
    expect(changes).toEqual({
      gateways: [{ gateway_id: second, removed: true }],
      next: expect.any(String) as string,
      more: false,
    });
    await change(`${trunk}/gateways/${String(second)}`, { enabled: true });
    const page = await read(`/switch/gateways?limit=1`);
    expect([page['more'], page['reset'], (page['gateways'] as Row[]).length]).toEqual([true, true, 1]);
    expect(await read(`/switch/gateways?limit=1&after=${String(page['next'])}`)).not.toHaveProperty('reset');
  });

  it('returns 200 with the networks of carriers and trunks, then with what has changed', async () => {
    const carrier = await api.operator('POST', '/operator/carriers', {
      name: 'Transit',
      host: 'carrier.example.net',
      source_networks: ['198.51.100.0/24'],
    });
    await change(trunk, { inbound_cidrs: ['203.0.113.9'] });
    const list = await read('/switch/sources');
    expect(list['sources']).toEqual(
      expect.arrayContaining([
        { network: '198.51.100.0/24', kind: 'carrier', carrier_id: dataOf(carrier)['id'] },
        { network: '203.0.113.9/32', kind: 'trunk', trunk_id: telephony.trunkId },
      ]),
    );
    await change(trunk, { inbound_cidrs: [] });
    expect(await read(`/switch/sources?after=${String(list['next'])}`)).toEqual({
      sources: [{ network: '203.0.113.9/32', kind: 'trunk', trunk_id: telephony.trunkId, removed: true }],
      next: expect.any(String) as string,
      more: false,
    });
  });
});
