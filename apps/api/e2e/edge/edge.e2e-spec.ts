import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { SigningKeys } from '@trunkline/identity';
import { newId } from '@trunkline/kernel';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { bySession, type Customer, DASHBOARD_ORIGIN, startApi, type TestApi } from '../support';
import { accessToken } from '../support/identity/access-tokens';

const FOREIGN = 'https://evil.example';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties?: Readonly<Record<string, { default?: unknown }>> }>
    >;
  };
}

interface DescribedOperation {
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
  };
}

describe('the edge', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const raw = (path: string, init: RequestInit = {}) => fetch(`${api.url}${path}`, init);

  it('keeps idle connections longer than proxies and clients do', async () => {
    for (const url of [api.url, api.internalUrl]) {
      const { headers } = await fetch(`${url}/health`);
      expect(headers.get('keep-alive')).toBe('timeout=75');
    }
  });

  describe('health', () => {
    it('returns a report without the envelope', async () => {
      const answer = await api.get('/health');
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        ok: true,
        status: 'ok',
        service: 'trunkline-api',
        version: '0.2.0',
        environment: 'sandbox',
        bindings: { db_catalog: true, kv_sessions: true, send_email: true, assets: true },
      });
    });

    it.each(['/health/live', '/health/ready'])('returns 200 to orchestrators at %s', async (path) => {
      expect(await api.get(path)).toMatchObject({ status: 200, body: { ok: true } });
    });
  });

  describe('the key set', () => {
    it('is public, without envelope, and cacheable', async () => {
      const answer = await api.get('/.well-known/jwks.json');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
      expect(answer.body).toEqual({
        keys: [expect.objectContaining({ kty: 'EC', use: 'sig', alg: 'ES256', kid: expect.any(String) })],
      });
    });

    it('verifies issued tokens, and has no private members', async () => {
      const rootUrl = api.settings.ROOT_URL;
      const token = await accessToken(api, customer, ['account:read']);
      const keys = createRemoteJWKSet(new URL(`${api.url}/.well-known/jwks.json`));
      const { payload } = await jwtVerify(token, keys, { issuer: rootUrl, typ: 'at+jwt' });
      expect(payload.sub).toBe(customer.userId);
      const { keys: shown } = (await api.get('/.well-known/jwks.json')).body as unknown as { keys: object[] };
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(shown[0]).not.toHaveProperty(secret);
    });

    it('keeps a retired key until its tokens have expired', async () => {
      const token = await accessToken(api, customer, ['account:read']);
      await api.use(SigningKeys).rotate();
      const keys = createRemoteJWKSet(new URL(`${api.url}/.well-known/jwks.json`));
      await expect(jwtVerify(token, keys)).resolves.toBeDefined();
      await expect(jwtVerify(await accessToken(api, customer, ['account:read']), keys)).resolves.toBeDefined();
    });
  });

  describe('envelope and headers', () => {
    it('returns the error envelope, limits and a request id for an unknown path', async () => {
      const answer = await api.get('/v1/nothing');
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ ok: false, error: { code: 'not_found' } });
      for (const name of ['limit', 'remaining', 'reset']) {
        expect(Number(answer.headers.get(`x-ratelimit-${name}`))).toBeGreaterThanOrEqual(0);
      }
      expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    });

    it('returns 405 with Allow for another method', async () => {
      const answer = await api.put('/v1/accounts/me', {}, customer);
      expect(answer.status).toBe(405);
      expect(answer.body.error?.code).toBe('method_not_allowed');
      expect(answer.headers.get('allow')).toContain('GET');
    });

    it('echoes a valid request id, and replaces an invalid one', async () => {
      expect((await api.get('/v1/nothing', {}, { 'x-request-id': 'mine_1' })).headers.get('x-request-id')).toBe(
        'mine_1',
      );
      expect((await api.get('/v1/nothing', {}, { 'x-request-id': 'a b' })).headers.get('x-request-id')).not.toBe('a b');
    });

    it('sets security headers', async () => {
      const { headers } = await api.get('/health');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toContain('max-age');
      expect(headers.get('x-powered-by')).toBeNull();
    });
  });

  describe('the Host header', () => {
    const JSON_BODY = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    /** Sends raw bytes and returns the status and code of the response. */
    const exchange = (port: number, request: string): Promise<[number, string | undefined]> =>
      new Promise((resolve, reject) => {
        let answer = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(request));
        socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
        socket.once('error', reject).once('close', () => {
          resolve([Number(answer.split(' ')[1]), /"code":"(\w+)"/.exec(answer)?.[1]]);
        });
      });
    const get = (path: string, ...headers: string[]) =>
      `GET ${path} HTTP/1.1\r\n${['Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

    it('is accepted once, with a host name or address, with and without a port', async () => {
      const { port } = api.running;
      for (const host of ['api.test', 'api.test:8080', '127.0.0.1', '[::1]:3000', 'my_service']) {
        expect([host, ...(await exchange(port, get('/health/live', `Host: ${host}`)))]).toEqual([host, 200, undefined]);
      }
      expect(await exchange(port, 'GET /health/live HTTP/1.0\r\n\r\n')).toEqual([200, undefined]);
    });

    it.each([
      ['twice', ['Host: api.test', 'Host: evil.example']],
      ['twice with one value', ['Host: api.test', 'host: api.test']],
      ['as a list', ['Host: api.test, evil.example']],
      ['with a path', ['Host: api.test/v1']],
      ['with a user', ['Host: api.test@evil.example']],
    ])('returns 400 malformed_request when it comes %s', async (_how, headers) => {
      const { port, internalPort } = api.running;
      for (const path of ['/v1/accounts/me', '/v1/nothing', '/health']) {
        expect([path, ...(await exchange(port, get(path, ...headers)))]).toEqual([path, 400, 'malformed_request']);
      }
      for (const path of ['/operator/audit', '/metrics']) {
        const answer = await exchange(internalPort, get(path, ...headers));
        expect([path, ...answer]).toEqual([path, 400, 'malformed_request']);
      }
      const head = ['POST /switch/route HTTP/1.1', 'Connection: close', ...headers].join('\r\n');
      expect(await exchange(internalPort, `${head}\r\n${JSON_BODY}`)).toEqual([400, 'malformed_request']);
    });

    it('returns 400 without it', async () => {
      expect((await exchange(api.running.port, get('/health/live')))[0]).toBe(400);
    });
  });

  describe('documents', () => {
    it('are the committed ones, with the address of the API', async () => {
      const served = (await (await raw('/openapi.json')).json()) as { servers: unknown };
      const committed = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as object;
      expect(served).toEqual({ ...committed, servers: [{ url: 'http://api.test' }] });
      expect((committed as { info: { version: string } }).info.version).toBe('0.2.0');
    });

    it('state the defaults that apply on creation', async () => {
      const gateway = { name: 'Berlin 1', host: '9.9.9.9' };
      const target = { kind: 'webhook', webhook_url: 'https://9.9.9.9/call' };
      const trunk = await created('POST /v1/sip-trunks', { name: 'Office' });
      await created('POST /v1/sip-trunks/{id}/gateways', gateway, trunk);
      const profile = await created('POST /v1/routing-profiles', { name: 'Support' });
      await created('POST /v1/routing-profiles/{id}/targets', target, profile);
      await created('POST /v1/api-keys', { name: 'Deploy', password: customer.password });
      await created('POST /operator/carriers', gateway);
    });

    /** Creates a resource, compares it with the stated defaults, and returns its id. */
    const created = async (operation: string, body: object, parent = ''): Promise<string> => {
      const [, path = ''] = operation.split(' ');
      const isOfOperator = path.startsWith('/operator');
      const document = (await (
        await (isOfOperator ? fetch(`${api.internalUrl}/operator/openapi.json`) : raw('/openapi.json'))
      ).json()) as Described;
      const { $ref } = document.paths[path]?.['post']?.requestBody.content['application/json'].schema ?? { $ref: '' };
      const members = Object.entries(document.components.schemas[$ref.split('/').at(-1) ?? '']?.properties ?? {});
      const at = path.replace('{id}', parent);
      const answer = await (isOfOperator ? api.operator('POST', at, body) : api.post(at, body, bySession(customer)));
      expect([operation, answer.status, answer.body.error]).toEqual([operation, 201, undefined]);
      const data = answer.body.data as { readonly id: string; readonly profile?: { readonly id: string } };
      const resource = (data.profile ?? data) as Readonly<Record<string, unknown>> & { readonly id: string };
      const stated = members.filter(([name, schema]) => 'default' in schema && name in resource && !(name in body));
      expect(stated.length).toBeGreaterThan(1);
      for (const [name, schema] of stated)
        expect([operation, name, resource[name]]).toEqual([operation, name, schema.default]);
      return resource.id;
    };

    it('include a reference page', async () => {
      const page = await raw('/docs');
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<h1>Documentation</h1>');
    });

    it("serve the operators' document and paths only on the internal listener", async () => {
      const operators = await (await fetch(`${api.internalUrl}/operator/openapi.json`)).json();
      expect(Object.keys((operators as { paths: object }).paths)).toContain('/operator/sandbox/clock');
      expect((await raw('/operator/openapi.json')).status).toBe(404);
      expect((await raw('/operator/ledger/verify')).status).toBe(404);
      expect((await raw('/metrics')).status).toBe(404);
      expect((await fetch(`${api.internalUrl}/v1/accounts/me`)).status).toBe(404);
      expect(await (await fetch(`${api.internalUrl}/metrics`)).text()).toContain('http_request_duration_seconds');
    });
  });

  describe('credentials', () => {
    it('returns 401 without a credential, and with an invalid one', async () => {
      for (const authorization of [
        undefined,
        'Bearer',
        'Bearer x',
        'Basic eDp5',
        `Bearer svc_live_${'A'.repeat(32)}`,
      ]) {
        const answer = await api.get('/v1/accounts/me', {}, authorization === undefined ? {} : { authorization });
        expect([authorization, answer.status]).toEqual([authorization, 401]);
        expect(answer.body.error?.code).toBe('unauthorized');
      }
    });

    it('returns 401 for a cookie with an invalid signature', async () => {
      const forged = customer.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      expect((await api.get('/v1/accounts/me', { cookie: forged })).status).toBe(401);
    });

    it('returns 200 for a session and a key', async () => {
      expect((await api.get('/v1/accounts/me', bySession(customer))).status).toBe(200);
      expect((await api.get('/v1/accounts/me', { key: customer.key })).status).toBe(200);
    });

    it('returns 200 for X-Account-Id of an own account, and 403 for any other', async () => {
      for (const sender of [bySession(customer), { key: customer.key }]) {
        const own = await api.get('/v1/accounts/me', sender, { 'x-account-id': customer.accountId });
        expect(own.status).toBe(200);
        for (const other of ['acc_0000000000000000000000000', 'nonsense']) {
          const answer = await api.get('/v1/accounts/me', sender, { 'x-account-id': other });
          expect([other, answer.status, answer.body.error?.code]).toEqual([other, 403, 'forbidden']);
        }
      }
    });

    it('returns 403 for a change by cookie without the origin of the dashboard or this host', async () => {
      const body = { name: 'csrf' };
      const foreign: Record<string, string>[] = [
        { origin: FOREIGN },
        { referer: `${FOREIGN}/page` },
        { origin: 'null' },
        {},
      ];
      for (const headers of foreign) {
        const answer = await fetch(`${api.url}/v1/api-keys`, {
          method: 'POST',
          headers: { cookie: customer.cookie, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({ error: { code: 'csrf_rejected' } });
      }
      expect((await api.post('/v1/api-keys', body, bySession(customer))).status).toBe(201);
    });

    it('allows CORS with credentials only for the dashboard', async () => {
      const ask = (origin: string) =>
        raw('/v1/accounts/me', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PATCH' } });
      const own = await ask(DASHBOARD_ORIGIN);
      expect(own.status).toBe(204);
      expect(own.headers.get('access-control-allow-origin')).toBe(DASHBOARD_ORIGIN);
      expect(own.headers.get('access-control-allow-credentials')).toBe('true');
      const foreign = await ask(FOREIGN);
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
      // A shared cache must not serve one origin's response to the other.
      expect([own, foreign].map(({ headers }) => headers.get('vary'))).toEqual(['Origin', 'Origin']);
    });

    it('returns 400 key_in_url and revokes a key in a URL', async () => {
      const made = await api.post('/v1/api-keys', { name: 'leaked' }, bySession(customer));
      const { key } = made.body.data as { key: string };
      expect((await api.get('/v1/accounts/me', { key })).status).toBe(200);
      const leaked = await api.get(`/v1/accounts/me?api_key=${key}`);
      expect([leaked.status, leaked.body.error?.code]).toEqual([400, 'key_in_url']);
      expect((await api.get('/v1/accounts/me', { key })).status).toBe(401);
    });

    it('revokes a percent-encoded key in a URL', async () => {
      const made = await api.post('/v1/api-keys', { name: 'escaped' }, bySession(customer));
      const { key } = made.body.data as { key: string };
      const leaked = await raw(`/v1/accounts/me?x=%zz&k=${key.replace(/_/g, '%5F')}`);
      expect(leaked.status).toBe(400);
      expect((await api.get('/v1/accounts/me', { key })).status).toBe(401);
    });

    it.each([
      ['behind the beginning of another', (key: string) => `svc_live_${key}`],
      ['escaped twice', (key: string) => key.replace('s', '%2573')],
    ])('revokes a key in a URL %s', async (_how, disguised) => {
      const made = await api.post('/v1/api-keys', { name: 'disguised' }, bySession(customer));
      const { key } = made.body.data as { key: string };
      expect((await raw(`/v1/accounts/me?k=${disguised(key)}`)).status).toBe(400);
      expect((await api.get('/v1/accounts/me', { key })).status).toBe(401);
    });

    it('accepts the scheme in any case (RFC 9110, section 11.1)', async () => {
      const headers = { authorization: `bearer  ${customer.key}` };
      expect((await raw('/v1/accounts/me', { headers })).status).toBe(200);
    });

    it('returns 404 for another spelling of a path', async () => {
      for (const path of ['/V1/accounts/me', '/v1/accounts/me/', '/v1/Accounts/me']) {
        expect([path, (await api.get(path, customer)).status]).toEqual([path, 404]);
      }
    });
  });

  describe('ETag', () => {
    it('is set on single resources, and returns 304 for an unchanged one', async () => {
      const first = await api.get('/v1/accounts/me', customer);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
      const again = await api.get('/v1/accounts/me', customer, { 'if-none-match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
    });
  });

  describe('If-Match', () => {
    const make = async (path: string, name: string) => {
      const answer = await api.post(path, { name }, customer);
      const data = answer.body.data as { id?: string; profile?: { id: string } };
      return `${path}/${data.id ?? data.profile?.id}`;
    };
    const etagOf = async (path: string) => (await api.get(path, customer)).headers.get('etag') ?? '';

    it('allows one of ten parallel changes with the same ETag', async () => {
      const path = await make('/v1/sip-trunks', 'contested');
      const etag = await etagOf(path);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => api.patch(path, { name: `winner ${n}` }, customer, { 'if-match': etag })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)]);
    });

    const aGateway = async () => {
      const gateways = `${await make('/v1/sip-trunks', newId('op'))}/gateways`;
      const made = await api.post(gateways, { name: 'first', host: '203.0.113.9' }, customer);
      const path = `${gateways}/${(made.body.data as { id: string }).id}`;
      return { path, etag: await etagOf(path), change: (weight: number) => ({ weight }) };
    };
    /** A target has no GET of its own: the ETag is the profile's. */
    const aTarget = async () => {
      const profile = await make('/v1/routing-profiles', 'with a target');
      const target = { kind: 'pstn_forward', pstn_forward_e164: '+12125550123' };
      const made = await api.post(`${profile}/targets`, target, customer);
      const path = `${profile}/targets/${(made.body.data as { id: string }).id}`;
      return { path, etag: await etagOf(profile), change: (weight: number) => ({ weight }) };
    };
    const aWebhook = async () => {
      const hook = { url: 'https://198.41.0.4/hook', event_types: ['call.completed'] };
      const made = await api.post('/v1/webhooks', hook, customer);
      const path = `/v1/webhooks/${(made.body.data as { id: string }).id}`;
      return { path, etag: await etagOf(path), change: (n: number) => ({ description: `change ${n}` }) };
    };

    it.each([
      ['gateway', aGateway],
      ['routing target', aTarget],
      ['webhook endpoint', aWebhook],
    ])('allows one of ten parallel changes of a %s, which may resolve a host', async (_name, aResource) => {
      const { path, etag, change } = await aResource();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => api.patch(path, change(n), customer, { 'if-match': etag })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)]);
    });

    it('accepts the ETag of the previous change', async () => {
      const path = await make('/v1/routing-profiles', 'chained');
      let etag = await etagOf(path);
      for (const ring_timeout_s of [10, 20, 30]) {
        const answer = await api.patch(path, { ring_timeout_s }, customer, { 'if-match': etag });
        expect(answer.status).toBe(200);
        etag = answer.headers.get('etag') ?? '';
      }
    });

    it('returns 412 for a weak ETag, also in a list (RFC 9110, section 13.1.1)', async () => {
      for (const [name, aResource] of [
        ['/v1/sip-trunks', async () => ({ path: await make('/v1/sip-trunks', 'weak') })],
        ['gateway', aGateway],
        ['webhook', aWebhook],
      ] as const) {
        const { path } = await aResource();
        const strong = await etagOf(path);
        for (const ifMatch of [`W/${strong}`, `"another", W/${strong}`, `W/${strong},"another"`]) {
          const answer = await api.patch(path, {}, customer, { 'if-match': ifMatch });
          expect([name, ifMatch, answer.status]).toEqual([name, ifMatch, 412]);
        }
        const both = `W/"another", ${strong}`;
        expect((await api.patch(path, {}, customer, { 'if-match': both })).status).toBe(200);
      }
    });

    it('returns 412 for a stale ETag of a gateway whose trunk was archived', async () => {
      const { path, etag, change } = await aGateway();
      expect((await api.patch(path, change(7), customer)).status).toBe(200);
      const current = await etagOf(path);
      await api.delete(path.replace(/\/gateways.*/, ''), customer);
      const answers = [etag, current].map((each) => api.patch(path, change(8), customer, { 'if-match': each }));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([412, 409]);
    });

    it('accepts * and a list of ETags', async () => {
      const path = await make('/v1/sip-trunks', 'listed');
      expect((await api.patch(path, { name: 'starred' }, customer, { 'if-match': '*' })).status).toBe(200);
      const list = `"another", ${await etagOf(path)}`;
      expect((await api.patch(path, { name: 'listed' }, customer, { 'if-match': list })).status).toBe(200);
      expect((await api.patch(path, { name: 'stale' }, customer, { 'if-match': '"another"' })).status).toBe(412);
    });
  });

  describe('operators', () => {
    it("get 401 without an operator's token, also with a customer's key", async () => {
      for (const authorization of ['', 'Bearer wrong-token-of-operator', `Bearer ${customer.key}`]) {
        const headers = { authorization };
        expect((await fetch(`${api.internalUrl}/operator/ledger/verify`, { headers })).status).toBe(401);
      }
    });

    it('can verify the ledger', async () => {
      expect(await api.operator('GET', '/operator/ledger/verify')).toMatchObject({
        status: 200,
        body: { ok: true, data: { differences: [] } },
      });
    });
  });
});
