import { testRedisUrl } from '@trunkline/platform/testing';
import { codeOf, dataOf, itemsOf, Shopping } from '../support/numbering/shopping';
import { bySession, type Customer, startApi, testEnvironment, type TestApi } from '../support';

const SELF_SERVE_PER_MINUTE = 300;

const redisUrl = testRedisUrl();
const stores: [string, Record<string, string>][] = [['PostgreSQL', {}]];
if (redisUrl) stores.push(['Redis', { REDIS_URL: redisUrl }]);

/** Two API processes on one database share their state from one request to the next. */
describe.each(stores)('two processes with stores on %s', (_name, settings) => {
  let one: TestApi;
  let other: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    const environment = await testEnvironment({
      RATE_LIMIT_FACTOR: '1',
      TRUST_PROXY: '1',
      FRAUD_SIGNUPS_PER_ADDRESS_REVIEW: '2',
      FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: '4',
      ...settings,
    });
    [one, other] = [await startApi(environment), await startApi(environment)];
    customer = await one.customers.make();
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
  });

  it('share a session and its end', async () => {
    expect((await other.get('/v1/accounts/me', bySession(customer))).status).toBe(200);
    const login = await one.post('/v1/auth/login', { email: customer.email, password: customer.password });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await other.get('/v1/accounts/me', { cookie })).status).toBe(200);
    expect((await one.post('/v1/auth/logout', undefined, { cookie })).status).toBe(200);
    expect((await other.get('/v1/accounts/me', { cookie })).status).toBe(401);
  });

  it('share the revocation of one and of all sessions', async () => {
    const login = await one.post('/v1/auth/login', { email: customer.email, password: customer.password });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const sessions = await other.get('/v1/auth/sessions', { cookie });
    const [{ id }] = (sessions.body.data as { items: [{ id: string }] }).items;
    expect((await other.delete(`/v1/auth/sessions/${id}`, bySession(customer))).status).toBe(200);
    expect((await one.get('/v1/accounts/me', { cookie })).status).toBe(401);
    const visitor = await one.customers.make();
    expect((await one.post('/v1/auth/sessions/revoke-all', { keep_current: false }, visitor)).status).toBe(403);
    const all = await one.post('/v1/auth/sessions/revoke-all', { keep_current: false }, bySession(visitor));
    expect(all).toMatchObject({ status: 200, body: { data: { revoked_count: 1 } } });
    expect((await other.get('/v1/accounts/me', bySession(visitor))).status).toBe(401);
  });

  it('share the count of sign-ups per network address', async () => {
    const from = { 'x-forwarded-for': '81.2.69.142' };
    const body = { password: 'correct horse battery staple', name: 'Ada Lovelace', country: 'GB' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? one : other).post('/v1/auth/signup', { ...body, email: `n${n}@n${n}.com` }, {}, from),
      ),
    );
    const tiers = answers.map(
      ({ body: { data, error } }) => (data as { tier?: string } | undefined)?.tier ?? error?.code,
    );
    const times = (what: string) => tiers.filter((each) => each === what).length;
    expect([times('self_serve'), times('manual_review'), times('fraud_blocked')]).toEqual([2, 2, 4]);
  });

  it('share a key and its revocation', async () => {
    const made = await one.post('/v1/api-keys', { name: 'shared' }, bySession(customer));
    const { id, key } = made.body.data as { id: string; key: string };
    expect((await other.get('/v1/accounts/me', { key })).status).toBe(200);
    expect((await one.delete(`/v1/api-keys/${id}`, bySession(customer))).status).toBe(200);
    expect((await other.get('/v1/accounts/me', { key })).status).toBe(401);
  });

  it('share a rate limit: together they allow what the bucket holds', async () => {
    const fresh = await one.customers.make();
    const started = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => (n % 2 ? one : other).get('/v1/accounts/me', { key: fresh.key })),
    );
    const passed = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ status }) => status === 429);
    // Creating the customer used a few tokens; the bucket refills five per second.
    const gained = Math.ceil(((Date.now() - started) / 1000 + 1) * (SELF_SERVE_PER_MINUTE / 60));
    expect(passed).toBeLessThanOrEqual(SELF_SERVE_PER_MINUTE + gained);
    expect(passed).toBeGreaterThan(SELF_SERVE_PER_MINUTE * 0.9);
    expect(passed + refused.length).toBe(500);
    expect(refused[0]?.body.error?.code).toBe('rate_limited');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  describe('parallel checkouts of one cart', () => {
    const TIMES = 6;
    let shopping: Shopping;
    let before: { numbers: number; postings: number };

    const owned = async () => itemsOf(await one.get('/v1/numbers', customer)).map(({ e164 }) => e164);
    const atOnce = (headers: Record<string, string> = {}) =>
      Promise.all(
        Array.from({ length: TIMES }, (_, n) => new Shopping(n % 2 ? one : other, customer).checkOut({}, headers)),
      );

    beforeEach(async () => {
      shopping = new Shopping(one, customer);
      before = { numbers: (await owned()).length, postings: (await shopping.postings()).length };
      await shopping.addToCart(await shopping.token('area_code=415'));
      await shopping.addToCart(await shopping.anyOf());
    });
    afterEach(async () => {
      const numbers = await owned();
      expect([numbers.length - before.numbers, new Set(numbers).size]).toEqual([2, numbers.length]);
      expect((await shopping.postings()).slice(before.postings)).toEqual([-100, -100]);
      expect(itemsOf(await shopping.cartOf())).toEqual([]);
    });

    it('return 200 for one request without key, and 409 for the others', async () => {
      const answers = await atOnce();
      const passed = answers.filter(({ status }) => status === 200);
      expect(passed.map((answer) => dataOf(answer)['status'])).toEqual(['all_provisioned']);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]));
      // A request after the last step finds the cart empty.
      expect(['checkout_in_progress', 'cart_empty']).toEqual(expect.arrayContaining(refused.map(codeOf)));
      expect(refused.map(codeOf)).toContain('checkout_in_progress');
    });

    it('return one outcome for all requests with one Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'one-cart' };
      const answers = await atOnce(key);
      const outcome = await new Shopping(other, customer).checkOut({}, key);
      expect(dataOf(outcome)).toMatchObject({ status: 'all_provisioned', charged_cents: 200 });
      for (const answer of answers) {
        if (answer.status === 200) expect(answer.text).toBe(outcome.text);
        else expect([answer.status, codeOf(answer)]).toEqual([409, 'idempotency_in_progress']);
      }
    });
  });

  it('share the test clock', async () => {
    const before = Date.parse((await other.get('/health')).body['timestamp'] as string);
    expect((await one.operator('POST', '/operator/sandbox/clock', { advance_s: 3600 })).status).toBe(200);
    for (const deadline = Date.now() + 3000; Date.now() < deadline; ) {
      const now = Date.parse((await other.get('/health')).body['timestamp'] as string);
      if (now - before >= 3_600_000) return;
    }
    throw new Error('The other process did not follow the clock.');
  });
});
