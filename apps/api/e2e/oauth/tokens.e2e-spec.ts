import { createHash, randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { decodeJwt } from 'jose';
import { type Customer, startApi, type TestApi } from '../support';
import { OAuthClient, registerApp, SCOPES, type TokenAnswer } from '../support/identity/oauth';

const DAY_S = 86_400;
const invalidGrant = { status: 400, body: { error: 'invalid_grant', error_description: expect.any(String) } };

describe('OAuth tokens', () => {
  let api: TestApi;
  let customer: Customer;
  let client: OAuthClient;
  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
    client = new OAuthClient(api, await registerApp(api, customer));
  });
  afterAll(() => api.stop());

  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const works = async (key: string) => (await api.get('/v1/accounts/me', { key })).status === 200;
  const scopesOf = (token: string) => decodeJwt(token)['scope'];
  const refreshTokenIn = ({ body }: TokenAnswer) => body['refresh_token'] ?? '';

  describe('refresh', () => {
    it('returns new tokens and makes the old refresh token invalid', async () => {
      const first = await client.tokens(customer);
      const answer = await client.refresh(first.refresh_token);
      expect(answer).toMatchObject({
        status: 200,
        body: { token_type: 'Bearer', expires_in: 3600, scope: SCOPES.join(' ') },
      });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(refreshTokenIn(answer)).toMatch(/^svc_oauthr_/);
      expect(refreshTokenIn(answer)).not.toBe(first.refresh_token);
      expect(await works(answer.body['access_token']!)).toBe(true);
    });

    it('revokes the whole chain when a used refresh token is presented again', async () => {
      const first = await client.tokens(customer);
      const second = await client.refresh(first.refresh_token);
      const third = await client.refresh(refreshTokenIn(second));
      expect(third.status).toBe(200);
      expect(await client.refresh(first.refresh_token)).toMatchObject(invalidGrant);
      expect(await client.refresh(refreshTokenIn(third))).toMatchObject(invalidGrant);
      expect(await works(third.body['access_token']!)).toBe(false);
      expect(await works(first.access_token)).toBe(false);
    });

    it('lets one of eight parallel refreshes through, and revokes the chain for the other seven', async () => {
      const { refresh_token: token } = await client.tokens(customer);
      const answers = await Promise.all(Array.from({ length: 8 }, () => client.refresh(token)));
      const won = answers.filter(({ status }) => status === 200);
      const lost = answers.filter(({ status, body }) => status === 400 && body['error'] === 'invalid_grant');
      expect([won.length, lost.length]).toEqual([1, 7]);
      expect(await client.refresh(refreshTokenIn(won[0]!))).toMatchObject(invalidGrant);
      expect(await works(won[0]!.body['access_token']!)).toBe(false);
    });

    it('narrows the scope and never widens it', async () => {
      const params = { scope: 'account:read numbers:read' };
      const first = await client.tokens(customer, { params });
      const narrow = await client.refresh(first.refresh_token, { scope: 'account:read' });
      expect(narrow).toMatchObject({ status: 200, body: { scope: 'account:read' } });
      expect(scopesOf(narrow.body['access_token']!)).toBe('account:read');
      const wide = await client.refresh(refreshTokenIn(narrow), { scope: 'account:read cdrs:read' });
      expect(wide).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
      // RFC 6749, section 6: without `scope`, the scope of the grant.
      expect((await client.refresh(refreshTokenIn(narrow))).body).toMatchObject({ scope: params.scope });
    });

    it('narrows a write scope to the read scope that it includes, and back', async () => {
      const first = await client.tokens(customer, { params: { scope: 'numbers:write cdrs:read' } });
      expect(first.scope).toBe('numbers:write cdrs:read');
      const narrow = await client.refresh(first.refresh_token, { scope: 'numbers:read' });
      expect(narrow).toMatchObject({ status: 200, body: { scope: 'numbers:read' } });
      expect(scopesOf(narrow.body['access_token']!)).toBe('numbers:read');
      const wide = await client.refresh(refreshTokenIn(narrow), { scope: 'account:read' });
      expect(wide).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
      const full = await client.refresh(refreshTokenIn(narrow));
      expect(full.body).toMatchObject({ scope: 'numbers:write cdrs:read' });
      const named = await client.refresh(refreshTokenIn(full), { scope: 'numbers:write numbers:read' });
      expect(named.body).toMatchObject({ scope: 'numbers:read numbers:write' });
    });

    it('keeps the read scope when the application may no longer write', async () => {
      const own = new OAuthClient(api, await registerApp(api, customer));
      const first = await own.tokens(customer, { params: { scope: 'numbers:write' } });
      const change = { max_scopes: ['numbers:read'], password: customer.password };
      await api.patch(`/v1/oauth-apps/${own.app.id}`, change, { cookie: customer.cookie });
      const reads = async (key: string) => (await api.get('/v1/numbers', { key })).status;
      expect(await reads(first.access_token)).toBe(200);
      expect((await api.post('/v1/numbers', {}, { key: first.access_token })).status).toBe(403);
      const next = await own.refresh(first.refresh_token);
      expect(next.body).toMatchObject({ scope: 'numbers:read' });
      expect(await reads(next.body['access_token']!)).toBe(200);
    });

    it('loses the scopes that the user did not approve', async () => {
      const decision = { scopes: ['account:read'] };
      const { access_token: token, refresh_token } = await client.tokens(customer, { decision });
      expect(scopesOf(token)).toBe('account:read');
      const wide = await client.refresh(refresh_token, { scope: 'account:read numbers:read' });
      expect(wide).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    });

    it("returns invalid_grant for another client's refresh token, without revoking it", async () => {
      const { refresh_token: token } = await client.tokens(customer);
      const other = new OAuthClient(api, await registerApp(api, customer));
      expect(await other.refresh(token)).toMatchObject(invalidGrant);
      expect((await client.refresh(token)).status).toBe(200);
    });

    it.each(['\0', '\ud800'])('returns 401 for the client id %j', async (id) => {
      const { refresh_token: token } = await client.tokens(customer);
      const answers = await Promise.all([client.refresh(token, { client_id: id }), client.refresh('unknown')]);
      expect(answers[0]).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(answers[1]).toMatchObject(invalidGrant);
      expect((await client.refresh(token)).status).toBe(200);
    });

    it('expires after 30 days without use, and 180 days after consent', async () => {
      const idle = await client.tokens(customer);
      let { refresh_token: used } = await client.tokens(customer);
      for (let day = 29; day < 180; day += 29) {
        await advance(29 * DAY_S);
        const answer = await client.refresh(used);
        expect([day, answer.status]).toEqual([day, 200]);
        used = refreshTokenIn(answer);
        expect(await works(answer.body['access_token']!)).toBe(true);
      }
      await advance(7 * DAY_S);
      expect(await client.refresh(used)).toMatchObject(invalidGrant);
      expect(await client.refresh(idle.refresh_token)).toMatchObject(invalidGrant);
    });
  });

  describe('codes', () => {
    let fresh: Customer;
    beforeAll(async () => {
      fresh = await api.customers.make();
      client = new OAuthClient(api, await registerApp(api, fresh));
    });

    it('revokes what a code minted when the code is presented again, also after it expired', async () => {
      for (const wait of [0, 3600]) {
        const { code, verifier } = await client.authorize(fresh);
        const { body } = await client.exchange(code, verifier);
        await advance(wait);
        expect(await client.exchange(code, verifier)).toMatchObject(invalidGrant);
        expect(await client.refresh(body['refresh_token']!)).toMatchObject(invalidGrant);
        expect(await works(body['access_token']!)).toBe(false);
      }
    });

    it('lets one of eight parallel exchanges through, and revokes what it minted', async () => {
      const { code, verifier } = await client.authorize(fresh);
      const answers = await Promise.all(Array.from({ length: 8 }, () => client.exchange(code, verifier)));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(await client.refresh(refreshTokenIn(won[0]!))).toMatchObject(invalidGrant);
    });

    it('expires after 60 seconds', async () => {
      const { code, verifier } = await client.authorize(fresh);
      await advance(61);
      expect(await client.exchange(code, verifier)).toMatchObject(invalidGrant);
    });

    it('is not used up by a wrong verifier, redirect URI or client', async () => {
      const other = new OAuthClient(api, await registerApp(api, fresh));
      const { code, verifier } = await client.authorize(fresh);
      const wrong = randomBytes(32).toString('base64url');
      expect(await client.exchange(code, wrong)).toMatchObject(invalidGrant);
      expect(await client.exchange(code, verifier, { redirect_uri: 'https://evil.example/' })).toMatchObject(
        invalidGrant,
      );
      expect(await other.exchange(code, verifier)).toMatchObject(invalidGrant);
      expect((await client.exchange(code, verifier)).status).toBe(200);
    });
  });

  describe('revocation', () => {
    let fresh: Customer;
    beforeAll(async () => {
      fresh = await api.customers.make();
      client = new OAuthClient(api, await registerApp(api, fresh));
    });

    it('returns 200 and ends the refresh token, and with it the grant', async () => {
      const { access_token, refresh_token } = await client.tokens(fresh);
      const answer = await client.revoke(refresh_token);
      expect([answer.status, answer.body]).toEqual([200, {}]);
      expect(await client.refresh(refresh_token)).toMatchObject(invalidGrant);
      expect(await works(access_token)).toBe(false);
    });

    it('returns 200 with HTTP Basic', async () => {
      const { refresh_token: token } = await client.tokens(fresh);
      const { client_id, client_secret } = client.app;
      const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
      expect((await client.send('revoke', new URLSearchParams({ token }), { authorization })).status).toBe(200);
      expect(await client.refresh(token)).toMatchObject(invalidGrant);
    });

    it('returns 200 and changes nothing for an unknown token, an access token and bad client credentials', async () => {
      const { access_token, refresh_token } = await client.tokens(fresh);
      const other = new OAuthClient(api, await registerApp(api, fresh));
      expect((await client.revoke('svc_oauthr_unknown')).status).toBe(200);
      expect((await client.revoke(access_token)).status).toBe(200);
      expect((await other.revoke(refresh_token)).status).toBe(200);
      expect((await client.revoke(refresh_token, { client_secret: 'wrong' })).status).toBe(200);
      expect((await client.send('revoke', new URLSearchParams())).status).toBe(200);
      expect(await works(access_token)).toBe(true);
      expect((await client.refresh(refresh_token)).status).toBe(200);
    });
  });

  it('stores codes, tokens, requests and secrets as hashes', async () => {
    const owner = await api.customers.make();
    const own = new OAuthClient(api, await registerApp(api, owner));
    const { code, verifier } = await own.authorize(owner);
    const { body } = await own.exchange(code, verifier);
    let stored = '';
    for (const table of ['oauth_apps', 'oauth_grants', 'oauth_requests', 'oauth_tokens']) {
      const rows = await api.use(Database).query<{ text: string }>(`SELECT t::text AS text FROM identity.${table} t`);
      stored += rows.map(({ text }) => text).join('\n');
    }
    const hex = (bytes: string | Buffer) => Buffer.from(bytes).toString('hex');
    expect(stored).toContain(hex(createHash('sha256').update(code).digest()));
    for (const secret of [code, body['refresh_token']!, body['access_token']!, own.app.client_secret]) {
      expect(stored).not.toContain(secret);
      // The text of a bytea is hexadecimal.
      expect(stored).not.toContain(hex(secret));
    }
  });
});
