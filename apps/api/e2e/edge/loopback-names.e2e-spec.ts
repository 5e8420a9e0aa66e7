import { createHash } from 'node:crypto';
import { type Answer, type Customer, startApi, type TestApi } from '../support';
import { OAuthClient, REDIRECT_URI, type RegisteredApp, SCOPES } from '../support/identity/oauth';

const ROOT = 'http://localhost:4321';
const OTHER = 'http://127.0.0.1:4321';
const CHALLENGE = createHash('sha256').update('v'.repeat(43)).digest('base64url');

describe('a sandbox that is reached as 127.0.0.1 instead of localhost', () => {
  let api: TestApi;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi({ ROOT_URL: ROOT, DASHBOARD_URL: `${ROOT}/dashboard` });
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const from = (origin: string) => ({ cookie: customer.cookie, origin, host: new URL(origin).host });
  const locationOf = ({ headers }: Answer) => headers.get('location') ?? '';

  it('accepts changes by cookie from pages under both names, and from no other', async () => {
    const rename = (origin: string) => api.patch('/v1/users/me', { name: 'Ada' }, {}, from(origin));
    expect((await rename(OTHER)).status).toBe(200);
    expect((await rename(ROOT)).status).toBe(200);
    expect((await rename('http://127.0.0.1:4322')).body.error?.code).toBe('csrf_rejected');
  });

  it.each([ROOT, OTHER])('keeps an authorization under %s, where the browser has its cookies', async (origin) => {
    const details = { name: 'Acme Dialer', redirect_uris: [REDIRECT_URI], max_scopes: SCOPES };
    const registered = await api.post('/v1/oauth-apps', details, {}, from(origin));
    const client = new OAuthClient(api, registered.body.data as RegisteredApp);
    const url = new URL(client.authorizationUrl({ code_challenge: CHALLENGE }));
    const begun = await api.get(`${url.pathname}${url.search}`, {}, from(origin));
    const consent = new URL(locationOf(begun));
    expect(`${consent.origin}${consent.pathname}`).toBe(`${origin}/dashboard/oauth-consent`);
    const id = consent.searchParams.get('request_id') ?? '';
    const decided = await api.post(`/v1/oauth/consent/${id}`, { decision: 'approve' }, {}, from(origin));
    const { redirect_to: back } = decided.body.data as { redirect_to: string };
    expect(back).toBe(`${origin}/oauth2/authorize/${id}`);
    const kept = begun.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const cookie = [customer.cookie, ...kept].join('; ');
    const returned = new URL(locationOf(await api.get(new URL(back).pathname, {}, { ...from(origin), cookie })));
    expect([returned.origin, returned.searchParams.get('iss')]).toEqual(['https://app.example.com', ROOT]);
    expect(returned.searchParams.get('code')).toBeTruthy();
  });

  it('sends a browser that returns from an identity provider without its cookie to the other name, once', async () => {
    const callback = '/v1/auth/idp/oauth_idp1/callback?code=c&state=s';
    const headersOf = (origin: string) => ({ host: new URL(origin).host });
    expect(locationOf(await api.get(callback, {}, headersOf(ROOT)))).toBe(`${OTHER}${callback}`);
    expect(locationOf(await api.get(callback, {}, headersOf(OTHER)))).toMatch(`${OTHER}/dashboard/sign-in?error=`);
  });
});
