import { OAUTH_SCOPES } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { bySession, type Customer, startApi, type TestApi } from '../support';
import { type Operation, operationsOf } from '../support/operations';
import { accessToken } from '../support/identity/access-tokens';

/** Operations for any session, independent of its role. */
const OF_THE_SESSION_ITSELF = [
  'POST /v1/auth/logout',
  'POST /v1/auth/change-password',
  'PATCH /v1/users/me',
  'POST /v1/users/me/email-change',
  'POST /v1/auth/mfa/setup-start',
  'POST /v1/auth/mfa/setup-verify',
  'POST /v1/auth/mfa/challenge',
  'POST /v1/auth/mfa/email-otp',
  'POST /v1/auth/mfa/recovery-codes',
  'DELETE /v1/auth/mfa',
  'DELETE /v1/auth/identities/{id}',
  'PATCH /v1/auth/sessions/{id}',
  'DELETE /v1/auth/sessions/{id}',
  'POST /v1/auth/sessions/revoke-all',
  'DELETE /v1/oauth-grants/{id}',
  'POST /v1/oauth/consent/{request_id}',
  'POST /v1/users/me/phone',
  'POST /v1/users/me/phone/verify',
];

/** POST operations that compute or read, and change no records. */
const isComputation = ({ name }: Operation) =>
  ['/simulate', '/bundles/{id}/validate', '/porting/checks', '/sms/preview', '/exports'].some((ending) =>
    name.endsWith(ending),
  );

describe('permissions', () => {
  let api: TestApi;
  let customer: Customer;
  let guarded: Operation[];

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
    const document = await (await fetch(`${api.url}/openapi.json`)).json();
    guarded = operationsOf(document).filter(({ credentials }) => credentials.length > 0);
  });
  afterAll(() => api.stop());

  const token = (scopes: readonly string[]) => accessToken(api, customer, scopes);

  const send = ({ method, path, body }: Operation, sender: object, headers: Record<string, string> = {}) =>
    api.send(method, path, { body: body ? {} : undefined, sender, headers });

  it('returns 401 without a credential on every operation that is not public', async () => {
    expect(guarded.length).toBeGreaterThan(40);
    for (const operation of guarded) {
      const answer = await send(operation, {});
      expect([operation.name, answer.status, answer.body.error?.code]).toEqual([operation.name, 401, 'unauthorized']);
    }
  });

  it('returns 403 for a token without scopes on every operation', async () => {
    const authorization = `Bearer ${await token([])}`;
    for (const operation of guarded) {
      const answer = await send(operation, {}, { authorization });
      expect([operation.name, answer.status, answer.body.error?.code]).toEqual([operation.name, 403, 'forbidden']);
    }
  });

  it('returns 403 for access tokens on operations without an OAuth scope', async () => {
    const authorization = `Bearer ${await token(OAUTH_SCOPES)}`;
    const closed = guarded.filter(({ credentials }) => !credentials.includes('oauth'));
    expect(closed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /v1/api-keys', 'POST /v1/billing/topups']),
    );
    for (const operation of closed) {
      const answer = await send(operation, {}, { authorization });
      expect([operation.name, answer.status, answer.body.error?.code]).toEqual([operation.name, 403, 'forbidden']);
    }
  });

  it('returns 403 for a read-only member on every change', async () => {
    const set = (role: string) =>
      api.use(Database).query(`UPDATE identity.memberships SET role = $1 WHERE user_id = $2`, [role, customer.userId]);
    await set('read_only');
    const changes = guarded.filter(({ method, name }) => method !== 'GET' && !OF_THE_SESSION_ITSELF.includes(name));
    for (const operation of changes.filter((each) => !isComputation(each))) {
      const answer = await send(operation, bySession(customer));
      expect([operation.name, answer.status, answer.body.error?.code]).toEqual([operation.name, 403, 'forbidden']);
    }
    await set('owner');
  });

  it.each([
    ['suspended', 'account_suspended'],
    ['pending_closure', 'account_pending_closure'],
    ['closed', 'account_closed'],
  ])('returns 403 for orders of an account that is %s', async (status, code) => {
    const set = (to: string) =>
      api
        .use(Database)
        .query(
          `UPDATE identity.accounts SET status = $1, suspended_at = CASE WHEN $1 = 'suspended' THEN now() END, closed_at = CASE WHEN $1 = 'closed' THEN now() END, closure_grace_ends_at = now() WHERE id = $2`,
          [to, customer.accountId],
        );
    await set(status);
    const answer = await api.post('/v1/cart/checkout', {}, bySession(customer));
    expect([answer.status, answer.body.error?.code]).toEqual([403, code]);
    const read = await api.get('/v1/cart', bySession(customer));
    expect(read.status).toBe(status === 'closed' ? 403 : 200);
    const byKey = await api.get('/v1/cart', { key: customer.key });
    expect(byKey.status).toBe(status === 'closed' ? 401 : 200);
    await set('active');
  });

  const PAYMENTS = [
    'POST /v1/billing/topups',
    'PUT /v1/billing/auto-recharge',
    'POST /v1/billing/payment-methods',
    'POST /v1/billing/payment-methods/setup',
    'PATCH /v1/billing/payment-methods/{id}',
    'DELETE /v1/billing/payment-methods/{id}',
  ];
  /** Closing, cancelling the closure, revoking a key, disabling an application, and reads that need a write permission. */
  const ALWAYS = [
    'POST /v1/accounts/me/closure',
    'DELETE /v1/accounts/me/closure',
    'DELETE /v1/api-keys/{id}',
    'DELETE /v1/oauth-apps/{id}',
    'GET /v1/oauth-apps',
    'GET /v1/oauth-apps/{id}',
    'GET /v1/accounts/me/invitations',
    'GET /v1/accounts/me/invitations/{id}',
    'GET /v1/compliance/access-log',
  ];

  it.each([
    ['suspended', 'account_suspended', [...ALWAYS, ...PAYMENTS]],
    ['pending_closure', 'account_pending_closure', ALWAYS],
  ])('returns 403 for writes, and only writes, of an account that is %s', async (...row) => {
    const [status, code, allowed] = row;
    const made = await api.post('/v1/routing-profiles', { name: `read while ${status}` }, customer);
    const { profile } = made.body.data as { profile: { id: string } };
    const leaked = await api.post('/v1/api-keys', { name: 'leaked' }, bySession(customer));
    await api
      .use(Database)
      .query(
        `UPDATE identity.accounts SET status = $1, suspended_at = CASE WHEN $1 = 'suspended' THEN now() END, closure_grace_ends_at = now() WHERE id = $2`,
        [status, customer.accountId],
      );
    const permitted = guarded.filter(({ permissions }) => permissions.length > 0);
    expect(permitted.length).toBeGreaterThan(60);
    for (const operation of permitted) {
      const { body } = await send(operation, bySession(customer));
      const isRefused =
        operation.permissions.some((each) => !each.endsWith(':read')) && !allowed.includes(operation.name);
      expect([operation.name, body.error?.code === code]).toEqual([operation.name, isRefused]);
    }
    const simulated = await api.post(`/v1/routing-profiles/${profile.id}/simulate`, { from: '+493012345' }, customer);
    expect(simulated.status).toBe(200);
    const { id } = leaked.body.data as { id: string };
    expect((await api.delete(`/v1/api-keys/${id}`, bySession(customer))).status).toBe(200);
    await api
      .use(Database)
      .query(`UPDATE identity.accounts SET status = 'active', suspended_at = NULL WHERE id = $1`, [customer.accountId]);
  });

  it('returns 403 for orders of an account under review, but not for reads', async () => {
    const set = (tier: string) =>
      api.use(Database).query(`UPDATE identity.accounts SET tier = $1 WHERE id = $2`, [tier, customer.accountId]);
    await set('manual_review');
    for (const path of ['/v1/numbers', '/v1/cart/checkout']) {
      const answer = await api.post(path, {}, customer);
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 403, 'manual_review_required']);
    }
    expect((await api.get('/v1/numbers', customer)).status).toBe(200);
    await set('self_serve');
  });
});
