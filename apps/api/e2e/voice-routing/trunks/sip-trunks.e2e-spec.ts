import { Settings } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

const unknownTrunk = '/v1/sip-trunks/trk_0mh2k3l4p9f1c2d3e4b5a6978';

describe('SIP trunks', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let shopping: Shopping;
  let theirs: string;

  beforeAll(async () => {
    api = await startApi();
    stranger = await api.customers.make();
    theirs = `/v1/sip-trunks/${await new Shopping(api, stranger).trunk()}`;
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 10_000 });
    shopping = new Shopping(api, customer);
  });

  const create = (body: Row) => api.post('/v1/sip-trunks', body, customer);
  const aTrunk = async (body: Row = {}) =>
    `/v1/sip-trunks/${String(dataOf(await create({ name: 'Office', ...body }))['id'])}`;

  const requests: [string, string, Row | undefined][] = [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/credentials', undefined],
    ['GET', '/connection', undefined],
    ['GET', '/gateways', undefined],
    ['POST', '/gateways', { name: 'a', host: 'a.example.com' }],
    ['GET', '/gateways/gw_0mh2k3l4p9f1c2d3e4b5a6978', undefined],
    ['PATCH', '/gateways/gw_0mh2k3l4p9f1c2d3e4b5a6978', { name: 'x' }],
    ['DELETE', '/gateways/gw_0mh2k3l4p9f1c2d3e4b5a6978', undefined],
  ];

  describe.each(requests)('%s /v1/sip-trunks/{id}%s', (method, suffix, body) => {
    const send = (path: string, sender: object, headers: Record<string, string> = {}) =>
      api.send(method, `${path}${suffix}`, { body, sender, headers });

    it('returns 401 without a credential', async () => {
      expect((await send(unknownTrunk, {})).status).toBe(401);
    });

    it('returns 403 for another account', async () => {
      expect((await send(unknownTrunk, customer, { 'x-account-id': stranger.accountId })).status).toBe(403);
    });

    it("returns 404 for another account's trunk, an unknown id and an invalid id", async () => {
      for (const path of [theirs, unknownTrunk, '/v1/sip-trunks/office']) {
        const answer = await send(path, customer);
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      }
    });
  });

  describe('POST /v1/sip-trunks', () => {
    it('returns 201 with the defaults', async () => {
      const answer = await create({ name: 'Office' });
      expect(answer.status).toBe(201);
      expect(answer.body.data).toEqual({
        id: expect.stringMatching(/^trk_/),
        name: 'Office',
        status: 'active',
        transport: 'udp',
        codec_preference: ['g711a', 'g711u'],
        dtmf_mode: 'rfc4733',
        registration_mode: 'static_ip',
        caller_id_strategy: 'inherit',
        caller_id_override: null,
        default_caller_id: null,
        inbound_cidrs: [],
        max_concurrent_calls: null,
        max_calls_per_second: null,
        number_format: '+e164',
        number_prefix: null,
        media_encryption: 'off',
        user_phone: false,
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
        archived_at: null,
      });
    });

    it('returns 201 with gateways, without their passwords', async () => {
      const gateway = {
        name: 'A',
        host: '203.0.113.5',
        transport: 'tls',
        auth_username: 'me',
        auth_password: 'secret',
        custom_headers: { 'X-Site': 'b' },
      };
      const answer = await create({ name: 'Office', gateways: [gateway, { name: 'B', host: 'b.example.com' }] });
      expect(dataOf(answer)['gateways']).toEqual([
        expect.objectContaining({
          name: 'A',
          port: 5061,
          has_auth_password: true,
          custom_headers: { 'X-Site': 'b' },
          weight: 100,
          priority: 0,
          enabled: true,
        }),
        expect.objectContaining({
          name: 'B',
          transport: 'udp',
          port: 5060,
          has_auth_password: false,
          auth_username: null,
        }),
      ]);
      expect(answer.text).not.toContain('secret');
    });

    it('returns 201 with credentials, shown once, for a trunk that registers', async () => {
      const answer = await create({ name: 'Phones', registration_mode: 'register' });
      expect(dataOf(answer)['credentials']).toEqual({
        sip_username: expect.any(String),
        sip_password: expect.any(String),
        sip_domain: 'sip.api.test',
        created_at: expect.any(Number),
      });
      const read = await api.get(`/v1/sip-trunks/${String(dataOf(answer)['id'])}`, customer);
      expect(dataOf(read)).not.toHaveProperty('credentials');
    });

    it('returns 201 with the same credentials for one Idempotency-Key', async () => {
      const body = { name: 'Once', registration_mode: 'register' };
      const send = () => api.post('/v1/sip-trunks', body, customer, { 'idempotency-key': 'k1' });
      const [first, again] = [await send(), await send()];
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    });

    it('returns 201 for an overriding number of the account, and 422 for any other', async () => {
      const { e164 } = await shopping.buy();
      const body = { name: 'Office', caller_id_strategy: 'override' };
      expect((await create({ ...body, caller_id_override: e164 })).status).toBe(201);
      const foreign = await create({ ...body, name: 'Other', caller_id_override: '+12125550123' });
      expect([foreign.status, fieldsOf(foreign)]).toEqual([422, ['caller_id_override']]);
    });

    it('returns 409 when the name is in use', async () => {
      await create({ name: 'Office' });
      const answer = await create({ name: 'Office' });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'name_in_use']);
    });

    it.each<[Row, string[]]>([
      [{}, ['name']],
      [{ name: 'x'.repeat(65) }, ['name']],
      [{ name: 'a', transport: 'sctp' }, ['transport']],
      [{ name: 'a', codec_preference: [] }, ['codec_preference']],
      [{ name: 'a', codec_preference: ['g711a', 'mp3'] }, ['codec_preference']],
      [{ name: 'a', codec_preference: ['g711a', 'g711a'] }, ['codec_preference']],
      [{ name: 'a', caller_id_strategy: 'override' }, ['caller_id_override']],
      [{ name: 'a', caller_id_override: '+12125550123' }, ['caller_id_override']],
      [{ name: 'a', inbound_cidrs: ['office'] }, ['inbound_cidrs.0']],
      [{ name: 'a', inbound_cidrs: Array(21).fill('203.0.113.1') }, ['inbound_cidrs']],
      [{ name: 'a', max_concurrent_calls: 0 }, ['max_concurrent_calls']],
      [{ name: 'a', gateways: Array(11).fill({ name: 'a', host: 'a.example.com' }) }, ['gateways']],
      [{ name: 'a', gateways: [{ name: 'a', host: 'a b' }] }, ['gateways.0.host']],
      [{ name: 'a', gateways: [{ name: 'a' }] }, ['gateways.0.host']],
      [{ name: 'a', gateways: [{ name: 'a', host: 'a.example.com', colour: 1 }] }, ['gateways.0.colour']],
      [{ name: 'a', status: 'disabled' }, ['status']],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await create(body);
      expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', fields]);
    });
  });

  describe('GET /v1/sip-trunks', () => {
    it('returns 200 by status and name, page by page', async () => {
      for (const name of ['Alpha', 'Beta', 'Gamma']) await create({ name });
      const disabled = await aTrunk({ name: 'Delta' });
      await api.patch(disabled, { status: 'disabled' }, customer);
      await api.delete(await aTrunk({ name: 'Old' }), customer);
      const names = async (query: string) =>
        itemsOf(await api.get(`/v1/sip-trunks?${query}`, customer)).map(({ name }) => name);
      expect(await names('')).toEqual(['Delta', 'Gamma', 'Beta', 'Alpha']);
      expect(await names('status=archived')).toEqual(['Old']);
      expect(await names('status=disabled,archived&sort=name&order=asc')).toEqual(['Delta', 'Old']);
      expect(await names('q=et')).toEqual(['Beta']);
      const first = await api.get('/v1/sip-trunks?limit=3&sort=name&order=asc', customer);
      const cursor = encodeURIComponent(String(dataOf(first)['next_cursor']));
      expect(await names(`limit=3&sort=name&order=asc&cursor=${cursor}`)).toEqual(['Gamma']);
      const elsewhere = await api.get(`/v1/sip-trunks?limit=3&sort=created_at&cursor=${cursor}`, customer);
      expect([elsewhere.status, fieldsOf(elsewhere)]).toEqual([422, ['cursor']]);
    });

    it.each([
      ['status=gone', 'status'],
      ['sort=age', 'sort'],
      ['limit=0', 'limit'],
      ['name=a', 'name'],
    ])('returns 422 for %s', async (query, field) => {
      const answer = await api.get(`/v1/sip-trunks?${query}`, customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/sip-trunks')).status).toBe(401);
    });
  });

  describe('GET /v1/sip-trunks/{id}', () => {
    it('returns 200 with the uses of the trunk', async () => {
      const path = await aTrunk({ gateways: [{ name: 'A', host: 'a.example.com' }] });
      const trunk_id = path.split('/').at(-1);
      await shopping.buy({ trunk_id });
      await api.post(
        '/v1/routing-profiles',
        { name: 'P', targets: [{ kind: 'sip_trunk', sip_trunk_id: trunk_id }] },
        customer,
      );
      expect((await api.get(path, customer)).body.data).toMatchObject({
        id: trunk_id,
        reachable: true,
        gateway_count: 1,
        number_count: 1,
        profile_count: 1,
      });
    });

    it('returns 200 with whether calls can reach the trunk, over a gateway or to a registered system', async () => {
      const path = await aTrunk({ registration_mode: 'register' });
      const isReachable = async () => dataOf(await api.get(path, customer))['reachable'];
      expect(await isReachable()).toBe(false);
      const gateway = { name: 'A', host: 'a.example.com', enabled: false };
      const { id } = dataOf(await api.post(`${path}/gateways`, gateway, customer));
      expect(await isReachable()).toBe(false);
      await api.patch(`${path}/gateways/${String(id)}`, { enabled: true }, customer);
      expect(await isReachable()).toBe(true);
      expect(dataOf(await api.patch(path, { status: 'disabled' }, customer))['reachable']).toBe(false);
    });
  });

  describe('PATCH /v1/sip-trunks/{id}', () => {
    it('returns 200 and changes only the members sent', async () => {
      const path = await aTrunk({ inbound_cidrs: ['203.0.113.0/24'], max_concurrent_calls: 3 });
      const answer = await api.patch(path, { status: 'disabled', max_concurrent_calls: null }, customer);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({
        name: 'Office',
        status: 'disabled',
        inbound_cidrs: ['203.0.113.0/24'],
        max_concurrent_calls: null,
      });
      expect((await api.get(path, customer)).body.data).toEqual(answer.body.data);
    });

    it('returns 412 with an outdated ETag, and 200 with a current one', async () => {
      const path = await aTrunk();
      const etag = String((await api.get(path, customer)).headers.get('etag'));
      const changed = await api.patch(path, { name: 'One' }, customer, { 'if-match': etag });
      expect(changed.status).toBe(200);
      expect((await api.patch(path, { name: 'Two' }, customer, { 'if-match': etag })).status).toBe(412);
      const present = String(changed.headers.get('etag'));
      expect((await api.patch(path, { name: 'Two' }, customer, { 'if-match': present })).status).toBe(200);
    });

    it('returns 409 for a name in use, and for an archived resource', async () => {
      const path = await aTrunk();
      const other = await aTrunk({ name: 'Other' });
      expect(codeOf(await api.patch(other, { name: 'Office' }, customer))).toBe('name_in_use');
      await api.delete(path, customer);
      const answer = await api.patch(path, { status: 'active' }, customer);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });

    it.each<[Row, string[]]>([
      [{ name: null }, ['name']],
      [{ status: 'archived' }, ['status']],
      [{ gateways: [] }, ['gateways']],
      [{ caller_id_override: '+12125550123' }, ['caller_id_override']],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await api.patch(await aTrunk(), body, customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
    });
  });

  describe('DELETE /v1/sip-trunks/{id}', () => {
    it('returns 200 with the archived trunk, and frees its name', async () => {
      const path = await aTrunk();
      const answer = await api.delete(path, customer);
      expect([answer.status, answer.body.data]).toEqual([
        200,
        expect.objectContaining({ status: 'archived', archived_at: expect.any(Number) }),
      ]);
      expect((await create({ name: 'Office' })).status).toBe(201);
      expect(codeOf(await api.delete(path, customer))).toBe('invalid_state');
    });

    it('returns 409 with counts while it is used, and 200 with force', async () => {
      const path = await aTrunk();
      const trunk_id = path.split('/').at(-1);
      const number = await shopping.buy({ trunk_id });
      const profile = dataOf(
        await api.post(
          '/v1/routing-profiles',
          { name: 'P', targets: [{ kind: 'sip_trunk', sip_trunk_id: trunk_id }] },
          customer,
        ),
      );
      const refused = await api.delete(path, customer);
      expect([refused.status, codeOf(refused), refused.body.error?.fields]).toEqual([
        409,
        'resource_in_use',
        { numbers: '1', targets: '1' },
      ]);
      expect((await api.delete(`${path}?force=true`, customer)).status).toBe(200);
      expect((await api.get(`/v1/numbers/${String(number['e164']).slice(1)}`, customer)).body.data).toMatchObject({
        trunk_id: null,
      });
      const { id } = profile['profile'] as Row;
      expect(dataOf(await api.get(`/v1/routing-profiles/${String(id)}`, customer))['targets']).toEqual([
        expect.objectContaining({ enabled: false }),
      ]);
    });

    it('returns 422 for an invalid force', async () => {
      expect(fieldsOf(await api.delete(`${await aTrunk()}?force=maybe`, customer))).toEqual(['force']);
    });
  });

  describe('POST /v1/sip-trunks/{id}/credentials', () => {
    it('returns 201 with new credentials for a trunk that registers', async () => {
      const path = await aTrunk({ registration_mode: 'register' });
      const answer = await api.post(`${path}/credentials`, undefined, customer);
      expect([answer.status, dataOf(answer)]).toEqual([
        201,
        expect.objectContaining({ sip_password: expect.any(String) }),
      ]);
    });

    it('returns 409 for a trunk with fixed addresses', async () => {
      const answer = await api.post(`${await aTrunk()}/credentials`, undefined, customer);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });
  });

  describe('GET /v1/sip-trunks/{id}/connection', () => {
    const connectionOf = async (path: string) => dataOf(await api.get(`${path}/connection`, customer));

    it('returns 200 with the ports of the switch, and without a user for fixed addresses', async () => {
      expect(await connectionOf(await aTrunk())).toEqual({
        sip_domain: 'sip.api.test',
        sip_username: null,
        sip_ports: [
          { transport: 'udp', port: 5060 },
          { transport: 'tcp', port: 5060 },
        ],
        sip_networks: [],
        rtp_networks: [],
        rtp_ports: null,
      });
    });

    it('returns 200 with the username of the latest credentials, and never with the password', async () => {
      const path = await aTrunk({ registration_mode: 'register' });
      const { sip_username, sip_password } = dataOf(await api.post(`${path}/credentials`, undefined, customer));
      const answer = await api.get(`${path}/connection`, customer);
      expect(dataOf(answer)).toMatchObject({ sip_username });
      expect(answer.text).not.toContain(sip_password);
      await api.patch(path, { registration_mode: 'static_ip' }, customer);
      expect(await connectionOf(path)).toMatchObject({ sip_username: null });
    });

    it('returns 200 with what the operator has named', async () => {
      const settings = api.use(Settings);
      const given = { SIP_NETWORKS: ['192.0.2.16/28'], RTP_NETWORKS: ['198.51.100.0/25'], RTP_PORTS: '30000-39999' };
      Object.assign(settings, given);
      try {
        expect(await connectionOf(await aTrunk())).toMatchObject({
          sip_networks: ['192.0.2.16/28'],
          rtp_networks: ['198.51.100.0/25'],
          rtp_ports: '30000-39999',
        });
      } finally {
        Object.assign(settings, { SIP_NETWORKS: [], RTP_NETWORKS: [], RTP_PORTS: undefined });
      }
    });
  });

  describe('/v1/sip-trunks/{id}/gateways', () => {
    let trunk: string;
    const add = (body: Row = {}) =>
      api.post(`${trunk}/gateways`, { name: 'A', host: 'a.example.com', ...body }, customer);
    const aGateway = async (body: Row = {}) => `${trunk}/gateways/${String(dataOf(await add(body))['id'])}`;

    beforeEach(async () => {
      trunk = await aTrunk({ transport: 'tcp' });
    });

    it('returns 201 for POST once per Idempotency-Key', async () => {
      const answer = await add({ weight: 0, priority: 99, custom_headers: { 'X-A': '' } });
      expect([answer.status, answer.body.data]).toEqual([
        201,
        expect.objectContaining({ id: expect.stringMatching(/^gw_/), transport: 'tcp', weight: 0, priority: 99 }),
      ]);
      const send = () =>
        api.post(`${trunk}/gateways`, { name: 'B', host: 'b.example.com' }, customer, { 'idempotency-key': 'k1' });
      expect((await send()).text).toBe((await send()).text);
      expect(itemsOf(await api.get(`${trunk}/gateways`, customer))).toHaveLength(2);
    });

    it('returns 409 for POST of the twenty-first gateway', async () => {
      for (let count = 0; count < 20; count++) await add();
      const answer = await add();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'gateway_limit_reached']);
    });

    it.each<[Row, string[]]>([
      [{ host: 'http://a.example.com' }, ['host']],
      [{ port: 65_536 }, ['port']],
      [{ weight: 10_001, priority: 100 }, ['priority', 'weight']],
      [{ custom_headers: { Subject: 'x' } }, ['custom_headers']],
      [{ custom_headers: { 'X-A': 'a\r\nb' } }, ['custom_headers']],
      [{ custom_headers: { 'X-A': 5 } }, ['custom_headers']],
      [{ auth_password: '' }, ['auth_password']],
      [{ enabled: 'yes' }, ['enabled']],
    ])('returns 422 for POST of %j', async (body, fields) => {
      const answer = await add(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
    });

    it('returns 200 for GET in order, page by page', async () => {
      for (const [name, priority, weight] of [
        ['c', 1, 1],
        ['b', 1, 9],
        ['a', 0, 0],
      ] as const)
        await add({ name, priority, weight });
      const first = await api.get(`${trunk}/gateways?limit=2`, customer);
      expect(itemsOf(first).map(({ name }) => name)).toEqual(['a', 'b']);
      const cursor = encodeURIComponent(String(dataOf(first)['next_cursor']));
      expect(
        itemsOf(await api.get(`${trunk}/gateways?limit=2&cursor=${cursor}`, customer)).map(({ name }) => name),
      ).toEqual(['c']);
      const other = await api.get(`${await aTrunk({ name: 'Other' })}/gateways?limit=2&cursor=${cursor}`, customer);
      expect([other.status, fieldsOf(other)]).toEqual([422, ['cursor']]);
    });

    it('returns 200 for GET, PATCH and DELETE of one, then 404', async () => {
      const path = await aGateway({ auth_username: 'me', auth_password: 'secret' });
      const read = await api.get(path, customer);
      expect([read.status, dataOf(read)['has_auth_password']]).toEqual([200, true]);
      const changed = await api.patch(path, { auth_password: null, auth_username: null, weight: 5 }, customer);
      expect([changed.status, changed.body.data]).toEqual([
        200,
        expect.objectContaining({ has_auth_password: false, auth_username: null, weight: 5, name: 'A' }),
      ]);
      const stale = await api.patch(path, { weight: 6 }, customer, { 'if-match': String(read.headers.get('etag')) });
      expect([stale.status, codeOf(stale)]).toEqual([412, 'precondition_failed']);
      const removed = await api.delete(path, customer);
      expect([removed.status, removed.body.data]).toEqual([200, { id: path.split('/').at(-1), deleted: true }]);
      for (const answer of [
        await api.get(path, customer),
        await api.patch(path, {}, customer),
        await api.delete(path, customer),
      ]) {
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      }
    });

    it('returns 422 for PATCH with an invalid host', async () => {
      expect(fieldsOf(await api.patch(await aGateway(), { host: '-' }, customer))).toEqual(['host']);
    });

    it('returns 409 for every change of an archived trunk', async () => {
      const path = await aGateway();
      await api.delete(trunk, customer);
      for (const answer of [
        await add(),
        await api.patch(path, { weight: 1 }, customer),
        await api.delete(path, customer),
      ]) {
        expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
      }
      expect((await api.get(path, customer)).status).toBe(200);
    });
  });
});

describe('SIP hosts when private hosts are not allowed', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi({ ALLOW_PRIVATE_SIP_HOSTS: 'false' });
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'localhost',
    'nowhere.invalid',
  ])('are rejected with 422 host_not_allowed: %s', async (host) => {
    const answer = await api.post('/v1/sip-trunks', { name: host, gateways: [{ name: 'a', host }] }, customer);
    expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'host_not_allowed', ['gateways.0.host']]);
  });

  it('are created when they are public', async () => {
    const answer = await api.post(
      '/v1/sip-trunks',
      { name: 'a', gateways: [{ name: 'a', host: '198.41.0.4' }] },
      customer,
    );
    expect(answer.status).toBe(201);
    const path = `/v1/sip-trunks/${String(dataOf(answer)['id'])}/gateways`;
    expect(codeOf(await api.post(path, { name: 'b', host: '10.0.0.1' }, customer))).toBe('host_not_allowed');
    const [gateway] = itemsOf(await api.get(path, customer));
    expect(codeOf(await api.patch(`${path}/${String(gateway?.['id'])}`, { host: '10.0.0.1' }, customer))).toBe(
      'host_not_allowed',
    );
  });
});
