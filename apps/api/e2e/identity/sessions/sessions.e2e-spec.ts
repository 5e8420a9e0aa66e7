import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../../support';
import { failure, invalid } from '../../support/refusals';

interface Session {
  readonly id: string;
  readonly device_name: string;
  readonly is_trusted: boolean;
  readonly is_current: boolean;
  readonly expires_at: number;
}

const DAY_S = 86_400;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LONDON = '81.2.69.142';
const cookieOf = (answer: Answer) => answer.headers.getSetCookie()[0] ?? '';
const isCleared = (answer: Answer) => /^svc_sid=;.*Max-Age=0/.test(cookieOf(answer));
const pageIn = (answer: Answer) => answer.body.data as { items: Session[]; next_cursor: string | null };

describe('/v1/auth/sessions', () => {
  let api: TestApi;
  let db: Database;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi({ TRUST_PROXY: '1' });
    db = api.use(Database);
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const now = () => Math.floor(api.use(Clock).now().getTime() / 1000);
  /** Matches a time this many seconds from now, with a tolerance for slow machines. */
  const soon = (seconds: number): unknown => expect.closeTo(now() + seconds, -1);
  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const logIn = async (trustDevice = false, headers: Record<string, string> = {}) => {
    const { email, password } = customer;
    const answer = await api.post('/v1/auth/login', { email, password, trust_device: trustDevice }, {}, headers);
    expect(answer.status).toBe(200);
    return { cookie: cookieOf(answer).split(';')[0]! };
  };
  const list = (who: { cookie: string }, query = '') => api.get(`/v1/auth/sessions${query}`, who);
  const listed = async (who: { cookie: string }, query = '') => pageIn(await list(who, query)).items;
  const current = async (who: { cookie: string }) => (await listed(who))[0]!;
  const works = async (who: { cookie: string }) => (await api.get('/v1/accounts/me', who)).status === 200;
  /** Makes the session partial. */
  const owing = async () => {
    await db.query(`UPDATE identity.users SET mfa_method = 'totp' WHERE id = $1`, [customer.userId]);
    return logIn();
  };
  const setStatus = (status: string) =>
    db.query(
      `UPDATE identity.accounts SET status = $2, suspended_at = CASE WHEN $2 = 'suspended' THEN now() END,
         closure_grace_ends_at = CASE WHEN $2 = 'pending_closure' THEN now() + interval '1 day' END WHERE id = $1`,
      [customer.accountId, status],
    );

  describe('several session cookies', () => {
    it('are each tried, whatever their order', async () => {
      const [ended, alive] = [await logIn(), await logIn()];
      const { id } = await current(ended);
      expect((await api.delete(`/v1/auth/sessions/${id}`, alive)).status).toBe(200);
      const forged = `svc_sid=${'a'.repeat(43)}.forged`;
      for (const other of [ended.cookie, forged, 'svc_sid=']) {
        expect([other, await works({ cookie: `${other}; ${alive.cookie}` })]).toEqual([other, true]);
        expect([other, await works({ cookie: `a=b; ${alive.cookie}; ${other}` })]).toEqual([other, true]);
      }
      expect(await works({ cookie: `${forged}; ${ended.cookie}` })).toBe(false);
    });

    it('are a full session where a partial one cannot send the request', async () => {
      const full = await logIn();
      const partial = await owing();
      expect(await works(partial)).toBe(false);
      expect(await works({ cookie: `${partial.cookie}; ${full.cookie}` })).toBe(true);
    });

    it('are the one that reaches the selected account', async () => {
      const other = await api.customers.make();
      const cookie = `${other.cookie}; ${customer.cookie}`;
      const select = (accountId: string) => api.get('/v1/accounts/me', { cookie }, { 'x-account-id': accountId });
      expect((await select(customer.accountId)).body.data).toMatchObject({ id: customer.accountId });
      expect((await select(other.accountId)).body.data).toMatchObject({ id: other.accountId });
      expect(await select('acc_0mh2k3l4p9f1c2d3e4b5a6978')).toMatchObject(failure(403, 'forbidden'));
    });

    it('keep the one that was prolonged', async () => {
      const trusted = await logIn(true);
      const { id } = await current(bySession(customer));
      await api.delete(`/v1/auth/sessions/${id}`, trusted);
      await advance(20 * DAY_S);
      const answer = await api.get('/v1/accounts/me', { cookie: `${customer.cookie}; ${trusted.cookie}` });
      expect([answer.status, cookieOf(answer).split(';')[0]]).toEqual([200, trusted.cookie]);
    });
  });

  describe('GET', () => {
    it('returns 200 with device, place and expiry, the current session first', async () => {
      await logIn();
      const who = await logIn(true, { 'user-agent': FIREFOX, 'x-forwarded-for': LONDON });
      const items = await listed(who);
      expect(items).toHaveLength(3);
      expect(items[0]).toEqual({
        id: expect.stringMatching(/^ses_/),
        device_name: 'Firefox on Linux',
        ip: LONDON,
        ip_country: 'GB',
        city: null,
        is_trusted: true,
        is_current: true,
        last_used_at: expect.any(Number),
        expires_at: soon(30 * DAY_S),
        created_at: expect.any(Number),
      });
      expect(items.map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false, false]);
      expect(await listed(bySession(customer))).toMatchObject([{ is_current: true, ip_country: null }, {}, {}]);
    });

    it('returns 200 page by page, each session once while new ones start', async () => {
      for (let made = 0; made < 4; made++) await logIn();
      const who = bySession(customer);
      const whole = (await listed(who)).map(({ id }) => id);
      const seen: string[] = [];
      for (let query = '?limit=2', pages = 0; query !== ''; pages++) {
        expect(pages).toBeLessThan(4);
        const page = pageIn(await list(who, query));
        seen.push(...page.items.map(({ id }) => id));
        query = page.next_cursor ? `?limit=2&cursor=${page.next_cursor}` : '';
        if (pages === 0) await logIn();
      }
      expect(seen).toEqual(whole);
    });

    it('returns 200 with only valid sessions of the user', async () => {
      const stranger = await api.customers.make();
      const ended = await logIn();
      await api.post('/v1/auth/logout', undefined, ended);
      await logIn(true);
      await advance(DAY_S);
      const who = await logIn();
      expect((await listed(who)).map(({ is_trusted: isTrusted }) => isTrusted)).toEqual([false, true]);
      expect(await list(bySession(stranger))).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 200 for every account status', async () => {
      for (const status of ['suspended', 'pending_closure']) {
        await setStatus(status);
        expect((await list(bySession(customer))).status).toBe(200);
      }
    });

    it('returns 401 without a session', async () => {
      expect(await api.get('/v1/auth/sessions')).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 for a key and a partial session', async () => {
      const byKey = await api.get('/v1/auth/sessions', { key: customer.key });
      expect(byKey).toMatchObject(failure(403, 'session_required'));
      expect(await list(await owing())).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 422 for a cursor of another session, an invalid one and an unknown parameter', async () => {
      await logIn();
      const { next_cursor: cursor } = pageIn(await list(bySession(customer), '?limit=1'));
      expect(await list(await logIn(), `?limit=1&cursor=${cursor!}`)).toMatchObject(invalid('cursor'));
      expect(await list(bySession(customer), '?cursor=x')).toMatchObject(invalid('cursor'));
      expect(await list(bySession(customer), '?limit=101&sort=id')).toMatchObject(invalid('limit', 'sort'));
    });
  });

  describe('PATCH /{id}', () => {
    const change = (id: string, body: object, headers: Record<string, string> = {}, who = bySession(customer)) =>
      api.patch(`/v1/auth/sessions/${id}`, body, who, headers);

    it('returns 200 and names the device', async () => {
      const { id } = await current(bySession(customer));
      const answer = await change(id, { device_name: ' Ada’s laptop 🚀 ' });
      expect(answer).toMatchObject({ status: 200, body: { data: { id, device_name: 'Ada’s laptop 🚀' } } });
      expect(await current(bySession(customer))).toEqual(answer.body.data);
    });

    it('returns 200 and limits an untrusted session to 24 hours without extension', async () => {
      const who = await logIn(true);
      const { id, expires_at: end } = await current(who);
      expect(end).toEqual(soon(30 * DAY_S));
      await advance(3600);
      expect((await current(who)).expires_at).toEqual(soon(30 * DAY_S));
      const answer = await change(id, { is_trusted: false }, {}, who);
      const distrusted = { is_trusted: false, expires_at: soon(DAY_S) };
      expect(answer).toMatchObject({ status: 200, body: { data: distrusted } });
      await advance(DAY_S - 10);
      expect(await current(who)).toMatchObject({ is_trusted: false, expires_at: soon(10) });
      await advance(20);
      expect(await works(who)).toBe(false);
    });

    it('returns 200 without changes for an empty body', async () => {
      const { id, expires_at: end } = await current(bySession(customer));
      await advance(600);
      const answers = [await change(id, {}), await change(id, { is_trusted: false })];
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { data: { expires_at: end } } });
    });

    it('returns 401 without a session', async () => {
      const { id } = await current(bySession(customer));
      expect(await api.patch(`/v1/auth/sessions/${id}`, {})).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 for another origin, a key and a partial session', async () => {
      const { id } = await current(bySession(customer));
      const foreign = await change(id, { device_name: 'Mine' }, { origin: 'https://evil.example' });
      expect(foreign).toMatchObject(failure(403, 'csrf_rejected'));
      const byKey = await api.patch(`/v1/auth/sessions/${id}`, {}, { key: customer.key });
      expect(byKey).toMatchObject(failure(403, 'session_required'));
      expect(await change(id, {}, {}, await owing())).toMatchObject(failure(403, 'mfa_required'));
    });

    it("returns 404 for another user's, an ended and an unknown session", async () => {
      const stranger = await current(bySession(await api.customers.make()));
      const other = await logIn();
      const ended = await current(other);
      await api.post('/v1/auth/logout', undefined, other);
      for (const id of [stranger.id, ended.id, 'ses_none', 'nonsense'])
        expect(await change(id, { device_name: 'Mine' })).toMatchObject(failure(404, 'not_found'));
    });

    it('returns 412 when the session has changed since it was seen', async () => {
      const { id } = await current(bySession(customer));
      const seen = (await change(id, { device_name: 'One' })).headers.get('etag')!;
      expect((await change(id, { device_name: 'Two' }, { 'if-match': seen })).status).toBe(200);
      expect(await change(id, { device_name: 'Three' }, { 'if-match': seen })).toMatchObject(
        failure(412, 'precondition_failed'),
      );
      expect(await current(bySession(customer))).toMatchObject({ device_name: 'Two' });
    });

    it('returns 422 for trusting a device and a name out of range', async () => {
      const { id } = await current(bySession(customer));
      expect(await change(id, { is_trusted: true })).toMatchObject(invalid('is_trusted'));
      for (const name of ['', ' ', 'x'.repeat(65), 'a\u0000b', null, 5])
        expect(await change(id, { device_name: name })).toMatchObject(invalid('device_name'));
      expect(await change(id, { ip: '1.1.1.1' })).toMatchObject(invalid('ip'));
      expect((await change(id, { device_name: '🚀'.repeat(64) })).status).toBe(200);
    });
  });

  describe('DELETE /{id}', () => {
    const revoke = (id: string, who = bySession(customer)) => api.delete(`/v1/auth/sessions/${id}`, who);

    it('returns 200 and ends another session at once', async () => {
      const other = await logIn();
      const { id } = await current(other);
      const answer = await revoke(id);
      expect(answer).toMatchObject({ status: 200, body: { data: { id, revoked: true } } });
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await works(other)).toBe(false);
      expect(await works(bySession(customer))).toBe(true);
    });

    it('returns 200, ends the current session and clears its cookie', async () => {
      const { id } = await current(bySession(customer));
      const answer = await revoke(id);
      expect(answer).toMatchObject({ status: 200, body: { data: { id, revoked: true } } });
      expect(isCleared(answer)).toBe(true);
      expect(await works(bySession(customer))).toBe(false);
    });

    it('returns 200 for every account status', async () => {
      for (const status of ['suspended', 'pending_closure']) {
        await setStatus('active');
        const { id } = await current(await logIn());
        await setStatus(status);
        expect((await revoke(id)).status).toBe(200);
      }
    });

    it('returns 401 without a session', async () => {
      expect(await api.delete('/v1/auth/sessions/ses_none')).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 for a key and a partial session', async () => {
      const { id } = await current(bySession(customer));
      const byKey = await api.delete(`/v1/auth/sessions/${id}`, { key: customer.key });
      expect(byKey).toMatchObject(failure(403, 'session_required'));
      expect(await revoke(id, await owing())).toMatchObject(failure(403, 'mfa_required'));
    });

    it("returns 404 for another user's session and an ended one", async () => {
      const stranger = bySession(await api.customers.make());
      expect(await revoke((await current(stranger)).id)).toMatchObject(failure(404, 'not_found'));
      expect(await works(stranger)).toBe(true);
      const { id } = await current(await logIn());
      expect((await revoke(id)).status).toBe(200);
      for (const none of [id, 'ses_none', 'nonsense'])
        expect(await revoke(none)).toMatchObject(failure(404, 'not_found'));
    });
  });

  describe('POST /revoke-all', () => {
    const revokeAll = (body?: object, who = bySession(customer)) => api.post('/v1/auth/sessions/revoke-all', body, who);

    it('returns 200 and ends all other sessions, but no key', async () => {
      const others = [await logIn(), await logIn(true)];
      const answer = await revokeAll();
      expect(answer).toMatchObject({ status: 200, body: { data: { revoked_count: 2 } } });
      expect(answer.headers.getSetCookie()).toEqual([]);
      for (const other of others) expect(await works(other)).toBe(false);
      expect(await works(bySession(customer))).toBe(true);
      expect((await api.get('/v1/accounts/me', { key: customer.key })).status).toBe(200);
      expect(await revokeAll({ keep_current: true })).toMatchObject({ body: { data: { revoked_count: 0 } } });
    });

    it('returns 200, ends the current session too when requested, and clears its cookie', async () => {
      const stranger = bySession(await api.customers.make());
      await logIn();
      const answer = await revokeAll({ keep_current: false });
      expect(answer).toMatchObject({ status: 200, body: { data: { revoked_count: 2 } } });
      expect(isCleared(answer)).toBe(true);
      expect(await works(bySession(customer))).toBe(false);
      expect(await works(stranger)).toBe(true);
    });

    it('returns 401 without a session', async () => {
      expect(await api.post('/v1/auth/sessions/revoke-all', {})).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 for a key and a partial session', async () => {
      const byKey = await api.post('/v1/auth/sessions/revoke-all', {}, { key: customer.key });
      expect(byKey).toMatchObject(failure(403, 'session_required'));
      expect(await revokeAll({}, await owing())).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 422 for a value that is not a boolean', async () => {
      for (const value of ['false', 0, null, []])
        expect(await revokeAll({ keep_current: value })).toMatchObject(invalid('keep_current'));
      expect(await works(bySession(customer))).toBe(true);
    });
  });
});
