import { CloseAccounts } from '@trunkline/identity';
import { Clock, OAUTH_SCOPES } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../support';
import { join, joinAs } from '../support/identity/members';
import { OAuthClient, REDIRECT_URI, registerApp, SCOPES, UserAgent } from '../support/identity/oauth';
import { failure, invalid } from '../support/refusals';

type Row = Record<string, unknown>;

const dataOf = (answer: Answer) => answer.body.data as Row;
const itemsOf = (answer: Answer) => dataOf(answer)['items'] as Row[];
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('OAuth applications and grants', () => {
  let api: TestApi;
  let developer: Customer;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi();
    developer = await api.customers.make();
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const details = { name: 'Acme Dialer', redirect_uris: [REDIRECT_URI], max_scopes: SCOPES };
  const register = (body: object = details, who: Customer = developer) =>
    api.post('/v1/oauth-apps', body, bySession(who));
  const newClient = async (change: object = {}) => new OAuthClient(api, await registerApp(api, developer, change));
  const disable = (id: string, { cookie, password }: Customer) =>
    api.send('DELETE', `/v1/oauth-apps/${id}`, { body: { password }, sender: { cookie }, headers: {} });
  const app = async (id: string) => dataOf(await api.get(`/v1/oauth-apps/${id}`, bySession(developer)));
  const grantsOf = async (who: Customer) => itemsOf(await api.get('/v1/oauth-grants', bySession(who)));
  const reads = async (key: string) => (await api.get('/v1/numbers', { key })).status;
  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const now = () => Math.floor(api.use(Clock).now().getTime() / 1000);

  /** Tokens end together: the access token, the refresh token, and the entry in the list of grants. */
  const expectEnded = async (client: OAuthClient, tokens: { access_token: string; refresh_token: string }) => {
    expect(await reads(tokens.access_token)).toBe(401);
    expect(await client.refresh(tokens.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  };

  describe('POST /v1/oauth-apps', () => {
    it('returns 201 with the application and its secret, which is shown once', async () => {
      const extra = {
        description: 'Click to call.',
        homepage_url: 'https://acme.example',
        logo_url: 'https://acme.example/l.png',
      };
      const answer = await register({ ...details, ...extra });
      expect(answer.status).toBe(201);
      const { client_secret: secret, ...shown } = dataOf(answer);
      expect(secret).toMatch(/^svc_oauths_/);
      expect(shown).toEqual({
        id: expect.stringMatching(/^oac_/),
        client_id: expect.stringMatching(/^svc_oauth_/),
        ...details,
        ...extra,
        status: 'active',
        secret_last4: (secret as string).slice(-4),
        secret_rotated_at: null,
        authorized_user_count: 0,
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      });
      expect(await app(String(shown['id']))).toEqual(shown);
    });

    it('returns 403 session_required for a key, 403 forbidden for other roles, and 401 without a credential', async () => {
      expect(await api.post('/v1/oauth-apps', details, { key: developer.key })).toMatchObject(
        failure(403, 'session_required'),
      );
      for (const role of ['billing', 'member', 'read_only']) {
        const member = await join(api, developer, role);
        expect(await api.post('/v1/oauth-apps', details, { cookie: member.cookie })).toMatchObject(
          failure(403, 'forbidden'),
        );
      }
      expect(await api.post('/v1/oauth-apps', details)).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 reauthentication_required 15 minutes after sign-in, unless the password is sent', async () => {
      const other = await api.customers.make();
      await advance(15 * 60 + 1);
      expect(await register(details, other)).toMatchObject(failure(403, 'reauthentication_required'));
      expect((await register({ ...details, password: other.password }, other)).status).toBe(201);
    });

    it.each([
      [{ name: 'x' }, 'name'],
      [{ redirect_uris: [] }, 'redirect_uris'],
      [{ redirect_uris: ['http://app.example.com/callback'] }, 'redirect_uris'],
      [{ redirect_uris: Array.from({ length: 11 }, (_, n) => `${REDIRECT_URI}/${n}`) }, 'redirect_uris'],
      [{ max_scopes: [] }, 'max_scopes'],
      [{ max_scopes: ['billing:write'] }, 'max_scopes'],
      [{ max_scopes: ['oauth:apps'] }, 'max_scopes'],
      [{ homepage_url: 'javascript:alert(1)' }, 'homepage_url'],
      [{ logo_url: 'http://acme.example/l.png' }, 'logo_url'],
      [{ client_id: 'mine' }, 'client_id'],
      [{ name: 'Acme\u200bDialer' }, 'name'],
      [{ name: 'Trunkline' }, 'name'],
      [{ redirect_uris: ['https://*/callback'] }, 'redirect_uris'],
      [{ redirect_uris: ['https://\\/callback'] }, 'redirect_uris'],
      [{ homepage_url: 'https://*' }, 'homepage_url'],
      [{ logo_url: 'https://[' }, 'logo_url'],
    ])('returns 422 for %j', async (change, field) => {
      const body = { ...details, ...change, password: developer.password };
      expect(await register(body)).toMatchObject(invalid(field));
    });
  });

  describe('changing an application', () => {
    it('returns 200 with the change, and applies it to the next request', async () => {
      const client = await newClient();
      const uri = 'com.acme.dialer:/callback';
      const path = `/v1/oauth-apps/${client.app.id}`;
      const change = { redirect_uris: [uri], description: 'New', password: developer.password };
      const answer = await api.patch(path, change, bySession(developer));
      expect(dataOf(answer)).toMatchObject({ name: details.name, redirect_uris: [uri], description: 'New' });
      await expect(client.authorize(customer)).rejects.toThrow('No consent page');
      expect((await client.authorize(customer, { params: { redirect_uri: uri } })).code).not.toBe('');
    });

    it('withdraws a removed scope from tokens at once', async () => {
      const client = await newClient();
      const { access_token: token, refresh_token } = await client.tokens(customer);
      const path = `/v1/oauth-apps/${client.app.id}`;
      await api.patch(path, { max_scopes: ['account:read'], password: developer.password }, bySession(developer));
      expect(await reads(token)).toBe(403);
      expect((await client.refresh(refresh_token)).body).toMatchObject({ scope: 'account:read' });
    });

    it('rotates the secret: the old one stops working at once, tokens stay', async () => {
      const client = await newClient();
      const { access_token, refresh_token } = await client.tokens(customer);
      const rotatedFrom = now();
      const answer = await api.post(
        `/v1/oauth-apps/${client.app.id}/rotate-secret`,
        { password: developer.password },
        bySession(developer),
      );
      const { client_secret: secret } = dataOf(answer) as { client_secret: string };
      expect(answer.status).toBe(201);
      expect(await client.refresh(refresh_token)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect((await client.refresh(refresh_token, { client_secret: secret })).status).toBe(200);
      expect(await reads(access_token)).toBe(200);
      const shown = await app(client.app.id);
      expect(shown['secret_last4']).toBe(secret.slice(-4));
      expect(shown['secret_rotated_at']).toBeGreaterThanOrEqual(rotatedFrom);
    });

    it("returns 404 for another account's application", async () => {
      const { app: registered } = await newClient();
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
      ] as const) {
        const body = method === 'PATCH' ? {} : undefined;
        const answer = await api.send(method, `/v1/oauth-apps/${registered.id}${path}`, {
          body,
          sender: bySession(customer),
          headers: {},
        });
        expect(answer).toMatchObject(failure(404, 'not_found'));
      }
    });

    it('disables it for good: tokens end, new requests are refused, it stays listed', async () => {
      const client = await newClient();
      const tokens = await client.tokens(customer);
      const path = `/v1/oauth-apps/${client.app.id}`;
      expect(await app(client.app.id)).toMatchObject({ authorized_user_count: 1 });
      for (let times = 0; times < 2; times++) {
        const answer = await disable(client.app.id, developer);
        expect(dataOf(answer)).toMatchObject({ status: 'disabled', authorized_user_count: 0 });
      }
      expect(await reads(tokens.access_token)).toBe(401);
      expect(await client.refresh(tokens.refresh_token)).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      });
      expect(await grantsOf(customer)).toEqual([]);
      await expect(client.authorize(customer)).rejects.toThrow('No consent page: 400');
      expect(
        await api.patch(path, { name: 'Other', password: developer.password }, bySession(developer)),
      ).toMatchObject(failure(409, 'invalid_state'));
      const listed = itemsOf(await api.get('/v1/oauth-apps?status=disabled&limit=100', bySession(developer)));
      expect(listed.map(({ id }) => id)).toContain(client.app.id);
    });
  });

  it.each(['PATCH', 'DELETE'] as const)(
    '%s returns 403 reauthentication_required 15 minutes after sign-in, unless the password is sent',
    async (method) => {
      const own = await api.customers.make();
      const path = `/v1/oauth-apps/${(await registerApp(api, own)).id}`;
      const send = (body?: object) => api.send(method, path, { body, sender: bySession(own), headers: {} });
      await advance(15 * 60 + 1);
      expect(await send(method === 'PATCH' ? { description: 'New' } : undefined)).toMatchObject(
        failure(403, 'reauthentication_required'),
      );
      expect(await send({ password: 'not the password' })).toMatchObject(invalid('password'));
      expect(dataOf(await api.get(path, bySession(own)))).toMatchObject({ status: 'active', description: null });
      expect((await send({ password: own.password })).status).toBe(200);
    },
  );

  it('returns 409 oauth_app_limit_reached for the 26th active application', async () => {
    const own = await api.customers.make();
    const apps: { id: string }[] = [];
    for (let n = 0; n < 25; n++) apps.push(await registerApp(api, own));
    expect(await register({ ...details, password: own.password }, own)).toMatchObject(
      failure(409, 'oauth_app_limit_reached'),
    );
    await disable(apps[0]!.id, own);
    expect((await register({ ...details, password: own.password }, own)).status).toBe(201);
  });

  it('returns 200 to every role for reads, and 403 session_required to a key', async () => {
    const owner = await api.customers.make();
    const registered = await registerApp(api, owner);
    for (const role of ['admin', 'billing', 'member', 'read_only']) {
      const { cookie } = await join(api, owner, role);
      for (const path of ['/v1/oauth-apps', `/v1/oauth-apps/${registered.id}`])
        expect([role, path, (await api.get(path, { cookie })).status]).toEqual([role, path, 200]);
    }
    const readOnly = await join(api, owner, 'read_only');
    for (const method of ['PATCH', 'DELETE'] as const) {
      const request = { body: {}, sender: { cookie: readOnly.cookie }, headers: {} };
      expect(await api.send(method, `/v1/oauth-apps/${registered.id}`, request)).toMatchObject(
        failure(403, 'forbidden'),
      );
    }
    expect(await api.get('/v1/oauth-apps', { key: owner.key })).toMatchObject(failure(403, 'session_required'));
  });

  describe('GET /v1/oauth-apps', () => {
    it('lists applications page by page, newest first', async () => {
      const own = await api.customers.make();
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) ids.unshift((await registerApp(api, own)).id);
      const first = dataOf(await api.get('/v1/oauth-apps?limit=2', bySession(own)));
      const next = await api.get(`/v1/oauth-apps?limit=2&cursor=${String(first['next_cursor'])}`, bySession(own));
      expect([...(first['items'] as Row[]), ...itemsOf(next)].map(({ id }) => id)).toEqual(ids);
      expect(dataOf(next)['next_cursor']).toBeNull();
    });
  });

  describe('consent', () => {
    const begin = async (client: OAuthClient, who: Customer, params = {}) => {
      const agent = new UserAgent(api, who.cookie);
      return { agent, id: await agent.begin(client.authorizationUrl({ code_challenge: CHALLENGE, ...params })) };
    };
    const decide = (id: string, body: object, who: Customer = customer) =>
      api.post(`/v1/oauth/consent/${id}`, body, bySession(who));

    it('shows the application, the requested scopes, and what each account and role permits', async () => {
      const client = await newClient({ description: 'Click to call.' });
      const host = await api.customers.make();
      await joinAs(api, host, customer, 'read_only');
      const { id } = await begin(client, customer);
      const shown = await api.get(`/v1/oauth/consent/${id}`, bySession(customer));
      expect(dataOf(shown)).toEqual({
        app: {
          client_id: client.app.client_id,
          name: details.name,
          description: 'Click to call.',
          homepage_url: null,
          logo_url: null,
        },
        requested_scopes: SCOPES,
        redirect_uri: REDIRECT_URI,
        accounts: [
          { account_id: customer.accountId, name: 'Test Customer', role: 'owner', grantable_scopes: SCOPES },
          {
            account_id: host.accountId,
            name: 'Test Customer',
            role: 'read_only',
            grantable_scopes: ['account:read', 'numbers:read', 'cdrs:read'],
          },
        ],
        expires_at: expect.any(Number),
      });
    });

    it('grants what was requested, and never more than the role permits', async () => {
      const client = await newClient();
      const host = await api.customers.make();
      await joinAs(api, host, customer, 'read_only');
      const account_id = host.accountId;
      const { id } = await begin(client, customer);
      for (const scopes of [['numbers:write'], ['numbers:read', 'numbers:write'], ['billing:read']]) {
        expect(await decide(id, { decision: 'approve', account_id, scopes })).toMatchObject(invalid('scopes'));
      }
      expect(await decide(id, { decision: 'approve', scopes: [] })).toMatchObject(invalid('scopes'));
      expect(await decide(id, { decision: 'approve', account_id: developer.accountId })).toMatchObject(
        invalid('account_id'),
      );
      expect((await decide(id, { decision: 'approve', account_id })).status).toBe(200);
      const [grant] = await grantsOf(customer);
      expect(grant).toMatchObject({ account_id, scopes: ['account:read', 'numbers:read', 'cdrs:read'] });
    });

    it('grants the read scope of a requested write scope, where the role or the user permits no more', async () => {
      const client = await newClient();
      const host = await api.customers.make();
      await joinAs(api, host, customer, 'read_only');
      const params = { scope: 'numbers:write' };
      const { id } = await begin(client, customer, params);
      const { accounts } = dataOf(await api.get(`/v1/oauth/consent/${id}`, bySession(customer))) as { accounts: Row[] };
      expect(accounts.map(({ grantable_scopes: scopes }) => scopes)).toEqual([['numbers:write'], ['numbers:read']]);
      const tooMuch = { decision: 'approve', account_id: host.accountId, scopes: ['numbers:write'] };
      expect(await decide(id, tooMuch)).toMatchObject(invalid('scopes'));
      for (const decision of [{ account_id: host.accountId }, { scopes: ['numbers:read'] }]) {
        const { access_token: key, refresh_token, scope } = await client.tokens(customer, { params, decision });
        expect(scope).toBe('numbers:read');
        expect([await reads(key), (await api.post('/v1/numbers', {}, { key })).status]).toEqual([200, 403]);
        expect((await client.refresh(refresh_token)).body).toMatchObject({ scope: 'numbers:read' });
        expect(await client.refresh(refresh_token, params)).toMatchObject({ status: 400 });
      }
    });

    it('follows the role at each request: a demotion withdraws scopes from tokens', async () => {
      const client = await newClient();
      const host = await api.customers.make();
      await joinAs(api, host, customer, 'member');
      const change = { decision: { account_id: host.accountId, scopes: ['account:read', 'numbers:write'] } };
      const { access_token: key } = await client.tokens(customer, change);
      const order = async () => (await api.post('/v1/numbers', {}, { key })).status;
      expect(await order()).toBe(422);
      const path = `/v1/accounts/me/members/${customer.userId}`;
      expect((await api.patch(path, { role: 'read_only' }, bySession(host))).status).toBe(200);
      expect([await order(), await reads(key)]).toEqual([403, 200]);
    });

    it('returns 410 consent_expired for a request that is unknown, decided or 15 minutes old', async () => {
      const client = await newClient();
      const expired = failure(410, 'consent_expired');
      expect(await decide('unknownunknownunknown', { decision: 'deny' })).toMatchObject(expired);
      expect(await api.get('/v1/oauth/consent/unknownunknown', bySession(customer))).toMatchObject(expired);
      const { id } = await begin(client, customer);
      expect((await decide(id, { decision: 'deny' })).status).toBe(200);
      expect(await decide(id, { decision: 'approve' })).toMatchObject(expired);
      const old = await begin(client, customer);
      await advance(15 * 60 + 1);
      expect(await decide(old.id, { decision: 'approve' })).toMatchObject(expired);
      expect(await api.get(`/v1/oauth/consent/${old.id}`, bySession(customer))).toMatchObject(expired);
      const answer = await old.agent.open(`${api.settings.ROOT_URL}/oauth2/authorize/${old.id}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    });

    it('returns 403 session_required for a key', async () => {
      const { id } = await begin(await newClient(), customer);
      const answer = await api.post(`/v1/oauth/consent/${id}`, { decision: 'approve' }, { key: customer.key });
      expect(answer).toMatchObject(failure(403, 'session_required'));
    });
  });

  describe('/v1/oauth-grants', () => {
    it('lists what the user connected, with its last use', async () => {
      const client = await newClient();
      const { access_token: token } = await client.tokens(customer, { decision: { scopes: ['numbers:read'] } });
      const grant = {
        id: expect.stringMatching(/^ogr_/),
        app: { client_id: client.app.client_id, name: details.name, logo_url: null },
        scopes: ['numbers:read'],
        account_id: customer.accountId,
        created_at: expect.any(Number),
      };
      await advance(120);
      const usedFrom = now();
      expect(await reads(token)).toBe(200);
      const [listed] = await grantsOf(customer);
      expect(listed).toEqual({ ...grant, last_used_at: expect.any(Number) });
      expect(listed?.['last_used_at']).toBeGreaterThanOrEqual(usedFrom);
      expect(await grantsOf(developer)).toEqual([]);
    });

    it('disconnects the application: every token of this user ends, those of other users stay', async () => {
      const client = await newClient();
      const [first, second] = [await client.tokens(customer), await client.tokens(customer)];
      const other = await api.customers.make();
      const others = await client.tokens(other);
      const [{ id } = { id: '' }] = await grantsOf(customer);
      for (let times = 0; times < 2; times++) {
        const answer = await api.delete(`/v1/oauth-grants/${String(id)}`, bySession(customer));
        expect(dataOf(answer)).toEqual({ id, revoked: true });
      }
      await expectEnded(client, first);
      await expectEnded(client, second);
      expect(await grantsOf(customer)).toEqual([]);
      expect(await reads(others.access_token)).toBe(200);
      expect(await api.delete(`/v1/oauth-grants/${String(id)}`, bySession(other))).toMatchObject(
        failure(404, 'not_found'),
      );
    });
  });

  it('accepts every documented scope', async () => {
    const client = await newClient({ max_scopes: OAUTH_SCOPES });
    const { scope } = await client.tokens(customer, { params: { scope: OAUTH_SCOPES.join(' ') } });
    expect(scope).toBe(OAUTH_SCOPES.join(' '));
  });

  describe('tokens', () => {
    beforeEach(async () => {
      developer = await api.customers.make();
    });

    it('end when the user leaves the account, and do not come back when the user returns', async () => {
      const client = await newClient();
      const host = await api.customers.make();
      await joinAs(api, host, customer, 'admin');
      const tokens = await client.tokens(customer, { decision: { account_id: host.accountId } });
      const elsewhere = await client.tokens(customer);
      const leave = `/v1/accounts/me/members/${customer.userId}`;
      expect((await api.delete(leave, bySession(host))).status).toBe(200);
      await expectEnded(client, tokens);
      await joinAs(api, host, customer, 'admin');
      await expectEnded(client, tokens);
      expect(await reads(elsewhere.access_token)).toBe(200);
    });

    it('end when the account closes: those of its users, and those of its applications', async () => {
      const own = new OAuthClient(api, await registerApp(api, customer));
      const client = await newClient();
      const [theirs, ours] = [await own.tokens(await api.customers.make()), await client.tokens(customer)];
      const body = { confirm_name: 'Test Customer', password: customer.password };
      expect((await api.post('/v1/accounts/me/closure', body, bySession(customer))).status).toBe(201);
      expect(await reads(ours.access_token)).toBe(200);
      await advance(30 * 86_400);
      const fresh = await client.refresh(ours.refresh_token);
      await api.use(CloseAccounts).close();
      expect(await own.refresh(theirs.refresh_token)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(await client.refresh(fresh.body['refresh_token'] ?? '')).toMatchObject({ status: 400 });
      expect(await reads(fresh.body['access_token'] ?? '')).toBe(401);
    });

    it('still read while the account is suspended', async () => {
      const client = await newClient();
      const { access_token: key, refresh_token } = await client.tokens(customer);
      const set = `UPDATE identity.accounts SET status = 'suspended', suspended_at = now() WHERE id = $1`;
      await api.use(Database).query(set, [customer.accountId]);
      expect(await reads(key)).toBe(200);
      expect(await api.post('/v1/numbers', {}, { key })).toMatchObject(failure(403, 'account_suspended'));
      expect((await client.refresh(refresh_token)).status).toBe(200);
    });
  });
});
