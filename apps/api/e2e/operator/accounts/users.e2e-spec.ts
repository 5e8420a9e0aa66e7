import { totpCode } from '@trunkline/identity/testing';
import { Clock } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../../support';
import { bySession } from '../../support/customers';
import { failure, invalid } from '../../support/refusals';

const REASON = 'Lost phone and recovery codes; identity confirmed by telephone, ticket 4711';

describe('POST /operator/users/{id}/reset-mfa', () => {
  let api: TestApi;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const reset = (id = customer.userId, body: object = { reason: REASON }, headers = {}) =>
    api.operator('POST', `/operator/users/${id}/reset-mfa`, body, headers);
  const secure = async () => {
    const start = await api.post('/v1/auth/mfa/setup-start', { method: 'totp' }, bySession(customer));
    const { secret } = start.body.data as { secret: string };
    const code = totpCode(secret, api.use(Clock).now());
    const verified = await api.post('/v1/auth/mfa/setup-verify', { method: 'totp', secret, code }, bySession(customer));
    expect(verified.status).toBe(200);
    return (verified.body.data as { recovery_codes: string[] }).recovery_codes;
  };
  const logIn = (cookie?: string) => {
    const { email, password } = customer;
    return api.post('/v1/auth/login', { email, password }, {}, cookie === undefined ? {} : { cookie });
  };
  const audited = async () => {
    const answer = await api.operator('GET', `/operator/audit?action=user.reset_mfa&subject=${customer.userId}`);
    return (answer.body.data as { items: unknown[] }).items;
  };

  it('returns 200, removes the factor, ends every session and known device, mails the user and records who and why', async () => {
    const codes = await secure();
    const partial = (await logIn()).headers.getSetCookie()[0]!.split(';')[0]!;
    const answer = await reset();
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { user_id: customer.userId, mfa_method: null, sessions_revoked: 2 } },
    });
    for (const cookie of [customer.cookie, partial]) {
      expect((await api.get('/v1/accounts/me', { cookie })).status).toBe(401);
    }
    expect((await api.get('/v1/accounts/me', { key: customer.key })).status).toBe(200);
    expect((await api.customers.subjectsTo(customer.email))[0]).toBe('Your second factor was removed by support');
    expect((await logIn()).body.data).toMatchObject({ challenge: null, mfa_method: null });
    const db = api.use(Database);
    expect(await db.query(`SELECT FROM identity.second_factors WHERE user_id = $1`, [customer.userId])).toEqual([]);
    expect(await audited()).toMatchObject([
      {
        actor: expect.stringMatching(/^operator:/),
        account_id: customer.accountId,
        before: { mfa_method: 'totp' },
        after: { mfa_method: null, reason: REASON, sessions_revoked: 2 },
      },
    ]);
    expect(JSON.stringify(await audited())).not.toContain(codes[0]);
  });

  it('returns 200 for mailed codes too, and wrong codes from before do not lock the next factor', async () => {
    const codes = await secure();
    const give = (cookie: string, code: string) => api.post('/v1/auth/mfa/challenge', { code }, { cookie });
    const partial = async () => (await logIn()).headers.getSetCookie()[0]!.split(';')[0]!;
    const locked = await partial();
    for (let wrong = 0; wrong < 5; wrong++) await give(locked, '000000');
    expect(await give(locked, codes[0]!)).toMatchObject(failure(429, 'mfa_locked'));
    const method = `UPDATE identity.users SET mfa_method = 'email_otp' WHERE id = $1`;
    await api.use(Database).query(method, [customer.userId]);
    expect((await reset()).status).toBe(200);
    customer = { ...customer, cookie: await partial() };
    const [fresh] = await secure();
    expect((await give(await partial(), fresh!)).status).toBe(200);
  });

  it('resets once for five parallel requests', async () => {
    await secure();
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await audited()).toHaveLength(1);
  });

  it('returns 409 mfa_not_enabled for a user without a second factor', async () => {
    expect(await reset()).toMatchObject(failure(409, 'mfa_not_enabled'));
    expect((await api.get('/v1/accounts/me', bySession(customer))).status).toBe(200);
    expect(await audited()).toEqual([]);
  });

  it('returns 404 not_found for an unknown user', async () => {
    for (const id of ['usr_none', customer.accountId, 'x'])
      expect(await reset(id)).toMatchObject(failure(404, 'not_found'));
  });

  it('returns 422 without a reason, and names unknown members', async () => {
    expect(await reset(customer.userId, {})).toMatchObject(invalid('reason'));
    expect(await reset(customer.userId, { reason: ' ' })).toMatchObject(invalid('reason'));
    expect(await reset(customer.userId, { reason: REASON, force: true })).toMatchObject(invalid('force'));
  });

  it('returns 401 unauthorized without an operator token', async () => {
    const answer = await reset(customer.userId, { reason: REASON }, { authorization: 'Bearer unknown' });
    expect(answer).toMatchObject(failure(401, 'unauthorized'));
  });
});
