import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { bySession } from '../../support/customers';
import { type Answer, type Customer, startApi, type TestApi } from '../../support';
import { failure, invalid } from '../../support/refusals';
import { accessToken } from '../../support/identity/access-tokens';

interface Key {
  readonly id: string;
  readonly key: string;
  readonly allowed_cidrs: readonly string[];
  readonly expires_at: number | null;
}

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const dataOf = (answer: Answer) => answer.body.data as Key;
const pageIn = (answer: Answer) => answer.body.data as { items: { name: string }[]; next_cursor: string | null };

describe('/v1/api-keys', () => {
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

  const now = () => Math.floor(api.use(Clock).now().getTime() / 1000);
  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const make = (body: object = { name: 'ci' }, headers: Record<string, string> = {}, who = bySession(customer)) =>
    api.post('/v1/api-keys', body, who, headers);
  const made = async (body?: object) => dataOf(await make(body));
  const works = async (key: string) => (await api.get('/v1/accounts/me', { key })).status === 200;
  const setRole = (role: string) =>
    db.query(`UPDATE identity.memberships SET role = $2 WHERE user_id = $1`, [customer.userId, role]);
  const aToken = () => accessToken(api, customer, ['account:read', 'account:write', 'numbers:write']);

  describe('POST', () => {
    it('returns 201 with the key, which is shown once and works immediately', async () => {
      const expiresAt = now() + DAY_S;
      const answer = await make({
        name: 'Deploy 🚀',
        expires_at: expiresAt,
        allowed_cidrs: ['127.0.0.0/8', '::1'],
      });
      expect(answer.status).toBe(201);
      const { key } = dataOf(answer);
      expect(answer.body.data).toEqual({
        id: expect.stringMatching(/^key_/),
        name: 'Deploy 🚀',
        key: expect.stringMatching(/^svc_live_[A-Za-z0-9_-]{32}$/),
        prefix_display: `${key.slice(0, 12)}…`,
        scopes: ['*'],
        allowed_cidrs: ['127.0.0.0/8', '::1'],
        expires_at: expiresAt,
        created_at: expect.any(Number),
      });
      expect(await works(key)).toBe(true);
      const kept = JSON.stringify(await db.query(`SELECT * FROM identity.api_keys`));
      expect(kept).not.toContain(key);
    });

    it('returns 201 with the same key for the same Idempotency-Key, and stores the response encrypted', async () => {
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      const [first, second] = [await make({ name: 'once' }, headers), await make({ name: 'once' }, headers)];
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(second.body).toEqual(first.body);
      const kept = JSON.stringify(await db.query(`SELECT * FROM platform.idempotency_keys`));
      expect(kept).not.toContain(dataOf(first).key);
    });

    it('returns 201 with a key that never expires when expires_at is null', async () => {
      expect(dataOf(await make({ name: 'ci', expires_at: null })).expires_at).toBeNull();
    });

    it('returns 201 at every upper limit', async () => {
      const latest = new Date(now() * 1000);
      latest.setUTCFullYear(latest.getUTCFullYear() + 5);
      const most = {
        name: 'n'.repeat(64),
        expires_at: latest.getTime() / 1000,
        scopes: ['*'],
        allowed_cidrs: Array.from({ length: 20 }, (_, n) => `10.0.${n}.0/24`),
      };
      expect((await make(most)).body.data).toMatchObject(most);
      expect((await make({ name: 'n', expires_at: now() + HOUR_S + 5 })).status).toBe(201);
    });

    it('returns 201 with an IPv4 network for an IPv4-mapped one', async () => {
      const { key, allowed_cidrs } = await made({ name: 'ci', allowed_cidrs: ['::ffff:127.0.0.1', '::1'] });
      expect(allowed_cidrs).toEqual(['127.0.0.1', '::1']);
      expect((await api.get('/v1/accounts/me', { key })).status).toBe(200);
    });

    it('returns 401 for a key used outside its allowed networks', async () => {
      const { key } = await made({ name: 'ci', allowed_cidrs: ['203.0.113.0/24'] });
      expect(await api.get('/v1/accounts/me', { key })).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 session_required for a key, and 403 forbidden for an access token and a member', async () => {
      expect(await api.post('/v1/api-keys', { name: 'ci' }, { key: customer.key })).toMatchObject(
        failure(403, 'session_required'),
      );
      expect(await api.post('/v1/api-keys', { name: 'ci' }, { key: await aToken() })).toMatchObject(
        failure(403, 'forbidden'),
      );
      for (const role of ['member', 'billing', 'read_only']) {
        await setRole(role);
        expect(await make()).toMatchObject(failure(403, 'forbidden'));
      }
      await setRole('admin');
      expect((await make()).status).toBe(201);
    });

    it('returns 401 without a credential', async () => {
      expect(await make({ name: 'ci' }, {}, { cookie: '' })).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 403 reauthentication_required 15 minutes after sign-in, unless the password is sent', async () => {
      await advance(15 * 60 + 1);
      expect(await make()).toMatchObject(failure(403, 'reauthentication_required'));
      expect(await make({ name: 'ci', password: 'not the password' })).toMatchObject(invalid('password'));
      expect((await make({ name: 'ci', password: customer.password })).status).toBe(201);
    });

    it('returns 409 api_key_limit_reached for fifty active keys', async () => {
      const rows = `INSERT INTO identity.api_keys (id, account_id, user_id, name, key_hash, prefix_display, scopes, allowed_cidrs, created_at)
        SELECT 'key_' || md5($1 || n), $1, $2, 'n', sha256(($1 || n)::bytea), 'svc', '{*}', '{}', now() FROM generate_series(1, 48) n`;
      await db.query(rows, [customer.accountId, customer.userId]);
      const answers = await Promise.all(Array.from({ length: 4 }, () => make()));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      expect(await make()).toMatchObject(failure(409, 'api_key_limit_reached'));
      await api.delete(`/v1/api-keys/${dataOf(answers.find(({ status }) => status === 201)!).id}`, bySession(customer));
      expect((await make()).status).toBe(201);
    });

    it('returns 422 and names each invalid field', async () => {
      const body = {
        name: '',
        expires_at: 'soon',
        scopes: ['numbers:read'],
        allowed_cidrs: 'x',
        password: 1,
        key: 'mine',
      };
      expect(await make(body)).toMatchObject(
        invalid('name', 'expires_at', 'scopes', 'allowed_cidrs', 'password', 'key'),
      );
      expect(await make({ name: 'n'.repeat(65) })).toMatchObject(invalid('name'));
      for (const expires_at of [now() + HOUR_S, now() + (5 * 365 + 3) * DAY_S, 0]) {
        expect(await make({ name: 'ci', expires_at })).toMatchObject(invalid('expires_at'));
      }
      for (const cidr of ['10.0.0.0/33', 'localhost', '10.0.0']) {
        expect(await make({ name: 'ci', allowed_cidrs: [cidr] })).toMatchObject(invalid('allowed_cidrs'));
      }
      expect(await make({ name: 'ci', allowed_cidrs: Array<string>(21).fill('10.0.0.0/8') })).toMatchObject(
        invalid('allowed_cidrs'),
      );
    });

    it('returns 429 login_locked after ten wrong passwords in this session, and does not lock sign-in', async () => {
      await advance(15 * 60 + 1);
      const wrong = { name: 'ci', password: 'not the password' };
      for (let tried = 0; tried < 10; tried++) {
        expect(await make(wrong, { 'idempotency-key': randomBytes(8).toString('hex') })).toMatchObject(
          invalid('password'),
        );
      }
      expect(await make({ ...wrong, password: customer.password })).toMatchObject(failure(429, 'login_locked'));
      const logIn = await api.post('/v1/auth/login', { email: customer.email, password: customer.password });
      expect(logIn.status).toBe(200);
    });
  });

  describe('GET', () => {
    it('returns 200 page by page, newest first, each key once', async () => {
      const names = ['a', 'b', 'c', 'd'];
      for (const name of names) await made({ name });
      const seen: string[] = [];
      let cursor = '';
      do {
        const answer = await api.get(`/v1/api-keys?limit=2${cursor && `&cursor=${cursor}`}`, { key: customer.key });
        expect(answer.status).toBe(200);
        const page = pageIn(answer);
        seen.push(...page.items.map(({ name }) => name));
        if (seen.length === 2) await made({ name: 'added after the first page' });
        cursor = page.next_cursor ?? '';
      } while (cursor);
      expect(seen).toEqual([...names.toReversed(), 'test']);
    });

    it('returns 200 with the status of each key, and filters by status', async () => {
      const [revoked, expired] = [
        await made({ name: 'revoked' }),
        await made({ name: 'expired', expires_at: now() + 2 * HOUR_S }),
      ];
      await api.delete(`/v1/api-keys/${revoked.id}`, bySession(customer));
      await advance(2 * HOUR_S);
      const named = async (status: string) => {
        const answer = await api.get(`/v1/api-keys?status=${status}`, { key: customer.key });
        return pageIn(answer).items;
      };
      expect(await named('revoked')).toMatchObject([
        { name: 'revoked', status: 'revoked', revoked_at: expect.any(Number) },
      ]);
      expect(await named('expired')).toMatchObject([{ name: 'expired', status: 'expired', revoked_at: null }]);
      expect(await named('revoked,expired')).toHaveLength(2);
      expect(await named('active')).toMatchObject([
        { name: 'test', last_used_ip: '127.0.0.1', last_used_at: expect.any(Number) },
      ]);
      expect(await works(expired.key)).toBe(false);
    });

    it('returns 200 for every role, also for one key', async () => {
      const { id } = await made();
      for (const role of ['admin', 'billing', 'member', 'read_only']) {
        await setRole(role);
        for (const path of ['/v1/api-keys', `/v1/api-keys/${id}`]) {
          expect([role, (await api.get(path, bySession(customer))).status]).toEqual([role, 200]);
        }
      }
    });

    it('returns 401, 403 without a credential, and with an access token', async () => {
      const { id } = await made();
      for (const path of ['/v1/api-keys', `/v1/api-keys/${id}`]) {
        expect(await api.get(path)).toMatchObject(failure(401, 'unauthorized'));
        expect(await api.get(path, { key: await aToken() })).toMatchObject(failure(403, 'forbidden'));
      }
    });

    it('returns 422 for an unknown state, a cursor of another list, an unknown parameter', async () => {
      const list = (query: string) => api.get(`/v1/api-keys?${query}`, { key: customer.key });
      await made();
      const { next_cursor } = pageIn(await list('limit=1'));
      expect(await list('status=gone')).toMatchObject(invalid('status'));
      expect(await list(`limit=1&status=active&cursor=${String(next_cursor)}`)).toMatchObject(invalid('cursor'));
      expect(await list('limit=0&page=2')).toMatchObject(invalid('limit', 'page'));
    });
  });

  describe('GET /{id}', () => {
    it('returns 200 without the secret', async () => {
      const { id, key } = await made({ name: 'ci' });
      const answer = await api.get(`/v1/api-keys/${id}`, bySession(customer));
      expect(answer.body.data).toMatchObject({
        id,
        name: 'ci',
        status: 'active',
        last_used_at: null,
        last_used_ip: null,
      });
      expect(answer.text).not.toContain(key);
    });

    it("returns 404 for another account's key and an unknown one", async () => {
      const { id } = await made();
      const stranger = await api.customers.make();
      const [theirs, none] = [
        await api.get(`/v1/api-keys/${id}`, { key: stranger.key }),
        await api.get('/v1/api-keys/key_none', { key: stranger.key }),
      ];
      expect(theirs).toMatchObject(failure(404, 'not_found'));
      expect(none.body).toEqual(theirs.body);
    });

    it('returns 401 without a credential', async () => {
      expect(await api.get('/v1/api-keys/key_none')).toMatchObject(failure(401, 'unauthorized'));
    });
  });

  describe('PATCH /{id}', () => {
    const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
      api.patch(`/v1/api-keys/${id}`, body, bySession(customer), headers);

    it('returns 200 and changes only the name and the earlier expiry sent', async () => {
      const [later, expires_at] = [now() + 2 * DAY_S, now() + DAY_S];
      const { id } = await made({ name: 'ci', expires_at: later });
      expect((await change(id, { name: 'deploy' })).body.data).toMatchObject({ name: 'deploy', expires_at: later });
      expect((await change(id, { expires_at })).body.data).toMatchObject({ name: 'deploy', expires_at });
      expect((await change(id, {})).body.data).toMatchObject({ name: 'deploy', expires_at });
    });

    it('returns 404 for a key of another account', async () => {
      const stranger = await api.customers.make();
      const { id } = await made();
      expect(await api.patch(`/v1/api-keys/${id}`, { name: 'mine' }, { key: stranger.key })).toMatchObject(
        failure(404, 'not_found'),
      );
    });

    it('returns 409 invalid_state for a key that is revoked, or expired', async () => {
      const expired = await made({ name: 'ci', expires_at: now() + 2 * HOUR_S });
      await advance(2 * HOUR_S);
      expect(await change(expired.id, { name: 'x' })).toMatchObject(failure(409, 'invalid_state'));
      const { id } = await made({ name: 'ci', password: customer.password });
      await api.delete(`/v1/api-keys/${id}`, bySession(customer));
      expect(await change(id, { name: 'x' })).toMatchObject(failure(409, 'invalid_state'));
    });

    it('returns 412 when it has changed since it was read', async () => {
      const { id } = await made();
      const etag = (await api.get(`/v1/api-keys/${id}`, bySession(customer))).headers.get('etag')!;
      expect((await change(id, { name: 'first' }, { 'if-match': etag })).status).toBe(200);
      expect(await change(id, { name: 'second' }, { 'if-match': etag })).toMatchObject(
        failure(412, 'precondition_failed'),
      );
    });

    it('returns 422 for a later, past or null expiry and an unknown member', async () => {
      const { id } = await made({ name: 'ci', expires_at: now() + 2 * HOUR_S });
      expect(await change(id, { expires_at: now() + DAY_S })).toMatchObject(invalid('expires_at'));
      expect(await change(id, { expires_at: now() - 1 })).toMatchObject(invalid('expires_at'));
      expect(await change(id, { expires_at: null, scopes: [] })).toMatchObject(invalid('expires_at', 'scopes'));
    });

    it('returns 401 without a credential, and 403 for a role without the permission', async () => {
      const { id } = await made();
      expect(await api.patch(`/v1/api-keys/${id}`, { name: 'x' })).toMatchObject(failure(401, 'unauthorized'));
      await setRole('read_only');
      expect(await change(id, { name: 'x' })).toMatchObject(failure(403, 'forbidden'));
    });
  });

  describe('POST /{id}/rotate', () => {
    const rotate = (id: string, who: { cookie?: string; key?: string }, body: object = {}) =>
      api.post(`/v1/api-keys/${id}/rotate`, body, who);

    it('returns 201 with a new key, and keeps the old one valid for its grace period', async () => {
      const { id, key } = await made();
      const fresh = dataOf(await rotate(id, bySession(customer), { grace_s: 60 }));
      expect([await works(key), await works(fresh.key)]).toEqual([true, true]);
      await advance(60);
      expect([await works(key), await works(fresh.key)]).toEqual([false, true]);
    });

    it('returns 201 when a key rotates itself, with a grace period of one day by default', async () => {
      const { id, key } = await made();
      const fresh = dataOf(await rotate(id, { key }));
      const old = dataOf(await api.get(`/v1/api-keys/${id}`, { key: fresh.key }));
      expect(old.expires_at! - now()).toBeGreaterThan(DAY_S - 60);
      expect(fresh.id).not.toBe(id);
    });

    it('returns 403 when a key rotates another key, and for an old sign-in without the password', async () => {
      const { id } = await made();
      expect(await rotate(id, { key: customer.key })).toMatchObject(failure(403, 'forbidden'));
      await advance(15 * 60 + 1);
      expect(await rotate(id, bySession(customer))).toMatchObject(failure(403, 'reauthentication_required'));
      expect((await rotate(id, bySession(customer), { password: customer.password })).status).toBe(201);
    });

    it('returns 201 with a key that belongs to the user who rotates it', async () => {
      const admin = await api.customers.make();
      await db.query(
        `INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, 'admin', now())`,
        [customer.accountId, admin.userId],
      );
      const { id } = await made();
      const answer = await api.post(`/v1/api-keys/${id}/rotate`, {}, bySession(admin), {
        'x-account-id': customer.accountId,
      });
      expect(answer.status).toBe(201);
      const me = await api.get('/v1/accounts/me', { key: dataOf(answer).key });
      expect(me.body.data).toMatchObject({ id: customer.accountId, user: { id: admin.userId, role: 'admin' } });
    });

    it('returns 201 without a grace period, and with the longest one', async () => {
      const [none, week] = [await made(), await made()];
      expect((await rotate(none.id, bySession(customer), { grace_s: 0 })).status).toBe(201);
      expect((await rotate(week.id, bySession(customer), { grace_s: 604_800 })).status).toBe(201);
      expect([await works(none.key), await works(week.key)]).toEqual([false, true]);
    });

    it('returns 404 for a key of another account', async () => {
      const stranger = await api.customers.make();
      const { id } = await made();
      expect(await rotate(id, bySession(stranger))).toMatchObject(failure(404, 'not_found'));
    });

    it('returns 409 invalid_state for a revoked key and a rotated key', async () => {
      const [revoked, rotated] = [await made(), await made()];
      await api.delete(`/v1/api-keys/${revoked.id}`, bySession(customer));
      await rotate(rotated.id, bySession(customer));
      for (const { id } of [revoked, rotated]) {
        expect(await rotate(id, bySession(customer))).toMatchObject(failure(409, 'invalid_state'));
      }
    });

    it('returns 422 for a grace period out of range', async () => {
      const { id } = await made();
      for (const grace_s of [-1, 604_801, 1.5, '60', null]) {
        expect(await rotate(id, bySession(customer), { grace_s })).toMatchObject(invalid('grace_s'));
      }
    });

    it('returns 401 without a credential', async () => {
      const { id } = await made();
      expect(await api.post(`/v1/api-keys/${id}/rotate`, {})).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 429 login_locked after ten wrong passwords in this session', async () => {
      const { id, key } = await made();
      const rotated = (password: string) => api.post(`/v1/api-keys/${id}/rotate`, { password }, bySession(customer));
      await advance(15 * 60 + 1);
      for (let tried = 0; tried < 10; tried++) expect(await rotated('not it')).toMatchObject(invalid('password'));
      expect(await rotated(customer.password)).toMatchObject(failure(429, 'login_locked'));
      expect(await works(key)).toBe(true);
    });
  });

  describe('DELETE /{id}', () => {
    it('returns 200, revokes the key at once, and changes nothing when repeated', async () => {
      const { id, key } = await made();
      expect(await works(key)).toBe(true);
      const first = await api.delete(`/v1/api-keys/${id}`, bySession(customer));
      expect(first.body.data).toMatchObject({ id, status: 'revoked', revoked_at: expect.any(Number) });
      expect(await works(key)).toBe(false);
      const second = await api.delete(`/v1/api-keys/${id}`, bySession(customer));
      expect([second.status, second.body.data]).toEqual([200, { ...(first.body.data as object) }]);
    });

    it('returns 200 when a key revokes itself', async () => {
      const { id, key } = await made();
      expect((await api.delete(`/v1/api-keys/${id}`, { key })).status).toBe(200);
      expect(await works(key)).toBe(false);
    });

    it('returns 200 and revokes the key in every process at once', async () => {
      const other = await startApi({ DATABASE_URL: api.settings.DATABASE_URL });
      const { id, key } = await made();
      expect((await other.get('/v1/accounts/me', { key })).status).toBe(200);
      await api.delete(`/v1/api-keys/${id}`, bySession(customer));
      expect((await other.get('/v1/accounts/me', { key })).status).toBe(401);
      expect((await other.get('/v1/accounts/me', bySession(customer))).status).toBe(200);
      await api.post('/v1/auth/logout', undefined, bySession(customer));
      expect((await other.get('/v1/accounts/me', bySession(customer))).status).toBe(401);
      await other.stop();
    });

    it("returns 401 without a credential, 403 for a role without the permission, and 404 for another account's key", async () => {
      const { id } = await made();
      expect(await api.delete(`/v1/api-keys/${id}`)).toMatchObject(failure(401, 'unauthorized'));
      const stranger = await api.customers.make();
      expect(await api.delete(`/v1/api-keys/${id}`, { key: stranger.key })).toMatchObject(failure(404, 'not_found'));
      await setRole('member');
      expect(await api.delete(`/v1/api-keys/${id}`, bySession(customer))).toMatchObject(failure(403, 'forbidden'));
    });
  });

  it('returns 403 forbidden to an access token on every endpoint', async () => {
    const { id } = await made();
    const token = { key: await aToken() };
    const answers = [
      await api.post('/v1/api-keys', { name: 'ci' }, token),
      await api.get('/v1/api-keys', token),
      await api.get(`/v1/api-keys/${id}`, token),
      await api.patch(`/v1/api-keys/${id}`, { name: 'x' }, token),
      await api.post(`/v1/api-keys/${id}/rotate`, {}, token),
      await api.delete(`/v1/api-keys/${id}`, token),
    ];
    for (const answer of answers) expect(answer).toMatchObject(failure(403, 'forbidden'));
  });

  it('returns 400 key_in_url and revokes a key anywhere in the URL, with any credential', async () => {
    const [inQuery, inPath] = [await made(), await made()];
    const refused = failure(400, 'key_in_url');
    expect(await api.get(`/v1/api-keys?api_key=${inQuery.key}`, bySession(customer))).toMatchObject(refused);
    expect(await api.get(`/v1/api-keys/${inPath.key}`)).toMatchObject(refused);
    expect(await api.get(`/v1/api-keys?api_key=svc_live_${'x'.repeat(32)}`)).toMatchObject(refused);
    expect([await works(inQuery.key), await works(inPath.key)]).toEqual([false, false]);
    expect((await api.get(`/v1/api-keys/${inQuery.id}`, { key: customer.key })).body.data).toMatchObject({
      status: 'revoked',
    });
  });

  it('is revoked when the membership of its user ends', async () => {
    await db.query(`DELETE FROM identity.memberships WHERE user_id = $1`, [customer.userId]);
    expect(await works(customer.key)).toBe(false);
  });
});
