import { Siteverify } from '@trunkline/identity/testing';
import { Database } from '@trunkline/platform';
import { startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf } from '../../support/numbering/shopping';

const SCRIPT = 'https://captcha.example.com/api.js';

describe('a bot challenge', () => {
  let provider: Siteverify;
  let api: TestApi;
  let users = 0;
  beforeAll(async () => {
    provider = await Siteverify.start();
    api = await startApi({
      CAPTCHA_PROVIDER: 'custom',
      CAPTCHA_SITE_KEY: 'site',
      CAPTCHA_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: provider.url,
      CAPTCHA_SCRIPT_URL: SCRIPT,
    });
  });
  afterEach(() => {
    provider.answer = null;
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });

  const emailOf = (n: number) => `captcha-${n}@example.com`;
  const signUp = (change: object = {}) =>
    api.post('/v1/auth/signup', {
      email: emailOf(++users),
      password: 'correct horse battery staple',
      name: 'Ada Lovelace',
      country: 'GB',
      ...change,
    });
  const mails = async () =>
    (await api.use(Database).get<{ count: number }>(`SELECT count(*)::integer AS count FROM platform.mails`)).count;

  it('is described for clients, without its secret', async () => {
    expect(dataOf(await api.get('/v1/auth/captcha', {}))).toEqual({
      provider: 'custom',
      site_key: 'site',
      script_url: SCRIPT,
    });
  });

  it('lets a token sign up once, with the address of the client', async () => {
    const captcha_token = provider.solve();
    const [first, second] = [await signUp({ captcha_token }), await signUp({ captcha_token })];
    expect([first.status, second.status, fieldsOf(second)]).toEqual([201, 422, ['captcha_token']]);
  });

  it.each([{}, { captcha_token: 'forged' }])('returns 422 to a sign-up with %j', async (change) => {
    const answer = await signUp(change);
    expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', ['captcha_token']]);
  });

  it.each(['forgot-password', 'magic-link'])('mails a link of %s only for a solved challenge', async (path) => {
    await signUp({ captcha_token: provider.solve() });
    const before = await mails();
    const send = (change: object) => api.post(`/v1/auth/${path}`, { email: emailOf(users), ...change });
    for (const change of [{}, { captcha_token: 'forged' }, { captcha_token: 5 }, { captcha_token: 'x'.repeat(5000) }])
      expect((await send(change)).status).toBe(204);
    expect(await mails()).toBe(before);
    expect((await send({ captcha_token: provider.solve() })).status).toBe(204);
    expect(await mails()).toBe(before + 1);
  });

  it('returns 503 while the provider does not answer', async () => {
    provider.answer = 'Bad Gateway';
    const captcha_token = provider.solve();
    const answers = [
      await signUp({ captcha_token }),
      await api.post('/v1/auth/forgot-password', { email: emailOf(1), captcha_token }),
      await api.post('/v1/auth/magic-link', { email: emailOf(1), captcha_token }),
    ];
    for (const answer of answers) {
      expect([answer.status, codeOf(answer)]).toEqual([503, 'unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

describe('without a bot challenge', () => {
  it('returns null', async () => {
    const api = await startApi();
    try {
      expect((await api.get('/v1/auth/captcha', {})).body).toEqual({ ok: true, data: null });
    } finally {
      await api.stop();
    }
  });
});
