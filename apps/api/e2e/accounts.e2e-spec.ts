import { SigningKeys } from '@trunkline/identity';
import { mintAccessToken } from '@trunkline/identity/testing';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { bySession } from './support/customers';
import { type Answer, type Customer, startApi, type TestApi } from './support';

const membershipsIn = (answer: Answer) =>
  (answer.body.data as { memberships: { account_id: string; role: string }[] }).memberships;
const failure = (status: number, code: string) => ({ status, body: { ok: false, error: { code } } });

describe('GET /v1/accounts/me', () => {
  let api: TestApi;
  let customer: Customer;
  let db: Database;
  beforeAll(async () => {
    api = await startApi();
    db = api.use(Database);
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const me = (who: { cookie?: string; key?: string }, headers: Record<string, string> = {}) =>
    api.get('/v1/accounts/me', who, headers);
  const token = (scopes: string[], change: Partial<Parameters<typeof mintAccessToken>[1]> = {}) =>
    mintAccessToken(api.use(SigningKeys), {
      rootUrl: api.settings.ROOT_URL,
      userId: customer.userId,
      accountId: customer.accountId,
      clientId: 'svc_oauth_test',
      scopes,
      issuedAt: api.use(Clock).now(),
      ...change,
    });
  const setStatus = (accountId: string, status: string) =>
    db.query(
      `UPDATE identity.accounts SET status = $2, closure_grace_ends_at = now() + interval '30 days' WHERE id = $1`,
      [accountId, status],
    );

  it('200: shows a session the account, who asks, and what holds', async () => {
    const answer = await me(bySession(customer));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      id: customer.accountId,
      name: 'Test Customer',
      tier: 'self_serve',
      country: 'US',
      billing_mode: 'prepaid',
      status: 'active',
      balance: { amount: 5, amount_cents: 500, currency: 'USD' },
      closure_grace_ends_at: null,
      created_at: expect.any(Number),
      user: {
        id: customer.userId,
        email: customer.email,
        name: 'Test Customer',
        role: 'owner',
        email_verified: true,
        phone_verified: false,
        mfa_method: null,
      },
      memberships: [{ account_id: customer.accountId, name: 'Test Customer', role: 'owner' }],
      limits: { requests_per_minute: 300_000, api_keys: 50 },
    });
  });

  it('200: shows a key and an access token the same, for their own account', async () => {
    const [session, byKey, byToken] = await Promise.all([
      me(bySession(customer)),
      me({ key: customer.key }),
      me({ key: await token(['account:read']) }),
    ]);
    expect([byKey.status, byToken.status]).toEqual([200, 200]);
    expect(byKey.body.data).toEqual(session.body.data);
    expect(byToken.body.data).toEqual(session.body.data);
  });

  it('200: shows an account that is suspended or about to close, and when it will', async () => {
    const other = await api.customers.make();
    for (const status of ['suspended', 'pending_closure']) {
      await setStatus(other.accountId, status);
      expect((await me({ key: other.key })).body.data).toMatchObject({
        status,
        closure_grace_ends_at: expect.any(Number),
      });
    }
  });

  it('200: selects another account of the user by X-Account-Id, with its own role', async () => {
    const [guest, host] = [await api.customers.make(), await api.customers.make()];
    await db.query(
      `INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, 'billing', now())`,
      [host.accountId, guest.userId],
    );
    const answer = await me(bySession(guest), { 'x-account-id': host.accountId });
    expect(answer.body.data).toMatchObject({ id: host.accountId, user: { id: guest.userId, role: 'billing' } });
    expect(membershipsIn(answer).map(({ account_id, role }) => [account_id, role])).toEqual([
      [guest.accountId, 'owner'],
      [host.accountId, 'billing'],
    ]);
    const byKey = await me({ key: guest.key });
    expect(membershipsIn(byKey)).toHaveLength(1);
  });

  it('304: not changed since its ETag', async () => {
    const etag = (await me({ key: customer.key })).headers.get('etag')!;
    expect((await me({ key: customer.key }, { 'if-none-match': etag })).status).toBe(304);
  });

  it('400 key_in_url: the key dies with that', async () => {
    const other = await api.customers.make();
    expect(await api.get(`/v1/accounts/me?api_key=${other.key}`)).toMatchObject(failure(400, 'key_in_url'));
    expect(await me({ key: other.key })).toMatchObject(failure(401, 'unauthorized'));
  });

  it('401: without a credential, and with every kind of bad one', async () => {
    const rootUrl = 'https://somebody.example';
    const [body, ...rest] = (await token(['account:read'])).split('.').toReversed();
    const bad = [
      {},
      { key: 'svc_live_' + 'x'.repeat(32) },
      { key: 'nonsense' },
      { cookie: `${customer.cookie}x` },
      { cookie: 'svc_sid=' },
      { key: await token(['account:read'], { rootUrl }) },
      { key: await token(['account:read'], { type: 'JWT' }) },
      { key: await token(['account:read'], { claims: { account_id: undefined } }) },
      { key: await token(['account:read'], { claims: { aud: 'https://other.example' } }) },
      { key: await token(['account:read'], { lifetimeSeconds: -10 }) },
      { key: await token(['account:read'], { accountId: 'acc_0', userId: 'usr_0' }) },
      { key: [...rest.toReversed(), `A${body!.slice(1)}`].join('.') },
    ];
    for (const who of bad) expect(await me(who)).toMatchObject(failure(401, 'unauthorized'));
  });

  it('401: an access token whose hour has passed, though it was good before', async () => {
    const key = await token(['account:read']);
    expect((await me({ key })).status).toBe(200);
    const clock = api.use(Clock) as MovableClock;
    await clock.advance(3600);
    expect((await me({ key })).status).toBe(401);
  });

  it('401: a key or a token of an account that is closed; 403 account_closed: a session of it', async () => {
    const other = await api.customers.make();
    const key = await token(['account:read'], { accountId: other.accountId, userId: other.userId });
    await setStatus(other.accountId, 'closed');
    expect(await me({ key: other.key })).toMatchObject(failure(401, 'unauthorized'));
    expect(await me({ key })).toMatchObject(failure(401, 'unauthorized'));
    expect(await me(bySession(other))).toMatchObject(failure(403, 'account_closed'));
  });

  it('403 forbidden: a token without the scope, and an account that the credential does not reach', async () => {
    expect(await me({ key: await token(['cdrs:read']) })).toMatchObject(failure(403, 'forbidden'));
    const other = await api.customers.make();
    for (const who of [bySession(customer), { key: customer.key }, { key: await token(['account:read']) }]) {
      for (const strange of [other.accountId, 'acc_none', 'nonsense']) {
        expect(await me(who, { 'x-account-id': strange })).toMatchObject(failure(403, 'forbidden'));
      }
      expect((await me(who, { 'x-account-id': customer.accountId })).status).toBe(200);
    }
  });

  it('403 mfa_required: a session that owes the second factor', async () => {
    const other = await api.customers.make();
    await db.query(`UPDATE identity.sessions SET mfa_required = true WHERE user_id = $1`, [other.userId]);
    expect(await me(bySession(other))).toMatchObject(failure(403, 'mfa_required'));
    expect((await me({ key: other.key })).status).toBe(200);
  });

  it('422: an unknown query parameter', async () => {
    const answer = await api.get('/v1/accounts/me?expand=user', { key: customer.key });
    expect(answer).toMatchObject({ status: 422, body: { error: { fields: { expand: expect.any(String) } } } });
  });
});
