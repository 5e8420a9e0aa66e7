import { totpCode } from '@trunkline/identity/testing';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { type Answer, type Customer, type Headers, startApi, testEnvironment, type TestApi } from '../../support';
import { bySession } from '../../support/customers';
import { failure, invalid } from '../../support/refusals';

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;
const NEW_PASSWORD = 'staple battery horse correct';

const cookieNamed = (answer: Answer, name: string) => {
  const found = answer.headers.getSetCookie().find((each) => each.startsWith(`${name}=`));
  return found?.split(';')[0];
};
const statusesOf = (answers: readonly Answer[]) => {
  const statuses = answers.map(({ status }) => status);
  return Object.fromEntries(
    [...new Set(statuses)].map((each) => [each, statuses.filter((one) => one === each).length]),
  );
};
const retryAfter = (answer: Answer) => Number(answer.headers.get('retry-after'));

describe('lockouts', () => {
  let api: TestApi;
  let other: TestApi;
  let customer: Customer;
  beforeAll(async () => {
    const environment = await testEnvironment({ TRUST_PROXY: '1' });
    api = await startApi(environment);
    other = await startApi(environment);
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(async () => {
    await other.stop();
    await api.stop();
  });

  let addresses = 0;
  /** Sends each request from another address. */
  const elsewhere = (): Headers => {
    addresses++;
    return { 'x-forwarded-for': `81.2.${String(Math.floor(addresses / 250) % 250)}.${String((addresses % 250) + 1)}` };
  };
  /** Stored in the database, for both processes. */
  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const logIn = (change: object = {}, cookie?: string, via = api) => {
    const { email, password } = customer;
    const headers = { ...elsewhere(), ...(cookie !== undefined && { cookie }) };
    return via.post('/v1/auth/login', { email, password, ...change }, {}, headers);
  };
  const wrong = { password: 'not the password' };
  /** Sends the attempts in parallel: each rejection takes its minimum duration. */
  const guess = async (times: number, change: object = wrong, cookie?: string) => {
    const answers = await Promise.all(Array.from({ length: times }, () => logIn(change, cookie)));
    return answers.map(({ status }) => status);
  };
  const lock = async (change: object = wrong) => expect(await guess(10, change)).toEqual(Array(10).fill(401));
  const isLocked = async (change: object = {}, cookie?: string) =>
    expect(await logIn(change, cookie)).toMatchObject(failure(429, 'login_locked'));
  const trusted = async () => {
    const answer = await logIn({ trust_device: true });
    expect(answer.status).toBe(200);
    return { device: cookieNamed(answer, 'svc_did')!, session: cookieNamed(answer, 'svc_sid')!, answer };
  };
  const outcomes = async (outcome: string) => {
    const text = `SELECT FROM identity.login_events WHERE user_id = $1 AND outcome = $2`;
    return (await api.use(Database).query(text, [customer.userId, outcome])).length;
  };
  const reset = async () => {
    await api.post('/v1/auth/forgot-password', { email: customer.email });
    const token = await api.customers.mailedToken(customer.email, 'reset-password');
    const answer = await api.post('/v1/auth/reset-password', { token, new_password: NEW_PASSWORD });
    expect(answer.status).toBe(200);
    return answer;
  };

  describe('by wrong passwords of a user', () => {
    it.each(['known', 'unknown'])(
      'check ten of thirty parallel attempts from thirty addresses in two processes: %s email',
      async (kind) => {
        const email = kind === 'known' ? customer.email : `nobody-${customer.email}`;
        const rush = await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            logIn({ ...wrong, email }, undefined, index % 2 === 0 ? api : other),
          ),
        );
        expect(statusesOf(rush)).toEqual({ 401: 10, 429: 20 });
        for (const via of [api, other]) {
          expect(await logIn({ email }, undefined, via)).toMatchObject(failure(429, 'login_locked'));
        }
        if (kind === 'unknown') return;
        expect([await outcomes('wrong_password'), await outcomes('locked_out')]).toEqual([10, 22]);
      },
    );

    it.each(['known', 'unknown'])(
      'last 15 minutes after 10 in 15, an hour after 20 in an hour, the rest of the day after 100: %s email',
      async (kind) => {
        const email = kind === 'known' ? customer.email : `nobody-${customer.email}`;
        const lasts = async (seconds: number) => {
          const answer = await logIn({ email });
          expect(answer).toMatchObject(failure(429, 'login_locked'));
          expect(retryAfter(answer)).toBeGreaterThan(seconds - 30);
          expect(retryAfter(answer)).toBeLessThanOrEqual(seconds);
        };
        for (let round = 0; round < 4; round++) {
          await lock({ ...wrong, email });
          await lasts(15 * MINUTE_S);
          await advance(15 * MINUTE_S);
          await lock({ ...wrong, email });
          await lasts(HOUR_S);
          await advance(HOUR_S);
        }
        await lock({ ...wrong, email });
        await advance(15 * MINUTE_S);
        await lock({ ...wrong, email });
        await lasts(DAY_S - 4 * (HOUR_S + 15 * MINUTE_S) - 15 * MINUTE_S);
        await advance(HOUR_S);
        expect(await logIn({ email })).toMatchObject(failure(429, 'login_locked'));
        await advance(DAY_S);
        expect((await logIn({ email })).status).toBe(kind === 'known' ? 200 : 401);
      },
      // A hundred passwords are hashed one after the other, which takes long on a busy machine.
      120_000,
    );

    it('reject password sign-in from unknown devices only, and notify the user once', async () => {
      const { device, session } = await trusted();
      await lock();
      await isLocked();
      await isLocked({}, 'svc_did=forged.signature');
      expect((await logIn({}, device)).status).toBe(200);
      expect((await api.get('/v1/accounts/me', { cookie: session })).status).toBe(200);
      const body = { new_email: `new-${customer.email}`, password: customer.password };
      expect((await api.post('/v1/users/me/email-change', body, { cookie: session })).status).toBe(202);
      await api.post('/v1/auth/magic-link', { email: customer.email });
      const token = await api.customers.mailedToken(customer.email, 'magic-link');
      expect((await api.post('/v1/auth/magic-link/consume', { token })).status).toBe(200);
      await isLocked();
      const lockMails = (await api.customers.subjectsTo(customer.email)).filter((each) => each.includes('locked'));
      expect(lockMails).toHaveLength(1);
    });

    it('end with a password reset by mail, after which its browser is a known device', async () => {
      await lock();
      const device = cookieNamed(await reset(), 'svc_did');
      expect(await guess(9)).toEqual(Array(9).fill(401));
      expect((await logIn({ password: NEW_PASSWORD })).status).toBe(200);
      await guess(1);
      await isLocked({ password: NEW_PASSWORD });
      expect((await logIn({ password: NEW_PASSWORD }, device)).status).toBe(200);
    });
  });

  describe('of a known device', () => {
    it('set a signed cookie of 180 days that scripts cannot read, after the session cookie', async () => {
      const { answer } = await trusted();
      const [first, second, ...rest] = answer.headers.getSetCookie();
      expect([first?.split('=')[0], rest]).toEqual(['svc_sid', []]);
      expect(second).toMatch(
        /^svc_did=[\w-]{32,}\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=15552000/,
      );
      expect((await logIn()).headers.getSetCookie()).toHaveLength(1);
      const kept = JSON.stringify(await api.use(Database).query(`SELECT * FROM identity.known_devices`));
      expect(kept).not.toContain(/svc_did=([\w-]+)/.exec(second!)![1]);
    });

    it('count separately: ten in 15 minutes lock neither other devices nor other users', async () => {
      const [mine, second] = [(await trusted()).device, (await trusted()).device];
      expect(await guess(10, wrong, mine)).toEqual(Array(10).fill(401));
      await isLocked({}, mine);
      expect((await logIn({}, second)).status).toBe(200);
      expect((await logIn()).status).toBe(200);
      await advance(15 * MINUTE_S);
      expect(await guess(10, wrong, mine)).toEqual(Array(10).fill(401));
      await isLocked({}, mine);
      await advance(15 * MINUTE_S);
      expect((await logIn({}, mine)).status).toBe(200);
      expect(await outcomes('locked_out')).toBe(2);
    });

    it('check ten of thirty parallel wrong passwords', async () => {
      const { device } = await trusted();
      const rush = Array.from({ length: 30 }, (_, index) => logIn(wrong, device, index % 2 === 0 ? api : other));
      expect(statusesOf(await Promise.all(rush))).toEqual({ 401: 10, 429: 20 });
    });

    it('do not apply to another user', async () => {
      const { device } = await trusted();
      customer = await api.customers.make();
      await lock();
      await isLocked({}, device);
    });

    it.each<[string, (session: string) => Promise<Answer>]>([
      ['every session is revoked', (cookie) => api.post('/v1/auth/sessions/revoke-all', {}, { cookie })],
      [
        'the password is changed',
        (cookie) => {
          const body = { current_password: customer.password, new_password: NEW_PASSWORD };
          return api.post('/v1/auth/change-password', body, { cookie });
        },
      ],
      ['the password is reset', () => reset()],
    ])('end when %s', async (_name, end) => {
      const { device, session } = await trusted();
      const answer = await end(session);
      expect(answer.status).toBe(200);
      const { password = customer.password } = { password: (await logIn()).status === 200 ? undefined : NEW_PASSWORD };
      await guess(10);
      await isLocked({ password }, device);
    });

    it('end when the user changes the email', async () => {
      const { device, session } = await trusted();
      const email = `moved-${customer.email}`;
      await api.post(
        '/v1/users/me/email-change',
        { new_email: email, password: customer.password },
        { cookie: session },
      );
      const token = await api.customers.mailedToken(email, 'email-change');
      expect((await api.post('/v1/auth/verify-email', { token })).status).toBe(200);
      customer = { ...customer, email };
      await lock();
      await isLocked({}, device);
    });

    it('end after 180 days', async () => {
      const { device } = await trusted();
      await advance(180 * DAY_S - MINUTE_S);
      await lock();
      expect((await logIn({}, device)).status).toBe(200);
      await advance(15 * MINUTE_S);
      await lock();
      await isLocked({}, device);
    });

    it('are remembered when the second factor completes the sign-in', async () => {
      const start = await api.post('/v1/auth/mfa/setup-start', { method: 'totp' }, bySession(customer));
      const { secret } = start.body.data as { secret: string };
      const code = (step: number) => totpCode(secret, new Date(api.use(Clock).now().getTime() + step * 30_000));
      const body = { method: 'totp', secret, code: code(-1) };
      expect((await api.post('/v1/auth/mfa/setup-verify', body, bySession(customer))).status).toBe(200);
      for (const [step, atLogIn] of [true, false].entries()) {
        const partial = await logIn({ trust_device: atLogIn });
        expect(cookieNamed(partial, 'svc_did')).toBeUndefined();
        const given = { code: code(step), trust_device: !atLogIn };
        const cookie = cookieNamed(partial, 'svc_sid')!;
        const answer = await api.post('/v1/auth/mfa/challenge', given, { cookie });
        expect([answer.status, cookieNamed(answer, 'svc_did')]).toEqual([200, expect.any(String)]);
      }
    });
  });

  describe('of `password` within a session', () => {
    const ask = (cookie: string, password = customer.password) =>
      api.post('/v1/users/me/email-change', { new_email: `n-${customer.email}`, password }, { cookie });

    it('count for that session alone', async () => {
      const mine = (await logIn()).headers.getSetCookie()[0]!.split(';')[0]!;
      const rush = await Promise.all(Array.from({ length: 30 }, () => ask(mine, wrong.password)));
      expect(statusesOf(rush)).toEqual({ 422: 10, 429: 20 });
      const locked = await ask(mine);
      expect(locked).toMatchObject(failure(429, 'login_locked'));
      expect(retryAfter(locked)).toBeGreaterThan(14 * MINUTE_S);
      expect(await outcomes('locked_out')).toBe(21);
      expect((await ask(customer.cookie)).status).toBe(202);
      expect((await logIn()).status).toBe(200);
      await advance(15 * MINUTE_S);
      expect((await ask(mine)).status).toBe(202);
    });

    it('continue while sign-in is locked', async () => {
      await lock();
      expect((await ask(customer.cookie)).status).toBe(202);
      expect(await ask(customer.cookie, wrong.password)).toMatchObject(invalid('password'));
    });

    it('count for all API keys of a user together', async () => {
      const start = await api.post('/v1/auth/mfa/setup-start', { method: 'totp' }, { key: customer.key });
      const { secret } = start.body.data as { secret: string };
      const made = await api.post('/v1/api-keys', { name: 'second' }, bySession(customer));
      const keys = [customer.key, (made.body.data as { key: string }).key];
      const verify = (key: string, password: string) =>
        api.post('/v1/auth/mfa/setup-verify', { method: 'totp', secret, code: '000000', password }, { key });
      for (let tried = 0; tried < 10; tried++) {
        expect(await verify(keys[tried % 2]!, wrong.password)).toMatchObject(invalid('password'));
      }
      for (const key of keys) expect(await verify(key, customer.password)).toMatchObject(failure(429, 'login_locked'));
      expect((await logIn()).status).toBe(200);
    });
  });

  describe('by wrong codes of the second factor', () => {
    const secured = async () => {
      const start = await api.post('/v1/auth/mfa/setup-start', { method: 'totp' }, bySession(customer));
      const { secret } = start.body.data as { secret: string };
      const body = { method: 'totp', secret, code: totpCode(secret, api.use(Clock).now()) };
      const verified = await api.post('/v1/auth/mfa/setup-verify', body, bySession(customer));
      return (verified.body.data as { recovery_codes: string[] }).recovery_codes;
    };
    const partial = async (password = customer.password) => cookieNamed(await logIn({ password }), 'svc_sid')!;
    const give = (cookie: string, code: string) => api.post('/v1/auth/mfa/challenge', { code }, { cookie });
    const fail = async (cookie: string) => {
      for (let tried = 0; tried < 5; tried++) {
        expect(await give(cookie, '000000')).toMatchObject(failure(401, 'mfa_code_invalid'));
      }
      expect(await give(cookie, '000000')).toMatchObject(failure(429, 'mfa_locked'));
    };

    it('last for the rest of the day after twenty', async () => {
      const codes = await secured();
      for (let round = 0; round < 4; round++) {
        await fail(await partial());
        await advance(15 * MINUTE_S);
      }
      const locked = await give(await partial(), codes[0]!);
      expect(locked).toMatchObject(failure(429, 'mfa_locked'));
      expect(retryAfter(locked)).toBeGreaterThan(22 * HOUR_S);
      await advance(DAY_S - HOUR_S);
      expect((await give(await partial(), codes[0]!)).status).toBe(200);
    });

    it('do not end with a reset by mail', async () => {
      const codes = await secured();
      await fail(await partial());
      await reset();
      expect(await give(await partial(NEW_PASSWORD), codes[0]!)).toMatchObject(failure(429, 'mfa_locked'));
    });
  });
});
