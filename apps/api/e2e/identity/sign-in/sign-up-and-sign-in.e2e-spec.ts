import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { bySession } from '../../support/customers';
import { type Answer, type Customer, startApi, type TestApi } from '../../support';
import { failure } from '../../support/refusals';
import { GAP_MAX_MS, timeGap } from '../../support/time-gap';

/** The response members that the tests read. */
interface Data {
  readonly account_id: string;
  readonly user_id: string;
  readonly expires_at: number;
  readonly user: object;
}

const DAY_S = 86_400;
const PASSWORD = 'correct horse battery staple';
const RESERVED_NETWORK = { 'x-forwarded-for': '240.0.0.1' };

const freshEmail = () => `e-${randomBytes(8).toString('hex')}@example.com`;
const aSignUp = (change: object = {}) => ({
  email: freshEmail(),
  password: PASSWORD,
  name: 'Ada Lovelace',
  country: 'GB',
  ...change,
});
const dataOf = (answer: Answer) => answer.body.data as Data;
const cookieOf = (answer: Answer) => answer.headers.getSetCookie()[0] ?? '';
const maxAgeOf = (answer: Answer) => Number(/Max-Age=(\d+)/.exec(cookieOf(answer))?.[1]);

describe('/v1/auth', () => {
  let api: TestApi;
  let db: Database;
  beforeAll(async () => {
    api = await startApi({ TRUST_PROXY: '1' });
    db = api.use(Database);
  });
  afterAll(() => api.stop());

  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const setStatus = (accountId: string, status: string) =>
    db.query(
      `UPDATE identity.accounts SET status = $2, suspended_at = CASE WHEN $2 = 'suspended' THEN now() END, closed_at = CASE WHEN $2 = 'closed' THEN now() END WHERE id = $1`,
      [accountId, status],
    );
  const outcomesOf = async (userId: string) =>
    (
      await db.query<{ outcome: string }>(
        `SELECT outcome FROM identity.login_events WHERE user_id = $1 ORDER BY at, id`,
        [userId],
      )
    ).map(({ outcome }) => outcome);
  const mailsWaiting = async () =>
    (await db.find<{ count: number }>(`SELECT count(*) FROM platform.mails WHERE status = 'waiting'`))!.count;

  describe('POST /signup', () => {
    it('returns 201, creates an account with a trial credit of $5 and mails a verification link', async () => {
      const email = freshEmail().toUpperCase();
      const answer = await api.post(
        '/v1/auth/signup',
        aSignUp({ email, company: 'Analytical Engines', intended_use: 'itsp' }),
      );
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        ok: true,
        data: {
          account_id: expect.stringMatching(/^acc_/),
          user_id: expect.stringMatching(/^usr_/),
          email: email.toLowerCase(),
          tier: 'self_serve',
          next_step: 'verify_email',
          verification_email_sent: true,
          trial_credit_usd: 5,
        },
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await api.customers.mailedToken(email.toLowerCase(), 'verify-email')).toMatch(/^[\w-]{43}$/);
    });

    it('gives the account the time zone of the sign-up, and UTC without one', async () => {
      const zoneOf = async (change: object) => {
        const email = freshEmail();
        expect((await api.post('/v1/auth/signup', aSignUp({ email, ...change }))).status).toBe(201);
        const token = await api.customers.mailedToken(email, 'verify-email');
        const cookie = cookieOf(await api.post('/v1/auth/verify-email', { token })).split(';')[0] ?? '';
        const me = await api.get('/v1/accounts/me', { cookie });
        return (me.body.data as { settings: { timezone: string } }).settings.timezone;
      };
      expect(await zoneOf({ timezone: 'Asia/Kolkata' })).toBe('Asia/Kolkata');
      expect(await zoneOf({})).toBe('UTC');
    });

    it('returns 422 that names the field for an unknown time zone', async () => {
      const answer = await api.post('/v1/auth/signup', aSignUp({ timezone: 'Mars/Olympus' }));
      expect(answer).toMatchObject(failure(422, 'invalid_input'));
      expect(answer.body.error?.fields).toEqual({ timezone: 'must be an IANA time zone such as Europe/Berlin' });
    });

    it('returns 201 and names the account after a company of one character', async () => {
      const answer = await api.post('/v1/auth/signup', aSignUp({ company: 'X' }));
      expect(answer.status).toBe(201);
      const accounts = await db.query(`SELECT name FROM identity.accounts WHERE id = $1`, [dataOf(answer).account_id]);
      expect(accounts).toEqual([{ name: 'X' }]);
    });

    it('returns 201 with tier manual_review for a disposable mailbox, and records the review', async () => {
      const answer = await api.post(
        '/v1/auth/signup',
        aSignUp({ email: `${randomBytes(6).toString('hex')}@mailinator.com` }),
      );
      expect(answer).toMatchObject({ status: 201, body: { data: { tier: 'manual_review' } } });
      expect(await outcomesOf(dataOf(answer).user_id)).toEqual(['fraud_screen_review']);
    });

    it('returns 201 with the same account for the same Idempotency-Key', async () => {
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      const body = aSignUp();
      const first = await api.post('/v1/auth/signup', body, {}, headers);
      const second = await api.post('/v1/auth/signup', body, {}, headers);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
    });

    it('returns 201 with one account for twenty parallel requests with one Idempotency-Key', async () => {
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      const body = aSignUp();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => api.post('/v1/auth/signup', body, {}, headers)),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made.length).toBeGreaterThanOrEqual(1);
      expect(new Set(made.map((answer) => dataOf(answer).account_id)).size).toBe(1);
      const others = answers.filter(({ status }) => status !== 201).map(({ body: { error } }) => error?.code);
      expect(new Set([...others, 'idempotency_in_progress'])).toEqual(new Set(['idempotency_in_progress']));
    });

    it('returns 403 fraud_blocked and stores only the event', async () => {
      const body = aSignUp();
      const answer = await api.post('/v1/auth/signup', body, {}, RESERVED_NETWORK);
      expect(answer).toMatchObject(failure(403, 'fraud_blocked'));
      expect(await db.query(`SELECT FROM identity.users WHERE email = $1`, [body.email])).toEqual([]);
      const events = `SELECT FROM identity.login_events WHERE outcome = 'fraud_screen_blocked' AND user_id IS NULL`;
      expect((await db.query(events)).length).toBeGreaterThan(0);
    });

    it('returns 409 email_in_use for every spelling, and one of two parallel sign-ups', async () => {
      const body = aSignUp();
      const answers = await Promise.all([api.post('/v1/auth/signup', body), api.post('/v1/auth/signup', body)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const again = await api.post('/v1/auth/signup', { ...body, email: body.email.toUpperCase() });
      expect(again).toMatchObject(failure(409, 'email_in_use'));
    });

    it('returns 422 and names each invalid and unknown field', async () => {
      const answer = await api.post('/v1/auth/signup', {
        email: 'x',
        password: 'short',
        name: 'A',
        country: 'gb',
        role: 'owner',
      });
      expect(answer).toMatchObject(failure(422, 'invalid_input'));
      expect(Object.keys(answer.body.error!.fields!).sort()).toEqual(['country', 'email', 'name', 'password', 'role']);
    });

    it('returns 422 for a common password', async () => {
      const answer = await api.post('/v1/auth/signup', aSignUp({ password: 'Password123' }));
      expect(answer.body.error).toMatchObject({
        code: 'invalid_input',
        fields: { password: expect.stringContaining('common') },
      });
    });

    it('returns 422 idempotency_key_reused for a different body', async () => {
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      await api.post('/v1/auth/signup', aSignUp(), {}, headers);
      const answer = await api.post('/v1/auth/signup', aSignUp(), {}, headers);
      expect(answer).toMatchObject(failure(422, 'idempotency_key_reused'));
    });
  });

  describe('POST /email/resend', () => {
    it('returns 204 and mails another link to an unverified email', async () => {
      const { email } = aSignUp();
      await api.post('/v1/auth/signup', aSignUp({ email }));
      const first = await api.customers.mailedToken(email, 'verify-email');
      const answer = await api.post('/v1/auth/email/resend', { email });
      expect(answer).toMatchObject({ status: 204, text: '' });
      expect(await api.customers.mailedToken(email, 'verify-email')).not.toBe(first);
    });

    const resend = async (email: string) =>
      expect((await api.post('/v1/auth/email/resend', { email })).status).toBe(204);

    it('returns 204 for an unknown and a verified email, without a mail', async () => {
      const { email } = await api.customers.make();
      const before = await mailsWaiting();
      await resend(freshEmail());
      await resend(email);
      expect(await mailsWaiting()).toBe(before);
    });

    it('returns 204 for an unknown and an unverified email, after the same time', async () => {
      const unverified = aSignUp();
      await api.post('/v1/auth/signup', unverified);
      const gap = await timeGap(
        () => resend(freshEmail()),
        () => resend(unverified.email),
      );
      expect(gap).toBeLessThan(GAP_MAX_MS);
    });
  });

  describe('POST /verify-email', () => {
    it('returns 200, verifies the email and signs in, once per link', async () => {
      const { email } = aSignUp();
      const { user_id } = dataOf(await api.post('/v1/auth/signup', aSignUp({ email })));
      const token = await api.customers.mailedToken(email, 'verify-email');
      const answer = await api.post('/v1/auth/verify-email', { token });
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { verified: true, user_id, next_step: 'dashboard' } },
      });
      expect(cookieOf(answer)).toMatch(
        /^svc_sid=[\w-]{43}\.[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=\d+$/,
      );
      expect(maxAgeOf(answer)).toBeCloseTo(DAY_S, -1);
      const me = await api.get('/v1/accounts/me', { cookie: cookieOf(answer).split(';')[0]! });
      expect(dataOf(me).user).toMatchObject({ id: user_id, email_verified: true });
      expect(await api.post('/v1/auth/verify-email', { token })).toMatchObject(failure(410, 'token_invalid'));
    });

    it('returns 403 account_closed when the account was closed, and keeps the link valid', async () => {
      const { email } = aSignUp();
      const { account_id } = dataOf(await api.post('/v1/auth/signup', aSignUp({ email })));
      const token = await api.customers.mailedToken(email, 'verify-email');
      await setStatus(account_id, 'closed');
      expect(await api.post('/v1/auth/verify-email', { token })).toMatchObject(failure(403, 'account_closed'));
      await setStatus(account_id, 'active');
      expect((await api.post('/v1/auth/verify-email', { token })).status).toBe(200);
    });

    it('returns 410 token_invalid for an unknown, used or expired link, and nine of ten parallel uses', async () => {
      const [used, late] = [aSignUp(), aSignUp()];
      await api.post('/v1/auth/signup', used);
      await api.post('/v1/auth/signup', late);
      const token = await api.customers.mailedToken(used.email, 'verify-email');
      const lateToken = await api.customers.mailedToken(late.email, 'verify-email');
      const rush = await Promise.all(Array.from({ length: 10 }, () => api.post('/v1/auth/verify-email', { token })));
      expect(rush.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(410)]);
      await advance(DAY_S);
      const bodies = [token, lateToken, 'unknown'].map(
        async (each) => (await api.post('/v1/auth/verify-email', { token: each })).body,
      );
      const [first, ...others] = await Promise.all(bodies);
      expect(first).toMatchObject({ error: { code: 'token_invalid' } });
      expect(others).toEqual([first, first]);
    });

    it('returns 422 for a missing token', async () => {
      const answer = await api.post('/v1/auth/verify-email', {});
      expect(answer).toMatchObject({ status: 422, body: { error: { fields: { token: expect.any(String) } } } });
    });
  });

  describe('POST /login', () => {
    let customer: Customer;
    beforeAll(async () => {
      customer = await api.customers.make();
    });
    const logIn = (change: object = {}, headers: Record<string, string> = {}) =>
      api.post('/v1/auth/login', { email: customer.email, password: customer.password, ...change }, {}, headers);

    it('returns 200 and sets a new session cookie', async () => {
      const answer = await logIn({ email: customer.email.toUpperCase() });
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { user_id: customer.userId, account_id: customer.accountId, challenge: null, mfa_method: null } },
      });
      expect(maxAgeOf(answer)).toBeCloseTo(DAY_S, -1);
      expect(cookieOf(answer).startsWith(customer.cookie)).toBe(false);
      const { expires_at } = dataOf(answer);
      expect(expires_at - api.use(Clock).now().getTime() / 1000).toBeCloseTo(DAY_S, -1);
      expect((await api.get('/v1/accounts/me', { cookie: cookieOf(answer).split(';')[0]! })).status).toBe(200);
    });

    it('returns 200 and trusts the device for thirty days from its last use', async () => {
      const signedIn = await logIn({ trust_device: true });
      const cookie = cookieOf(signedIn);
      expect(maxAgeOf(signedIn)).toBeCloseTo(30 * DAY_S, -1);
      await advance(20 * DAY_S);
      const used = await api.get('/v1/accounts/me', { cookie: cookie.split(';')[0]! });
      expect(used.status).toBe(200);
      expect(maxAgeOf(used)).toBeCloseTo(30 * DAY_S, -1);
      await advance(20 * DAY_S);
      expect((await api.get('/v1/accounts/me', { cookie: cookie.split(';')[0]! })).status).toBe(200);
    });

    it('returns 200 with a partial session for a user with a second factor', async () => {
      const other = await api.customers.make();
      await db.query(`UPDATE identity.users SET mfa_method = 'totp' WHERE id = $1`, [other.userId]);
      const answer = await logIn({ email: other.email });
      expect(answer.body.data).toMatchObject({ challenge: 'mfa', mfa_method: 'totp' });
      const me = await api.get('/v1/accounts/me', { cookie: cookieOf(answer).split(';')[0]! });
      expect(me).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 401 unauthorized for a wrong password and an unknown email, with the same response', async () => {
      const wrong = await logIn({ password: 'not the password' });
      const unknown = await logIn({ email: freshEmail() });
      expect(wrong).toMatchObject(failure(401, 'unauthorized'));
      expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
      expect(wrong.headers.getSetCookie()).toEqual([]);
    });

    it('returns 403 email_unverified only with the right password', async () => {
      const { email } = aSignUp();
      await api.post('/v1/auth/signup', aSignUp({ email }));
      expect(await logIn({ email, password: PASSWORD })).toMatchObject(failure(403, 'email_unverified'));
      expect(await logIn({ email, password: 'not the password' })).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 fraud_blocked from a reserved network', async () => {
      expect(await logIn({}, RESERVED_NETWORK)).toMatchObject(failure(403, 'fraud_blocked'));
      expect((await outcomesOf(customer.userId)).at(-1)).toBe('fraud_screen_blocked');
    });

    it('returns 403 account_closed when every account of the user is closed', async () => {
      const other = await api.customers.make();
      await setStatus(other.accountId, 'closed');
      expect(await logIn({ email: other.email })).toMatchObject(failure(403, 'account_closed'));
    });

    it('returns 422 and names each invalid field', async () => {
      const answer = await logIn({ email: 1, password: null, trust_device: 'yes', remember: true });
      expect(Object.keys(answer.body.error!.fields!).sort()).toEqual(['email', 'password', 'remember', 'trust_device']);
    });

    it('returns 429 login_locked for an unknown email as for a known one, without storing it', async () => {
      const email = `unknown-${randomBytes(8).toString('hex')}@example.com`;
      const rush = await Promise.all(Array.from({ length: 14 }, () => logIn({ email })));
      expect(rush.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(10).fill(401),
        ...Array<number>(4).fill(429),
      ]);
      const locked = await logIn({ email });
      expect(locked).toMatchObject(failure(429, 'login_locked'));
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
      const kept = await api.use(Database).query(`SELECT * FROM identity.password_failures`);
      expect(kept.length).toBeGreaterThanOrEqual(10);
      expect(JSON.stringify(kept)).not.toContain(email);
      await advance(15 * 60);
      expect(await logIn({ email })).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 429 login_locked after ten wrong passwords, with the right one too, for fifteen minutes', async () => {
      const other = await api.customers.make();
      const wrong = { email: other.email, password: 'not the password' };
      const rush = await Promise.all(Array.from({ length: 14 }, () => logIn(wrong)));
      expect(rush.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(10).fill(401),
        ...Array<number>(4).fill(429),
      ]);
      const locked = await logIn({ email: other.email });
      expect(locked).toMatchObject(failure(429, 'login_locked'));
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
      await advance(15 * 60);
      expect((await logIn({ email: other.email })).status).toBe(200);
      expect((await outcomesOf(other.userId)).filter((outcome) => outcome === 'locked_out')).toHaveLength(5);
    });
  });

  describe('POST /logout', () => {
    it('returns 200, revokes the session at once and clears the cookie', async () => {
      const customer = await api.customers.make();
      const answer = await api.post('/v1/auth/logout', undefined, bySession(customer));
      expect(answer).toMatchObject({ status: 200, body: { ok: true } });
      expect(cookieOf(answer)).toMatch(/^svc_sid=; .*Max-Age=0/);
      expect((await api.get('/v1/accounts/me', bySession(customer))).status).toBe(401);
      expect((await api.get('/v1/accounts/me', { key: customer.key })).status).toBe(200);
    });

    it('returns 200 also for a partial session', async () => {
      const customer = await api.customers.make();
      await db.query(`UPDATE identity.sessions SET mfa_required = true WHERE user_id = $1`, [customer.userId]);
      expect((await api.post('/v1/auth/logout', undefined, bySession(customer))).status).toBe(200);
    });

    it('returns 401 without a session', async () => {
      expect(await api.post('/v1/auth/logout')).toMatchObject(failure(401, 'unauthorized'));
      const forged = { cookie: `svc_sid=${'x'.repeat(43)}.${'y'.repeat(43)}` };
      expect(await api.post('/v1/auth/logout', undefined, forged)).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 for a key and a foreign page', async () => {
      const customer = await api.customers.make();
      expect(await api.post('/v1/auth/logout', undefined, { key: customer.key })).toMatchObject(
        failure(403, 'session_required'),
      );
      const foreign = { origin: 'https://evil.example' };
      expect(await api.post('/v1/auth/logout', undefined, bySession(customer), foreign)).toMatchObject(
        failure(403, 'csrf_rejected'),
      );
    });

    it('returns 422 for a body', async () => {
      const customer = await api.customers.make();
      const answer = await api.post('/v1/auth/logout', { all: true }, bySession(customer));
      expect(answer).toMatchObject({ status: 422, body: { error: { fields: { all: expect.any(String) } } } });
    });
  });
});

describe('/v1/auth, at the limits of one network address', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => api.stop());
  const tries = async (count: number, path: string) => {
    const statuses: number[] = [];
    for (let made = 0; made < count; made++) statuses.push((await api.post(path, {})).status);
    return statuses;
  };

  it('returns 429 rate_limited for the eleventh sign-up of an hour', async () => {
    expect(await tries(11, '/v1/auth/signup')).toEqual([...Array<number>(10).fill(422), 429]);
    const answer = await api.post('/v1/auth/signup', {});
    expect(answer).toMatchObject(failure(429, 'rate_limited'));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('returns 429 rate_limited for the thirty-first sign-in of five minutes', async () => {
    expect(await tries(31, '/v1/auth/login')).toEqual([...Array<number>(30).fill(422), 429]);
  });
});

describe('mails per hour', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
  });
  afterAll(() => api.stop());
  const mails = async () =>
    (await api.use(Database).find<{ count: number }>(`SELECT count(*) FROM platform.mails`))!.count;
  const from = (ip: string) => ({ 'x-forwarded-for': ip });

  it('returns 204 and mails at most five links to one mailbox, including the one of the sign-up', async () => {
    const body = aSignUp();
    await api.post('/v1/auth/signup', body, {}, from('203.0.113.1'));
    for (let asked = 0; asked < 8; asked++) {
      const answer = await api.post(
        '/v1/auth/email/resend',
        { email: body.email },
        {},
        from(`203.0.113.${String(asked)}`),
      );
      expect(answer.status).toBe(204);
    }
    expect(await mails()).toBe(5);
  });

  it('returns 204 without a mail after thirty requests of one network address', async () => {
    const body = aSignUp();
    await api.post('/v1/auth/signup', body, {}, from('203.0.113.100'));
    const before = await mails();
    for (let asked = 0; asked < 30; asked++) {
      await api.post('/v1/auth/email/resend', { email: freshEmail() }, {}, from('203.0.113.99'));
    }
    const answer = await api.post('/v1/auth/email/resend', { email: body.email }, {}, from('203.0.113.99'));
    expect(answer.status).toBe(204);
    expect(await mails()).toBe(before);
  });
});
