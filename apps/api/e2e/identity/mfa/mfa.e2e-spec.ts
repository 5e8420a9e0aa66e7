import { totpCode } from '@trunkline/identity/testing';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { bySession } from '../../support/customers';
import { type Answer, type Customer, type Headers, startApi, type TestApi } from '../../support';
import { failure, invalid } from '../../support/refusals';

/** The response members that the tests read. */
interface Data {
  readonly secret: string;
  readonly otpauth_uri: string;
  readonly recovery_codes: readonly string[];
  readonly codes: readonly string[];
  readonly expires_at: number;
  readonly mfa_completed_at: number;
}

/** A user with a second factor and a full session. */
interface Secured {
  readonly customer: Customer;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The secret of the authenticator app. */
  readonly usedCode: string;
}

const MINUTE_S = 60;
const DAY_S = 86_400;
const PATH = '/v1/auth/mfa';
const dataOf = (answer: Answer) => answer.body.data as Data;
const cookieOf = (answer: Answer) => answer.headers.getSetCookie()[0] ?? '';
const maxAgeOf = (answer: Answer) => Number(/Max-Age=(\d+)/.exec(cookieOf(answer))?.[1]);

describe('/v1/auth/mfa', () => {
  let api: TestApi;
  let db: Database;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi();
    db = api.use(Database);
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const now = () => api.use(Clock).now();
  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  /** A code of a future time step, because each works once and the current one may be used. */
  const codeOf = (secret: string, stepsOn = 0) => totpCode(secret, new Date(now().getTime() + stepsOn * 30_000));
  const start = (who: object = bySession(customer)) => api.post(`${PATH}/setup-start`, { method: 'totp' }, who);
  const verify = (body: object, who: object = bySession(customer)) =>
    api.post(`${PATH}/setup-verify`, { method: 'totp', ...body }, who);
  const challenge = (cookie: string, body: object, headers: Headers = {}) =>
    api.post(`${PATH}/challenge`, body, { cookie }, headers);
  const disable = (body: object, cookie = customer.cookie) =>
    api.send('DELETE', PATH, { body, sender: { cookie }, headers: {} });
  const readsAccount = async (cookie: string) => (await api.get('/v1/accounts/me', { cookie })).status;
  const outcomesOf = async (userId: string) =>
    (
      await db.query<{ what: string }>(
        `SELECT outcome || ' ' || method AS what FROM identity.login_events WHERE user_id = $1 ORDER BY at, id`,
        [userId],
      )
    ).map(({ what }) => what);
  const count = async (userId: string, outcome: string) =>
    (await outcomesOf(userId)).filter((each) => each === `${outcome} password`).length;

  const secured = async (): Promise<Secured> => {
    const { secret } = dataOf(await start());
    const usedCode = codeOf(secret);
    const answer = await verify({ secret, code: usedCode });
    expect(answer.status).toBe(200);
    return { customer, secret, recoveryCodes: dataOf(answer).recovery_codes, usedCode };
  };
  /** Returns the cookie of a partial session. */
  const partial = async (mfaMethod = 'totp') => {
    const { email, password } = customer;
    const answer = await api.post('/v1/auth/login', { email, password });
    expect(answer.body.data).toMatchObject({ challenge: 'mfa', mfa_method: mfaMethod });
    return cookieOf(answer).split(';')[0]!;
  };
  /** Sets mailed codes in the database, because the API does not enroll users in them. */
  const withMailedCodes = async () => {
    await db.query(`UPDATE identity.users SET mfa_method = 'email_otp' WHERE id = $1`, [customer.userId]);
    return partial('email_otp');
  };
  const lock = async (cookie: string) => {
    for (let wrong = 0; wrong < 5; wrong++) {
      expect(await challenge(cookie, { code: '000000' })).toMatchObject(failure(401, 'mfa_code_invalid'));
    }
  };

  describe('POST /setup-start', () => {
    it('returns 200 with a secret, for a session and a key, and changes nothing', async () => {
      for (const who of [bySession(customer), { key: customer.key }]) {
        const answer = await start(who);
        expect(answer).toMatchObject({
          status: 200,
          body: {
            data: {
              method: 'totp',
              secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
              account_label: customer.email,
              issuer: 'Trunkline',
            },
          },
        });
        const uri = new URL(dataOf(answer).otpauth_uri);
        expect(uri.searchParams.get('secret')).toBe(dataOf(answer).secret);
      }
      const me = await api.get('/v1/accounts/me', bySession(customer));
      expect(me.body.data).toMatchObject({ user: { mfa_method: null } });
    });

    it('returns 401 without a credential', async () => {
      expect(await start({})).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 mfa_required for a session without its second factor', async () => {
      await secured();
      expect(await start({ cookie: await partial() })).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 409 mfa_already_enabled when it is enabled', async () => {
      await secured();
      for (const who of [bySession(customer), { key: customer.key }]) {
        expect(await start(who)).toMatchObject(failure(409, 'mfa_already_enabled'));
      }
    });

    it('returns 422 for another method', async () => {
      for (const body of [{}, { method: 'email_otp' }, { method: null }, { method: 'TOTP' }]) {
        expect(await api.post(`${PATH}/setup-start`, body, bySession(customer))).toMatchObject(invalid('method'));
      }
    });
  });

  describe('POST /setup-verify', () => {
    it('returns 200 with ten recovery codes, mails the user and keeps the session full', async () => {
      const { secret } = dataOf(await start());
      const answer = await verify({ secret, code: codeOf(secret) });
      expect(answer).toMatchObject({ status: 200, body: { data: { mfa_method: 'totp' } } });
      const codes = dataOf(answer).recovery_codes;
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
      const me = await api.get('/v1/accounts/me', bySession(customer));
      expect(me).toMatchObject({ status: 200, body: { data: { user: { mfa_method: 'totp' } } } });
      expect((await api.customers.subjectsTo(customer.email))[0]).toBe('Your second factor was enabled');
      await partial();
    });

    it('returns 200 for a key with the password', async () => {
      const { secret } = dataOf(await start({ key: customer.key }));
      const body = { secret, code: codeOf(secret), password: customer.password };
      expect((await verify(body, { key: customer.key })).status).toBe(200);
    });

    it('returns 200 for an old sign-in with the password', async () => {
      await advance(15 * MINUTE_S + 1);
      const { secret } = dataOf(await start());
      const body = { secret, code: codeOf(secret) };
      expect(await verify(body)).toMatchObject(failure(403, 'reauthentication_required'));
      expect((await verify({ ...body, password: customer.password })).status).toBe(200);
    });

    it('returns 200 for every role and account status', async () => {
      await db.query(`UPDATE identity.memberships SET role = 'read_only' WHERE user_id = $1`, [customer.userId]);
      await db.query(`UPDATE identity.accounts SET status = 'suspended', suspended_at = now() WHERE id = $1`, [
        customer.accountId,
      ]);
      await secured();
    });

    it('returns 400 mfa_code_invalid for a code of another secret', async () => {
      const { secret } = dataOf(await start());
      for (const code of ['000000', codeOf(secret, 3), codeOf(secret, -2)]) {
        expect(await verify({ secret, code })).toMatchObject(failure(400, 'mfa_code_invalid'));
      }
      expect((await verify({ secret, code: codeOf(secret, 1) })).status).toBe(200);
    });

    it('returns 401 without a credential', async () => {
      expect(await verify({ secret: 'x', code: '000000' }, {})).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 reauthentication_required for a key without the password', async () => {
      const { secret } = dataOf(await start({ key: customer.key }));
      const answer = await verify({ secret, code: codeOf(secret) }, { key: customer.key });
      expect(answer).toMatchObject(failure(403, 'reauthentication_required'));
    });

    it('returns 409 mfa_already_enabled when it is enabled', async () => {
      const { secret } = await secured();
      expect(await verify({ secret, code: codeOf(secret, 1) })).toMatchObject(failure(409, 'mfa_already_enabled'));
    });

    it('returns 422 for a secret not issued to this user in the last ten minutes', async () => {
      const { secret } = dataOf(await start());
      const stranger = await api.customers.make();
      const theirs = dataOf(await start(bySession(stranger))).secret;
      for (const wrong of [theirs, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', secret.toLowerCase()]) {
        expect(await verify({ secret: wrong, code: codeOf(secret) })).toMatchObject(invalid('secret'));
      }
      await advance(10 * MINUTE_S);
      expect(await verify({ secret, code: codeOf(secret) })).toMatchObject(invalid('secret'));
    });

    it('returns 422 for a key with a wrong password, and counts it', async () => {
      const body = { secret: 'x', code: '000000', password: 'not the password' };
      expect(await verify(body, { key: customer.key })).toMatchObject(invalid('password'));
      expect(await count(customer.userId, 'wrong_password')).toBe(1);
    });

    it('returns 422 and names each invalid field', async () => {
      expect(await verify({})).toMatchObject(invalid('secret', 'code'));
      for (const code of ['12345', '1234567', 'abcdef', '12345６', 123456]) {
        expect(await verify({ secret: 'x', code })).toMatchObject(invalid('code'));
      }
    });

    it('returns 429 login_locked after ten wrong passwords', async () => {
      const body = { secret: 'x', code: '000000', password: 'not the password' };
      for (let wrong = 0; wrong < 10; wrong++) await verify(body, { key: customer.key });
      expect(await verify(body, { key: customer.key })).toMatchObject(failure(429, 'login_locked'));
    });
  });

  describe('POST /challenge', () => {
    it("returns 200, completes the session, keeps the cookie's value and records the method", async () => {
      const { secret } = await secured();
      const cookie = await partial();
      expect(await readsAccount(cookie)).toBe(403);
      const answer = await challenge(cookie, { code: codeOf(secret, 1) });
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { user_id: customer.userId, account_id: customer.accountId } },
      });
      expect(dataOf(answer).mfa_completed_at).toBeCloseTo(now().getTime() / 1000, -1);
      expect(dataOf(answer).expires_at - now().getTime() / 1000).toBeCloseTo(DAY_S, -1);
      expect(cookieOf(answer).split(';')[0]).toBe(cookie);
      expect(maxAgeOf(answer)).toBeCloseTo(DAY_S, -1);
      expect(await readsAccount(cookie)).toBe(200);
      expect((await outcomesOf(customer.userId)).slice(-2)).toEqual(['mfa_required password', 'success password']);
    });

    it('returns 200 and trusts the device for thirty days from its last use', async () => {
      const { secret } = await secured();
      const cookie = await partial();
      const answer = await challenge(cookie, { code: codeOf(secret, 1), method: 'totp', trust_device: true });
      expect(dataOf(answer).expires_at - now().getTime() / 1000).toBeCloseTo(30 * DAY_S, -1);
      expect(maxAgeOf(answer)).toBeCloseTo(30 * DAY_S, -1);
      expect(cookieOf(answer).split(';')[0]).toBe(cookie);
      for (let used = 0; used < 3; used++) {
        await advance(20 * DAY_S);
        expect(await readsAccount(cookie)).toBe(200);
      }
    });

    it('returns 200 for a recovery code once, with or without its method, and mails the user', async () => {
      const { recoveryCodes } = await secured();
      const [first = '', second = ''] = recoveryCodes;
      expect((await challenge(await partial(), { code: first })).status).toBe(200);
      expect((await api.customers.subjectsTo(customer.email))[0]).toBe('Recovery code used');
      expect((await challenge(await partial(), { code: second, method: 'recovery_code' })).status).toBe(200);
      expect(await challenge(await partial(), { code: first })).toMatchObject(failure(401, 'mfa_code_invalid'));
    });

    it.each<[string, (code: string) => string]>([
      ['a blank in the middle', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
      ['surrounding blanks and a line break', (code) => ` ${code}\n`],
      ['a dash in the middle', (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
      ['a blank and a dash after each digit', (code) => Array.from(code).join(' \u2013 ')],
    ])('returns 200 for an app code with %s', async (_name, typed) => {
      const { secret } = await secured();
      expect((await challenge(await partial(), { code: typed(codeOf(secret, 1)) })).status).toBe(200);
    });

    it('returns 200 for a recovery code without its dash, with others, with blanks and in upper case', async () => {
      const { recoveryCodes } = await secured();
      const [first = '', second = '', third = '', fourth = ''] = recoveryCodes;
      const typed = [
        first.replace('-', ''),
        second.replace('-', ' \u2014 '),
        ` ${third.toUpperCase()} `,
        Array.from(fourth.replace('-', '')).join('-'),
      ];
      for (const code of typed)
        expect([code, (await challenge(await partial(), { code })).status]).toEqual([code, 200]);
    });

    it('returns 200 for a mailed code', async () => {
      const cookie = await withMailedCodes();
      await api.post(`${PATH}/email-otp`, undefined, { cookie });
      const code = await api.customers.mailedCode(customer.email);
      expect((await challenge(cookie, { code, method: 'email_otp' })).status).toBe(200);
      const again = await challenge(await partial('email_otp'), { code, method: 'email_otp' });
      expect(again).toMatchObject(failure(401, 'mfa_code_invalid'));
    });

    it('returns 200 after a sign-in by link', async () => {
      const { secret } = await secured();
      await api.post('/v1/auth/magic-link', { email: customer.email });
      const token = await api.customers.mailedToken(customer.email, 'magic-link');
      const consumed = await api.post('/v1/auth/magic-link/consume', { token });
      expect(consumed.body.data).toMatchObject({ challenge: 'mfa', mfa_method: 'totp' });
      expect((await challenge(cookieOf(consumed).split(';')[0]!, { code: codeOf(secret, 1) })).status).toBe(200);
      expect((await outcomesOf(customer.userId)).at(-1)).toBe('success magic_link');
    });

    it('returns 401 mfa_code_invalid for a wrong, used or outdated code, and three of four parallel uses', async () => {
      const { secret, usedCode } = await secured();
      const wrong = ['000000', usedCode, codeOf(secret, 3), '00000-00000'];
      for (const code of wrong) {
        const answer = await challenge(await partial(), { code });
        expect(answer).toMatchObject(failure(401, 'mfa_code_invalid'));
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      expect(await count(customer.userId, 'mfa_failed')).toBe(4);
      await advance(15 * MINUTE_S);
      const cookies = [await partial(), await partial(), await partial(), await partial()];
      const code = codeOf(secret);
      const statuses = (await Promise.all(cookies.map((cookie) => challenge(cookie, { code })))).map(
        ({ status }) => status,
      );
      expect(statuses.sort()).toEqual([200, 401, 401, 401]);
    });

    it('returns 401 unauthorized without a session, and with an expired or revoked one', async () => {
      const { recoveryCodes } = await secured();
      const code = recoveryCodes[0];
      expect(await api.post(`${PATH}/challenge`, { code })).toMatchObject(failure(401, 'unauthorized'));
      const revoked = await partial();
      await api.post('/v1/auth/logout', undefined, { cookie: revoked });
      expect(await challenge(revoked, { code })).toMatchObject(failure(401, 'unauthorized'));
      const expired = await partial();
      await advance(DAY_S);
      expect(await challenge(expired, { code })).toMatchObject(failure(401, 'unauthorized'));
      expect((await challenge(await partial(), { code })).status).toBe(200);
    });

    it('returns 403 for a key and a foreign page', async () => {
      await secured();
      const byKey = await api.post(`${PATH}/challenge`, { code: '000000' }, { key: customer.key });
      expect(byKey).toMatchObject(failure(403, 'session_required'));
      const foreign = await challenge(await partial(), { code: '000000' }, { origin: 'https://evil.example' });
      expect(foreign).toMatchObject(failure(403, 'csrf_rejected'));
    });

    it('returns 409 mfa_not_pending for a complete session', async () => {
      expect(await challenge(customer.cookie, { code: '000000' })).toMatchObject(failure(409, 'mfa_not_pending'));
      const { recoveryCodes } = await secured();
      const cookie = await partial();
      await challenge(cookie, { code: recoveryCodes[0] });
      const again = await challenge(cookie, { code: recoveryCodes[1] });
      expect(again).toMatchObject(failure(409, 'mfa_not_pending'));
      expect((await challenge(await partial(), { code: recoveryCodes[1] })).status).toBe(200);
    });

    it('returns 422 and names each invalid field', async () => {
      await secured();
      const cookie = await partial();
      for (const code of [
        undefined,
        null,
        '',
        '12345',
        '1234567',
        'abcde_fghij',
        'abcde-fghijk',
        '１２３４５６',
        ' - ',
      ]) {
        expect(await challenge(cookie, { code })).toMatchObject(invalid('code'));
      }
      const body = { code: '000000', method: 'sms', trust_device: 'yes', remember: true };
      expect(await challenge(cookie, body)).toMatchObject(invalid('method', 'trust_device', 'remember'));
      expect(await count(customer.userId, 'mfa_failed')).toBe(0);
    });

    it('returns 429 mfa_locked after five wrong codes of twenty at once, the right one included, for fifteen minutes', async () => {
      const { secret } = await secured();
      const cookie = await partial();
      const rush = await Promise.all(Array.from({ length: 20 }, () => challenge(cookie, { code: '000000' })));
      expect(rush.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(5).fill(401),
        ...Array<number>(15).fill(429),
      ]);
      const locked = await challenge(await partial(), { code: codeOf(secret, 1) });
      expect(locked).toMatchObject(failure(429, 'mfa_locked'));
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * MINUTE_S);
      expect(await count(customer.userId, 'mfa_failed')).toBe(5);
      await advance(15 * MINUTE_S);
      expect((await challenge(cookie, { code: codeOf(secret) })).status).toBe(200);
    });

    it('returns 429 mfa_locked when wrong codes are sent with If-Match or Idempotency-Key', async () => {
      await secured();
      const cookie = await partial();
      const headers: Headers[] = [{ 'if-match': '*' }, { 'idempotency-key': 'k1' }, { 'if-match': '"x"' }];
      for (const header of [...headers, headers[0]!, headers[1]!]) {
        const answer = await challenge(cookie, { code: '000000' }, header);
        expect(answer).toMatchObject(failure(401, 'mfa_code_invalid'));
      }
      expect(await challenge(cookie, { code: '000000' })).toMatchObject(failure(429, 'mfa_locked'));
    });
  });

  describe('POST /email-otp', () => {
    const ask = (sender: object) => api.post(`${PATH}/email-otp`, undefined, sender);

    it('returns 200 and mails a code for ten minutes, which replaces the previous one', async () => {
      const cookie = await withMailedCodes();
      const answer = await ask({ cookie });
      expect(answer).toMatchObject({ status: 200, body: { data: { sent_to_masked: 'c***@example.com' } } });
      expect(dataOf(answer).expires_at - now().getTime() / 1000).toBeCloseTo(10 * MINUTE_S, -1);
      const first = await api.customers.mailedCode(customer.email);
      await ask({ cookie });
      const second = await api.customers.mailedCode(customer.email);
      const old = await challenge(cookie, { code: first, method: 'email_otp' });
      expect(old).toMatchObject(failure(401, 'mfa_code_invalid'));
      await advance(10 * MINUTE_S);
      const late = await challenge(cookie, { code: second, method: 'email_otp' });
      expect(late).toMatchObject(failure(401, 'mfa_code_invalid'));
    });

    it('returns 401 without a session', async () => {
      expect(await ask({})).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 with a key', async () => {
      expect(await ask({ key: customer.key })).toMatchObject(failure(403, 'session_required'));
    });

    it('returns 409 mfa_not_pending for a complete session', async () => {
      expect(await ask(bySession(customer))).toMatchObject(failure(409, 'mfa_not_pending'));
      await secured();
      expect(await ask(bySession(customer))).toMatchObject(failure(409, 'mfa_not_pending'));
    });

    it('returns 422 for a body', async () => {
      await secured();
      const answer = await api.post(`${PATH}/email-otp`, { to: 'x@example.com' }, { cookie: await partial() });
      expect(answer).toMatchObject(invalid('to'));
    });
  });

  describe('POST /recovery-codes', () => {
    const replace = (body: object, sender: object = bySession(customer)) =>
      api.post(`${PATH}/recovery-codes`, body, sender);

    it('returns 200 with ten new codes, invalidates the old ones and mails the user', async () => {
      const { secret, recoveryCodes } = await secured();
      const answer = await replace({ code: codeOf(secret, 1) });
      expect(answer.status).toBe(200);
      const { codes } = dataOf(answer);
      expect(new Set([...codes, ...recoveryCodes]).size).toBe(20);
      expect((await api.customers.subjectsTo(customer.email))[0]).toBe('Recovery codes replaced');
      const old = await challenge(await partial(), { code: recoveryCodes[0] });
      expect(old).toMatchObject(failure(401, 'mfa_code_invalid'));
      expect((await challenge(await partial(), { code: codes[0] })).status).toBe(200);
    });

    it('returns 200 for an old recovery code', async () => {
      const { recoveryCodes } = await secured();
      expect((await replace({ code: recoveryCodes[0] })).status).toBe(200);
    });

    it('returns 200 for an old sign-in with the password', async () => {
      const { recoveryCodes } = await secured();
      await advance(15 * MINUTE_S + 1);
      const body = { code: recoveryCodes[0] };
      expect(await replace(body)).toMatchObject(failure(403, 'reauthentication_required'));
      expect(await replace({ ...body, password: 'not the password' })).toMatchObject(invalid('password'));
      expect((await replace({ ...body, password: customer.password })).status).toBe(200);
    });

    it('returns 401 mfa_code_invalid for a wrong or used code, and counts it', async () => {
      const { usedCode } = await secured();
      for (const code of ['000000', usedCode]) {
        expect(await replace({ code })).toMatchObject(failure(401, 'mfa_code_invalid'));
      }
      // The session was started by the link that verified the email.
      expect((await outcomesOf(customer.userId)).slice(-2)).toEqual(Array(2).fill('mfa_failed magic_link'));
    });

    it('returns 401 unauthorized without a session', async () => {
      expect(await replace({ code: '000000' }, {})).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 reauthentication_required for an old sign-in without the password, and keeps the code valid', async () => {
      const { recoveryCodes } = await secured();
      await advance(15 * MINUTE_S + 1);
      const body = { code: recoveryCodes[0] };
      expect(await replace(body)).toMatchObject(failure(403, 'reauthentication_required'));
      expect((await replace({ ...body, password: customer.password })).status).toBe(200);
    });

    it('returns 403 for a key and a partial session', async () => {
      const { recoveryCodes } = await secured();
      const body = { code: recoveryCodes[0] };
      expect(await replace(body, { key: customer.key })).toMatchObject(failure(403, 'session_required'));
      expect(await replace(body, { cookie: await partial() })).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 409 mfa_not_enabled when it is not enabled', async () => {
      expect(await replace({ code: '000000' })).toMatchObject(failure(409, 'mfa_not_enabled'));
    });

    it('returns 422 and names each invalid field', async () => {
      expect(await replace({ code: 'x', all: true })).toMatchObject(invalid('code', 'all'));
      expect(await replace({})).toMatchObject(invalid('code'));
    });

    it('returns 429 mfa_locked after wrong codes here and at sign-in together', async () => {
      const { recoveryCodes } = await secured();
      await lock(await partial());
      expect(await replace({ code: recoveryCodes[0] })).toMatchObject(failure(429, 'mfa_locked'));
    });
  });

  describe('DELETE', () => {
    it('returns 200, ends partial sessions and mails the user', async () => {
      const { secret } = await secured();
      const cookie = await partial();
      const answer = await disable({ password: customer.password, code: codeOf(secret, 1) });
      expect(answer).toMatchObject({ status: 200, body: { data: { mfa_method: null } } });
      expect(await readsAccount(cookie)).toBe(401);
      expect(await readsAccount(customer.cookie)).toBe(200);
      expect((await api.customers.subjectsTo(customer.email))[0]).toBe('Your second factor was disabled');
      const { email, password } = customer;
      const signedIn = await api.post('/v1/auth/login', { email, password });
      expect(signedIn.body.data).toMatchObject({ challenge: null, mfa_method: null });
      expect(await db.query(`SELECT FROM identity.second_factors WHERE user_id = $1`, [customer.userId])).toEqual([]);
      expect(await verify({ secret, code: codeOf(secret) })).toMatchObject(invalid('secret'));
      await secured();
    });

    it('returns 200 for a recovery code', async () => {
      const { recoveryCodes } = await secured();
      expect((await disable({ password: customer.password, code: recoveryCodes[9] })).status).toBe(200);
    });

    it('returns 401 mfa_code_invalid for a wrong code, and counts it', async () => {
      await secured();
      const answer = await disable({ password: customer.password, code: '000000' });
      expect(answer).toMatchObject(failure(401, 'mfa_code_invalid'));
      expect((await outcomesOf(customer.userId)).at(-1)).toBe('mfa_failed magic_link');
    });

    it('returns 401 unauthorized without a session', async () => {
      const body = { password: customer.password, code: '000000' };
      expect(await api.send('DELETE', PATH, { body, sender: {}, headers: {} })).toMatchObject(
        failure(401, 'unauthorized'),
      );
    });

    it('returns 403 for a key and a partial session', async () => {
      const { recoveryCodes } = await secured();
      const body = { password: customer.password, code: recoveryCodes[0] };
      const byKey = await api.send('DELETE', PATH, { body, sender: { key: customer.key }, headers: {} });
      expect(byKey).toMatchObject(failure(403, 'session_required'));
      expect(await disable(body, await partial())).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 403 reauthentication_required for an old sign-in of a user without a password', async () => {
      const { recoveryCodes } = await secured();
      await db.query(`UPDATE identity.users SET password_hash = NULL WHERE id = $1`, [customer.userId]);
      await advance(15 * MINUTE_S + 1);
      const answer = await disable({ code: recoveryCodes[0] });
      expect(answer).toMatchObject(failure(403, 'reauthentication_required'));
    });

    it('returns 409 mfa_not_enabled when it is not enabled', async () => {
      const answer = await disable({ password: customer.password, code: '000000' });
      expect(answer).toMatchObject(failure(409, 'mfa_not_enabled'));
    });

    it('returns 422 for a missing or wrong password, counts it and keeps the code valid', async () => {
      const { recoveryCodes } = await secured();
      const code = recoveryCodes[0];
      expect(await disable({ code })).toMatchObject(invalid('password'));
      expect(await disable({ code, password: 'not the password' })).toMatchObject(invalid('password'));
      expect(await count(customer.userId, 'wrong_password')).toBe(1);
      expect((await disable({ code, password: customer.password })).status).toBe(200);
    });

    it('returns 422 and names each invalid field', async () => {
      await secured();
      expect(await disable({ password: 5, code: '1', why: '' })).toMatchObject(invalid('password', 'code', 'why'));
    });

    it('returns 429 mfa_locked after wrong codes here and at sign-in together', async () => {
      const { recoveryCodes } = await secured();
      await lock(await partial());
      const answer = await disable({ password: customer.password, code: recoveryCodes[0] });
      expect(answer).toMatchObject(failure(429, 'mfa_locked'));
    });

    it('returns 429 login_locked after ten wrong passwords', async () => {
      const { recoveryCodes } = await secured();
      for (let wrong = 0; wrong < 10; wrong++) await disable({ password: 'not it', code: recoveryCodes[0] });
      const answer = await disable({ password: customer.password, code: recoveryCodes[0] });
      expect(answer).toMatchObject(failure(429, 'login_locked'));
    });
  });

  it('stores secrets and codes encrypted or hashed', async () => {
    const { secret, recoveryCodes } = await secured();
    const rows = await db.query(`SELECT * FROM identity.second_factors WHERE user_id = $1`, [customer.userId]);
    const kept = JSON.stringify(rows);
    expect(rows).toHaveLength(1);
    for (const clear of [secret, ...recoveryCodes]) expect(kept).not.toContain(clear);
  });
});
