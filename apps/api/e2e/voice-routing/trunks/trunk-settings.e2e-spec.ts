import { AddressGuard } from '@trunkline/platform';
import { jest } from '@jest/globals';
import { startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, type Row } from '../../support/numbering/shopping';
import { Telephony } from '../../support/telephony';

describe('how calls to gateways are dialled', () => {
  let api: TestApi;
  let telephony: Telephony;
  let trunk: string;
  let gateway: string;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api, 1_000_000);
    trunk = `/v1/sip-trunks/${telephony.trunkId}`;
    const { items } = dataOf(await api.get(`${trunk}/gateways`, telephony.customer)) as { items: Row[] };
    gateway = `${trunk}/gateways/${String(items[1]!['id'])}`;
  });
  afterAll(() => api.stop());
  afterEach(() => jest.restoreAllMocks());

  const change = (path: string, body: Row) => api.patch(path, body, telephony.customer);
  const routes = async () => (await telephony.route())['routes'] as Row[];

  it.each([
    [{ number_format: 'e164', number_prefix: '9' }, (number: string) => `9${number.slice(1)}`],
    [{ number_format: 'national', number_prefix: null }, (number: string) => number.slice(2)],
    [{ number_format: '+e164', number_prefix: '*31#' }, (number: string) => `*31%23${number}`],
  ])('returns 200 and dials with %j', async (settings, dialled) => {
    const answer = await change(trunk, settings);
    expect([answer.status, dataOf(answer)]).toMatchObject([200, settings]);
    const [route] = await routes();
    const user = String(route!['uri']).split('@')[0];
    expect(user).toBe(`sip:${dialled(telephony.number)}`);
    expect((route!['headers'] as Row)['extra']).toContain(`X-Svc-Number: ${telephony.number}`);
    await change(trunk, { number_format: '+e164', number_prefix: null });
  });

  it.each([
    ['off', 'rtp'],
    ['optional', 'srtp_optional'],
    ['required', 'srtp'],
  ])('returns 200 and sends media with encryption %s as %s', async (media_encryption, media) => {
    expect((await change(trunk, { media_encryption })).status).toBe(200);
    expect((await routes()).map((route) => route['media'])).toEqual([media, media]);
  });

  it('returns 200 and marks the user as a telephone number', async () => {
    expect((await change(trunk, { user_phone: true })).status).toBe(200);
    expect((await routes())[0]!['uri']).toMatch(/;user=phone$/);
    await change(trunk, { user_phone: false });
  });

  it('returns 200 and leaves a host with SRV records, and its port, to the switch', async () => {
    const answer = await change(gateway, { dns_srv: true });
    expect([answer.status, dataOf(answer)]).toMatchObject([200, { dns_srv: true, port: 5061 }]);
    expect((await routes())[1]).toMatchObject({
      uri: `sip:${telephony.number}@sip.example.com;transport=tls`,
      dst_uri: 'sip:sip.example.com;transport=tls',
    });
    await change(gateway, { port: 5070 });
    expect((await routes())[1]!['uri']).toBe(`sip:${telephony.number}@sip.example.com:5070;transport=tls`);
    await change(gateway, { dns_srv: false, port: 5061 });
  });

  it('returns 422 host_not_allowed when SRV records lead to an address that is not public', async () => {
    const check = jest
      .spyOn(api.use(AddressGuard), 'judgeHost')
      .mockImplementation((_host, { srvService }) =>
        Promise.resolve(srvService ? { isAllowed: false, reason: 'is private' } : { isAllowed: true, address: null }),
      );
    const answer = await change(gateway, { dns_srv: true });
    expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'host_not_allowed', ['host']]);
    expect(check).toHaveBeenCalledWith('sip.example.com', expect.objectContaining({ srvService: '_sips._tcp' }));
    const created = await api.post(
      `${trunk}/gateways`,
      { name: 'C', host: 'c.example.com', dns_srv: true },
      telephony.customer,
    );
    expect([created.status, codeOf(created)]).toEqual([422, 'host_not_allowed']);
  });

  it('shows the state of a gateway, which is no part of the version that If-Match names', async () => {
    const read = () => api.get(gateway, telephony.customer);
    expect(dataOf(await read())).toMatchObject({ state: 'unknown', last_probe_at: null });
    const etag = String((await read()).headers.get('etag'));
    const id = gateway.split('/').at(-1);
    await api.switch('/switch/gateway-health', { gateway_id: id, ok: false, sip_code: 503 });
    const probed = { state: 'down', last_probe_at: expect.any(Number) as number };
    const again = await api.send('GET', gateway, { sender: telephony.customer, headers: { 'if-none-match': etag } });
    expect([again.status, dataOf(again)]).toMatchObject([200, probed]);
    const { items } = dataOf(await api.get(`${trunk}/gateways`, telephony.customer)) as { items: Row[] };
    expect(items[1]).toMatchObject(probed);
    const send = (weight: number, ifMatch: string) =>
      api.send('PATCH', gateway, { body: { weight }, sender: telephony.customer, headers: { 'if-match': ifMatch } });
    const changed = await send(7, etag);
    expect([changed.status, dataOf(changed)]).toMatchObject([200, { weight: 7, ...probed }]);
    expect((await send(8, etag)).status).toBe(412);
    await api.switch('/switch/gateway-health', { gateway_id: id, ok: true, sip_code: 200 });
  });

  it.each([
    ['number_format', 'E164'],
    ['number_prefix', '12345678901234567'],
    ['number_prefix', ''],
    ['number_prefix', '+49'],
    ['media_encryption', 'srtp'],
    ['user_phone', 'yes'],
    ['dns_srv', true],
  ])('returns 422 naming %s for %j', async (member, value) => {
    const answer = await change(trunk, { [member]: value });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [member]]);
  });
});
