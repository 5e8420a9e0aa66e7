import { randomBytes } from 'node:crypto';
import { bySession } from './support/customers';
import { type Answer, type Customer, startApi, type TestApi } from './support';

/** What clients send by mistake or on purpose. Each is refused by name, or kept whole. */
const NASTY: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['a fraction', 0.5],
  ['true', true],
  ['a list', ['x']],
  ['an object', { $ne: null }],
  ['nothing in it', ''],
  ['spaces alone', '   '],
  ['a NUL', 'abc\u0000defghij'],
  ['control characters', 'abc\u0007\u001bdefghij'],
  ['a line break', 'abcdefgh\nij'],
  ['a lone surrogate', 'abcdefgh\ud83d'],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['emoji', '👩‍👩‍👧‍👦🚀🚀🚀🚀🚀🚀🚀'],
  ['right-to-left marks', '\u202eabcdefgh\u200f'],
  ['a decomposed letter', 'Cafe\u0301 Zu\u0308rich'],
  ['SQL', `x'; DROP TABLE identity.users; --`],
  ['markup', '<script>alert(1)</script>'],
];

const goodSignUp = () => ({
  email: `b-${randomBytes(8).toString('hex')}@example.com`,
  password: 'correct horse battery staple',
  name: 'Ada Lovelace',
  country: 'GB',
  company: 'Analytical Engines',
  phone_e164: '+442071838750',
  intended_use: 'itsp',
  captcha_token: 'stub',
  marketing_opt_in: true,
});
const REQUIRED = ['email', 'password', 'name', 'country'];

describe('Bad input', () => {
  let api: TestApi;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const expectNamed = (answer: Answer, field: string) => {
    expect([answer.status, answer.text]).toEqual([422, expect.any(String)]);
    expect(answer.body.error).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } });
  };
  const nameOf = (field: string, value: unknown) => (answer: Answer) => {
    if (answer.status === 422) return Object.keys(answer.body.error!.fields!).some((name) => name.startsWith(field));
    return answer.status < 300 && (typeof value === 'string' || (field === 'marketing_opt_in' && value === true));
  };

  describe.each(Object.keys(goodSignUp()))('at sign-up, in %s', (field) => {
    it.each(NASTY)('%s: is named, or kept whole', async (_name, value) => {
      const body = { ...goodSignUp(), [field]: value };
      const answer = await api.post('/v1/auth/signup', body);
      expect({ answer: answer.text, ok: nameOf(field, value)(answer) }).toMatchObject({ ok: true });
      if (answer.status === 201 && (field === 'name' || field === 'company')) {
        const cookie = await api.customers.verify(body.email);
        const me = (await api.get('/v1/accounts/me', { cookie })).body.data as { name: string; user: { name: string } };
        const shown = field === 'name' ? me.user.name : me.name;
        expect(shown).toBe((value as string).normalize('NFC').trim());
      }
    });
  });

  it.each(REQUIRED)('at sign-up, %s missing: is named', async (field) => {
    const body = Object.fromEntries(Object.entries(goodSignUp()).filter(([name]) => name !== field));
    expectNamed(await api.post('/v1/auth/signup', body), field);
  });

  it('at sign-up, a password of emoji is kept whole', async () => {
    const body = { ...goodSignUp(), password: '👩‍👩‍👧‍👦🚀🚀🚀🚀🚀🚀🚀' };
    expect((await api.post('/v1/auth/signup', body)).status).toBe(201);
    await api.customers.verify(body.email);
    expect((await api.post('/v1/auth/login', { email: body.email, password: body.password })).status).toBe(200);
  });

  const others: readonly (readonly [string, string, string, () => object])[] = [
    ['POST', '/v1/auth/email/resend', 'email', () => ({ email: 'x@example.com' })],
    ['POST', '/v1/auth/verify-email', 'token', () => ({ token: 'x' })],
    ['POST', '/v1/auth/login', 'email', () => ({ email: 'x@example.com', password: 'x' })],
    ['POST', '/v1/auth/login', 'password', () => ({ email: 'x@example.com', password: 'x' })],
    ['POST', '/v1/auth/login', 'trust_device', () => ({ email: 'x@example.com', password: 'x' })],
    ['POST', '/v1/api-keys', 'name', () => ({ name: 'ci' })],
    ['POST', '/v1/api-keys', 'expires_at', () => ({ name: 'ci' })],
    ['POST', '/v1/api-keys', 'scopes', () => ({ name: 'ci' })],
    ['POST', '/v1/api-keys', 'allowed_cidrs', () => ({ name: 'ci' })],
    ['POST', '/v1/api-keys', 'password', () => ({ name: 'ci' })],
  ];
  describe.each(others)('%s %s, in %s', (method, path, field, good) => {
    it.each(NASTY)('%s: is refused or taken, and never a fault of ours', async (_name, value) => {
      const answer = await api.send(method, path, {
        body: { ...good(), [field]: value },
        sender: bySession(customer),
        headers: {},
      });
      expect(answer.status).toBeLessThan(500);
      if (answer.status === 422) expect(nameOf(field, value)(answer)).toBe(true);
      else expect([200, 201, 204, 401, 409, 410]).toContain(answer.status);
    });
  });

  const paths = ['/v1/auth/signup', '/v1/auth/email/resend', '/v1/auth/verify-email', '/v1/auth/login', '/v1/api-keys'];
  describe.each(paths)('POST %s', (path) => {
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      api.post(path, body, bySession(customer), headers);

    it.each([
      ['a list', []],
      ['null', 'null'],
      ['text', '"x"'],
      ['a number', '7'],
    ])('%s for a body is 422', async (_name, body) => {
      expect((await post(body)).status).toBe(422);
    });

    it('what is not JSON is 400', async () => {
      for (const body of ['{', '{"a":1,}', 'email=x'])
        expect(await post(body)).toMatchObject({ status: 400, body: { error: { code: 'malformed_json' } } });
    });

    it('a body of a megabyte is 413', async () => {
      expect((await post({ name: 'x'.repeat(1_000_000) })).status).toBe(413);
    });

    it('another media type is 415', async () => {
      expect((await post('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    });

    it('a prototype is no member', async () => {
      const answer = await post('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}');
      expect(answer.status).toBe(422);
    });
  });
});
