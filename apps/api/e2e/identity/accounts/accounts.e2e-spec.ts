import { Clock, PERMISSIONS } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { Shopping } from '../../support/numbering/shopping';
import { bySession } from '../../support/customers';
import { type Answer, type Customer, startApi, type TestApi } from '../../support';
import { failure } from '../../support/refusals';
import { accessToken } from '../../support/identity/access-tokens';

const OUTBOUND = {
  allowed_countries: null,
  max_rate_per_minute_microcents: null,
  daily_cap_cents: null,
  calls_per_second: null,
};

const membershipsIn = (answer: Answer) =>
  (answer.body.data as { memberships: { account_id: string; role: string }[] }).memberships;

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
  const token = (scopes: string[], change: Parameters<typeof accessToken>[3] = {}) =>
    accessToken(api, customer, scopes, change);
  const setStatus = (accountId: string, status: string) =>
    db.query(
      `UPDATE identity.accounts SET status = $2, suspended_at = CASE WHEN $2 = 'suspended' THEN now() END, closed_at = CASE WHEN $2 = 'closed' THEN now() END, closure_grace_ends_at = now() + interval '30 days' WHERE id = $1`,
      [accountId, status],
    );

  it('returns 200 with the account, the caller and the limits for a session', async () => {
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
      permissions: [...PERMISSIONS],
      limits: {
        requests_per_minute: 300_000,
        api_keys: 50,
        max_concurrent_calls: 2,
        outbound_daily_cap_cents: 1_000,
      },
      settings: { cdr_redaction: 'none', low_balance_alert_cents: null, timezone: 'UTC', outbound: OUTBOUND },
      billing_details: {
        ...{ legal_name: null, address_line1: null, address_line2: null, city: null, postal_code: null, region: null },
        ...{ country: null, tax_id: null, purchase_order: null, invoice_email: null },
      },
    });
  });

  it('returns 200 with the same for a key and an access token of the account', async () => {
    const [session, byKey, byToken] = await Promise.all([
      me(bySession(customer)),
      me({ key: customer.key }),
      me({ key: await token(['account:read']) }),
    ]);
    expect([byKey.status, byToken.status]).toEqual([200, 200]);
    expect(byKey.body.data).toEqual(session.body.data);
    expect(byToken.body.data).toEqual({ ...(session.body.data as object), permissions: ['account:read'] });
  });

  it('returns 200 with the closing time of a suspended or closing account', async () => {
    const other = await api.customers.make();
    for (const status of ['suspended', 'pending_closure']) {
      await setStatus(other.accountId, status);
      expect((await me({ key: other.key })).body.data).toMatchObject({
        status,
        closure_grace_ends_at: expect.any(Number),
      });
    }
  });

  it('returns 200 with the account that X-Account-Id selects, and the user’s role in it', async () => {
    const [guest, host] = [await api.customers.make(), await api.customers.make()];
    await db.query(
      `INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, 'billing', now())`,
      [host.accountId, guest.userId],
    );
    const answer = await me(bySession(guest), { 'x-account-id': host.accountId });
    expect(answer.body.data).toMatchObject({ id: host.accountId, user: { id: guest.userId, role: 'billing' } });
    expect(answer.body.data).toMatchObject({
      permissions: ['account:read', 'numbers:read', 'cdrs:read', 'billing:read', 'billing:write'],
    });
    expect(membershipsIn(answer).map(({ account_id, role }) => [account_id, role])).toEqual([
      [guest.accountId, 'owner'],
      [host.accountId, 'billing'],
    ]);
    const byKey = await me({ key: guest.key });
    expect(membershipsIn(byKey)).toHaveLength(1);
  });

  it('returns 304 when the account has not changed since the ETag', async () => {
    const etag = (await me({ key: customer.key })).headers.get('etag')!;
    expect((await me({ key: customer.key }, { 'if-none-match': etag })).status).toBe(304);
  });

  it('returns 400 key_in_url and revokes the key', async () => {
    const other = await api.customers.make();
    expect(await api.get(`/v1/accounts/me?api_key=${other.key}`)).toMatchObject(failure(400, 'key_in_url'));
    expect(await me({ key: other.key })).toMatchObject(failure(401, 'unauthorized'));
  });

  it('returns 401 without a credential, and with any invalid one', async () => {
    const rootUrl = 'https://someone.example';
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
      { key: [...rest.toReversed(), `${body!.startsWith('A') ? 'B' : 'A'}${body!.slice(1)}`].join('.') },
    ];
    for (const who of bad) expect(await me(who)).toMatchObject(failure(401, 'unauthorized'));
  });

  it('returns 401 for an expired access token', async () => {
    const key = await token(['account:read']);
    expect((await me({ key })).status).toBe(200);
    const clock = api.use(Clock) as MovableClock;
    await clock.advance(3600);
    expect((await me({ key })).status).toBe(401);
  });

  it('returns 401 for a key or token of a closed account, and 403 account_closed for a session', async () => {
    const other = await api.customers.make();
    const key = await accessToken(api, other, ['account:read']);
    await setStatus(other.accountId, 'closed');
    expect(await me({ key: other.key })).toMatchObject(failure(401, 'unauthorized'));
    expect(await me({ key })).toMatchObject(failure(401, 'unauthorized'));
    expect(await me(bySession(other))).toMatchObject(failure(403, 'account_closed'));
  });

  it('returns 403 forbidden for a token without the scope and an inaccessible account', async () => {
    expect(await me({ key: await token(['cdrs:read']) })).toMatchObject(failure(403, 'forbidden'));
    const other = await api.customers.make();
    for (const who of [bySession(customer), { key: customer.key }, { key: await token(['account:read']) }]) {
      for (const strange of [other.accountId, 'acc_none', 'nonsense']) {
        expect(await me(who, { 'x-account-id': strange })).toMatchObject(failure(403, 'forbidden'));
      }
      expect((await me(who, { 'x-account-id': customer.accountId })).status).toBe(200);
    }
  });

  it('returns 403 mfa_required for a session without its second factor', async () => {
    const other = await api.customers.make();
    await db.query(`UPDATE identity.sessions SET mfa_required = true WHERE user_id = $1`, [other.userId]);
    expect(await me(bySession(other))).toMatchObject(failure(403, 'mfa_required'));
    expect((await me({ key: other.key })).status).toBe(200);
  });

  it('returns 422 for an unknown query parameter', async () => {
    const answer = await api.get('/v1/accounts/me?expand=user', { key: customer.key });
    expect(answer).toMatchObject({ status: 422, body: { error: { fields: { expand: expect.any(String) } } } });
  });
});

describe('PATCH /v1/accounts/me', () => {
  const ME = '/v1/accounts/me';
  const DEFAULTS = { cdr_redaction: 'none', low_balance_alert_cents: null, timezone: 'UTC' };
  let api: TestApi;
  let db: Database;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi();
    db = api.use(Database);
  });
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 100_000 });
  });
  afterAll(() => api.stop());

  const change = (body: unknown, who: object = bySession(customer), headers: Record<string, string> = {}) =>
    api.patch(ME, body, who, headers);
  const invalid = (...fields: string[]) => ({
    status: 422,
    body: {
      error: { code: 'invalid_input', fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
    },
  });
  const token = (scopes: string[]) => accessToken(api, customer, scopes);

  it('returns 200, changes only the members sent, and returns the same as GET', async () => {
    const first = await change({ name: ' Looms & Sons ', country: 'FR', settings: { timezone: 'Europe/Paris' } });
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({
      name: 'Looms & Sons',
      country: 'FR',
      settings: { ...DEFAULTS, timezone: 'Europe/Paris' },
    });
    const settings = { cdr_redaction: 'partial', low_balance_alert_cents: 0 };
    expect((await change({ settings })).body.data).toMatchObject({
      name: 'Looms & Sons',
      settings: { ...settings, timezone: 'Europe/Paris' },
    });
    const cleared = await change({ settings: { low_balance_alert_cents: null } });
    expect(cleared.body.data).toMatchObject({ settings: { cdr_redaction: 'partial', low_balance_alert_cents: null } });
    expect((await change({})).body).toEqual(cleared.body);
    expect((await api.get(ME, bySession(customer))).body).toEqual(cleared.body);
  });

  it('returns 200 for a key, and for an access token with accounts:write', async () => {
    expect((await change({ name: 'By key' }, { key: customer.key })).body.data).toMatchObject({ name: 'By key' });
    const key = await token(['account:write']);
    expect((await change({ name: 'By token' }, { key })).body.data).toMatchObject({ name: 'By token' });
  });

  it('returns 401 without a credential, and 403 for roles and tokens without the permission and while suspended', async () => {
    expect(await change({ name: 'Mine' }, {})).toMatchObject(failure(401, 'unauthorized'));
    const reading = { key: await token(['account:read']) };
    expect(await change({ name: 'Mine' }, reading)).toMatchObject(failure(403, 'forbidden'));
    for (const role of ['member', 'billing', 'read_only']) {
      await db.query(`UPDATE identity.memberships SET role = $2 WHERE user_id = $1`, [customer.userId, role]);
      expect(await change({ name: 'Mine' })).toMatchObject(failure(403, 'forbidden'));
    }
    await db.query(`UPDATE identity.memberships SET role = 'owner' WHERE user_id = $1`, [customer.userId]);
    await db.query(`UPDATE identity.accounts SET status = 'suspended', suspended_at = now() WHERE id = $1`, [
      customer.accountId,
    ]);
    expect(await change({ name: 'Mine' })).toMatchObject(failure(403, 'account_suspended'));
  });

  it('returns 409 invalid_state when the country changes after the first order', async () => {
    await new Shopping(api, customer).buy();
    expect(await change({ country: 'FR', name: 'Moved' })).toMatchObject(failure(409, 'invalid_state'));
    expect((await change({ country: 'US', name: 'Stayed' })).body.data).toMatchObject({
      country: 'US',
      name: 'Stayed',
    });
  });

  it('returns 412 when it has changed since it was read', async () => {
    const etag = (await api.get(ME, bySession(customer))).headers.get('etag')!;
    expect((await change({ name: 'First' }, bySession(customer), { 'if-match': etag })).status).toBe(200);
    expect(await change({ name: 'Second' }, bySession(customer), { 'if-match': etag })).toMatchObject(
      failure(412, 'precondition_failed'),
    );
  });

  it('returns 422 and names every invalid member, including settings', async () => {
    expect(await change({ name: 'L', country: 'XX' })).toMatchObject(invalid('name', 'country'));
    expect(await change({ name: null, country: null, settings: null })).toMatchObject(
      invalid('name', 'country', 'settings'),
    );
    const settings = { cdr_redaction: 'some', low_balance_alert_cents: -1, timezone: null, colour: 'red' };
    expect(await change({ settings })).toMatchObject(
      invalid(...Object.keys(settings).map((name) => `settings.${name}`)),
    );
    for (const timezone of ['Mars/Olympus', '+01:00', '']) {
      expect(await change({ settings: { timezone } })).toMatchObject(invalid('settings.timezone'));
    }
    expect(await change({ tier: 'wholesale', status: 'active' })).toMatchObject(invalid('tier', 'status'));
  });
});
