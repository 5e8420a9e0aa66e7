import { randomBytes } from 'node:crypto';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../../support';
import { failure, invalid } from '../../support/refusals';
import { cookieOf, invite, join, newAddress } from '../../support/identity/members';

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly expires_at: number;
}

const INVITATIONS = '/v1/accounts/me/invitations';
const WEEK_S = 7 * 86_400;
const NEWCOMER = { name: 'Grace Hopper', password: 'nanoseconds of copper wire' };
const dataOf = (answer: Answer) => answer.body.data as Invitation;
const pageIn = (answer: Answer) => answer.body.data as { items: Invitation[]; next_cursor: string | null };

describe('invitations', () => {
  let api: TestApi;
  let db: Database;
  let owner: Customer;
  beforeAll(async () => {
    api = await startApi();
    db = api.use(Database);
  });
  beforeEach(async () => {
    owner = await api.customers.make();
  });
  afterAll(() => api.stop());

  const now = () => Math.floor(api.use(Clock).now().getTime() / 1000);
  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const make = (body: object, headers: Record<string, string> = {}, who: object = bySession(owner)) =>
    api.post(INVITATIONS, body, who, headers);
  const accept = (token: string, body: object = NEWCOMER) => api.post('/v1/auth/invitation/accept', { token, ...body });
  const inspect = (token: string) => api.post('/v1/auth/invitation/inspect', { token });
  const read = async (id: string) => dataOf(await api.get(`${INVITATIONS}/${id}`, bySession(owner)));
  const logIn = (email: string, password: string) => api.post('/v1/auth/login', { email, password });

  describe('POST', () => {
    it('returns 201 and mails a link, and stores neither the link nor the email in plain text', async () => {
      const email = newAddress();
      const answer = await make({ email: email.toUpperCase(), role: 'billing' });
      expect(answer.status).toBe(201);
      const invitation = { id: expect.stringMatching(/^ivt_/), email, role: 'billing', status: 'pending' };
      expect(answer.body.data).toEqual({
        ...invitation,
        expires_at: expect.any(Number),
        created_at: expect.any(Number),
      });
      expect(dataOf(answer).expires_at - now()).toBeGreaterThan(WEEK_S - 60);
      const token = await api.customers.mailedToken(email, 'invitation');
      expect(JSON.stringify(await db.query(`SELECT * FROM identity.invitations`))).not.toContain(token);
      const [entry] = await db.query(`SELECT * FROM platform.audit_trail WHERE subject = $1`, [dataOf(answer).id]);
      expect(entry).toMatchObject({ actor: owner.userId, action: 'invitation.create', after: { role: 'billing' } });
      expect(JSON.stringify(entry)).not.toContain(email);
    });

    it('returns 201 with a new link for the same email, and invalidates the first', async () => {
      const first = await invite(api, owner);
      const second = await invite(api, owner, { email: first.email, role: 'admin' });
      expect((await read(first.id)).status).toBe('revoked');
      expect(await accept(first.token)).toMatchObject(failure(410, 'token_invalid'));
      expect((await accept(second.token)).status).toBe(200);
    });

    it('returns 201 once per Idempotency-Key, with one mail', async () => {
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      const body = { email: newAddress(), role: 'member' };
      const [first, second] = [await make(body, headers), await make(body, headers)];
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(second.body).toEqual(first.body);
      expect(pageIn(await api.get(INVITATIONS, bySession(owner))).items).toHaveLength(1);
    });

    it('returns 401 without a credential, and 403 for a key and roles without the permission', async () => {
      const body = { email: newAddress(), role: 'member' };
      expect(await make(body, {}, {})).toMatchObject(failure(401, 'unauthorized'));
      expect(await make(body, {}, { key: owner.key })).toMatchObject(failure(403, 'session_required'));
      for (const role of ['member', 'billing', 'read_only']) {
        const { cookie } = await join(api, owner, role);
        expect(await make(body, {}, { cookie })).toMatchObject(failure(403, 'forbidden'));
      }
    });

    it('returns 403 reauthentication_required for an old sign-in without the password', async () => {
      await advance(15 * 60 + 1);
      const body = { email: newAddress(), role: 'member' };
      expect(await make(body)).toMatchObject(failure(403, 'reauthentication_required'));
      expect((await make({ ...body, password: owner.password })).status).toBe(201);
      expect(await make({ ...body, password: 'not the password' })).toMatchObject(invalid('password'));
    });

    it('returns 429 login_locked after ten wrong passwords in this session', async () => {
      await advance(15 * 60 + 1);
      const body = { email: newAddress(), role: 'member' };
      for (let tried = 0; tried < 10; tried++) {
        expect(await make({ ...body, password: 'not the password' })).toMatchObject(invalid('password'));
      }
      expect(await make({ ...body, password: owner.password })).toMatchObject(failure(429, 'login_locked'));
    });

    it('returns 409 already_member for a member', async () => {
      const member = await join(api, owner, 'member');
      const answer = await make({ email: member.email, role: 'admin' });
      expect(answer).toMatchObject(failure(409, 'already_member'));
    });

    it('returns 422 for the role owner, and names missing, invalid and unknown members', async () => {
      expect(await make({})).toMatchObject(invalid('email', 'role'));
      expect(await make({ email: newAddress(), role: 'owner' })).toMatchObject(invalid('role'));
      expect(await make({ email: 'nobody', role: 'root', a: 1 })).toMatchObject(invalid('email', 'role', 'a'));
    });

    it('returns 429 rate_limited past the hourly limit of mails to one email', async () => {
      // On its own database, because it exhausts the rate limits that the other tests share.
      const strict = await startApi({ RATE_LIMIT_FACTOR: '1' });
      const host = await strict.customers.make();
      const body = { email: newAddress(), role: 'member' };
      const answers = [];
      for (let sent = 0; sent < 6; sent++) answers.push(await strict.post(INVITATIONS, body, bySession(host)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
      expect(answers[5]).toMatchObject(failure(429, 'rate_limited'));
      expect(Number(answers[5]!.headers.get('retry-after'))).toBeGreaterThan(0);
      await strict.stop();
    });
  });

  describe('GET', () => {
    it('returns 200, newest first, page by page, by status', async () => {
      const revoked = await invite(api, owner);
      const accepted = await invite(api, owner);
      const pending = await invite(api, owner);
      await api.delete(`${INVITATIONS}/${revoked.id}`, bySession(owner));
      await accept(accepted.token);
      const ids = async (query: string) =>
        pageIn(await api.get(`${INVITATIONS}${query}`, bySession(owner))).items.map(({ id }) => id);
      expect(await ids('')).toEqual([pending.id, accepted.id, revoked.id]);
      expect(await ids('?status=pending')).toEqual([pending.id]);
      expect(await ids('?status=accepted,revoked')).toEqual([accepted.id, revoked.id]);
      const first = pageIn(await api.get(`${INVITATIONS}?limit=2`, bySession(owner)));
      expect(await ids(`?limit=2&cursor=${first.next_cursor!}`)).toEqual([revoked.id]);
      await advance(WEEK_S);
      const renewed = cookieOf(await logIn(owner.email, owner.password));
      const late = await api.get(`${INVITATIONS}?status=expired`, { cookie: renewed });
      expect(pageIn(late).items.map(({ id }) => id)).toEqual([pending.id]);
    });

    it('returns 401 without a credential, and 403 for a key and a role without the permission', async () => {
      expect(await api.get(INVITATIONS)).toMatchObject(failure(401, 'unauthorized'));
      expect(await api.get(INVITATIONS, { key: owner.key })).toMatchObject(failure(403, 'session_required'));
      const { cookie } = await join(api, owner, 'read_only');
      expect(await api.get(INVITATIONS, { cookie })).toMatchObject(failure(403, 'forbidden'));
    });

    it('returns 422 for an unknown status', async () => {
      const answer = await api.get(`${INVITATIONS}?status=lost`, bySession(owner));
      expect(answer).toMatchObject(invalid('status'));
    });
  });

  describe('GET /{id}', () => {
    it('returns 200 with an invitation', async () => {
      const { id, email } = await invite(api, owner);
      expect(await read(id)).toMatchObject({ id, email, status: 'pending' });
    });

    it('returns 401 without a credential, and 403 for a role without the permission', async () => {
      const { id } = await invite(api, owner);
      expect(await api.get(`${INVITATIONS}/${id}`)).toMatchObject(failure(401, 'unauthorized'));
      const { cookie } = await join(api, owner, 'member');
      expect(await api.get(`${INVITATIONS}/${id}`, { cookie })).toMatchObject(failure(403, 'forbidden'));
    });

    it("returns 404 for another account's invitation and an unknown one", async () => {
      const { id } = await invite(api, await api.customers.make());
      for (const each of [id, 'ivt_none']) {
        const answer = await api.get(`${INVITATIONS}/${each}`, bySession(owner));
        expect(answer).toMatchObject(failure(404, 'not_found'));
      }
    });
  });

  describe('DELETE /{id}', () => {
    const revoke = (id: string, who: object = bySession(owner)) => api.delete(`${INVITATIONS}/${id}`, who);

    it('returns 200, invalidates the link, and changes nothing when repeated', async () => {
      const { id, token } = await invite(api, owner);
      const first = await revoke(id);
      expect(first.body.data).toMatchObject({ id, status: 'revoked' });
      expect(await accept(token)).toMatchObject(failure(410, 'token_invalid'));
      expect(await inspect(token)).toMatchObject(failure(410, 'token_invalid'));
      expect((await revoke(id)).body).toEqual(first.body);
    });

    it('returns 401 without a credential, and 403 for a role without the permission', async () => {
      const { id } = await invite(api, owner);
      expect(await revoke(id, {})).toMatchObject(failure(401, 'unauthorized'));
      const { cookie } = await join(api, owner, 'billing');
      expect(await revoke(id, { cookie })).toMatchObject(failure(403, 'forbidden'));
    });

    it("returns 404 for another account's invitation", async () => {
      const { id } = await invite(api, await api.customers.make());
      expect(await revoke(id)).toMatchObject(failure(404, 'not_found'));
    });

    it('returns 409 invalid_state for an accepted invitation', async () => {
      const { id, token } = await invite(api, owner);
      await accept(token);
      expect(await revoke(id)).toMatchObject(failure(409, 'invalid_state'));
    });
  });

  describe('POST /v1/auth/invitation/inspect', () => {
    it('returns 200 with inviter, account and email, repeatedly', async () => {
      const { email, token } = await invite(api, owner, { role: 'billing' });
      const expected = {
        account_name: 'Test Customer',
        inviter_name: 'Test Customer',
        email,
        role: 'billing',
        expires_at: expect.any(Number),
        is_new_user: true,
      };
      expect((await inspect(token)).body.data).toEqual(expected);
      expect((await inspect(token)).body.data).toEqual(expected);
      const guest = await api.customers.make();
      const known = await invite(api, owner, { email: guest.email });
      expect((await inspect(known.token)).body.data).toMatchObject({ is_new_user: false });
    });

    it('returns 410 token_invalid for an unknown, used or expired link', async () => {
      const [used, old] = [await invite(api, owner), await invite(api, owner)];
      await accept(used.token);
      await advance(WEEK_S);
      for (const token of ['made up', used.token, old.token]) {
        expect(await inspect(token)).toMatchObject(failure(410, 'token_invalid'));
      }
    });

    it('returns 422 for a missing token', async () => {
      expect(await api.post('/v1/auth/invitation/inspect', {})).toMatchObject(invalid('token'));
    });
  });

  describe('POST /v1/auth/invitation/accept', () => {
    it('returns 200 and signs in a new, verified user of only that account', async () => {
      const { email, token } = await invite(api, owner, { role: 'billing' });
      const answer = await accept(token);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        user_id: expect.stringMatching(/^usr_/),
        account_id: owner.accountId,
        next_step: 'dashboard',
        expires_at: expect.any(Number),
      });
      const me = await api.get('/v1/accounts/me', { cookie: cookieOf(answer) });
      expect(me.body.data).toMatchObject({
        id: owner.accountId,
        user: { email, name: 'Grace Hopper', role: 'billing', email_verified: true },
        memberships: [{ account_id: owner.accountId, role: 'billing' }],
        balance: { amount_cents: 500 },
      });
      expect((await logIn(email, NEWCOMER.password)).status).toBe(200);
    });

    it('returns 200 and adds an existing user without signing in', async () => {
      const guest = await api.customers.make();
      const { token } = await invite(api, owner, { email: guest.email });
      const answer = await accept(token, {});
      expect(answer.body.data).toEqual({
        user_id: guest.userId,
        account_id: owner.accountId,
        next_step: 'login',
        expires_at: null,
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
      const me = await api.get('/v1/accounts/me', bySession(guest), { 'x-account-id': owner.accountId });
      expect(me.body.data).toMatchObject({ id: owner.accountId, memberships: [{ account_id: guest.accountId }, {}] });
    });

    it('returns 200 without signing in when the password changed after the invitation', async () => {
      const guest = await api.customers.make();
      const { token } = await invite(api, owner, { email: guest.email });
      await api.post('/v1/auth/forgot-password', { email: guest.email });
      const reset = {
        token: await api.customers.mailedToken(guest.email, 'reset-password'),
        new_password: 'of the owner',
      };
      expect((await api.post('/v1/auth/reset-password', reset)).status).toBe(200);
      const answer = await accept(token);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
      expect(await logIn(guest.email, NEWCOMER.password)).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 200 and invalidates the password of an unverified sign-up', async () => {
      const [email, password] = [newAddress(), 'what a squatter typed'];
      await api.post('/v1/auth/signup', { email, password, name: 'Squatter', country: 'US' });
      const { token } = await invite(api, owner, { email });
      expect(await accept(token, {})).toMatchObject(invalid('name', 'password'));
      expect((await accept(token)).status).toBe(200);
      expect(await logIn(email, password)).toMatchObject(failure(401, 'unauthorized'));
      expect((await logIn(email, NEWCOMER.password)).status).toBe(200);
    });

    it('returns 200 for one of ten parallel requests', async () => {
      const { token, email } = await invite(api, owner);
      const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.error?.code === 'token_invalid')).toHaveLength(9);
      expect(await db.query(`SELECT 1 FROM identity.users WHERE email = $1`, [email])).toHaveLength(1);
    });

    it('returns 403 fraud_blocked from a denied network, and creates no user', async () => {
      const strict = await startApi({
        DATABASE_URL: api.settings.DATABASE_URL,
        FRAUD_DENIED_NETWORKS: '127.0.0.0/8,::1',
      });
      const { token, email } = await invite(api, owner);
      const answer = await strict.post('/v1/auth/invitation/accept', { token, ...NEWCOMER });
      expect(answer).toMatchObject(failure(403, 'fraud_blocked'));
      expect(await db.query(`SELECT 1 FROM identity.users WHERE email = $1`, [email])).toHaveLength(0);
      expect((await accept(token)).status).toBe(200);
      await strict.stop();
    });

    it('returns 409 already_member and keeps the link valid', async () => {
      const member = await join(api, owner, 'member');
      const { token, email } = await invite(api, owner);
      await db.query(`UPDATE identity.users SET email = $2 WHERE id = $1`, [member.userId, email]);
      expect(await accept(token, {})).toMatchObject(failure(409, 'already_member'));
      expect((await inspect(token)).status).toBe(200);
    });

    it('returns 410 token_invalid for an unknown, used, expired or revoked link and a closed account', async () => {
      const [used, old, last] = [await invite(api, owner), await invite(api, owner), await invite(api, owner)];
      await accept(used.token);
      for (const token of ['made up', used.token]) {
        expect(await accept(token)).toMatchObject(failure(410, 'token_invalid'));
      }
      await db.query(
        `UPDATE identity.accounts SET status = 'closed', closed_at = now(), closure_grace_ends_at = now() WHERE id = $1`,
        [owner.accountId],
      );
      expect(await accept(last.token)).toMatchObject(failure(410, 'token_invalid'));
      await advance(WEEK_S);
      expect(await accept(old.token)).toMatchObject(failure(410, 'token_invalid'));
    });

    it('returns 422 for the missing members of a new user, and keeps the link valid', async () => {
      const { token } = await invite(api, owner);
      expect(await accept(token, {})).toMatchObject(invalid('name', 'password'));
      expect(await accept(token, { name: 'Grace Hopper' })).toMatchObject(invalid('password'));
      expect(await accept(token, { password: NEWCOMER.password })).toMatchObject(invalid('name'));
      expect(await accept(token, { ...NEWCOMER, name: 'G' })).toMatchObject(invalid('name'));
      for (const password of ['short', 'password', 'x'.repeat(129)]) {
        expect(await accept(token, { ...NEWCOMER, password })).toMatchObject(invalid('password'));
      }
      expect(await api.post('/v1/auth/invitation/accept', NEWCOMER)).toMatchObject(invalid('token'));
      expect((await accept(token)).status).toBe(200);
    });
  });
});
