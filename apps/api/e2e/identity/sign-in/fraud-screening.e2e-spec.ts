import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { type Answer, startApi, type TestApi } from '../../support';

const DAY_S = 86_400;
const LONDON = '81.2.69.142';
const PASSWORD = 'correct horse battery staple';
const unique = () => randomBytes(6).toString('hex');
const tierOf = (answer: Answer) => (answer.body.data as { tier?: string } | undefined)?.tier ?? answer.body.error?.code;

describe('fraud screening', () => {
  let api: TestApi;
  let db: Database;
  let networks = 0;
  beforeAll(async () => {
    api = await startApi({
      TRUST_PROXY: '1',
      FRAUD_DENIED_NETWORKS: '198.51.100.0/24, 2001:db8:bad::/48',
      FRAUD_SIGNUPS_PER_ADDRESS_REVIEW: '2',
      FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: '4',
      FRAUD_SIGNUPS_PER_DOMAIN_REVIEW: '3',
      FRAUD_SIGNUPS_PER_DOMAIN_BLOCK: '5',
    });
    db = api.use(Database);
  });
  afterAll(() => api.stop());

  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  /** Returns an unused public address in GB. */
  const freshAddress = () => `81.2.69.${String(150 + ++networks)}`;
  const signUp = (from: string, change: object = {}, headers: Record<string, string> = {}) => {
    const email = `e-${unique()}@d${unique()}.com`;
    const body = { email, password: PASSWORD, name: 'Ada Lovelace', country: 'GB', ...change };
    return api.post('/v1/auth/signup', body, {}, { 'x-forwarded-for': from, ...headers });
  };
  const tiers = async (many: number, make: (index: number) => Promise<Answer>) => {
    const found = [];
    for (let index = 0; index < many; index++) found.push(tierOf(await make(index)));
    return found;
  };
  const count = async (from: string, values: unknown[] = []) =>
    (await db.find<{ count: number }>(`SELECT count(*) FROM ${from}`, values))!.count;

  it('allows an ordinary customer', async () => {
    expect(tierOf(await signUp(LONDON))).toBe('self_serve');
  });

  it.each(['198.51.100.7', '2001:db8:bad::1', '240.0.0.1'])(
    'blocks a denied network and stores only the event: %s',
    async (ip) => {
      const tables = ['users', 'accounts', 'memberships', 'one_time_tokens', 'recent_sign_ups'];
      const counts = () => Promise.all(tables.map((table) => count(`identity.${table}`)));
      const mails = () => count('platform.mails');
      const blocked = `identity.login_events WHERE outcome = 'fraud_screen_blocked' AND fraud_decision = 'block' AND ip = $1`;
      const [before, mailsBefore] = [await counts(), await mails()];
      const email = `e-${unique()}@example.com`;
      const answer = await signUp(ip, { email });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'fraud_blocked' } } });
      expect([await counts(), await mails()]).toEqual([before, mailsBefore]);
      expect(await count(`${blocked} AND user_id IS NULL`, [ip])).toBe(1);
      expect(JSON.stringify(await db.query(`SELECT * FROM ${blocked}`, [ip]))).not.toContain(email);
    },
  );

  it.each(['198.51.100.7:5678', '[2001:db8:bad::1]:80', '[2001:db8:bad::1]', '203.0.113.9, "[2001:db8:bad::2]:443"'])(
    'blocks a denied network in a forwarded address with a port: %s',
    async (forwardedFor) => {
      expect(tierOf(await signUp(forwardedFor))).toBe('fraud_blocked');
    },
  );

  it('requires a review for a disposable mailbox, on any subdomain', async () => {
    for (const domain of ['mailinator.com', 'x.mailinator.com']) {
      const answer = await signUp(freshAddress(), { email: `e-${unique()}@${domain}` });
      expect(tierOf(answer)).toBe('manual_review');
      const { user_id: userId } = answer.body.data as { user_id: string };
      const review = `identity.login_events WHERE outcome = 'fraud_screen_review' AND fraud_decision = 'review'`;
      expect(await count(`${review} AND user_id = $1`, [userId])).toBe(1);
    }
  });

  it('requires a review when the country differs from that of the network address', async () => {
    expect(tierOf(await signUp(freshAddress(), { country: 'FR' }))).toBe('manual_review');
    expect(tierOf(await signUp('127.0.0.1', { country: 'FR' }))).toBe('self_serve');
  });

  it('reviews and blocks sign-ups beyond each daily threshold of a network address', async () => {
    const from = freshAddress();
    const expected = ['self_serve', 'self_serve', 'manual_review', 'manual_review', 'fraud_blocked', 'fraud_blocked'];
    expect(await tiers(6, () => signUp(from))).toEqual(expected);
    await advance(DAY_S);
    expect(tierOf(await signUp(from))).toBe('self_serve');
  });

  it('allows sign-ups of a company domain after many unverified sign-ups with it', async () => {
    const domain = `company-${unique()}.com`;
    const at = () => signUp(freshAddress(), { email: `e-${unique()}@${domain}` });
    expect(new Set(await tiers(12, at))).toEqual(new Set(['self_serve']));
  });

  it('requires a review past the threshold of a domain with verified users, and does not block it', async () => {
    const domain = `farm-${unique()}.com`;
    const join = async (index: number) => {
      const email = `e-${unique()}@s${String(index)}.${domain}`;
      const answer = await signUp(freshAddress(), { email });
      await api.customers.verify(email);
      return answer;
    };
    const expected = [...Array<string>(3).fill('self_serve'), ...Array<string>(5).fill('manual_review')];
    expect(await tiers(8, join)).toEqual(expected);
  });

  it('does not count public mail providers', async () => {
    const at = () => signUp(freshAddress(), { email: `e-${unique()}@gmail.com` });
    expect(new Set(await tiers(8, at))).toEqual(new Set(['self_serve']));
  });

  it('counts each of twenty parallel sign-ups', async () => {
    const from = freshAddress();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(from)));
    const found = answers.map(tierOf);
    const times = (what: string) => found.filter((each) => each === what).length;
    expect([times('self_serve'), times('manual_review'), times('fraud_blocked')]).toEqual([2, 2, 16]);
  });

  it('counts the retries of one sign-up once', async () => {
    const from = freshAddress();
    const headers = { 'idempotency-key': unique() };
    const body = { email: `e-${unique()}@example.org` };
    const answers = await tiers(4, () => signUp(from, body, headers));
    expect(new Set(answers)).toEqual(new Set(['self_serve']));
    const taken = await tiers(4, () => signUp(from, body));
    expect(new Set(taken)).toEqual(new Set(['email_in_use']));
    expect(tierOf(await signUp(from))).toBe('self_serve');
  });

  it('does not count private addresses, which belong to this service or a proxy', async () => {
    for (const from of ['127.0.0.1', '10.0.0.7', '192.168.1.1'])
      expect(new Set(await tiers(6, () => signUp(from, { email: `e-${unique()}@one-company.com` })))).toEqual(
        new Set(['self_serve']),
      );
  });

  it('blocks denied networks at sign-in and on mailed links, which stay valid', async () => {
    const email = `e-${unique()}@example.com`;
    await signUp('127.0.0.1', { email });
    const token = await api.customers.mailedToken(email, 'verify-email');
    const denied = { 'x-forwarded-for': '198.51.100.7' };
    const blocked = { status: 403, body: { error: { code: 'fraud_blocked' } } };
    expect(await api.post('/v1/auth/verify-email', { token }, {}, denied)).toMatchObject(blocked);
    expect((await api.post('/v1/auth/verify-email', { token })).status).toBe(200);
    expect(await api.post('/v1/auth/login', { email, password: PASSWORD }, {}, denied)).toMatchObject(blocked);
    await api.post('/v1/auth/magic-link', { email });
    const link = { token: await api.customers.mailedToken(email, 'magic-link') };
    expect(await api.post('/v1/auth/magic-link/consume', link, {}, denied)).toMatchObject(blocked);
    expect((await api.post('/v1/auth/magic-link/consume', link)).status).toBe(200);
  });

  it('accepts any response to the bot challenge', async () => {
    for (const captcha of ['stub', undefined])
      expect((await signUp('127.0.0.1', { captcha_token: captcha })).status).toBe(201);
  });
});
