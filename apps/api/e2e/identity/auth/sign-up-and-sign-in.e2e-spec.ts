import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { bySession } from '../../support/customers';
import { type Answer, type Customer, DASHBOARD_ORIGIN, startApi, type TestApi } from '../../support';
import { failure } from '../../support/refusals';
import { GAP_MAX_MS, timeGap } from '../../support/time-gap';

/** What the answers of this family hold, as far as the tests look into it. */
interface Data {
  readonly account_id: string;
  readonly user_id: string;
  readonly expires_at: number;
  readonly user: object;
}

const DAY_S = 86_400;
const PASSWORD = 'correct horse battery staple';
const NOBODYS_NETWORK = { 'x-forwarded-for': '240.0.0.1' };

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
    (await db.queryOne<{ count: number }>(`SELECT count(*) FROM platform.mails WHERE status = 'waiting'`))!.count;

  describe('POST /signup', () => {
    it('201: makes an account with five dollars and asks for verification', async () => {
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

    it('201: a disposable mailbox waits for a review and cannot order until then', async () => {
      const answer = await api.post(
        '/v1/auth/signup',
        aSignUp({ email: `${randomBytes(6).toString('hex')}@mailinator.com` }),
      );
      expect(answer).toMatchObject({ status: 201, body: { data: { tier: 'manual_review' } } });
      expect(await outcomesOf(dataOf(answer).user_id)).toEqual(['fraud_screen_review']);
    });

    it('201: the same again under one Idempotency-Key is one account', async () => {
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      const body = aSignUp();
      const first = await api.post('/v1/auth/signup', body, {}, headers);
      const second = await api.post('/v1/auth/signup', body, {}, headers);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
    });

    it('201: twenty at once under one Idempotency-Key are one account', async () => {
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

    it('403 fraud_blocked: leaves nothing behind but the event', async () => {
      const body = aSignUp();
      const answer = await api.post('/v1/auth/signup', body, {}, NOBODYS_NETWORK);
      expect(answer).toMatchObject(failure(403, 'fraud_blocked'));
      expect(await db.query(`SELECT FROM identity.users WHERE email = $1`, [body.email])).toEqual([]);
      const events = `SELECT FROM identity.login_events WHERE outcome = 'fraud_screen_blocked' AND user_id IS NULL`;
      expect((await db.query(events)).length).toBeGreaterThan(0);
    });

    it('409 email_in_use: in whatever spelling, also for one of two at once', async () => {
      const body = aSignUp();
      const answers = await Promise.all([api.post('/v1/auth/signup', body), api.post('/v1/auth/signup', body)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const again = await api.post('/v1/auth/signup', { ...body, email: body.email.toUpperCase() });
      expect(again).toMatchObject(failure(409, 'email_in_use'));
    });

    it('422: names each bad field, unknown ones too', async () => {
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

    it('422: refuses a common password', async () => {
      const answer = await api.post('/v1/auth/signup', aSignUp({ password: 'Password123' }));
      expect(answer.body.error).toMatchObject({
        code: 'invalid_input',
        fields: { password: expect.stringContaining('common') },
      });
    });

    it('422 idempotency_key_reused: the key came with another body before', async () => {
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      await api.post('/v1/auth/signup', aSignUp(), {}, headers);
      const answer = await api.post('/v1/auth/signup', aSignUp(), {}, headers);
      expect(answer).toMatchObject(failure(422, 'idempotency_key_reused'));
    });
  });

  describe('POST /email/resend', () => {
    it('204: mails another link to an address that waits for it', async () => {
      const { email } = aSignUp();
      await api.post('/v1/auth/signup', aSignUp({ email }));
      const first = await api.customers.mailedToken(email, 'verify-email');
      const answer = await api.post('/v1/auth/email/resend', { email });
      expect(answer).toMatchObject({ status: 204, text: '' });
      expect(await api.customers.mailedToken(email, 'verify-email')).not.toBe(first);
    });

    it('204: mails nothing to nobody and nothing to the verified, after the same time', async () => {
      const { email } = await api.customers.make();
      const waiting = aSignUp();
      await api.post('/v1/auth/signup', waiting);
      const ask = async (address: string) =>
        expect((await api.post('/v1/auth/email/resend', { email: address })).status).toBe(204);
      const before = await mailsWaiting();
      await ask(email);
      const gap = await timeGap(
        () => ask(freshEmail()),
        () => ask(waiting.email),
      );
      expect(await mailsWaiting()).toBe(before + 10);
      expect(gap).toBeLessThan(GAP_MAX_MS);
    });

    it('204: no address', async () => {
      expect((await api.post('/v1/auth/email/resend', { email: 'not an address' })).status).toBe(204);
    });
  });

  describe('POST /verify-email', () => {
    it('200: verifies, signs in, and uses the link up', async () => {
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

    it('403 account_closed: the account was closed meanwhile, and the link is not used up', async () => {
      const { email } = aSignUp();
      const { account_id } = dataOf(await api.post('/v1/auth/signup', aSignUp({ email })));
      const token = await api.customers.mailedToken(email, 'verify-email');
      await setStatus(account_id, 'closed');
      expect(await api.post('/v1/auth/verify-email', { token })).toMatchObject(failure(403, 'account_closed'));
      await setStatus(account_id, 'active');
      expect((await api.post('/v1/auth/verify-email', { token })).status).toBe(200);
    });

    it('410 token_invalid: unknown, used and expired alike, also for nine of ten at once', async () => {
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

    it('422: no token', async () => {
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

    it('200: sets a new session cookie', async () => {
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

    it('200: a trusted device is remembered for thirty days from its last use', async () => {
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

    it('200: with a second factor the session is partial', async () => {
      const other = await api.customers.make();
      await db.query(`UPDATE identity.users SET mfa_method = 'totp' WHERE id = $1`, [other.userId]);
      const answer = await logIn({ email: other.email });
      expect(answer.body.data).toMatchObject({ challenge: 'mfa', mfa_method: 'totp' });
      const me = await api.get('/v1/accounts/me', { cookie: cookieOf(answer).split(';')[0]! });
      expect(me).toMatchObject(failure(403, 'mfa_required'));
    });

    it('401 unauthorized: a wrong password and an unknown address are one answer', async () => {
      const wrong = await logIn({ password: 'not the password' });
      const unknown = await logIn({ email: freshEmail() });
      expect(wrong).toMatchObject(failure(401, 'unauthorized'));
      expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
      expect(wrong.headers.getSetCookie()).toEqual([]);
    });

    it('403 email_unverified: only for someone who knows the password', async () => {
      const { email } = aSignUp();
      await api.post('/v1/auth/signup', aSignUp({ email }));
      expect(await logIn({ email, password: PASSWORD })).toMatchObject(failure(403, 'email_unverified'));
      expect(await logIn({ email, password: 'not the password' })).toMatchObject(failure(401, 'unauthorized'));
    });

    it('403 fraud_blocked: from a network that nobody can be in', async () => {
      expect(await logIn({}, NOBODYS_NETWORK)).toMatchObject(failure(403, 'fraud_blocked'));
      expect((await outcomesOf(customer.userId)).at(-1)).toBe('fraud_screen_blocked');
    });

    it('403 account_closed: every account of the user is closed', async () => {
      const other = await api.customers.make();
      await setStatus(other.accountId, 'closed');
      expect(await logIn({ email: other.email })).toMatchObject(failure(403, 'account_closed'));
    });

    it('422: names each bad field', async () => {
      const answer = await logIn({ email: 1, password: null, trust_device: 'yes', remember: true });
      expect(Object.keys(answer.body.error!.fields!).sort()).toEqual(['email', 'password', 'remember', 'trust_device']);
    });

    it('429 login_locked: for an address that nobody has as for one that somebody has, and none is kept', async () => {
      const email = `nobody-${randomBytes(8).toString('hex')}@example.com`;
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

    it('429 login_locked: after ten wrong passwords, with the right one too, for fifteen minutes', async () => {
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
    it('200: revokes the session at once and clears the cookie', async () => {
      const customer = await api.customers.make();
      const answer = await api.post('/v1/auth/logout', undefined, bySession(customer));
      expect(answer).toMatchObject({ status: 200, body: { ok: true } });
      expect(cookieOf(answer)).toMatch(/^svc_sid=; .*Max-Age=0/);
      expect((await api.get('/v1/accounts/me', bySession(customer))).status).toBe(401);
      expect((await api.get('/v1/accounts/me', { key: customer.key })).status).toBe(200);
    });

    it('200: also for a partial session', async () => {
      const customer = await api.customers.make();
      await db.query(`UPDATE identity.sessions SET mfa_required = true WHERE user_id = $1`, [customer.userId]);
      expect((await api.post('/v1/auth/logout', undefined, bySession(customer))).status).toBe(200);
    });

    it('401: without a session', async () => {
      expect(await api.post('/v1/auth/logout')).toMatchObject(failure(401, 'unauthorized'));
      const forged = { cookie: `svc_sid=${'x'.repeat(43)}.${'y'.repeat(43)}` };
      expect(await api.post('/v1/auth/logout', undefined, forged)).toMatchObject(failure(401, 'unauthorized'));
    });

    it('403: with a key, or from a page of somebody else', async () => {
      const customer = await api.customers.make();
      expect(await api.post('/v1/auth/logout', undefined, { key: customer.key })).toMatchObject(
        failure(403, 'session_required'),
      );
      const foreign = { origin: 'https://evil.example' };
      expect(await api.post('/v1/auth/logout', undefined, bySession(customer), foreign)).toMatchObject(
        failure(403, 'csrf_rejected'),
      );
      expect(DASHBOARD_ORIGIN).not.toBe(foreign.origin);
    });

    it('422: takes no body', async () => {
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

  it('429 rate_limited: the eleventh sign-up of an hour', async () => {
    expect(await tries(11, '/v1/auth/signup')).toEqual([...Array<number>(10).fill(422), 429]);
    const answer = await api.post('/v1/auth/signup', {});
    expect(answer).toMatchObject(failure(429, 'rate_limited'));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('429 rate_limited: the thirty-first sign-in of five minutes', async () => {
    expect(await tries(31, '/v1/auth/login')).toEqual([...Array<number>(30).fill(422), 429]);
  });
});

describe('Mails an hour', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
  });
  afterAll(() => api.stop());
  const mails = async () =>
    (await api.use(Database).queryOne<{ count: number }>(`SELECT count(*) FROM platform.mails`))!.count;
  const from = (ip: string) => ({ 'x-forwarded-for': ip });

  it('204: five to one mailbox, that of the sign-up among them, and no more however often it is asked', async () => {
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

  it('204: none from an address that has asked thirty times', async () => {
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
