import { PUBLIC_EVENT_TYPES, newId } from '@trunkline/kernel';
import { Endpoints } from '@trunkline/webhooks';
import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../../support';

const HOOK = { url: 'https://198.41.0.4/hook', event_types: ['call.completed'] };
const SECRET = /^whsec_[A-Za-z0-9]{43}$/;
const DAY_S = 86_400;

type Json = Record<string, unknown>;

describe('/v1/webhooks', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const create = async (body: object = HOOK, headers = {}) => {
    const answer = await api.post('/v1/webhooks', body, customer, headers);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body.data as Json & { id: string; signing_secret: string };
  };

  describe('POST /v1/webhooks', () => {
    it('returns 201 with the secret, which no other response contains', async () => {
      const created = await create({ ...HOOK, description: 'CRM' });
      const { signing_secret: secret, ...endpoint } = created;
      expect(secret).toMatch(SECRET);
      expect(endpoint).toMatchObject({
        ...HOOK,
        description: 'CRM',
        status: 'enabled',
        disabled_reason: null,
        secret_prefix: secret.slice(0, 10),
        last_success_at: null,
        last_failure_at: null,
        consecutive_failures: 0,
      });
      expect((await api.get(`/v1/webhooks/${created.id}`, customer)).body.data).toEqual(endpoint);
      expect((await api.get('/v1/webhooks', customer)).body.data).toEqual({ items: [endpoint], next_cursor: null });
    });

    it('stores the secret sealed', async () => {
      const { id, signing_secret: secret } = await create();
      const rows = await api.use(Database).query(`SELECT e::text FROM webhooks.endpoints AS e WHERE id = $1`, [id]);
      expect(JSON.stringify(rows)).toContain(id);
      expect(JSON.stringify(rows)).not.toContain(secret.slice(10));
    });

    it('returns the same endpoint and secret when repeated with the same Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'create-once' };
      const [first, second] = [await create(HOOK, key), await create(HOOK, key)];
      expect(second).toEqual(first);
      expect((await api.get('/v1/webhooks', customer)).body.data).toMatchObject({ items: [{ id: first.id }] });
    });

    it('creates one endpoint when two processes execute the same request', async () => {
      const options = { url: HOOK.url, eventTypes: HOOK.event_types, description: null };
      const request = { accountId: customer.accountId, operationId: newId('op'), options, enabled: true };
      const created = await Promise.all([1, 2, 3, 4].map(() => api.use(Endpoints).create(request)));
      expect(new Set(created.map(({ signingSecret }) => signingSecret)).size).toBe(1);
      expect((await api.get('/v1/webhooks', customer)).body.data).toMatchObject({ items: [{ url: HOOK.url }] });
    });

    it('returns 409 when repeated after a crash and after the endpoint was deleted', async () => {
      const key = { 'idempotency-key': 'created-and-deleted' };
      const { id } = await create(HOOK, key);
      await api.delete(`/v1/webhooks/${id}`, customer);
      await api
        .use(Database)
        .query(
          `UPDATE platform.idempotency_keys SET status = NULL, body_sealed = NULL, locked_until = now() WHERE account_id = $1`,
          [customer.accountId],
        );
      const repeated = await api.post('/v1/webhooks', HOOK, customer, key);
      expect([repeated.status, repeated.body.error?.code]).toEqual([409, 'conflict']);
      expect((await api.get('/v1/webhooks', customer)).body.data).toMatchObject({ items: [] });
    });

    it('accepts every documented type and * alone stands for all', async () => {
      expect(await create({ ...HOOK, event_types: [...PUBLIC_EVENT_TYPES] })).toMatchObject({
        event_types: [...PUBLIC_EVENT_TYPES],
      });
      expect(await create({ ...HOOK, event_types: ['call.completed', '*'] })).toMatchObject({ event_types: ['*'] });
      const twice = { ...HOOK, event_types: ['call.completed', 'call.completed'] };
      expect(await create(twice)).toMatchObject({ event_types: ['call.completed'] });
    });

    it('creates a disabled endpoint', async () => {
      expect(await create({ ...HOOK, enabled: false })).toMatchObject({
        status: 'disabled',
        disabled_reason: 'requested',
      });
    });

    it('returns 409 webhook_limit_reached for the 21st, also when requests race', async () => {
      const answers = await Promise.all(Array.from({ length: 24 }, () => api.post('/v1/webhooks', HOOK, customer)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(20).fill(201), ...Array<number>(4).fill(409)]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.error?.code).toBe('webhook_limit_reached');
    });

    it.each([
      ['event_types', { url: HOOK.url, event_types: [] }],
      ['event_types', { url: HOOK.url }],
      ['event_types', { url: HOOK.url, event_types: ['call.imagined'] }],
      ['url', { event_types: ['*'] }],
      ['url', { ...HOOK, url: `https://198.41.0.4/${'x'.repeat(2000)}` }],
      ['description', { ...HOOK, description: 'x'.repeat(201) }],
      ['enabled', { ...HOOK, enabled: 'yes' }],
      ['secret', { ...HOOK, secret: 'mine' }],
    ])('returns 422 for an invalid %s', async (field, body) => {
      const answer = await api.post('/v1/webhooks', body, customer);
      expect([answer.status, answer.body.error?.code]).toEqual([422, 'invalid_input']);
      expect(Object.keys(answer.body.error?.fields ?? {}).join()).toContain(field);
    });

    it.each([
      'http://198.41.0.4/hook',
      'https://127.0.0.1/hook',
      'https://2130706433/hook',
      'https://[::ffff:10.0.0.1]/hook',
      'https://169.254.169.254/latest/meta-data',
      'https://198.41.0.4:22/hook',
      'https://me:secret@198.41.0.4/hook',
      'not a url',
    ])('returns 422 url_not_allowed for %s', async (url) => {
      const answer = await api.post('/v1/webhooks', { ...HOOK, url }, customer);
      expect([answer.status, answer.body.error?.code]).toEqual([422, 'url_not_allowed']);
      expect(answer.body.error?.fields).toEqual({ url: expect.any(String) });
    });

    it('returns 401 without a credential', async () => {
      expect((await api.post('/v1/webhooks', HOOK)).status).toBe(401);
    });
  });

  describe('GET /v1/webhooks', () => {
    it('returns 200 in pages, newest first', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.unshift((await create()).id);
      const read = async (query: string) => {
        const { items, next_cursor: cursor } = (await api.get(`/v1/webhooks?${query}`, customer)).body.data as {
          items: { id: string }[];
          next_cursor: string | null;
        };
        return { ids: items.map(({ id }) => id), cursor };
      };
      const first = await read('limit=3');
      const second = await read(`limit=3&cursor=${String(first.cursor)}`);
      expect([...first.ids, ...second.ids]).toEqual(ids);
      expect(second.cursor).toBeNull();
      expect((await read('order=asc')).ids).toEqual([...ids].reverse());
    });
  });

  describe('PATCH /v1/webhooks/{id}', () => {
    it('returns 200 and changes only the members sent', async () => {
      const { id } = await create({ ...HOOK, description: 'CRM' });
      const url = 'https://198.41.0.4/other';
      const answer = await api.patch(`/v1/webhooks/${id}`, { url }, customer);
      expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ url, description: 'CRM' })]);
      const cleared = await api.patch(`/v1/webhooks/${id}`, { description: null, event_types: ['*'] }, customer);
      expect(cleared.body.data).toMatchObject({ url, description: null, event_types: ['*'] });
    });

    it('disables and enables', async () => {
      const { id } = await create();
      const disabled = await api.patch(`/v1/webhooks/${id}`, { enabled: false }, customer);
      expect(disabled.body.data).toMatchObject({ status: 'disabled', disabled_reason: 'requested' });
      const enabled = await api.patch(`/v1/webhooks/${id}`, { enabled: true }, customer);
      expect(enabled.body.data).toMatchObject({ status: 'enabled', disabled_reason: null });
    });

    it('returns 412 when the endpoint has changed since it was read', async () => {
      const { id } = await create();
      const etag = (await api.get(`/v1/webhooks/${id}`, customer)).headers.get('etag') ?? '';
      const change = (description: string) =>
        api.patch(`/v1/webhooks/${id}`, { description }, customer, { 'if-match': etag });
      expect((await change('first')).status).toBe(200);
      expect((await change('second')).status).toBe(412);
    });

    it('returns 422 for a private address and an empty list of types', async () => {
      const { id } = await create();
      const refused = await api.patch(`/v1/webhooks/${id}`, { url: 'https://10.0.0.1/' }, customer);
      expect([refused.status, refused.body.error?.code]).toEqual([422, 'url_not_allowed']);
      expect((await api.patch(`/v1/webhooks/${id}`, { event_types: [] }, customer)).status).toBe(422);
    });
  });

  describe('POST /v1/webhooks/{id}/rotate-secret', () => {
    it('returns 201 with a new secret and the end of the previous one', async () => {
      const { id, signing_secret: first } = await create();
      const begun = Math.floor(Date.now() / 1000);
      const answer = await api.post(`/v1/webhooks/${id}/rotate-secret`, {}, customer);
      const rotated = answer.body.data as { signing_secret: string; previous_valid_until: number };
      expect(answer.status).toBe(201);
      expect(rotated.signing_secret).toMatch(SECRET);
      expect(rotated.signing_secret).not.toBe(first);
      expect(rotated.previous_valid_until - begun - DAY_S).toBeLessThan(60);
      const now = (await api.get(`/v1/webhooks/${id}`, customer)).body.data;
      expect(now).toMatchObject({ secret_prefix: rotated.signing_secret.slice(0, 10) });
    });

    it('returns 409 rotation_pending during an overlap, also to all but one of parallel rotations', async () => {
      const { id } = await create();
      const rotate = (body: object) => api.post(`/v1/webhooks/${id}/rotate-secret`, body, customer);
      const answers = await Promise.all(Array.from({ length: 6 }, () => rotate({ overlap_s: 600 })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      expect((await rotate({})).body.error?.code).toBe('rotation_pending');
      const won = answers.find(({ status }) => status === 201)?.body.data as { signing_secret: string };
      const shown = (await api.get(`/v1/webhooks/${id}`, customer)).body.data;
      expect(shown).toMatchObject({ secret_prefix: won.signing_secret.slice(0, 10) });
      expect((await rotate({ overlap_s: 0 })).status).toBe(201);
      expect((await rotate({ overlap_s: 600 })).status).toBe(201);
    });

    it.each([
      [0, 201],
      [604_800, 201],
      [604_801, 422],
      [-1, 422],
    ])('limits overlap_s: %i returns %i', async (overlap, status) => {
      const { id } = await create();
      const answer = await api.post(`/v1/webhooks/${id}/rotate-secret`, { overlap_s: overlap }, customer);
      expect(answer.status).toBe(status);
    });
  });

  describe('DELETE /v1/webhooks/{id}', () => {
    it('returns 200, and the endpoint is gone', async () => {
      const { id } = await create();
      const answer = await api.delete(`/v1/webhooks/${id}`, customer);
      expect([answer.status, answer.body.data]).toEqual([200, { id, deleted: true }]);
      expect((await api.get(`/v1/webhooks/${id}`, customer)).status).toBe(404);
      expect((await api.delete(`/v1/webhooks/${id}`, customer)).status).toBe(404);
      expect((await api.get('/v1/webhooks', customer)).body.data).toMatchObject({ items: [] });
    });

    it('frees its place among the twenty', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => create()));
      expect((await api.post('/v1/webhooks', HOOK, customer)).status).toBe(409);
      await api.delete(`/v1/webhooks/${all[0]!.id}`, customer);
      expect((await api.post('/v1/webhooks', HOOK, customer)).status).toBe(201);
    });
  });

  it("returns 404 for another account's endpoint, on every path", async () => {
    const { id } = await create();
    const stranger = await api.customers.make();
    const answers = [
      await api.get(`/v1/webhooks/${id}`, stranger),
      await api.patch(`/v1/webhooks/${id}`, { description: 'x' }, stranger),
      await api.delete(`/v1/webhooks/${id}`, stranger),
      await api.post(`/v1/webhooks/${id}/rotate-secret`, {}, stranger),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await api.get(`/v1/webhooks/${id}`, customer)).status).toBe(200);
  });
});
