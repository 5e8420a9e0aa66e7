import { LIVE_TOKENS_MAX } from '@trunkline/voice-routing';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Answer, type Customer, startApi, type TestApi } from '../../support';

const USERS = '/v1/webrtc-users';
const unknownUser = `${USERS}/wru_0mh2k3l4p9f1c2d3e4b5a6978`;

describe('WebRTC users', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let shopping: Shopping;
  let theirs: string;

  beforeAll(async () => {
    api = await startApi();
    stranger = await api.customers.make();
    theirs = `${USERS}/${String(dataOf(await api.post(USERS, { name: 'Theirs' }, stranger))['id'])}`;
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 10_000 });
    shopping = new Shopping(api, customer);
  });

  const create = (body: Row) => api.post(USERS, body, customer);
  const aUser = async (body: Row = {}) =>
    `${USERS}/${String(dataOf(await create({ name: 'Reception', ...body }))['id'])}`;
  const aNumber = async () => String((await shopping.buy())['e164']);
  const faultsOf = (answer: Answer) => answer.body.error?.fields;
  const idOf = (path: string) => path.split('/').at(-1);
  const target = (path: string) => ({ kind: 'webrtc_user', webrtc_user_id: idOf(path) });
  const createProfile = (targets: Row[]) => api.post('/v1/routing-profiles', { name: 'Support', targets }, customer);

  const requests: [string, string, Row | undefined][] = [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/tokens', undefined],
  ];

  describe.each(requests)('%s /v1/webrtc-users/{id}%s', (method, suffix, body) => {
    const send = (path: string, sender: object, headers: Record<string, string> = {}) =>
      api.send(method, `${path}${suffix}`, { body, sender, headers });

    it('returns 401 without a credential', async () => {
      expect((await send(unknownUser, {})).status).toBe(401);
    });

    it('returns 403 for another account', async () => {
      expect((await send(unknownUser, customer, { 'x-account-id': stranger.accountId })).status).toBe(403);
    });

    it("returns 404 for another account's user, an unknown id and an invalid id", async () => {
      for (const path of [theirs, unknownUser, `${USERS}/reception`]) {
        const answer = await send(path, customer);
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      }
    });
  });

  describe('POST /v1/webrtc-users', () => {
    it('returns 201 with the defaults', async () => {
      const answer = await create({ name: 'Reception' });
      expect([answer.status, answer.body.data]).toEqual([
        201,
        {
          id: expect.stringMatching(/^wru_/),
          name: 'Reception',
          status: 'active',
          default_caller_id: null,
          created_at: expect.any(Number),
          updated_at: expect.any(Number),
        },
      ]);
    });

    it('returns 201 with the same user for one Idempotency-Key', async () => {
      const send = () => api.post(USERS, { name: 'Once' }, customer, { 'idempotency-key': 'wru-1' });
      const [first, second] = [await send(), await send()];
      expect(dataOf(second)['id']).toBe(dataOf(first)['id']);
    });

    it('returns 201 with a number of the account as caller ID, and 422 with any other', async () => {
      const own = await aNumber();
      expect(dataOf(await create({ name: 'Own', default_caller_id: own }))).toMatchObject({ default_caller_id: own });
      const answer = await create({ name: 'Other', default_caller_id: '+4930901820' });
      expect([answer.status, faultsOf(answer)]).toEqual([
        422,
        { default_caller_id: 'must be a number of this account' },
      ]);
    });

    it('returns 409 when the name is in use', async () => {
      await aUser();
      const answer = await create({ name: 'Reception' });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'name_in_use']);
    });

    it.each<[Row, string]>([
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'n'.repeat(65) }, 'name'],
      [{ name: 'A', default_caller_id: '030' }, 'default_caller_id'],
      [{ name: 'A', status: 'active' }, 'status'],
    ])('returns 422 for %j', async (body, field) => {
      const answer = await create(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });

    it('returns 201 for a name of 64 characters', async () => {
      expect((await create({ name: 'n'.repeat(64) })).status).toBe(201);
    });
  });

  describe('GET /v1/webrtc-users', () => {
    it('returns 200 by status and name, page by page', async () => {
      for (const name of ['Anna', 'Bert', 'Änne']) await create({ name });
      const list = async (query: string) =>
        itemsOf(await api.get(`${USERS}?${query}`, customer)).map(({ name }) => name);
      expect(await list('sort=name&order=asc')).toEqual(['Anna', 'Bert', 'Änne']);
      expect(await list('q=ann')).toEqual(['Änne', 'Anna']);
      expect(await list('status=disabled')).toEqual([]);
      const first = await api.get(`${USERS}?limit=2`, customer);
      const next = String(dataOf(first)['next_cursor']);
      expect(itemsOf(await api.get(`${USERS}?limit=2&cursor=${next}`, customer)).map(({ name }) => name)).toEqual([
        'Anna',
      ]);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get(USERS)).status).toBe(401);
    });

    it('returns 422 for an unknown status and an unknown parameter', async () => {
      for (const query of ['status=archived', 'colour=red'])
        expect((await api.get(`${USERS}?${query}`, customer)).status).toBe(422);
    });
  });

  describe('PATCH /v1/webrtc-users/{id}', () => {
    it('returns 200 and changes only the members sent', async () => {
      const own = await aNumber();
      const path = await aUser({ default_caller_id: own });
      const renamed = await api.patch(path, { name: 'Desk' }, customer);
      expect([renamed.status, renamed.body.data]).toEqual([
        200,
        expect.objectContaining({ name: 'Desk', default_caller_id: own, status: 'active' }),
      ]);
      const cleared = await api.patch(path, { default_caller_id: null }, customer);
      expect(dataOf(cleared)).toMatchObject({ name: 'Desk', default_caller_id: null });
    });

    it('returns 412 with an outdated ETag, and 200 with a current one', async () => {
      const path = await aUser();
      const etag = String((await api.get(path, customer)).headers.get('etag'));
      expect((await api.patch(path, { name: 'A' }, customer, { 'if-match': etag })).status).toBe(200);
      const stale = await api.patch(path, { name: 'B' }, customer, { 'if-match': etag });
      expect([stale.status, codeOf(stale)]).toEqual([412, 'precondition_failed']);
    });

    it('returns 409 for a name in use', async () => {
      await aUser();
      const answer = await api.patch(await aUser({ name: 'Other' }), { name: 'Reception' }, customer);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'name_in_use']);
    });

    it('returns 422 for a number of another account and an unknown status', async () => {
      const path = await aUser();
      for (const [body, field] of [
        [{ default_caller_id: '+4930901820' }, 'default_caller_id'],
        [{ status: 'archived' }, 'status'],
      ] as const) {
        const answer = await api.patch(path, body, customer);
        expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
      }
    });
  });

  describe('DELETE /v1/webrtc-users/{id}', () => {
    it('returns 200, then 404, and frees the name', async () => {
      const path = await aUser();
      const deleted = await api.delete(path, customer);
      expect([deleted.status, deleted.body.data]).toEqual([200, { id: idOf(path), deleted: true }]);
      expect((await api.delete(path, customer)).status).toBe(404);
      expect((await create({ name: 'Reception' })).status).toBe(201);
    });

    it('returns 409 with the count of targets, and 200 with force, which disables them', async () => {
      const path = await aUser();
      const profile = dataOf(await createProfile([target(path)]))['profile'] as Row;
      const refused = await api.delete(path, customer);
      expect([refused.status, codeOf(refused), faultsOf(refused)]).toEqual([409, 'resource_in_use', { targets: '1' }]);
      expect((await api.delete(`${path}?force=true`, customer)).status).toBe(200);
      const { targets } = dataOf(await api.get(`/v1/routing-profiles/${String(profile['id'])}`, customer));
      expect(targets).toEqual([expect.objectContaining({ enabled: false, webrtc_user_id: idOf(path) })]);
    });
  });

  describe('POST /v1/webrtc-users/{id}/tokens', () => {
    it('returns 201 with credentials for an hour', async () => {
      const answer = await api.post(`${await aUser()}/tokens`, undefined, customer);
      expect([answer.status, answer.body.data]).toEqual([
        201,
        {
          sip_username: expect.stringMatching(/^w[0-9a-f]{16}$/),
          sip_password: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/),
          sip_domain: 'sip.api.test',
          wss_url: expect.stringMatching(/^wss?:\/\//),
          ice_servers: [],
          expires_at: expect.any(Number),
        },
      ]);
      const validFor = Number(dataOf(answer)['expires_at']) - Date.now() / 1000;
      expect(validFor).toBeGreaterThan(3_500);
      expect(validFor).toBeLessThan(3_660);
    });

    it('returns 409 for a disabled user, whose tokens are revoked', async () => {
      const path = await aUser();
      await api.post(`${path}/tokens`, undefined, customer);
      await api.patch(path, { status: 'disabled' }, customer);
      const answer = await api.post(`${path}/tokens`, undefined, customer);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });

    it('returns 409 past the limit of valid tokens, however many are requested at once', async () => {
      const path = await aUser();
      const answers = await Promise.all(
        Array.from({ length: LIVE_TOKENS_MAX + 3 }, () => api.post(`${path}/tokens`, undefined, customer)),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIVE_TOKENS_MAX);
      expect(answers.filter((answer) => codeOf(answer) === 'conflict')).toHaveLength(3);
    });
  });

  describe('as the destination of a target', () => {
    it('is 422 for a user of another account and an unknown one', async () => {
      for (const path of [theirs, unknownUser]) {
        const answer = await createProfile([target(path)]);
        expect([answer.status, faultsOf(answer)]).toEqual([
          422,
          { 'targets.0.webrtc_user_id': 'must be a WebRTC user of this account' },
        ]);
      }
    });

    it('is 409 for a disabled user', async () => {
      const path = await aUser();
      await api.patch(path, { status: 'disabled' }, customer);
      const answer = await createProfile([target(path)]);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });
  });

  it('keep a number from being released, and lose it by force', async () => {
    const own = await aNumber();
    const path = await aUser({ default_caller_id: own });
    const release = (force: boolean) =>
      api.post(`/v1/numbers/${own.slice(1)}/release`, { when: 'immediate', confirm_e164: own, force }, customer);
    const refused = await release(false);
    expect([refused.status, faultsOf(refused)]).toEqual([409, { webrtc_users: '1', webrtc_user_ids: idOf(path) }]);
    expect((await release(true)).status).toBe(200);
    expect(dataOf(await api.get(path, customer))).toMatchObject({ default_caller_id: null });
  });
});
