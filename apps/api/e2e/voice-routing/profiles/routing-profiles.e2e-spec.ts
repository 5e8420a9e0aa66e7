import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

const unknownProfile = '/v1/routing-profiles/rp_0mh2k3l4p9f1c2d3e4b5a6978';
const unknownTarget = 'rpt_0mh2k3l4p9f1c2d3e4b5a6978';
const forward = { kind: 'pstn_forward', pstn_forward_e164: '+12125550123' };

describe('routing profiles', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let shopping: Shopping;
  let theirs: string;

  beforeAll(async () => {
    // Tests do not resolve names; with the check enabled, below, they send only literal addresses.
    api = await startApi({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
    stranger = await api.customers.make();
    theirs = `/v1/routing-profiles/${await new Shopping(api, stranger).profile()}`;
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 10_000 });
    shopping = new Shopping(api, customer);
  });

  const create = (body: Row) => api.post('/v1/routing-profiles', body, customer);
  const profileOf = (answer: Parameters<typeof dataOf>[0]) => dataOf(answer)['profile'] as Row;
  const targetsOf = (answer: Parameters<typeof dataOf>[0]) => dataOf(answer)['targets'] as Row[];
  const aProfile = async (body: Row = {}) =>
    `/v1/routing-profiles/${String(profileOf(await create({ name: 'Support', ...body }))['id'])}`;

  const requests: [string, string, Row | undefined][] = [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/duplicate', { name: 'x' }],
    ['POST', '/simulate', { from: '+493012345' }],
    ['POST', '/targets', forward],
    ['PUT', '/targets', { targets: [] }],
    ['PATCH', `/targets/${unknownTarget}`, { weight: 1 }],
    ['DELETE', `/targets/${unknownTarget}`, undefined],
  ];

  describe.each(requests)('%s /v1/routing-profiles/{id}%s', (method, suffix, body) => {
    const send = (path: string, sender: object, headers: Record<string, string> = {}) =>
      api.send(method, `${path}${suffix}`, { body, sender, headers });

    it('returns 401 without a credential', async () => {
      expect((await send(unknownProfile, {})).status).toBe(401);
    });

    it('returns 403 for another account', async () => {
      expect((await send(unknownProfile, customer, { 'x-account-id': stranger.accountId })).status).toBe(403);
    });

    it("returns 404 for another account's profile, an unknown id and an invalid id", async () => {
      for (const path of [theirs, unknownProfile, '/v1/routing-profiles/support']) {
        const answer = await send(path, customer);
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      }
    });
  });

  describe('POST /v1/routing-profiles', () => {
    it('returns 201 with the defaults', async () => {
      const answer = await create({ name: 'Support' });
      expect(answer.status).toBe(201);
      expect(answer.body.data).toEqual({
        profile: {
          id: expect.stringMatching(/^rp_/),
          name: 'Support',
          status: 'active',
          strategy: 'failover',
          ring_timeout_s: 25,
          max_retries: 0,
          target_count: 0,
          number_count: 0,
          archived_at: null,
          created_at: expect.any(Number),
          updated_at: expect.any(Number),
        },
        targets: [],
      });
    });

    it('returns 201 with targets of every kind', async () => {
      const sip_trunk_id = await shopping.trunk();
      const user = String(dataOf(await api.post('/v1/webrtc-users', { name: 'Reception' }, customer))['id']);
      const conditions = {
        timezone: 'Europe/Berlin',
        time_windows: [{ days: ['mon'], start: '09:00', end: '17:30' }],
        caller_countries: ['DE'],
      };
      const targets = [
        { kind: 'sip_trunk', sip_trunk_id, conditions },
        { ...forward, weight: 0, enabled: false },
        { kind: 'webrtc_user', webrtc_user_id: user },
        { kind: 'webhook', webhook_url: 'https://example.com/call' },
      ];
      const answer = await create({
        name: 'All',
        strategy: 'weighted_lb',
        ring_timeout_s: 5,
        max_retries: 10,
        targets,
      });
      expect(answer.status).toBe(201);
      expect(targetsOf(answer)).toEqual([
        expect.objectContaining({
          kind: 'sip_trunk',
          position: 0,
          sip_trunk_id,
          conditions,
          weight: 100,
          enabled: true,
          pstn_forward_e164: null,
        }),
        expect.objectContaining({
          kind: 'pstn_forward',
          position: 1,
          pstn_forward_e164: '+12125550123',
          weight: 0,
          enabled: false,
          conditions: null,
        }),
        expect.objectContaining({ kind: 'webrtc_user', position: 2, webrtc_user_id: user }),
        expect.objectContaining({ kind: 'webhook', position: 3, webhook_url: 'https://example.com/call' }),
      ]);
      expect(profileOf(answer)['target_count']).toBe(4);
    });

    it('returns 409 when the name is in use, or a trunk is not active', async () => {
      await create({ name: 'Support' });
      expect(codeOf(await create({ name: 'Support' }))).toBe('name_in_use');
      const sip_trunk_id = await shopping.trunk('disabled');
      const answer = await create({ name: 'Other', targets: [{ kind: 'sip_trunk', sip_trunk_id }] });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'trunk_not_active']);
    });

    it.each<[Row, string[]]>([
      [{}, ['name']],
      [{ name: 'a', strategy: 'random' }, ['strategy']],
      [{ name: 'a', ring_timeout_s: 4 }, ['ring_timeout_s']],
      [{ name: 'a', ring_timeout_s: 121 }, ['ring_timeout_s']],
      [{ name: 'a', max_retries: 11 }, ['max_retries']],
      [{ name: 'a', targets: Array(51).fill(forward) }, ['targets']],
      [{ name: 'a', targets: [{ kind: 'pager' }] }, ['targets.0.kind']],
      [{ name: 'a', targets: [{ kind: 'sip_trunk' }] }, ['targets.0.sip_trunk_id']],
      [{ name: 'a', targets: [{ kind: 'sip_trunk', sip_trunk_id: 'trk_none' }] }, ['targets.0.sip_trunk_id']],
      [{ name: 'a', targets: [{ ...forward, sip_trunk_id: 'trk_none' }] }, ['targets.0.sip_trunk_id']],
      [{ name: 'a', targets: [{ ...forward, pstn_forward_e164: '112' }] }, ['targets.0.pstn_forward_e164']],
      [{ name: 'a', targets: [{ kind: 'webhook', webhook_url: 'ftp://example.com' }] }, ['targets.0.webhook_url']],
      [{ name: 'a', targets: [{ ...forward, position: 100 }] }, ['targets.0.position']],
      [{ name: 'a', targets: [{ ...forward, conditions: { weather: 'rain' } }] }, ['targets.0.conditions.weather']],
      [
        { name: 'a', targets: [{ ...forward, conditions: { caller_countries: ['Germany'] } }] },
        ['targets.0.conditions.caller_countries.0'],
      ],
      [{ name: 'a', targets: [{ ...forward, pstn_forward_e164: '+112125550123' }] }, ['targets.0.pstn_forward_e164']],
      [
        {
          name: 'a',
          targets: [
            { ...forward, conditions: { caller_prefixes: ['+4930', '+49030'], called_numbers: ['+49030901820'] } },
          ],
        },
        ['targets.0.conditions.called_numbers.0', 'targets.0.conditions.caller_prefixes.1'],
      ],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await create(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.post('/v1/routing-profiles', { name: 'a' })).status).toBe(401);
    });
  });

  describe('GET /v1/routing-profiles', () => {
    it('returns 200 by status, strategy and name, page by page', async () => {
      await create({ name: 'Alpha' });
      await create({ name: 'Beta', strategy: 'round_robin', targets: [forward] });
      await api.delete(await aProfile({ name: 'Old' }), customer);
      const list = async (query: string) => itemsOf(await api.get(`/v1/routing-profiles?${query}`, customer));
      const names = async (query: string) => (await list(query)).map(({ name }) => name);
      expect(await names('')).toEqual(['Beta', 'Alpha']);
      expect(await names('status=archived')).toEqual(['Old']);
      expect(await names('strategy=round_robin,weighted_lb')).toEqual(['Beta']);
      expect(await names('q=alp')).toEqual(['Alpha']);
      expect(await list('strategy=round_robin')).toEqual([
        expect.objectContaining({ target_count: 1, number_count: 0 }),
      ]);
      const first = await api.get('/v1/routing-profiles?limit=1&sort=name&order=asc', customer);
      const cursor = encodeURIComponent(String(dataOf(first)['next_cursor']));
      expect(await names(`limit=1&sort=name&order=asc&cursor=${cursor}`)).toEqual(['Beta']);
    });

    it.each([
      ['strategy=best', 'strategy'],
      ['status=', 'status'],
      ['order=up', 'order'],
    ])('returns 422 for %s', async (query, field) => {
      expect(fieldsOf(await api.get(`/v1/routing-profiles?${query}`, customer))).toEqual([field]);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/routing-profiles')).status).toBe(401);
    });
  });

  describe('PATCH /v1/routing-profiles/{id}', () => {
    it('returns 200 and changes only the members sent', async () => {
      const path = await aProfile({ max_retries: 3, targets: [forward] });
      const answer = await api.patch(path, { strategy: 'simultaneous_ring', status: 'disabled' }, customer);
      expect([answer.status, answer.body.data]).toEqual([
        200,
        expect.objectContaining({
          name: 'Support',
          max_retries: 3,
          strategy: 'simultaneous_ring',
          status: 'disabled',
          target_count: 1,
        }),
      ]);
    });

    it('returns 412 when it or its targets have changed since', async () => {
      const path = await aProfile();
      const etag = String((await api.get(path, customer)).headers.get('etag'));
      await api.post(`${path}/targets`, forward, customer);
      const answer = await api.patch(path, { name: 'New' }, customer, { 'if-match': etag });
      expect([answer.status, codeOf(answer)]).toEqual([412, 'precondition_failed']);
      const present = String((await api.get(path, customer)).headers.get('etag'));
      expect((await api.patch(path, { name: 'New' }, customer, { 'if-match': present })).status).toBe(200);
    });

    it('returns 409 for a name in use, and for an archived resource', async () => {
      const path = await aProfile();
      const other = await aProfile({ name: 'Other' });
      expect(codeOf(await api.patch(other, { name: 'Support' }, customer))).toBe('name_in_use');
      await api.delete(path, customer);
      const answer = await api.patch(path, { status: 'active' }, customer);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });

    it.each<[Row, string]>([
      [{ strategy: null }, 'strategy'],
      [{ targets: [] }, 'targets'],
      [{ status: 'archived' }, 'status'],
    ])('returns 422 for %j', async (body, field) => {
      expect(fieldsOf(await api.patch(await aProfile(), body, customer))).toEqual([field]);
    });
  });

  describe('DELETE /v1/routing-profiles/{id}', () => {
    it('returns 200, or 409 without force while a number uses it', async () => {
      const path = await aProfile();
      const number = await shopping.buy({ routing_profile_id: path.split('/').at(-1) });
      expect(profileOf(await api.get(path, customer))['number_count']).toBe(1);
      const refused = await api.delete(path, customer);
      expect([refused.status, codeOf(refused), refused.body.error?.fields]).toEqual([
        409,
        'resource_in_use',
        { numbers: '1' },
      ]);
      const forced = await api.delete(`${path}?force=true`, customer);
      expect([forced.status, forced.body.data]).toEqual([
        200,
        expect.objectContaining({ status: 'archived', number_count: 0, archived_at: expect.any(Number) }),
      ]);
      expect((await api.get(`/v1/numbers/${String(number['e164']).slice(1)}`, customer)).body.data).toMatchObject({
        routing_profile_id: null,
      });
      expect(codeOf(await api.delete(path, customer))).toBe('invalid_state');
    });
  });

  describe('POST /v1/routing-profiles/{id}/duplicate', () => {
    it('returns 201 with the same targets under another name', async () => {
      const path = await aProfile({ strategy: 'round_robin', targets: [forward, { ...forward, weight: 1 }] });
      const answer = await api.post(`${path}/duplicate`, { name: 'Copy' }, customer);
      expect([answer.status, profileOf(answer)]).toEqual([
        201,
        expect.objectContaining({ name: 'Copy', strategy: 'round_robin', target_count: 2 }),
      ]);
      expect(targetsOf(answer).map(({ weight }) => weight)).toEqual([100, 1]);
    });

    it('returns 409 for a name in use, 422 without one', async () => {
      const path = await aProfile();
      expect(codeOf(await api.post(`${path}/duplicate`, { name: 'Support' }, customer))).toBe('name_in_use');
      expect(fieldsOf(await api.post(`${path}/duplicate`, {}, customer))).toEqual(['name']);
    });
  });

  describe('POST /v1/routing-profiles/{id}/simulate', () => {
    it('returns 200 with the targets that would be tried and skipped', async () => {
      const made = dataOf(
        await api.post('/v1/sip-trunks', { name: 'T', gateways: [{ name: 'A', host: 'a.example.com' }] }, customer),
      );
      const target = { kind: 'sip_trunk', sip_trunk_id: made['id'] };
      const path = await aProfile({
        targets: [{ ...target, conditions: { caller_countries: ['AT'] } }, target, forward],
      });
      const { e164 } = await shopping.buy();
      const answer = await api.post(`${path}/simulate`, { from: '+493012345', to: e164, seed: 1 }, customer);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({
        strategy: 'failover',
        attempts: [
          {
            order: 1,
            gateway_id: expect.stringMatching(/^gw_/),
            destination: 'a.example.com:5060',
            ring_timeout_s: 25,
            parallel_group: null,
          },
        ],
        skipped: [
          { reason: 'conditions', condition: 'caller_countries' },
          { reason: 'no_carrier', condition: null },
        ],
        max_duration_s: 14_400,
        estimated_rate_microcents: 600_000,
      });
    });

    it.each<[Row, string]>([
      [{}, 'from'],
      [{ from: 'a', to: '+12125550123' }, 'to'],
      [{ from: 'a', at: 'now' }, 'at'],
      [{ from: 'a', seed: -1 }, 'seed'],
    ])('returns 422 for %j', async (body, field) => {
      expect(fieldsOf(await api.post(`${await aProfile()}/simulate`, body, customer))).toEqual([field]);
    });
  });

  describe('/v1/routing-profiles/{id}/targets', () => {
    let path: string;
    const add = (body: Row = forward) => api.post(`${path}/targets`, body, customer);
    const aTarget = async (body: Row = forward) => `${path}/targets/${String(dataOf(await add(body))['id'])}`;

    beforeEach(async () => {
      path = await aProfile();
    });

    it('returns 201 for POST, at the end without a position', async () => {
      const positions: unknown[] = [];
      for (const change of [{}, { position: 7 }, {}])
        positions.push(dataOf(await add({ ...forward, ...change }))['position']);
      expect(positions).toEqual([0, 7, 8]);
      const answer = await add();
      expect([answer.status, answer.body.data]).toEqual([
        201,
        expect.objectContaining({ id: expect.stringMatching(/^rpt_/), profile_id: path.split('/').at(-1) }),
      ]);
    });

    it('returns 409 for POST of an inactive trunk and of the fifty-first target', async () => {
      const sip_trunk_id = await shopping.trunk('disabled');
      expect(codeOf(await add({ kind: 'sip_trunk', sip_trunk_id }))).toBe('trunk_not_active');
      await api.put(`${path}/targets`, { targets: Array(50).fill(forward) }, customer);
      const answer = await add();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'target_limit_reached']);
    });

    it.each<[Row, string[]]>([
      [{}, ['kind']],
      [{ kind: 'webhook' }, ['webhook_url']],
      [{ ...forward, weight: -1 }, ['weight']],
      [{ ...forward, conditions: 'always' }, ['conditions']],
      [
        { ...forward, conditions: { time_windows: [{ days: ['mon'], start: '9', end: '10:00' }] } },
        ['conditions.time_windows.0.start', 'conditions.timezone'],
      ],
    ])('returns 422 for POST of %j', async (body, fields) => {
      const answer = await add(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
    });

    it('returns 200 for PATCH, also of a new kind with its reference', async () => {
      const target = await aTarget({ ...forward, conditions: { anonymous_caller: true } });
      const changed = await api.patch(target, { weight: 3, conditions: null }, customer);
      expect([changed.status, changed.body.data]).toEqual([
        200,
        expect.objectContaining({ weight: 3, conditions: null, pstn_forward_e164: '+12125550123' }),
      ]);
      const sip_trunk_id = await shopping.trunk();
      const moved = await api.patch(target, { kind: 'sip_trunk', sip_trunk_id }, customer);
      expect(moved.body.data).toMatchObject({ kind: 'sip_trunk', sip_trunk_id, pstn_forward_e164: null });
    });

    it('returns 412, 409 and 422 for PATCH with an outdated ETag, a conflict and invalid input', async () => {
      const target = await aTarget();
      expect((await api.patch(target, { weight: 1 }, customer, { 'if-match': '"old"' })).status).toBe(412);
      expect(fieldsOf(await api.patch(target, { kind: 'sip_trunk' }, customer))).toEqual(['sip_trunk_id']);
      const sip_trunk_id = await shopping.trunk('disabled');
      expect(codeOf(await api.patch(target, { kind: 'sip_trunk', sip_trunk_id }, customer))).toBe('trunk_not_active');
    });

    it('returns 412 with an ETag from before the profile was archived, and 409 with the present one', async () => {
      const target = await aTarget();
      const etagNow = async () => String((await api.get(path, customer)).headers.get('etag'));
      const stale = await etagNow();
      await api.delete(path, customer);
      const present = await etagNow();
      for (const [etag, status] of [
        [stale, 412],
        [present, 409],
      ] as const) {
        const headers = { 'if-match': etag };
        const answers = [
          await api.patch(path, { name: 'New' }, customer, headers),
          await api.patch(target, { weight: 1 }, customer, headers),
          await api.put(`${path}/targets`, { targets: [] }, customer, headers),
        ];
        expect([etag, answers.map((answer) => answer.status)]).toEqual([etag, [status, status, status]]);
      }
    });

    it('returns 200 for PATCH with the current ETag of the profile, and 412 with an older one', async () => {
      const target = await aTarget();
      const etag = String((await api.get(path, customer)).headers.get('etag'));
      const change = (weight: number) => api.patch(target, { weight }, customer, { 'if-match': etag });
      expect((await change(20)).status).toBe(200);
      expect((await change(30)).status).toBe(412);
    });

    it('returns 200 for DELETE, then 404, also for PATCH', async () => {
      const target = await aTarget();
      const answer = await api.delete(target, customer);
      expect([answer.status, answer.body.data]).toEqual([200, { id: target.split('/').at(-1), deleted: true }]);
      expect((await api.delete(target, customer)).status).toBe(404);
      expect((await api.patch(target, { weight: 1 }, customer)).status).toBe(404);
    });

    it('returns 200 for PUT, with the whole list in its new order', async () => {
      const [a, b] = [await aTarget(), await aTarget({ ...forward, weight: 2 })].map((target) =>
        target.split('/').at(-1),
      );
      const targets = [
        { ...forward, id: b },
        { ...forward, weight: 9 },
        { ...forward, id: a },
      ];
      const answer = await api.put(`${path}/targets`, { targets }, customer);
      expect(answer.status).toBe(200);
      expect(targetsOf(answer).map(({ position }) => position)).toEqual([0, 1, 2]);
      expect([targetsOf(answer)[0]?.['id'], targetsOf(answer)[2]?.['id']]).toEqual([b, a]);
      expect((await api.get(path, customer)).body.data).toEqual(answer.body.data);
    });

    it('returns 200 for PUT of a list of ids, which only reorders the targets', async () => {
      const made = [await add(), await add({ ...forward, weight: 2, enabled: false }), await add()].map(dataOf);
      const targets = [made[2], made[0], made[1]].map((target) => ({ id: target?.['id'] }));
      const answer = await api.put(`${path}/targets`, { targets }, customer);
      expect(answer.status).toBe(200);
      expect(targetsOf(answer)).toEqual(
        [made[2], made[0], made[1]].map((target, position) => ({
          ...target,
          position,
          updated_at: expect.any(Number) as number,
        })),
      );
    });

    it('returns 422 for PUT, naming the index of an unknown id, a repeated id and a target without a kind', async () => {
      const { id } = dataOf(await add());
      const put = (targets: unknown) => api.put(`${path}/targets`, { targets }, customer);
      expect(fieldsOf(await put([{ id }, { id: unknownTarget }]))).toEqual(['targets.1.id']);
      expect(fieldsOf(await put([{ id }, { id }]))).toEqual(['targets.0.id']);
      expect(fieldsOf(await put([{ id }, { weight: 5 }]))).toEqual(['targets.1.kind']);
      expect(targetsOf(await api.get(path, customer))).toMatchObject([{ id, position: 0 }]);
    });

    it('returns 412, 409 and 422 for PUT, and changes nothing', async () => {
      await add();
      const put = (targets: unknown, headers: Record<string, string> = {}) =>
        api.put(`${path}/targets`, { targets }, customer, headers);
      expect((await put([], { 'if-match': '"old"' })).status).toBe(412);
      expect(fieldsOf(await put([{ ...forward, id: unknownTarget }]))).toEqual(['targets.0.id']);
      expect(fieldsOf(await put([forward, { kind: 'webhook' }]))).toEqual(['targets.1.webhook_url']);
      expect(fieldsOf(await put('none'))).toEqual(['targets']);
      const sip_trunk_id = await shopping.trunk('disabled');
      expect(codeOf(await put([{ kind: 'sip_trunk', sip_trunk_id }]))).toBe('trunk_not_active');
      expect(targetsOf(await api.get(path, customer))).toHaveLength(1);
    });

    it.each(['112', '+112', '+49112', '+1911', '+44999', '+61000', '+81119', '+2710111'])(
      'returns 422 for POST of a forward to the emergency number %s',
      async (pstn_forward_e164) => {
        expect(fieldsOf(await add({ kind: 'pstn_forward', pstn_forward_e164 }))).toEqual(['pstn_forward_e164']);
      },
    );

    it('returns 409 for every change of an archived profile', async () => {
      const target = await aTarget();
      await api.delete(path, customer);
      const changes = [
        await add(),
        await api.patch(target, { weight: 1 }, customer),
        await api.delete(target, customer),
        await api.put(`${path}/targets`, { targets: [] }, customer),
      ];
      for (const answer of changes) expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });
  });
});

describe('webhook targets', () => {
  const PUBLIC = 'https://198.41.0.4/call';
  let api: TestApi;
  let customer: Customer;
  let path: string;

  beforeAll(async () => {
    api = await startApi({ WEBHOOK_PORTS: '443,8443' });
    customer = await api.customers.make();
    path = `/v1/routing-profiles/${await new Shopping(api, customer).profile()}`;
  });
  afterAll(() => api.stop());

  const webhook = (webhook_url: string) => ({ kind: 'webhook', webhook_url });

  it.each([
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://me:secret@198.41.0.4/',
    'https://198.41.0.4:22/',
    'https://198.41.0.4/#fragment',
    'https://0x7f.1/',
    'https://2852039166/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:a9fe:a9fe::]/',
    'https://localhost/',
    'http://198.41.0.4/',
  ])('are rejected with 422 url_not_allowed everywhere: %s', async (url) => {
    const target = String(dataOf(await api.post(`${path}/targets`, forward, customer))['id']);
    const answers = [
      await api.post(`${path}/targets`, webhook(url), customer),
      await api.patch(`${path}/targets/${target}`, webhook(url), customer),
      await api.put(`${path}/targets`, { targets: [{ id: target }, webhook(url)] }, customer),
      await api.post('/v1/routing-profiles', { name: url, targets: [forward, webhook(url)] }, customer),
    ];
    expect(answers.map((answer) => [answer.status, codeOf(answer), fieldsOf(answer)])).toEqual([
      [422, 'url_not_allowed', ['webhook_url']],
      [422, 'url_not_allowed', ['webhook_url']],
      [422, 'url_not_allowed', ['targets.1.webhook_url']],
      [422, 'url_not_allowed', ['targets.1.webhook_url']],
    ]);
  });

  it.each([PUBLIC, 'https://198.41.0.4:8443/call', 'https://[2001:503:ba3e::2:30]/'])(
    'are created at a public address: %s',
    async (url) => {
      const answer = await api.post(`${path}/targets`, webhook(url), customer);
      expect([answer.status, dataOf(answer)['webhook_url']]).toEqual([201, url]);
    },
  );

  it('are created once per Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'webhook-target-1' };
    const first = await api.post(`${path}/targets`, webhook(PUBLIC), customer, key);
    const again = await api.post(`${path}/targets`, webhook(PUBLIC), customer, key);
    expect([first.status, again.status, dataOf(again)['id']]).toEqual([201, 201, dataOf(first)['id']]);
    const body = { name: 'Once', targets: [webhook(PUBLIC)] };
    const profileKey = { 'idempotency-key': 'webhook-profile-1' };
    const made = await api.post('/v1/routing-profiles', body, customer, profileKey);
    expect((await api.post('/v1/routing-profiles', body, customer, profileKey)).body.data).toEqual(made.body.data);
  });
});
