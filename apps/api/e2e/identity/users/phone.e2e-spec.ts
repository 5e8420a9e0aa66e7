import { randomInt } from 'node:crypto';
import { Database } from '@trunkline/platform';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../../support';
import { failure, invalid } from '../../support/refusals';
import { systemMessagesTo } from '../../support/system-messages';

/** A number of a range of its own. */
const newPhone = () => `+4474${String(randomInt(1_000_000)).padStart(6, '0')}00`;

describe('/v1/users/me/phone', () => {
  let api: TestApi;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const send = (phone: unknown, headers = {}) =>
    api.post('/v1/users/me/phone', { phone_e164: phone }, bySession(customer), headers);
  const verify = (code: unknown, headers = {}) =>
    api.post('/v1/users/me/phone/verify', { code }, bySession(customer), headers);
  const codeTo = async (phone: string) => (await systemMessagesTo(api, phone)).at(-1)?.slice(0, 6) ?? '';
  const me = async () => (await api.get('/v1/users/me', { cookie: customer.cookie })).body.data;
  const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');
  const fieldsOf = (answer: Answer) => answer.body.error?.fields ?? {};

  describe('POST', () => {
    it('returns 202 and sends a code; verify returns 200 and makes it the number of the user', async () => {
      const phone = newPhone();
      const sent = await send(phone);
      expect([sent.status, sent.body.data]).toEqual([
        202,
        { phone_e164: phone, expires_at: expect.any(Number) as number },
      ]);
      expect(await systemMessagesTo(api, phone)).toEqual([
        expect.stringMatching(/^\d{6} is your Trunkline verification code\. It is valid for 10 minutes\.$/),
      ]);
      expect(await me()).toMatchObject({ phone_e164: null, phone_verified: false });
      const code = await codeTo(phone);
      // As people type it.
      const verified = await verify(`${code.slice(0, 3)} ${code.slice(3)}`);
      expect([verified.status, verified.body.data]).toMatchObject([200, { phone_e164: phone, phone_verified: true }]);
      expect(await me()).toMatchObject({ phone_e164: phone, phone_verified: true });
    });

    it('returns 202 once for a repeated request, and sends one message', async () => {
      const phone = newPhone();
      const key = { 'idempotency-key': 'phone-1' };
      const first = await send(phone, key);
      const second = await send(phone, key);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(second.body).toEqual(first.body);
      expect(await systemMessagesTo(api, phone)).toHaveLength(1);
    });

    it('hides the message from the account', async () => {
      await send(newPhone());
      expect((await api.get('/v1/sms', customer)).body.data).toMatchObject({ items: [] });
    });

    it('returns 401 without a session, and 403 with a key', async () => {
      expect(await api.post('/v1/users/me/phone', { phone_e164: newPhone() })).toMatchObject(
        failure(401, 'unauthorized'),
      );
      const byKey = await api.post('/v1/users/me/phone', { phone_e164: newPhone() }, { key: customer.key });
      expect(byKey).toMatchObject(failure(403, 'session_required'));
    });

    it('returns 403 while the account is suspended', async () => {
      await api
        .use(Database)
        .query(`UPDATE identity.accounts SET status = 'suspended', suspended_at = now() WHERE id = $1`, [
          customer.accountId,
        ]);
      expect(await send(newPhone())).toMatchObject(failure(403, 'account_suspended'));
    });

    it('returns 403 destination_not_allowed for a country that the account has not opened', async () => {
      // A mobile of Cuba.
      expect(await send('+5351234567')).toMatchObject(failure(403, 'destination_not_allowed'));
    });

    it('returns 409 invalid_state for the verified number', async () => {
      const phone = newPhone();
      await send(phone);
      await verify(await codeTo(phone));
      expect(await send(phone)).toMatchObject(failure(409, 'invalid_state'));
    });

    it('returns 422 for a landline, an invalid number and unknown members', async () => {
      for (const phone of ['+442071838750', '07400123456', null, 4, ''])
        expect(await send(phone)).toMatchObject(invalid('phone_e164'));
      const unknown = await api.post('/v1/users/me/phone', { phone_e164: newPhone(), code: '1' }, bySession(customer));
      expect(Object.keys(fieldsOf(unknown))).toEqual(['code']);
    });
  });

  describe('POST /verify', () => {
    it('returns 401 without a session, and 403 with a key', async () => {
      expect(await api.post('/v1/users/me/phone/verify', { code: '123456' })).toMatchObject(
        failure(401, 'unauthorized'),
      );
      const byKey = await api.post('/v1/users/me/phone/verify', { code: '123456' }, { key: customer.key });
      expect(byKey).toMatchObject(failure(403, 'session_required'));
    });

    it('returns 422 naming the code for wrong, malformed and unknown ones, of which five void it', async () => {
      const phone = newPhone();
      expect(await verify('123456')).toMatchObject(invalid('code'));
      await send(phone);
      const code = await codeTo(phone);
      for (const malformed of ['12345', '1234567', 'abcdef', null, 123456])
        expect(await verify(malformed)).toMatchObject(invalid('code'));
      for (let index = 0; index < 5; index++) expect(await verify(wrongOf(code))).toMatchObject(invalid('code'));
      expect(fieldsOf(await verify(code))).toMatchObject({ code: expect.stringMatching('void') as string });
      expect(await me()).toMatchObject({ phone_verified: false });
    });

    it('returns 200 again for a repeated request', async () => {
      const phone = newPhone();
      await send(phone);
      const code = await codeTo(phone);
      const key = { 'idempotency-key': 'verify-1' };
      expect((await verify(code, key)).status).toBe(200);
      expect((await verify(code, key)).status).toBe(200);
      expect(await verify(code)).toMatchObject(invalid('code'));
    });
  });
});

describe('/v1/users/me/phone with limits, and a trial credit that depends on it', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ RATE_LIMIT_FACTOR: '1', TRIAL_CREDIT_REQUIRES_PHONE: 'true' });
  });
  afterAll(() => api.stop());

  it('returns 429 with Retry-After past the limit of a number', async () => {
    const customer = await api.customers.make();
    const phone = newPhone();
    const send = () => api.post('/v1/users/me/phone', { phone_e164: phone }, bySession(customer));
    const statuses: number[] = [];
    for (let index = 0; index < 4; index++) statuses.push((await send()).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
    const refused = await send();
    expect(refused).toMatchObject(failure(429, 'rate_limited'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
    expect(await systemMessagesTo(api, phone)).toHaveLength(3);
  });

  it('returns 200 and grants the credit of an account without one', async () => {
    const customer = await api.customers.make();
    const credits = async () =>
      (await api.get('/v1/billing/transactions?kind=trial_credit', customer)).body.data as { items: unknown[] };
    expect((await credits()).items).toEqual([]);
    const phone = newPhone();
    await api.post('/v1/users/me/phone', { phone_e164: phone }, bySession(customer));
    const code = (await systemMessagesTo(api, phone)).at(-1)?.slice(0, 6);
    const verified = await api.post('/v1/users/me/phone/verify', { code }, bySession(customer));
    expect(verified.status).toBe(200);
    expect((await credits()).items).toMatchObject([{ kind: 'trial_credit', amount_cents: 500 }]);
  });
});
