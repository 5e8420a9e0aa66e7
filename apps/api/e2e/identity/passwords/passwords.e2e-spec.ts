import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../../support';
import { failure, invalid } from '../../support/refusals';
import { GAP_MAX_MS, timeGap } from '../../support/time-gap';

const HOUR_S = 3600;
const NEW_PASSWORD = 'staple battery horse correct';
const WRONG = 'not the password';

const freshEmail = () => `p-${randomBytes(8).toString('hex')}@example.com`;
const cookieOf = (answer: Answer) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('/v1/auth, passwords', () => {
  let api: TestApi;
  let db: Database;
  beforeAll(async () => {
    api = await startApi();
    db = api.use(Database);
  });
  afterAll(() => api.stop());

  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const logIn = (email: string, password: string, headers = {}) =>
    api.post('/v1/auth/login', { email, password }, {}, headers);
  const forgot = (email: string) => api.post('/v1/auth/forgot-password', { email });
  const reset = (token: unknown, new_password: unknown = NEW_PASSWORD) =>
    api.post('/v1/auth/reset-password', { token, new_password });
  const mailedReset = async (email: string) => {
    await forgot(email);
    return api.customers.mailedToken(email, 'reset-password');
  };
  const isSignedIn = async (cookie: string) => (await api.get('/v1/users/me', { cookie })).status === 200;
  const mailCount = async () => (await db.find<{ count: number }>(`SELECT count(*) FROM platform.mails`))!.count;

  describe('POST /forgot-password', () => {
    it('returns 204 and mails a link', async () => {
      const { email } = await api.customers.make();
      const answer = await forgot(email.toUpperCase());
      expect(answer).toMatchObject({ status: 204, text: '' });
      expect(await api.customers.mailedToken(email, 'reset-password')).toMatch(/^[\w-]{43}$/);
    });

    it('returns 204 without a mail for an unknown email and a user of closed accounts', async () => {
      const { email, accountId } = await api.customers.make();
      await db.query(`UPDATE identity.accounts SET status = 'closed', closed_at = now() WHERE id = $1`, [accountId]);
      const before = await mailCount();
      expect((await forgot(email)).status).toBe(204);
      expect((await forgot(freshEmail())).status).toBe(204);
      expect(await mailCount()).toBe(before);
    });

    it('returns 204 after the same time for a known and an unknown address', async () => {
      const { email } = await api.customers.make();
      const asked = async (address: string) => expect((await forgot(address)).status).toBe(204);
      const gap = await timeGap(
        () => asked(freshEmail()),
        () => asked(email),
      );
      expect(gap).toBeLessThan(GAP_MAX_MS);
    });
  });

  describe('POST /reset-password', () => {
    it('returns 200, sets the password, ends every session and mails the user', async () => {
      const { email, password, cookie, key } = await api.customers.make();
      const answer = await reset(await mailedReset(email));
      expect(answer).toMatchObject({ status: 200, body: { ok: true, data: null } });
      expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^svc_did=[\w.-]+; /)]);
      expect(await isSignedIn(cookie)).toBe(false);
      expect((await api.get('/v1/accounts/me', { key })).status).toBe(200);
      expect((await logIn(email, password)).status).toBe(401);
      expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
      expect((await api.customers.subjectsTo(email))[0]).toBe('Your password was changed');
    });

    it('returns 200 and verifies the email', async () => {
      const email = freshEmail();
      await api.post('/v1/auth/signup', { email, password: 'as good as any', name: 'Ada', country: 'GB' });
      expect((await reset(await mailedReset(email))).status).toBe(200);
      expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
    });

    it('returns 200 and ends a lockout', async () => {
      const { email, password } = await api.customers.make();
      for (let wrong = 0; wrong < 10; wrong++) await logIn(email, WRONG);
      expect(await logIn(email, password)).toMatchObject(failure(429, 'login_locked'));
      expect((await api.customers.subjectsTo(email)).filter((each) => each.includes('locked'))).toHaveLength(1);
      expect((await reset(await mailedReset(email))).status).toBe(200);
      expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
    });

    it('returns the same 410 token_invalid for an unknown, used, expired or superseded link and one of another kind', async () => {
      const [used, late, voided] = [await api.customers.make(), await api.customers.make(), await api.customers.make()];
      const usedToken = await mailedReset(used.email);
      await reset(usedToken);
      const voidedToken = await mailedReset(voided.email);
      await mailedReset(voided.email);
      await api.post('/v1/auth/magic-link', { email: voided.email });
      const otherKind = await api.customers.mailedToken(voided.email, 'magic-link');
      const lateToken = await mailedReset(late.email);
      await advance(HOUR_S);
      const bodies = [];
      for (const token of [usedToken, voidedToken, otherKind, lateToken, 'unknown']) bodies.push(await reset(token));
      expect(bodies[0]).toMatchObject(failure(410, 'token_invalid'));
      expect(new Set(bodies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    });

    it('returns 410 token_invalid for nine of ten parallel uses of a link', async () => {
      const { email } = await api.customers.make();
      const token = await mailedReset(email);
      const rush = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `${NEW_PASSWORD} ${n}`)));
      expect(rush.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(410)]);
    });

    it('returns 422 for a password that is too short or too common, and keeps the link valid', async () => {
      const { email } = await api.customers.make();
      const token = await mailedReset(email);
      expect(await reset(token, 'nine char')).toMatchObject(invalid('new_password'));
      expect(await reset(token, 'Password123')).toMatchObject(invalid('new_password'));
      expect((await reset(token, 'exactly 10')).status).toBe(200);
    });

    it('returns 422 for a missing token', async () => {
      expect(await reset(undefined)).toMatchObject(invalid('token'));
    });
  });

  describe('POST /change-password', () => {
    let customer: Customer;
    beforeEach(async () => {
      customer = await api.customers.make();
    });
    const change = (body: object = {}, sender: object = bySession(customer), headers = {}) =>
      api.post(
        '/v1/auth/change-password',
        { current_password: customer.password, new_password: NEW_PASSWORD, ...body },
        sender,
        headers,
      );

    it('returns 200, ends every other session and sets a new cookie', async () => {
      const others = [await logIn(customer.email, customer.password), await logIn(customer.email, customer.password)];
      const answer = await change();
      expect(answer).toMatchObject({ status: 200, body: { data: { sessions_revoked: 2 } } });
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^svc_sid=[\w-]{43}\.[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=\d+$/,
      );
      expect(await isSignedIn(cookieOf(answer))).toBe(true);
      for (const old of [customer.cookie, ...others.map(cookieOf)]) expect(await isSignedIn(old)).toBe(false);
      expect((await logIn(customer.email, NEW_PASSWORD)).status).toBe(200);
      expect((await logIn(customer.email, customer.password)).status).toBe(401);
      expect((await api.customers.subjectsTo(customer.email))[0]).toBe('Your password was changed');
    });

    it('returns 200 for a suspended account', async () => {
      await db.query(
        `UPDATE identity.accounts SET status = 'suspended', suspended_at = now(), suspension_reason = 'x' WHERE id = $1`,
        [customer.accountId],
      );
      expect((await change()).status).toBe(200);
    });

    it('returns 200 and invalidates the links that were requested before', async () => {
      const wanted = { new_email: freshEmail(), password: customer.password };
      await api.post('/v1/users/me/email-change', wanted, bySession(customer));
      const token = await api.customers.mailedToken(wanted.new_email, 'email-change');
      await change();
      expect(await api.post('/v1/auth/verify-email', { token })).toMatchObject(failure(410, 'token_invalid'));
    });

    it('returns 401 without a session', async () => {
      expect(await change({}, {})).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 for a key, a partial session and a foreign page', async () => {
      expect(await change({}, { key: customer.key })).toMatchObject(failure(403, 'session_required'));
      const foreign = { origin: 'https://evil.example' };
      expect(await change({}, bySession(customer), foreign)).toMatchObject(failure(403, 'csrf_rejected'));
      await db.query(`UPDATE identity.sessions SET mfa_required = true WHERE user_id = $1`, [customer.userId]);
      expect(await change()).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 422 naming the invalid password', async () => {
      expect(await change({ current_password: WRONG })).toMatchObject(invalid('current_password'));
      expect(await change({ new_password: 'nine char' })).toMatchObject(invalid('new_password'));
      expect(await change({ new_password: 'PASSWORD123' })).toMatchObject(invalid('new_password'));
      expect(await isSignedIn(customer.cookie)).toBe(true);
    });

    it('returns 422 for a user without a password, and names the way to set one', async () => {
      await db.query(`UPDATE identity.users SET password_hash = NULL WHERE id = $1`, [customer.userId]);
      const answer = await change();
      expect(answer).toMatchObject(invalid('current_password'));
      expect(answer.body.error!.fields!['current_password']).toContain('forgot-password');
      expect((await reset(await mailedReset(customer.email))).status).toBe(200);
      expect((await logIn(customer.email, NEW_PASSWORD)).status).toBe(200);
    });

    it('returns 429 login_locked after ten parallel wrong passwords, and does not lock sign-in', async () => {
      const rush = await Promise.all(Array.from({ length: 14 }, () => change({ current_password: WRONG })));
      expect(rush.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(10).fill(422),
        ...Array<number>(4).fill(429),
      ]);
      expect(await change()).toMatchObject(failure(429, 'login_locked'));
      expect((await logIn(customer.email, customer.password)).status).toBe(200);
      expect((await api.customers.subjectsTo(customer.email)).filter((each) => each.includes('locked'))).toHaveLength(
        1,
      );
    });
  });

  it.each([
    ['If-Match', { 'if-match': '*' }],
    ['Idempotency-Key', { 'idempotency-key': 'guess' }],
  ])('counts wrong passwords of requests with %s', async (_name, headers) => {
    const { email, password, cookie } = await api.customers.make();
    const wrong = { current_password: WRONG, new_password: NEW_PASSWORD };
    for (let tried = 0; tried < 10; tried++) {
      expect((await logIn(email, WRONG, headers)).status).toBe(401);
      expect((await api.post('/v1/auth/change-password', wrong, { cookie }, headers)).status).toBe(422);
    }
    expect(await logIn(email, password)).toMatchObject(failure(429, 'login_locked'));
    const right = { current_password: password, new_password: NEW_PASSWORD };
    const answer = await api.post('/v1/auth/change-password', right, { cookie });
    expect(answer).toMatchObject(failure(429, 'login_locked'));
  });
});
