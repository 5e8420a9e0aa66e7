import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../../support';
import { failure, invalid } from '../../support/refusals';

const DAY_S = 86_400;
const PHONE = '+442071838750';

const freshEmail = () => `u-${randomBytes(8).toString('hex')}@example.com`;
const cookieOf = (answer: Answer) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('/v1/users/me', () => {
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

  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const me = (cookie = customer.cookie) => api.get('/v1/users/me', { cookie });
  const setPhoneVerified = () =>
    db.query(`UPDATE identity.users SET phone_e164 = $2, phone_verified = true WHERE id = $1`, [
      customer.userId,
      PHONE,
    ]);

  describe('GET', () => {
    it('returns 200 and shows the user, with the role in the selected account', async () => {
      expect(await me()).toMatchObject({
        status: 200,
        body: {
          data: {
            id: customer.userId,
            email: customer.email,
            name: 'Test Customer',
            role: 'owner',
            email_verified: true,
            phone_verified: false,
            mfa_method: null,
            phone_e164: null,
          },
        },
      });
    });

    it('returns 401 without a session', async () => {
      expect(await api.get('/v1/users/me')).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 with a key', async () => {
      expect(await api.get('/v1/users/me', { key: customer.key })).toMatchObject(failure(403, 'session_required'));
    });
  });

  describe('PATCH', () => {
    const change = (body: object, headers = {}) => api.patch('/v1/users/me', body, bySession(customer), headers);

    it('returns 200 and changes only the members sent', async () => {
      expect((await change({ name: 'Countess', phone_e164: PHONE })).body.data).toMatchObject({
        name: 'Countess',
        phone_e164: PHONE,
      });
      expect((await change({ name: 'Ada' })).body.data).toMatchObject({ name: 'Ada', phone_e164: PHONE });
      expect((await change({ phone_e164: null })).body.data).toMatchObject({ name: 'Ada', phone_e164: null });
      expect((await me()).body.data).toMatchObject({ name: 'Ada', phone_e164: null, email: customer.email });
    });

    it('returns 200 and resets the verification of a changed phone number only', async () => {
      await setPhoneVerified();
      expect((await change({ phone_e164: PHONE })).body.data).toMatchObject({ phone_verified: true });
      expect((await change({ phone_e164: '+12125550123' })).body.data).toMatchObject({ phone_verified: false });
    });

    it('returns 200 also while the account is suspended, for a user who may only read there', async () => {
      await db.query(
        `UPDATE identity.accounts SET status = 'suspended', suspended_at = now(), suspension_reason = 'x' WHERE id = $1`,
        [customer.accountId],
      );
      await db.query(`UPDATE identity.memberships SET role = 'read_only' WHERE user_id = $1`, [customer.userId]);
      expect((await change({ name: 'Ada' })).body.data).toMatchObject({ name: 'Ada', role: 'read_only' });
    });

    it('returns 401 without a session', async () => {
      expect(await api.patch('/v1/users/me', { name: 'Ada' })).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 with a key', async () => {
      const answer = await api.patch('/v1/users/me', { name: 'Ada' }, { key: customer.key });
      expect(answer).toMatchObject(failure(403, 'session_required'));
    });

    it('returns 412 after a concurrent change', async () => {
      const etag = (await me()).headers.get('etag')!;
      expect((await change({ name: 'First' }, { 'if-match': etag })).status).toBe(200);
      expect(await change({ name: 'Second' }, { 'if-match': etag })).toMatchObject(failure(412, 'precondition_failed'));
    });

    it('returns 422 and names each invalid and read-only field', async () => {
      const answer = await change({ name: 'A', phone_e164: '0207', email: freshEmail(), phone_verified: true });
      expect(answer).toMatchObject(failure(422, 'invalid_input'));
      expect(Object.keys(answer.body.error!.fields!).sort()).toEqual(['email', 'name', 'phone_e164', 'phone_verified']);
    });
  });

  describe('POST /email-change', () => {
    const ask = (new_email: string, change: object = {}, headers = {}) =>
      api.post(
        '/v1/users/me/email-change',
        { new_email, password: customer.password, ...change },
        bySession(customer),
        headers,
      );
    const follow = (token: string) => api.post('/v1/auth/verify-email', { token });
    const mailedLink = (email: string) => api.customers.mailedToken(email, 'email-change');

    it('returns 202, mails a link to the new email and changes nothing yet', async () => {
      const newEmail = freshEmail();
      const answer = await ask(newEmail.toUpperCase());
      expect(answer).toMatchObject({ status: 202, body: { ok: true, data: { pending_email: newEmail } } });
      expect(await mailedLink(newEmail)).toMatch(/^[\w-]{43}$/);
      expect((await me()).body.data).toMatchObject({ email: customer.email });
    });

    it('returns 202, and the link changes the email, mails the old one and ends other sessions', async () => {
      const newEmail = freshEmail();
      await ask(newEmail);
      const answer = await follow(await mailedLink(newEmail));
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { verified: true, user_id: customer.userId, next_step: 'dashboard' } },
      });
      expect((await me(cookieOf(answer))).body.data).toMatchObject({ email: newEmail, email_verified: true });
      expect((await me()).status).toBe(401);
      expect((await api.customers.subjectsTo(customer.email))[0]).toBe('Your email address was changed');
      const logIn = (email: string) => api.post('/v1/auth/login', { email, password: customer.password });
      expect((await logIn(newEmail)).status).toBe(200);
      expect((await logIn(customer.email)).status).toBe(401);
    });

    it('returns 202, and the link signs in partially for a user with a second factor', async () => {
      const newEmail = freshEmail();
      await ask(newEmail);
      await db.query(`UPDATE identity.users SET mfa_method = 'totp' WHERE id = $1`, [customer.userId]);
      const answer = await follow(await mailedLink(newEmail));
      expect(answer.body.data).toMatchObject({ next_step: 'mfa' });
      expect(await me(cookieOf(answer))).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 202 and mails once per Idempotency-Key', async () => {
      const newEmail = freshEmail();
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      const answers = [await ask(newEmail, {}, headers), await ask(newEmail, {}, headers)];
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
      expect(await api.customers.subjectsTo(newEmail)).toHaveLength(1);
    });

    it('returns 202 after a recent sign-in of a user without a password', async () => {
      await db.query(`UPDATE identity.users SET password_hash = NULL WHERE id = $1`, [customer.userId]);
      expect((await ask(freshEmail(), { password: undefined })).status).toBe(202);
      await advance(15 * 60 + 1);
      const stale = await ask(freshEmail(), { password: undefined });
      expect(stale).toMatchObject(failure(403, 'reauthentication_required'));
    });

    it('returns 401 without a session', async () => {
      const answer = await api.post('/v1/users/me/email-change', { new_email: freshEmail(), password: 'x' });
      expect(answer).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 with a key', async () => {
      const answer = await api.post('/v1/users/me/email-change', { new_email: freshEmail() }, { key: customer.key });
      expect(answer).toMatchObject(failure(403, 'session_required'));
    });

    it("returns 409 email_in_use for another user's email and the current one", async () => {
      const other = await api.customers.make();
      expect(await ask(other.email)).toMatchObject(failure(409, 'email_in_use'));
      expect(await ask(customer.email)).toMatchObject(failure(409, 'email_in_use'));
    });

    it('returns 410 token_invalid for a used, expired or replaced link, and an email in use', async () => {
      const [voided, used, late, taken] = [freshEmail(), freshEmail(), freshEmail(), freshEmail()];
      await ask(voided);
      await ask(used);
      const usedToken = await mailedLink(used);
      expect((await follow(usedToken)).status).toBe(200);
      expect(await follow(usedToken)).toMatchObject(failure(410, 'token_invalid'));
      expect(await follow(await mailedLink(voided))).toMatchObject(failure(410, 'token_invalid'));
      customer = await api.customers.make();
      await ask(taken);
      await api.post('/v1/auth/signup', { email: taken, password: 'as good as any', name: 'Ada', country: 'GB' });
      expect(await follow(await mailedLink(taken))).toMatchObject(failure(410, 'token_invalid'));
      await ask(late);
      await advance(DAY_S);
      expect(await follow(await mailedLink(late))).toMatchObject(failure(410, 'token_invalid'));
    });

    it('returns 422 for a wrong or missing password', async () => {
      expect(await ask(freshEmail(), { password: 'not the password' })).toMatchObject(invalid('password'));
      expect(await ask(freshEmail(), { password: undefined })).toMatchObject(invalid('password'));
      expect(await ask('not an address')).toMatchObject(invalid('new_email'));
    });

    it('returns 429 login_locked after ten wrong passwords, with and without If-Match', async () => {
      for (let wrong = 0; wrong < 10; wrong++) {
        expect(await ask(freshEmail(), { password: 'wrong' }, { 'if-match': '*' })).toMatchObject(invalid('password'));
      }
      expect(await ask(freshEmail())).toMatchObject(failure(429, 'login_locked'));
    });
  });
});

describe('/v1/users/me/email-change, at the limit of mails', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => api.stop());

  it('returns 429 rate_limited for the sixth mail of an hour to one address', async () => {
    const customer = await api.customers.make();
    const body = { new_email: freshEmail(), password: customer.password };
    const ask = () => api.post('/v1/users/me/email-change', body, bySession(customer));
    for (let asked = 0; asked < 5; asked++) expect((await ask()).status).toBe(202);
    const answer = await ask();
    expect(answer).toMatchObject(failure(429, 'rate_limited'));
    expect(answer.headers.get('retry-after')).toBe('720');
    expect(await api.customers.subjectsTo(body.new_email)).toHaveLength(5);
  });
});
