import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { TestBrowser } from '../../support/identity/browser';
import { bySession, type Customer } from '../../support/customers';
import { type Answer, DASHBOARD_ORIGIN, startApi, testEnvironment, type TestApi } from '../../support';
import { type IssuerUser } from '../../support/identity/issuer';
import { addUser, type Issuers, settingsOf, startIssuers } from '../../support/identity/issuers';

const DASHBOARD = `${DASHBOARD_ORIGIN}/app`;
const RESERVED_ADDRESS = '240.0.0.1';
const PASSWORD = 'correct horse battery staple';

const locationOf = (answer: Answer) => answer.headers.get('location') ?? '';
const refusal = (error: string) => `${DASHBOARD}/sign-in?error=${error}`;
const sessionCookieOf = (answer: Answer) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith('svc_sid=')) ?? null;

describe('sign-in through an identity provider', () => {
  let issuers: Issuers;
  let environment: Record<string, string>;
  let api: TestApi;
  let other: TestApi;
  let db: Database;

  beforeAll(async () => {
    issuers = await startIssuers();
    environment = await testEnvironment({ TRUST_PROXY: '1', ...settingsOf(issuers) });
    [api, other] = [await startApi(environment), await startApi(environment)];
    db = api.use(Database);
  });
  afterAll(async () => {
    await Promise.all([api.stop(), other.stop()]);
    await Promise.all(Object.values(issuers).map((issuer) => issuer.stop()));
  });

  const aUser = (change: IssuerUser = {}, issuer = issuers.oauth_idp1) => addUser(issuer, change);
  const emailOf = (subject: string) => `${subject}@example.com`;
  const userOf = (email: string) =>
    db.find<{ id: string; email_verified_at: Date | null; password_hash: string | null }>(
      `SELECT id, email_verified_at, password_hash FROM identity.users WHERE email = $1`,
      [email],
    );
  const eventsOf = (userId: string) =>
    db.query(`SELECT outcome, method FROM identity.login_events WHERE user_id = $1 ORDER BY at, id`, [userId]);
  const identitiesOf = (userId: string) =>
    db.query<{ subject: string }>(`SELECT subject FROM identity.linked_identities WHERE user_id = $1`, [userId]);
  const count = async (from: string) => (await db.find<{ count: number }>(`SELECT count(*) FROM ${from}`))?.count ?? 0;
  const meOf = async (browser: TestBrowser) =>
    (await browser.get(api, '/v1/accounts/me')).body.data as {
      id: string;
      name: string;
      tier: string;
      country: string;
      settings: { timezone: string };
      balance: { amount_cents: number };
      user: { id: string; email: string; email_verified: boolean; name: string };
    };
  const signUpWithPassword = async (email: string) => {
    const body = { email, password: PASSWORD, name: 'Local Person', country: 'GB' };
    const answer = await api.post('/v1/auth/signup', body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data as { user_id: string; account_id: string };
  };

  describe('GET /providers', () => {
    it('returns 200 with the configured providers', async () => {
      const answer = await api.get('/v1/auth/providers');
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        items: [
          { provider: 'oauth_idp1', display_name: 'First' },
          { provider: 'oauth_idp2', display_name: 'Second' },
        ],
      });
    });
  });

  describe('GET /idp/{provider}/start', () => {
    it('returns 302 to the provider with state, nonce and PKCE, and binds the browser', async () => {
      const answer = await new TestBrowser().start(api, { query: { return_to: '/numbers' } });
      expect([answer.status, answer.text]).toEqual([302, '']);
      const url = new URL(locationOf(answer));
      expect(url.origin).toBe(issuers.oauth_idp1.url);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: 'trunkline',
        response_type: 'code',
        scope: 'openid email profile',
        redirect_uri: 'http://api.test/v1/auth/idp/oauth_idp1/callback',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      });
      const [cookie, ...more] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-svc_idp=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=600$/);
      expect(more).toEqual([]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const state = url.searchParams.get('state') ?? '';
      const kept = await db.query(`SELECT * FROM identity.provider_attempts WHERE return_to = '/numbers'`);
      expect(JSON.stringify(kept)).not.toContain(state);
    });

    it('returns 404 for an unknown or unconfigured provider', async () => {
      const answer = await api.get('/v1/auth/idp/oauth_idp3/start');
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
      const bare = await startApi();
      expect((await bare.get('/v1/auth/idp/oauth_idp1/start')).status).toBe(404);
      expect((await bare.get('/v1/auth/providers')).body.data).toEqual({ items: [] });
      await bare.stop();
    });

    it.each([
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\evil.example',
      '/a\\b',
      'numbers',
      '/../../evil',
      '/%2e%2e/x',
      '/a b',
      'javascript:alert(1)',
      '@evil.example',
      '.evil.example',
    ])('returns 422 for the return path %s', async (returnTo) => {
      const answer = await new TestBrowser().start(api, { query: { return_to: returnTo } });
      expect(answer).toMatchObject({ status: 422, body: { error: { fields: { return_to: expect.any(String) } } } });
    });

    it('returns 422 for an unknown mode and an unknown country', async () => {
      const answer = await new TestBrowser().start(api, { query: { mode: 'steal', country: 'XX' } });
      expect(Object.keys(answer.body.error?.fields ?? {})).toEqual(['mode', 'country']);
    });

    it('returns 429 past the limit of sign-ins', async () => {
      const strict = await startApi({ ...environment, RATE_LIMIT_FACTOR: '0.1' });
      const browser = new TestBrowser('198.51.100.9');
      const answers: Answer[] = [];
      for (let n = 0; n < 4; n++) answers.push(await browser.start(strict));
      await strict.stop();
      expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 429]);
    });
  });

  describe.each(['oauth_idp1', 'oauth_idp2'] as const)('through %s', (provider) => {
    const providerUser = (change: IssuerUser = {}) => aUser(change, issuers[provider]);

    it('signs up a new user: one account, verified, no password, trial credit, no mail', async () => {
      const subject = providerUser({ locale: 'fr-CA' });
      const browser = new TestBrowser();
      const mails = await count('platform.mails');
      const answer = await browser.signIn(api, {
        provider,
        as: subject,
        query: { mode: 'signup', return_to: '/welcome?tour=1' },
      });
      expect([answer.status, locationOf(answer)]).toEqual([302, `${DASHBOARD}/welcome?tour=1&next_step=dashboard`]);
      expect(sessionCookieOf(answer)).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=86400$/);
      expect(await meOf(browser)).toMatchObject({
        name: 'Ada Lovelace',
        tier: 'self_serve',
        country: 'CA',
        balance: { amount_cents: 500 },
        user: { email: emailOf(subject), email_verified: true, name: 'Ada Lovelace' },
      });
      const user = await userOf(emailOf(subject));
      expect(user?.password_hash).toBeNull();
      expect(await eventsOf(user?.id ?? '')).toEqual([{ outcome: 'success', method: provider }]);
      expect(await count('platform.mails')).toBe(mails);
    });

    it('signs in a returning user by subject, not by email', async () => {
      const subject = providerUser();
      const first = new TestBrowser();
      await first.signIn(api, { provider, as: subject });
      issuers[provider].users.set(subject, { email: 'moved@example.com', email_verified: false });
      const second = new TestBrowser();
      const answer = await second.signIn(api, { provider, as: subject });
      expect(locationOf(answer)).toBe(`${DASHBOARD}/?next_step=dashboard`);
      expect((await meOf(second)).user.id).toBe((await meOf(first)).user.id);
      expect((await meOf(second)).balance.amount_cents).toBe(500);
    });

    it('links a user whose address both sides have verified, and signs in', async () => {
      const customer = await api.customers.make();
      const subject = providerUser({ email: customer.email.toUpperCase() });
      const browser = new TestBrowser();
      const answer = await browser.signIn(api, { provider, as: subject });
      expect(locationOf(answer)).toBe(`${DASHBOARD}/?next_step=dashboard`);
      expect((await meOf(browser)).user.id).toBe(customer.userId);
      expect(await identitiesOf(customer.userId)).toEqual([{ subject }]);
    });

    it('redirects with idp_email_unverified, and creates and links nothing', async () => {
      const customer = await api.customers.make();
      const users = await count('identity.users');
      for (const change of [
        { email_verified: false },
        { email: undefined },
        { email: customer.email, email_verified: false },
      ]) {
        const answer = await new TestBrowser().signIn(api, {
          provider,
          as: providerUser(change),
          query: { mode: 'signup' },
        });
        expect([locationOf(answer), sessionCookieOf(answer)]).toEqual([refusal('idp_email_unverified'), null]);
      }
      expect(await count('identity.users')).toBe(users);
      expect(await identitiesOf(customer.userId)).toEqual([]);
    });

    it('redirects with link_required, and does not link a user whose email was never verified', async () => {
      const subject = providerUser();
      const { user_id: userId } = await signUpWithPassword(emailOf(subject));
      const answer = await new TestBrowser().signIn(api, { provider, as: subject });
      expect([locationOf(answer), sessionCookieOf(answer)]).toEqual([refusal('link_required'), null]);
      expect(await identitiesOf(userId)).toEqual([]);
      expect((await userOf(emailOf(subject)))?.email_verified_at).toBeNull();
      expect(await eventsOf(userId)).toEqual([{ outcome: 'unverified_email', method: provider }]);
    });

    it('redirects with idp_denied when the user declined', async () => {
      const answer = await new TestBrowser().signIn(api, { provider, as: null });
      expect([locationOf(answer), sessionCookieOf(answer)]).toEqual([refusal('idp_denied'), null]);
    });

    it('returns a partial session until the second factor is completed', async () => {
      const subject = providerUser();
      await new TestBrowser().signIn(api, { provider, as: subject });
      const user = await userOf(emailOf(subject));
      await db.query(`UPDATE identity.users SET mfa_method = 'email_otp' WHERE id = $1`, [user?.id]);
      const browser = new TestBrowser();
      const answer = await browser.signIn(api, { provider, as: subject, query: { return_to: '/cdrs' } });
      expect(locationOf(answer)).toBe(`${DASHBOARD}/cdrs?next_step=mfa`);
      expect(await browser.get(api, '/v1/accounts/me')).toMatchObject({
        status: 403,
        body: { error: { code: 'mfa_required' } },
      });
      expect((await eventsOf(user?.id ?? '')).at(-1)).toEqual({ outcome: 'mfa_required', method: provider });
      // The provider has verified the mailbox, so a mailed code would not be a second factor.
      const mailed = await api.post('/v1/auth/mfa/email-otp', undefined, { cookie: browser.cookieFor() });
      expect(mailed).toMatchObject({ status: 409, body: { error: { code: 'mfa_not_pending' } } });
    });
  });

  describe('a new account', () => {
    it('has the time zone of the request, and UTC without one or with an unknown one', async () => {
      const zoneOf = async (query: Record<string, string>) => {
        const browser = new TestBrowser();
        await browser.signIn(api, { as: aUser(), query });
        return (await meOf(browser)).settings.timezone;
      };
      expect(await zoneOf({ timezone: 'Asia/Kolkata' })).toBe('Asia/Kolkata');
      expect(await zoneOf({ timezone: 'Mars/Olympus' })).toBe('UTC');
      expect(await zoneOf({})).toBe('UTC');
    });

    it('has the country of the request, else that of the provider, else US', async () => {
      const countryOf = async (change: IssuerUser, query: Record<string, string> = {}) => {
        const browser = new TestBrowser();
        await browser.signIn(api, { as: aUser(change), query });
        return (await meOf(browser)).country;
      };
      expect(await countryOf({ locale: 'en-GB' }, { country: 'DE' })).toBe('DE');
      expect(await countryOf({ locale: 'en-GB' })).toBe('GB');
      expect(await countryOf({ locale: 'en' })).toBe('US');
    });

    it('is under review when fraud screening requires it', async () => {
      const email = `${randomBytes(6).toString('hex')}@mailinator.com`;
      const browser = new TestBrowser();
      await browser.signIn(api, { as: aUser({ email }) });
      expect((await meOf(browser)).tier).toBe('manual_review');
      const user = await userOf(email);
      const outcomes = (await eventsOf(user?.id ?? '')).map(({ outcome }) => outcome as string);
      expect(outcomes.toSorted()).toEqual(['fraud_screen_review', 'success']);
    });

    it('is refused with fraud_blocked, and leaves only the event', async () => {
      const subject = aUser();
      const answer = await new TestBrowser(RESERVED_ADDRESS).signIn(api, { as: subject });
      expect([locationOf(answer), sessionCookieOf(answer)]).toEqual([refusal('fraud_blocked'), null]);
      expect(await userOf(emailOf(subject))).toBeNull();
      const blocked = `identity.login_events WHERE outcome = 'fraud_screen_blocked' AND method = 'oauth_idp1'`;
      expect(await count(blocked)).toBe(1);
    });

    it('is created once when two tabs finish at once in two processes', async () => {
      const subject = aUser();
      const browser = new TestBrowser();
      const addresses = [
        await browser.signInAtIssuer(api, { as: subject }),
        await browser.signInAtIssuer(other, { as: subject }),
      ];
      const answers = await Promise.all(
        addresses.map((address, n) => browser.openCallback(n === 0 ? other : api, address)),
      );
      expect(answers.map(locationOf)).toEqual(Array(2).fill(`${DASHBOARD}/?next_step=dashboard`));
      const { id, balance } = await meOf(browser);
      expect(balance.amount_cents).toBe(500);
      expect(await count('identity.memberships WHERE account_id = ' + `'${id}'`)).toBe(1);
      expect(await identitiesOf((await userOf(emailOf(subject)))?.id ?? '')).toHaveLength(1);
    });
  });

  describe('GET /idp/{provider}/callback', () => {
    it('finishes a sign-in that another process started', async () => {
      const browser = new TestBrowser();
      const address = await browser.signInAtIssuer(api, { as: aUser() });
      expect(locationOf(await browser.openCallback(other, address))).toBe(`${DASHBOARD}/?next_step=dashboard`);
    });

    it('redirects with idp_failed for a used callback, without a second trial credit', async () => {
      const browser = new TestBrowser();
      const address = await browser.signInAtIssuer(api, { as: aUser() });
      expect(locationOf(await browser.openCallback(api, address))).toBe(`${DASHBOARD}/?next_step=dashboard`);
      const again = await browser.openCallback(api, address);
      expect([locationOf(again), sessionCookieOf(again)]).toEqual([refusal('idp_failed'), null]);
      const { id, balance } = await meOf(browser);
      expect(balance.amount_cents).toBe(500);
      const credits = await count(`billing.transactions WHERE account_id = '${id}'`);
      expect(credits).toBe(1);
    });

    it('redirects with idp_failed for nine of ten parallel callbacks with one state', async () => {
      const browser = new TestBrowser();
      const subject = aUser();
      const address = await browser.signInAtIssuer(api, { as: subject });
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => browser.openCallback(n % 2 ? api : other, address)),
      );
      const ends = answers.map(locationOf).toSorted();
      expect(ends).toEqual([`${DASHBOARD}/?next_step=dashboard`, ...Array(9).fill(refusal('idp_failed'))]);
      expect((await meOf(browser)).balance.amount_cents).toBe(500);
    });

    it('redirects with idp_failed for the state of another browser, where it stays valid', async () => {
      const mine = new TestBrowser();
      const address = await mine.signInAtIssuer(api, { as: aUser() });
      const victim = new TestBrowser();
      expect(locationOf(await victim.openCallback(api, address))).toBe(refusal('idp_failed'));
      await victim.start(api);
      const answer = await victim.openCallback(api, address);
      expect([locationOf(answer), sessionCookieOf(answer)]).toEqual([refusal('idp_failed'), null]);
      expect(locationOf(await mine.openCallback(api, address))).toBe(`${DASHBOARD}/?next_step=dashboard`);
    });

    it('redirects with idp_failed for an altered, missing or repeated state, and that of another provider', async () => {
      const browser = new TestBrowser();
      const change = async (alter: (address: string) => string) =>
        locationOf(await browser.openCallback(api, alter(await browser.signInAtIssuer(api, { as: aUser() }))));
      expect(
        await change((address) => address.replace(/state=(.)/, (_, first) => `state=${first === 'A' ? 'B' : 'A'}`)),
      ).toBe(refusal('idp_failed'));
      expect(await change((address) => address.replace(/state=[^&]+&?/, ''))).toBe(refusal('idp_failed'));
      expect(await change((address) => `${address}&state=x`)).toBe(refusal('idp_failed'));
      expect(await change((address) => address.replace('oauth_idp1', 'oauth_idp2'))).toBe(refusal('idp_failed'));
      expect(await change((address) => address.replace('oauth_idp1', 'oauth_idp9'))).toBe(refusal('idp_failed'));
    });

    it('redirects with idp_failed for a callback after ten minutes', async () => {
      const browser = new TestBrowser();
      const address = await browser.signInAtIssuer(api, { as: aUser() });
      await (api.use(Clock) as MovableClock).advance(600);
      expect(locationOf(await browser.openCallback(api, address))).toBe(refusal('idp_failed'));
    });

    it('redirects with idp_failed for a token of another nonce, and a code of another challenge', async () => {
      for (const name of ['nonce', 'code_challenge']) {
        const alterUrl = (url: URL) => url.searchParams.set(name, 'A'.repeat(43));
        const subject = aUser();
        const answer = await new TestBrowser().signIn(api, { as: subject, alterUrl });
        expect([name, locationOf(answer), sessionCookieOf(answer)]).toEqual([name, refusal('idp_failed'), null]);
        expect(await userOf(emailOf(subject))).toBeNull();
      }
    });

    it('redirects with idp_failed for an invalid code, another issuer, and an error of the provider', async () => {
      const browser = new TestBrowser();
      const change = async (alter: (address: string) => string) =>
        locationOf(await browser.openCallback(api, alter(await browser.signInAtIssuer(api, { as: aUser() }))));
      expect(await change((address) => address.replace(/code=[^&]+/, 'code=made-up'))).toBe(refusal('idp_failed'));
      expect(await change((address) => address.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'))).toBe(
        refusal('idp_failed'),
      );
      expect(await change((address) => address.replace(/code=[^&]+/, 'error=server_error'))).toBe(
        refusal('idp_failed'),
      );
    });

    it('always redirects to the dashboard, with any query', async () => {
      for (const query of [
        '',
        '?x',
        '?state[a]=1',
        '?state=%00',
        '?code=%ff',
        `?state=${'x'.repeat(4000)}`,
        '?__proto__=1',
      ]) {
        const answer = await new TestBrowser().get(api, `/v1/auth/idp/oauth_idp1/callback${query}`);
        expect([query, answer.status, locationOf(answer)]).toEqual([query, 302, refusal('idp_failed')]);
      }
    });

    it('redirects with account_closed when all accounts of the user are closed', async () => {
      const subject = aUser();
      const browser = new TestBrowser();
      await browser.signIn(api, { as: subject });
      const { id } = await meOf(browser);
      await db.query(`UPDATE identity.accounts SET status = 'closed', closed_at = now() WHERE id = $1`, [id]);
      const answer = await new TestBrowser().signIn(api, { as: subject });
      expect([locationOf(answer), sessionCookieOf(answer)]).toEqual([refusal('account_closed'), null]);
    });

    it('signs in to a suspended account', async () => {
      const subject = aUser();
      const browser = new TestBrowser();
      await browser.signIn(api, { as: subject });
      const { id } = await meOf(browser);
      await db.query(`UPDATE identity.accounts SET status = 'suspended', suspended_at = now() WHERE id = $1`, [id]);
      const again = new TestBrowser();
      const answer = await again.signIn(api, { as: subject });
      expect(locationOf(answer)).toBe(`${DASHBOARD}/?next_step=dashboard`);
      expect((await meOf(again)).id).toBe(id);
    });
  });

  describe('mode=link', () => {
    const signedIn = (customer: Customer): TestBrowser => {
      const browser = new TestBrowser();
      browser.addCookie(customer.cookie);
      return browser;
    };
    const link = { mode: 'link', return_to: '/settings' };

    it('links a provider with a different email to the signed-in user', async () => {
      const customer = await api.customers.make();
      const subject = aUser({ email: undefined });
      const answer = await signedIn(customer).signIn(api, { as: subject, query: link });
      expect([locationOf(answer), sessionCookieOf(answer)]).toEqual([`${DASHBOARD}/settings?next_step=linked`, null]);
      const browser = new TestBrowser();
      await browser.signIn(api, { as: subject });
      expect((await meOf(browser)).user.id).toBe(customer.userId);
    });

    it('reports a provider that is linked already as linked', async () => {
      const customer = await api.customers.make();
      const subject = aUser();
      for (let n = 0; n < 2; n++) {
        const answer = await signedIn(customer).signIn(api, { as: subject, query: link });
        expect(locationOf(answer)).toBe(`${DASHBOARD}/settings?next_step=linked`);
      }
      expect(await identitiesOf(customer.userId)).toEqual([{ subject }]);
    });

    it('redirects with identity_in_use when the identity belongs to another user', async () => {
      const subject = aUser();
      await new TestBrowser().signIn(api, { as: subject });
      const customer = await api.customers.make();
      const answer = await signedIn(customer).signIn(api, { as: subject, query: link });
      expect(locationOf(answer)).toBe(`${DASHBOARD}/settings?error=identity_in_use`);
      expect(await identitiesOf(customer.userId)).toEqual([]);
    });

    it('redirects to the page that started it with idp_denied and idp_failed', async () => {
      const customer = await api.customers.make();
      const denied = await signedIn(customer).signIn(api, { as: null, query: link });
      expect(locationOf(denied)).toBe(`${DASHBOARD}/settings?error=idp_denied`);
      const browser = signedIn(customer);
      const address = await browser.signInAtIssuer(api, { as: aUser(), query: link });
      await api.post('/v1/auth/logout', undefined, bySession(customer));
      expect(locationOf(await browser.openCallback(api, address))).toBe(`${DASHBOARD}/settings?error=idp_failed`);
      expect(await identitiesOf(customer.userId)).toEqual([]);
    });

    it('returns 401 without a session', async () => {
      const answer = await new TestBrowser().start(api, { query: link });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    });

    it('returns 403 for a key, a partial session, a foreign page and an old sign-in', async () => {
      const customer = await api.customers.make();
      const path = '/v1/auth/idp/oauth_idp1/start?mode=link';
      const codeOf = ({ status, body }: Answer) => [status, body.error?.code];
      expect(codeOf(await api.get(path, { key: customer.key }))).toEqual([403, 'session_required']);
      const foreign = { cookie: customer.cookie, origin: 'https://evil.example' };
      expect(codeOf(await api.get(path, {}, foreign))).toEqual([403, 'csrf_rejected']);
      expect(codeOf(await api.get(path, {}, { cookie: customer.cookie }))).toEqual([403, 'csrf_rejected']);
      await (api.use(Clock) as MovableClock).advance(901);
      expect(codeOf(await api.get(path, bySession(customer)))).toEqual([403, 'reauthentication_required']);
      await db.query(`UPDATE identity.sessions SET mfa_required = true WHERE user_id = $1`, [customer.userId]);
      expect(codeOf(await api.get(path, bySession(customer)))).toEqual([403, 'mfa_required']);
    });
  });
});
