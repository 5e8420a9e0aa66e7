import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { startApi, type TestApi } from '../../support';

const PATH = '/operator/carriers';
const UNKNOWN = 'car_0000000000000000000000000';
const PASSWORD = 'correct horse battery';
const CARRIER = { name: 'Transit', host: 'sip.carrier.example' };
const LONG = 'x'.repeat(65);

describe('operators and carriers', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const create = (body: object = {}, headers = {}) => api.operator('POST', PATH, { ...CARRIER, ...body }, headers);
  const aCarrier = async (body: object = {}) => `${PATH}/${String(dataOf(await create(body))['id'])}`;
  const audited = async (path: string) =>
    itemsOf(await api.operator('GET', `/operator/audit?order=asc&subject=${path.split('/').at(-1)}`));

  it("returns 401 without an operator's token", async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', PATH],
      ['GET', `${PATH}/${UNKNOWN}`],
      ['PATCH', `${PATH}/${UNKNOWN}`],
      ['DELETE', `${PATH}/${UNKNOWN}`],
    ] as const) {
      const answer = await fetch(`${api.internalUrl}${path}`, { method });
      expect([method, answer.status]).toEqual([method, 401]);
    }
  });

  it('returns 404 for an unknown carrier and an invalid identifier', async () => {
    for (const path of [`${PATH}/${UNKNOWN}`, `${PATH}/transit`, `${PATH}/${UNKNOWN}/status`]) {
      expect(codeOf(await api.operator('GET', path))).toBe('not_found');
    }
    expect(codeOf(await api.operator('PATCH', `${PATH}/${UNKNOWN}`, { weight: 1 }))).toBe('not_found');
    expect(codeOf(await api.operator('DELETE', `${PATH}/${UNKNOWN}`))).toBe('not_found');
  });

  it('returns 201 with the defaults of a carrier', async () => {
    const answer = await create();
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^car_/) as string,
        ...CARRIER,
        port: 5060,
        dns_srv: false,
        media_encryption: 'off',
        transport: 'udp',
        auth_username: null,
        has_auth_password: false,
        priority: 0,
        weight: 100,
        selection: 'priority',
        allow_loss: false,
        prefixes: [],
        caller_id_format: 'e164',
        send_identity: false,
        codecs: ['g711a', 'g711u'],
        source_networks: [],
        max_concurrent_calls: null,
        emergency: false,
        enabled: true,
        state: 'unknown',
        last_probe_at: null,
        created_at: expect.any(Number) as number,
        updated_at: expect.any(Number) as number,
      },
    ]);
    const path = `${PATH}/${String(dataOf(answer)['id'])}`;
    expect((await api.operator('GET', path)).body.data).toEqual(answer.body.data);
  });

  it('returns 201 with every member as sent, and the same again for the same Idempotency-Key', async () => {
    const sent = {
      port: 5071,
      dns_srv: true,
      media_encryption: 'required',
      transport: 'tcp',
      auth_username: 'us',
      priority: 3,
      weight: 7,
      prefixes: ['+49', '+43'],
      caller_id_format: 'national',
      send_identity: true,
      codecs: ['opus'],
      source_networks: ['198.51.100.0/24', '2001:db8::5'],
      max_concurrent_calls: 30,
      emergency: true,
      enabled: false,
    };
    const key = { 'idempotency-key': 'carrier-1' };
    const answer = await create({ ...sent, auth_password: PASSWORD }, key);
    expect(dataOf(answer)).toMatchObject({
      ...sent,
      source_networks: ['198.51.100.0/24', '2001:db8::5/128'],
      has_auth_password: true,
    });
    expect(dataOf(await create({ ...sent, auth_password: PASSWORD }, key))['id']).toBe(dataOf(answer)['id']);
  });

  it('returns 422 with the canonical form of a prefix in another spelling', async () => {
    const fieldsFor = async (prefixes: string[]) => (await create({ prefixes })).body.error?.fields;
    expect(await fieldsFor(['+4930', '+11900'])).toEqual({ 'prefixes.1': 'must be in canonical form, +1900' });
    expect(await fieldsFor(['+490'])).toEqual({ 'prefixes.0': 'must be in canonical form, +49' });
    expect((await create({ prefixes: ['+3906', '+78', '+999'] })).status).toBe(201);
  });

  it('never shows the password, seals it at rest, and keeps it out of the audit trail', async () => {
    const path = await aCarrier({ auth_username: 'us', auth_password: PASSWORD });
    await api.operator('PATCH', path, { auth_password: `${PASSWORD} 2` });
    const shown = [await api.operator('GET', path), await api.operator('GET', PATH)].map(({ text }) => text);
    const rows = await api.use(Database).query(`SELECT c::text AS carrier FROM voice.carriers c`);
    const trail = await audited(path);
    for (const text of [...shown, JSON.stringify(rows), JSON.stringify(trail)]) expect(text).not.toContain(PASSWORD);
    expect(trail.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['carrier.create', null, expect.objectContaining({ name: 'Transit', has_auth_password: true })],
      ['carrier.change', {}, { auth_password_replaced: true }],
    ]);
  });

  it('returns 200 for a change of the members sent, recorded with before and after', async () => {
    const path = await aCarrier({ auth_username: 'us', auth_password: PASSWORD, max_concurrent_calls: 5 });
    const change = { name: 'Transit 2', prefixes: ['+44'], max_concurrent_calls: null, auth_password: null };
    const answer = await api.operator('PATCH', path, change);
    expect([answer.status, dataOf(answer)]).toEqual([
      200,
      expect.objectContaining({
        name: 'Transit 2',
        host: CARRIER.host,
        prefixes: ['+44'],
        max_concurrent_calls: null,
        auth_username: 'us',
        has_auth_password: false,
      }),
    ]);
    expect((await audited(path)).at(-1)).toMatchObject({
      action: 'carrier.change',
      actor: expect.stringMatching(/^operator:/) as string,
      account_id: null,
      before: { name: 'Transit', prefixes: [], max_concurrent_calls: 5, has_auth_password: true },
      after: { name: 'Transit 2', prefixes: ['+44'], max_concurrent_calls: null, has_auth_password: false },
    });
    await api.operator('PATCH', path, { name: 'Transit 2' });
    expect(await audited(path)).toHaveLength(2);
  });

  it('returns 412 for a change of a carrier that has changed since', async () => {
    const path = await aCarrier();
    const etag = (await api.operator('GET', path)).headers.get('etag') ?? '';
    expect((await api.operator('PATCH', path, { weight: 1 }, { 'if-match': etag })).status).toBe(200);
    expect((await api.operator('PATCH', path, { weight: 2 }, { 'if-match': etag })).status).toBe(412);
  });

  it('returns 200 when it deletes a carrier, recorded with what it was', async () => {
    const path = await aCarrier({ source_networks: ['192.0.2.0/24'] });
    const answer = await api.operator('DELETE', path);
    expect([answer.status, answer.body.data]).toEqual([200, { id: path.split('/').at(-1), deleted: true }]);
    expect(codeOf(await api.operator('GET', path))).toBe('not_found');
    expect(codeOf(await api.operator('DELETE', path))).toBe('not_found');
    expect((await audited(path)).at(-1)).toMatchObject({
      action: 'carrier.delete',
      before: { name: 'Transit', source_networks: ['192.0.2.0/24'] },
      after: null,
    });
  });

  it('lists carriers page by page, and by enabled and emergency', async () => {
    const paths = [await aCarrier({ emergency: true, enabled: false }), await aCarrier({ emergency: true })];
    const ids = paths.map((path) => path.split('/').at(-1));
    const first = await api.operator('GET', `${PATH}?emergency=true&limit=1&order=desc`);
    expect(itemsOf(first).map(({ id }) => id)).toEqual([ids[1]]);
    const cursor = String(dataOf(first)['next_cursor']);
    const rest = await api.operator('GET', `${PATH}?emergency=true&order=desc&cursor=${cursor}`);
    expect(itemsOf(rest)[0]).toMatchObject({ id: ids[0] });
    const off = await api.operator('GET', `${PATH}?emergency=true&enabled=false`);
    expect(itemsOf(off).map(({ id }) => id)).toContain(ids[0]);
    expect(itemsOf(off).map(({ id }) => id)).not.toContain(ids[1]);
  });

  it('shows the health that switches report and the calls in progress', async () => {
    const path = await aCarrier();
    const id = path.split('/').at(-1);
    const unknown = { state: 'unknown', last_probe_at: null, last_sip_code: null, rtt_ms: null, down_until: null };
    expect(dataOf(await api.operator('GET', `${path}/status`))).toEqual({ ...unknown, active_calls: 0 });
    const report = (body: Row) => api.switch('/switch/gateway-health', { ok: false, ...body });
    expect((await report({ carrier_id: id, sip_code: 503 })).status).toBe(200);
    expect(dataOf(await api.operator('GET', `${path}/status`))).toMatchObject({
      state: 'down',
      last_sip_code: 503,
      last_probe_at: expect.any(Number) as number,
      down_until: expect.any(Number) as number,
    });
    const shown = { state: 'down', last_probe_at: expect.any(Number) as number };
    expect(dataOf(await api.operator('GET', path))).toMatchObject(shown);
    expect(itemsOf(await api.operator('GET', PATH))).toContainEqual(expect.objectContaining({ id, ...shown }));
    expect((await report({ carrier_id: UNKNOWN })).status).toBe(404);
    expect((await report({ carrier_id: id, gateway_id: 'gw_1' })).status).toBe(422);
    expect((await report({})).status).toBe(422);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: LONG }, 'name'],
    [{ host: 'not a host' }, 'host'],
    [{ host: '2130706433' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ transport: 'sctp' }, 'transport'],
    [{ auth_username: '' }, 'auth_username'],
    [{ auth_password: 7 }, 'auth_password'],
    [{ priority: 100 }, 'priority'],
    [{ weight: -1 }, 'weight'],
    [{ prefixes: ['49'] }, 'prefixes'],
    [{ prefixes: '+49' }, 'prefixes'],
    [{ prefixes: ['+49', '+49'] }, 'prefixes'],
    [{ caller_id_format: 'local' }, 'caller_id_format'],
    [{ send_identity: 'yes' }, 'send_identity'],
    [{ codecs: [] }, 'codecs'],
    [{ codecs: ['g711a', 'g711a'] }, 'codecs'],
    [{ codecs: ['mp3'] }, 'codecs'],
    [{ source_networks: ['0.0.0.0/0'] }, 'source_networks.0'],
    [{ source_networks: ['192.0.2.1', 'carrier.example'] }, 'source_networks.1'],
    [{ max_concurrent_calls: 0 }, 'max_concurrent_calls'],
    [{ emergency: 'yes' }, 'emergency'],
    [{ enabled: null }, 'enabled'],
    [{ down_until: 5 }, 'down_until'],
  ])('returns 422 naming the field for %j', async (body, name) => {
    const answer = await create(body);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [name]]);
  });

  it('returns 422 naming the invalid field of a change, and changes nothing', async () => {
    const path = await aCarrier();
    const before = (await api.operator('GET', path)).body.data;
    expect(fieldsOf(await api.operator('PATCH', path, { weight: 5, host: '-x-' }))).toEqual(['host']);
    expect(fieldsOf(await api.operator('PATCH', path, { unknown: 5 }))).toEqual(['unknown']);
    expect(fieldsOf(await api.operator('GET', `${PATH}?unknown=5`))).toEqual(['unknown']);
    expect((await api.operator('GET', path)).body.data).toEqual(before);
  });
});
