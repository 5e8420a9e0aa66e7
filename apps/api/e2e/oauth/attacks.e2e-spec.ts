import { createHash, randomBytes } from 'node:crypto';
import { type Customer, startApi, type TestApi } from '../support';
import { failure } from '../support/refusals';
import { OAuthClient, REDIRECT_URI, registerApp, UserAgent } from '../support/identity/oauth';

const CHALLENGE = createHash('sha256').update('v'.repeat(43)).digest('base64url');
const NATIVE = ['http://localhost/callback', 'http://127.0.0.1:9000/callback', 'com.example.app:/callback'];

describe('attacks on the authorization server (RFC 9700)', () => {
  let api: TestApi;
  let customer: Customer;
  let client: OAuthClient;
  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
    client = new OAuthClient(api, await registerApp(api, customer, { redirect_uris: [REDIRECT_URI, ...NATIVE] }));
  });
  afterAll(() => api.stop());

  type Params = Readonly<Record<string, string | undefined>>;
  const open = (params: Params, extra = '') =>
    new UserAgent(api, customer.cookie).open(client.authorizationUrl({ code_challenge: CHALLENGE, ...params }) + extra);
  const locationOf = (answer: Response) => answer.headers.get('location');
  /** The error in a redirect to the application. */
  const redirectedError = async (params: Params, extra = '') => {
    const location = new URL(locationOf(await open(params, extra)) ?? 'about:blank');
    expect(`${location.origin}${location.pathname}`).toBe(REDIRECT_URI);
    expect(location.hash).toBe('');
    expect(location.searchParams.get('iss')).toBe(api.settings.ROOT_URL);
    return location.searchParams.get('error');
  };

  describe('open redirection', () => {
    it.each([
      ['an unknown client', { client_id: 'svc_oauth_unknown' }],
      ['no client', { client_id: undefined }],
      ['no redirect URI', { redirect_uri: undefined }],
      ['another host', { redirect_uri: 'https://evil.example/callback' }],
      ['a longer path', { redirect_uri: `${REDIRECT_URI}/more` }],
      ['a trailing slash', { redirect_uri: `${REDIRECT_URI}/` }],
      ['a path in another case', { redirect_uri: 'https://app.example.com/Callback' }],
      ['an added query', { redirect_uri: `${REDIRECT_URI}?next=https://evil.example` }],
      ['a path traversal', { redirect_uri: `${REDIRECT_URI}/../callback` }],
      ['another case', { redirect_uri: 'https://APP.example.com/callback' }],
      ['a default port', { redirect_uri: 'https://app.example.com:443/callback' }],
      ['a fragment', { redirect_uri: `${REDIRECT_URI}#` }],
      ['credentials', { redirect_uri: 'https://app.example.com@evil.example/callback' }],
      ['plain HTTP', { redirect_uri: 'http://app.example.com/callback' }],
      ['another loopback path', { redirect_uri: 'http://localhost:5000/other' }],
      ['another loopback host', { redirect_uri: 'http://[::1]:5000/callback' }],
      ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ])('shows an error page and does not redirect for %s', async (_what, params) => {
      const answer = await open(params);
      expect([answer.status, locationOf(answer)]).toEqual([400, null]);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      const page = await answer.text();
      expect(page).not.toMatch(/https?:|javascript:/);
    });

    it('escapes what it shows', async () => {
      const answer = await open({ client_id: '<script>alert(1)</script>' });
      expect(await answer.text()).not.toContain('<script>');
    });

    it.each(['http://localhost:5000/callback', 'http://127.0.0.1:6001/callback', 'com.example.app:/callback'])(
      'accepts the registered %s, a loopback URI with any port',
      async (uri) => {
        const { response } = await client.authorize(customer, { params: { redirect_uri: uri } });
        expect(response.href.startsWith(uri)).toBe(true);
      },
    );

    it('leads only to the dashboard and back to the application', async () => {
      const answer = await open({});
      expect(locationOf(answer)).toMatch(`${api.settings.DASHBOARD_URL}/oauth-consent?request_id=`);
    });

    it('builds links from its own address, whatever host the client names', async () => {
      const address = client.authorizationUrl({ code_challenge: CHALLENGE }).replace(api.settings.ROOT_URL, api.url);
      const answer = await fetch(address, { redirect: 'manual', headers: { 'x-forwarded-host': 'evil.example' } });
      const id = new URL(locationOf(answer) ?? '').searchParams.get('request_id') ?? '';
      const { body } = await api.post(`/v1/oauth/consent/${id}`, { decision: 'deny' }, { cookie: customer.cookie });
      expect(body.data).toEqual({ redirect_to: `${api.settings.ROOT_URL}/oauth2/authorize/${id}` });
    });
  });

  describe('PKCE', () => {
    it.each([
      ['without a challenge', { code_challenge: undefined, code_challenge_method: undefined }],
      ['with the plain method', { code_challenge_method: 'plain' }],
      ['with the default method, which is plain', { code_challenge_method: undefined }],
      ['with a challenge that is too short', { code_challenge: 'short' }],
    ])('refuses an authorization request %s', async (_what, params) => {
      expect(await redirectedError(params)).toBe('invalid_request');
    });

    it.each([
      ['no verifier', ''],
      ['another verifier', randomBytes(32).toString('base64url')],
      ['the challenge as verifier', CHALLENGE],
    ])('refuses a code with %s', async (_what, wrong) => {
      const { code } = await client.authorize(customer);
      const answer = await client.exchange(code, wrong);
      expect([answer.status, answer.body['access_token']]).toEqual([400, undefined]);
    });
  });

  describe('requests', () => {
    it.each([
      ['implicit', { response_type: 'token' }, 'unsupported_response_type'],
      ['hybrid', { response_type: 'code token' }, 'unsupported_response_type'],
      ['an ID token', { response_type: 'id_token' }, 'unsupported_response_type'],
      ['an unknown response type', { response_type: 'pigeon' }, 'unsupported_response_type'],
      ['implicit in a query', { response_type: 'token', response_mode: 'query' }, 'unsupported_response_type'],
      ['an empty response type', { response_type: '' }, 'invalid_request'],
      ['no response type', { response_type: undefined }, 'invalid_request'],
      ['no scope', { scope: undefined }, 'invalid_scope'],
      ['a scope beyond the maximum', { scope: 'routing:write' }, 'invalid_scope'],
      ['a scope that is never granted', { scope: 'billing:write' }, 'invalid_scope'],
      ['the scope of applications', { scope: 'oauth:apps' }, 'invalid_scope'],
      ['every scope', { scope: '*' }, 'invalid_scope'],
      ['an unknown scope', { scope: 'account:read nonsense' }, 'invalid_scope'],
      ['a response in a fragment', { response_mode: 'fragment' }, 'invalid_request'],
      ['an unknown response mode', { response_mode: 'carrier_pigeon' }, 'unsupported_response_mode'],
      ['another resource', { resource: 'https://other.example/' }, 'invalid_target'],
      ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
      ['a request by reference', { request_uri: 'https://evil.example/request' }, 'request_uri_not_supported'],
      ['no interaction', { prompt: 'none' }, 'interaction_required'],
    ])('refuses %s', async (_what, params, error) => {
      const location = new URL(locationOf(await open(params)) ?? 'about:blank');
      expect(`${location.origin}${location.pathname}`).toBe(REDIRECT_URI);
      // Where the request asked for a fragment, the error is in one (OAuth 2.0 Multiple Response Types, section 3).
      const answer = new URLSearchParams(location.search || location.hash.slice(1));
      expect([answer.get('error'), answer.get('code'), answer.get('access_token')]).toEqual([error, null, null]);
    });

    it('refuses a response in a form, and sends no code in one', async () => {
      const answer = await open({ response_mode: 'form_post' });
      expect([answer.status, locationOf(answer)]).toEqual([400, null]);
      expect(await answer.text()).toContain('invalid_request');
    });

    it.each(['scope', 'state', 'response_type', 'code_challenge', 'code_challenge_method'])(
      'refuses a request with two values of %s',
      async (name) => {
        expect(await redirectedError({}, `&${name}=other`)).toBe('invalid_request');
      },
    );

    it.each(['client_id', 'redirect_uri'])('shows an error page for two values of %s', async (name) => {
      const answer = await open({}, `&${name}=other`);
      expect([answer.status, locationOf(answer)]).toEqual([400, null]);
    });

    it.each(['state', 'login_hint', 'ui_locales'])('refuses a NUL character in %s', async (name) => {
      expect(await redirectedError({ [name]: 'a\0b' })).toBe('invalid_request');
    });

    it('redirects with a documented status', async () => {
      const { paths } = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
        paths: Record<string, { get: { responses: object } }>;
      };
      const documented = paths['/oauth2/authorize']?.get.responses;
      for (const answer of [await open({}), await open({ scope: '*' })])
        expect([locationOf(answer) !== null, Object.keys(documented ?? {})]).toEqual([
          true,
          expect.arrayContaining([String(answer.status)]),
        ]);
    });

    it('returns the state unchanged, whatever it contains', async () => {
      const state = `#&error=access_denied&code=forged?"<script>\u{1f512} %00`;
      const { response } = await client.authorize(customer, { params: { state } });
      expect(response.searchParams.getAll('state')).toEqual([state]);
      expect(response.searchParams.getAll('code')).toHaveLength(1);
      expect(response.hash).toBe('');
    });

    it('names itself in the response, against mix-up', async () => {
      const { response } = await client.authorize(customer);
      expect(response.searchParams.get('iss')).toBe(api.settings.ROOT_URL);
    });
  });

  describe('the consent of another user', () => {
    const begin = async (agent: UserAgent) => agent.begin(client.authorizationUrl({ code_challenge: CHALLENGE }));
    const decide = async (id: string, who: Customer, decision: object) =>
      (await api.post(`/v1/oauth/consent/${id}`, decision, { cookie: who.cookie })).body.data as {
        redirect_to: string;
      };

    it.each(['approve', 'deny'])('is not handed to the browser that started the request (%s)', async (decision) => {
      const [victim, attacker] = [await api.customers.make(), await api.customers.make()];
      for (const cookie of [attacker.cookie, null]) {
        const agent = new UserAgent(api, cookie);
        const { redirect_to } = await decide(await begin(agent), victim, { decision });
        const answer = await agent.open(redirect_to);
        expect([answer.status, locationOf(answer)]).toEqual([400, null]);
      }
    });

    it('is not handed to a browser that did not start the request', async () => {
      const { redirect_to } = await decide(await begin(new UserAgent(api, null)), customer, { decision: 'approve' });
      const answer = await new UserAgent(api, customer.cookie).open(redirect_to);
      expect([answer.status, locationOf(answer)]).toEqual([400, null]);
    });

    it('is given once', async () => {
      const agent = new UserAgent(api, customer.cookie);
      const id = await begin(agent);
      const attempts = await Promise.all(
        Array.from({ length: 8 }, () =>
          api.post(`/v1/oauth/consent/${id}`, { decision: 'approve' }, { cookie: customer.cookie }),
        ),
      );
      expect(attempts.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410, 410, 410]);
      const { redirect_to } = attempts.find(({ status }) => status === 200)!.body.data as { redirect_to: string };
      expect(new URL(locationOf(await agent.open(redirect_to)) ?? '').searchParams.get('code')).toBeTruthy();
      expect(locationOf(await agent.open(redirect_to))).toBeNull();
    });

    it('becomes one code, however often the browser returns at once', async () => {
      for (let round = 0; round < 5; round++) {
        const agent = new UserAgent(api, customer.cookie);
        const { redirect_to } = await decide(await begin(agent), customer, { decision: 'approve' });
        const answers = await Promise.all(Array.from({ length: 8 }, () => agent.open(redirect_to)));
        const codes = answers.filter((answer) => locationOf(answer)?.includes('code='));
        expect([codes.length, answers.filter(({ status }) => status === 400).length]).toEqual([1, 7]);
      }
    });

    it('returns 403 csrf_rejected for a decision from a foreign page', async () => {
      const id = await begin(new UserAgent(api, customer.cookie));
      const headers = { cookie: customer.cookie, origin: 'https://evil.example' };
      const answer = await api.post(`/v1/oauth/consent/${id}`, { decision: 'approve' }, {}, headers);
      expect(answer).toMatchObject(failure(403, 'csrf_rejected'));
    });
  });

  describe('the token endpoint', () => {
    const form = (params: Record<string, string>) => new URLSearchParams(params);
    const refused = async (params: Record<string, string> | URLSearchParams, headers: Record<string, string> = {}) => {
      const body = params instanceof URLSearchParams ? params : form(params);
      const { status, body: answer, headers: given } = await client.send('token', body, headers);
      expect(answer['access_token']).toBeUndefined();
      expect(given.get('cache-control')).toBe('no-store');
      return [status, answer['error']];
    };
    const own = () => ({ client_id: client.app.client_id, client_secret: client.app.client_secret });
    const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT_URI, code_verifier: CHALLENGE };

    it('refuses other grant types', async () => {
      for (const grant_type of [
        'client_credentials',
        'password',
        'implicit',
        'urn:ietf:params:oauth:grant-type:device_code',
      ]) {
        expect(await refused({ ...own(), grant_type })).toEqual([400, 'unsupported_grant_type']);
      }
    });

    it('refuses wrong client credentials, and challenges HTTP Basic', async () => {
      expect(await refused({ ...own(), ...code, client_secret: 'svc_oauths_wrong' })).toEqual([401, 'invalid_client']);
      expect(await refused({ ...own(), ...code, client_id: 'svc_oauth_unknown' })).toEqual([401, 'invalid_client']);
      const authorization = `Basic ${Buffer.from(`${client.app.client_id}:wrong`).toString('base64')}`;
      const { status, headers } = await client.send('token', form(code), { authorization });
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic realm=/)]);
    });

    it('refuses a client without its secret', async () => {
      expect(await refused({ client_id: client.app.client_id, ...code })).toEqual([401, 'invalid_client']);
      expect(await refused(code)).toEqual([400, 'invalid_request']);
    });

    it('refuses two kinds of client authentication, and two clients', async () => {
      const authorization = `Basic ${Buffer.from(`${client.app.client_id}:${client.app.client_secret}`).toString('base64')}`;
      expect(await refused({ ...own(), ...code }, { authorization })).toEqual([400, 'invalid_request']);
      expect(await refused({ ...code, client_id: 'svc_oauth_other' }, { authorization })).toEqual([
        400,
        'invalid_request',
      ]);
    });

    it.each(['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret', 'code_verifier'])(
      'refuses two values of %s',
      async (name) => {
        const params = form({ ...own(), ...code });
        params.append(name, 'other');
        expect(await refused(params)).toEqual([400, 'invalid_request']);
      },
    );

    it('refuses other media types and bodies that are too large', async () => {
      const json = await fetch(`${api.url}/oauth2/token`, {
        method: 'POST',
        body: JSON.stringify({ ...own(), ...code }),
        headers: { 'content-type': 'application/json' },
      });
      expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }]);
      expect(await refused({ ...own(), ...code, code: 'x'.repeat(300_000) })).toEqual([400, 'invalid_request']);
    });

    it('ignores credentials in the query', async () => {
      const { code: real, verifier } = await client.authorize(customer);
      const query = form({ ...own(), ...code, code: real, code_verifier: verifier }).toString();
      const answer = await fetch(`${api.url}/oauth2/token?${query}`, { method: 'POST' });
      expect(answer.status).toBe(400);
    });

    it('carries a request id and the rate limit', async () => {
      const { headers } = await client.send('token', form(code), { 'x-request-id': 'mine' });
      expect(headers.get('x-request-id')).toBe('mine');
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(0);
    });

    it.each(['GET', 'PUT', 'DELETE'])('returns 405 for %s', async (method) => {
      expect((await fetch(`${api.url}/oauth2/token`, { method })).status).toBe(405);
    });
  });

  it('refuses a refresh token, a code and an identifier as access token', async () => {
    const { refresh_token } = await client.tokens(customer);
    const { code } = await client.authorize(customer);
    for (const key of [refresh_token, code, client.app.client_id, client.app.client_secret]) {
      expect(await api.get('/v1/numbers', { key })).toMatchObject(failure(401, 'unauthorized'));
    }
  });
});
