import { Clock } from '@trunkline/kernel';
import { Database, MailOutbox, type MovableClock } from '@trunkline/platform';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../../support';
import { failure, invalid } from '../../support/refusals';

interface LoginEvent {
  readonly id: string;
  readonly outcome: string;
  readonly method: string;
  readonly ip_country: string | null;
  readonly is_new_device: boolean;
  readonly is_new_location: boolean;
  readonly ts: number;
}

const HOUR_S = 3600;
const DAY_S = 86_400;
const APART_S = 60;
const LONDON = '81.2.69.142';
const DALLAS = '8.8.8.8';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWS = 'A new sign-in to your account';
const pageIn = (answer: Answer) => answer.body.data as { items: LoginEvent[]; next_cursor: string | null };

describe('/v1/auth/login-events', () => {
  let api: TestApi;
  let db: Database;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi({ TRUST_PROXY: '1', FRAUD_DENIED_NETWORKS: '198.51.100.0/24' });
    db = api.use(Database);
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const now = () => Math.floor(api.use(Clock).now().getTime() / 1000);
  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  /** Moves the clock forward, so that the order of events is certain. */
  const logIn = async (from: string, userAgent = FIREFOX, password = customer.password) => {
    await advance(APART_S);
    const headers = { 'x-forwarded-for': from, 'user-agent': userAgent };
    return api.post('/v1/auth/login', { email: customer.email, password }, {}, headers);
  };
  const read = (query = '', who = bySession(customer)) => api.get(`/v1/auth/login-events${query}`, who);
  const events = async (query = '') => pageIn(await read(query)).items;
  const outcomes = async (query = '') => (await events(query)).map(({ outcome }) => outcome);
  const news = async () => {
    const outbox = api.use(MailOutbox);
    const ids = await db.query<{ id: string }>(`SELECT id FROM platform.mails ORDER BY id`);
    const messages = await Promise.all(ids.map(({ id }) => outbox.find(id)));
    return messages.filter((message) => message?.to === customer.email && message.subject === NEWS);
  };

  it('returns 200 with method, device, address and outcome of each event', async () => {
    expect((await logIn(LONDON)).status).toBe(200);
    const [latest, first] = await events();
    expect(latest).toEqual({
      id: expect.stringMatching(/^lev_/),
      outcome: 'success',
      method: 'password',
      ip: LONDON,
      ip_country: 'GB',
      user_agent: FIREFOX,
      is_new_device: true,
      is_new_location: false,
      fraud_decision: 'allow',
      ts: expect.any(Number),
    });
    expect(Math.abs(latest!.ts - now())).toBeLessThanOrEqual(5);
    expect(first).toMatchObject({
      outcome: 'success',
      method: 'magic_link',
      is_new_device: false,
      fraud_decision: 'allow',
    });
  });

  it('returns 200 with new device and new country, which are mailed once', async () => {
    await logIn(LONDON);
    expect(await news()).toHaveLength(1);
    await logIn(LONDON, FIREFOX.replaceAll('140', '141'));
    await logIn(DALLAS);
    await logIn(DALLAS);
    expect(
      (await events('?limit=3')).map((each) => [each.ip_country, each.is_new_device, each.is_new_location]),
    ).toEqual([
      ['US', false, false],
      ['US', false, true],
      ['GB', false, false],
    ]);
    expect(await news()).toHaveLength(2);
    expect((await news()).at(-1)?.text).toContain(`Firefox on Linux from ${DALLAS} (US)`);
  });

  it('returns 200 with a suspicious sign-in for a new device in a second new country within a day', async () => {
    await logIn(LONDON);
    expect((await logIn(DALLAS, 'curl/8.5')).status).toBe(200);
    expect((await events('?limit=1'))[0]).toMatchObject({
      outcome: 'suspicious',
      is_new_device: true,
      is_new_location: true,
    });
    await advance(DAY_S);
    const cookie = (await logIn(DALLAS, 'curl/8.5')).headers.getSetCookie()[0]!.split(';')[0]!;
    expect(pageIn(await read('?limit=1', { cookie })).items).toMatchObject([
      { outcome: 'success', is_new_device: true },
    ]);
    expect(await news()).toHaveLength(3);
  });

  it('returns 200 with failed sign-ins and the decisions of fraud screening', async () => {
    await logIn(LONDON, FIREFOX, 'not the password');
    expect(await logIn('198.51.100.7')).toMatchObject(failure(403, 'fraud_blocked'));
    expect(await events('?limit=2')).toMatchObject([
      { outcome: 'fraud_screen_blocked', fraud_decision: 'block' },
      { outcome: 'wrong_password', fraud_decision: 'allow' },
    ]);
    expect(await news()).toEqual([]);
  });

  it('returns 200 with at most 400 characters of a user agent, for a `password` in a request too', async () => {
    const userAgent = 'a'.repeat(500);
    await logIn(LONDON, userAgent);
    await advance(HOUR_S);
    const body = { name: 'ci', password: 'not the password' };
    const attempt = await api.post('/v1/api-keys', body, bySession(customer), { 'user-agent': userAgent });
    expect(attempt).toMatchObject(invalid('password'));
    const cut = { user_agent: userAgent.slice(0, 400) };
    expect(await events('?limit=2')).toMatchObject([
      { outcome: 'wrong_password', ...cut },
      { outcome: 'success', ...cut },
    ]);
  });

  it('returns 200 by outcome, method, device and time, with several values', async () => {
    await logIn(LONDON);
    await logIn(LONDON, FIREFOX, 'not the password');
    await logIn(LONDON);
    expect(await outcomes('?outcome=wrong_password')).toEqual(['wrong_password']);
    expect(await outcomes('?outcome=wrong_password,success')).toHaveLength(4);
    expect((await events('?method=magic_link,oauth_idp1')).map(({ method }) => method)).toEqual(['magic_link']);
    expect(await events('?is_new_device=true')).toHaveLength(1);
    expect(await events('?is_new_device=false')).toHaveLength(3);
    const [, wrong, right] = await events();
    expect(await outcomes(`?from=${right!.ts}`)).toEqual(['success', 'wrong_password', 'success']);
    expect(await outcomes(`?from=${wrong!.ts}&to=${wrong!.ts + 1}`)).toEqual(['wrong_password']);
    expect(await outcomes(`?from=${right!.ts}&to=${wrong!.ts}`)).toEqual(['success']);
    expect(await outcomes(`?from=${wrong!.ts}&to=${wrong!.ts}`)).toEqual([]);
  });

  it('returns 200 page by page, each event once while new ones arrive', async () => {
    for (let tried = 0; tried < 4; tried++) await logIn(LONDON);
    const whole = (await events()).map(({ id }) => id);
    const seen: string[] = [];
    for (let query = '?limit=2'; query !== ''; await logIn(LONDON)) {
      const page = pageIn(await read(query));
      seen.push(...page.items.map(({ id }) => id));
      query = page.next_cursor ? `?limit=2&cursor=${page.next_cursor}` : '';
    }
    expect(seen).toEqual(whole);
  });

  it("returns 200 with only the user's events of 400 days", async () => {
    const stranger = await api.customers.make();
    expect(pageIn(await read('', bySession(stranger))).items).toHaveLength(1);
    await db.query(`UPDATE identity.login_events SET at = at - interval '401 days' WHERE user_id = $1`, [
      customer.userId,
    ]);
    expect(await outcomes('?from=0')).toEqual([]);
  });

  it('returns 401 without a session', async () => {
    expect(await api.get('/v1/auth/login-events')).toMatchObject(failure(401, 'unauthorized'));
  });

  it('returns 403 for a key and a partial session', async () => {
    const byKey = await api.get('/v1/auth/login-events', { key: customer.key });
    expect(byKey).toMatchObject(failure(403, 'session_required'));
    await db.query(`UPDATE identity.users SET mfa_method = 'totp' WHERE id = $1`, [customer.userId]);
    const cookie = (await logIn(LONDON)).headers.getSetCookie()[0]!.split(';')[0]!;
    expect(await read('', { cookie })).toMatchObject(failure(403, 'mfa_required'));
  });

  it('returns 422 for invalid filters and cursors', async () => {
    expect(await read('?outcome=success,failure&method=telepathy')).toMatchObject(invalid('outcome', 'method'));
    expect(await read('?is_new_device=yes&from=soon&to=-1')).toMatchObject(invalid('is_new_device', 'from', 'to'));
    expect(await read('?limit=201&user_id=usr_1')).toMatchObject(invalid('limit', 'user_id'));
    await logIn(LONDON);
    const { next_cursor: cursor } = pageIn(await read('?limit=1'));
    expect(await read(`?limit=1&outcome=success&cursor=${cursor!}`)).toMatchObject(invalid('cursor'));
    expect((await read(`?limit=200&cursor=${cursor!}`)).status).toBe(200);
  });
});
