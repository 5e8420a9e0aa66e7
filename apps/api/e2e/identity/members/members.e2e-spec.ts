import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { lockWaits } from '@trunkline/platform/testing';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../../support';
import { accessToken } from '../../support/identity/access-tokens';
import { failure, invalid } from '../../support/refusals';
import { invite, join, joinAs, type Member } from '../../support/identity/members';

interface Row {
  readonly user: { readonly id: string; readonly email: string; readonly role: string };
  readonly role: string;
}

const MEMBERS = '/v1/accounts/me/members';
const pageIn = (answer: Answer) => answer.body.data as { items: Row[]; next_cursor: string | null };

describe(MEMBERS, () => {
  let api: TestApi;
  let db: Database;
  let owner: Customer;
  let member: Member;
  beforeAll(async () => {
    api = await startApi();
    db = api.use(Database);
  });
  beforeEach(async () => {
    owner = await api.customers.make();
    member = await join(api, owner, 'member');
  });
  afterAll(() => api.stop());

  const advance = (seconds: number) => (api.use(Clock) as MovableClock).advance(seconds);
  const change = (who: { cookie?: string; key?: string }, userId: string, body: unknown, headers = {}) =>
    api.patch(`${MEMBERS}/${userId}`, body, who, headers);
  const remove = (who: { cookie?: string; key?: string }, userId: string) => api.delete(`${MEMBERS}/${userId}`, who);
  const audited = (subject: string) =>
    db.query(`SELECT actor, action, before, after FROM platform.audit_trail WHERE subject = $1 ORDER BY id`, [subject]);

  describe('GET', () => {
    it('returns 200 with the members, newest first, for a session and a key', async () => {
      const answer = await api.get(MEMBERS, bySession(owner));
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        items: [
          {
            user: {
              id: member.userId,
              email: member.email,
              name: 'Grace Hopper',
              role: 'member',
              email_verified: true,
              phone_verified: false,
              mfa_method: null,
            },
            role: 'member',
            joined_at: expect.any(Number),
          },
          expect.objectContaining({ role: 'owner', user: expect.objectContaining({ id: owner.userId }) }),
        ],
        next_cursor: null,
      });
      expect((await api.get(MEMBERS, { key: owner.key })).body).toEqual(answer.body);
    });

    it('returns 200 page by page', async () => {
      const first = pageIn(await api.get(`${MEMBERS}?limit=1`, bySession(owner)));
      const second = pageIn(await api.get(`${MEMBERS}?limit=1&cursor=${first.next_cursor!}`, bySession(owner)));
      expect([first, second].map(({ items }) => items.map(({ user }) => user.id))).toEqual([
        [member.userId],
        [owner.userId],
      ]);
      expect(second.next_cursor).toBeNull();
    });

    it('returns 200 for every role', async () => {
      for (const role of ['admin', 'billing', 'member', 'read_only'] as const) {
        const { cookie } = await join(api, owner, role);
        expect([role, (await api.get(MEMBERS, { cookie })).status]).toEqual([role, 200]);
      }
    });

    it('returns 401 without a credential, and 403 for an access token', async () => {
      expect(await api.get(MEMBERS)).toMatchObject(failure(401, 'unauthorized'));
      const key = await accessToken(api, owner, ['account:read', 'account:write']);
      expect(await api.get(MEMBERS, { key })).toMatchObject(failure(403, 'forbidden'));
    });

    it('returns 422 for a cursor of another account, an unknown parameter and an invalid limit', async () => {
      const { next_cursor } = pageIn(await api.get(`${MEMBERS}?limit=1`, bySession(owner)));
      const other = await api.customers.make();
      expect(await api.get(`${MEMBERS}?cursor=${next_cursor!}`, bySession(other))).toMatchObject(invalid('cursor'));
      expect(await api.get(`${MEMBERS}?role=owner&limit=0`, bySession(owner))).toMatchObject(invalid('role', 'limit'));
    });
  });

  describe('PATCH /{user_id}', () => {
    it('returns 200, changes the role at once and records an event', async () => {
      expect((await api.get('/v1/sip-trunks', { cookie: member.cookie })).status).toBe(200);
      const answer = await change(bySession(owner), member.userId, { role: 'billing' });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({ user: { id: member.userId, role: 'billing' }, role: 'billing' });
      expect(await api.get('/v1/sip-trunks', { cookie: member.cookie })).toMatchObject(failure(403, 'forbidden'));
      expect((await api.get('/v1/billing/balance', { cookie: member.cookie })).status).toBe(200);
      const entry = { action: 'member.change', before: { role: 'member' }, after: { role: 'billing' } };
      expect(await audited(member.userId)).toEqual([{ actor: owner.userId, ...entry }]);
    });

    it('returns 200 when an owner promotes a member to owner, when the new owner demotes the first one, and when that one steps down', async () => {
      const to = (who: { cookie: string }, userId: string, role: string) => change(who, userId, { role });
      expect((await to(bySession(owner), member.userId, 'owner')).status).toBe(200);
      expect((await to({ cookie: member.cookie }, owner.userId, 'admin')).status).toBe(200);
      expect((await to(bySession(owner), owner.userId, 'read_only')).status).toBe(200);
      expect(await to(bySession(owner), member.userId, 'member')).toMatchObject(failure(403, 'forbidden'));
    });

    it('returns 401 without a credential, and 403 for a key and roles without the permission', async () => {
      const wanted = { role: 'admin' };
      expect(await change({}, member.userId, wanted)).toMatchObject(failure(401, 'unauthorized'));
      expect(await change({ key: owner.key }, member.userId, wanted)).toMatchObject(failure(403, 'session_required'));
      expect(await change({ cookie: member.cookie }, member.userId, wanted)).toMatchObject(failure(403, 'forbidden'));
    });

    it('returns 403 forbidden when an admin changes an owner or promotes a member to owner', async () => {
      const admin = await join(api, owner, 'admin');
      expect(await change(admin, owner.userId, { role: 'admin' })).toMatchObject(failure(403, 'forbidden'));
      expect(await change(admin, member.userId, { role: 'owner' })).toMatchObject(failure(403, 'forbidden'));
      expect(await change(admin, admin.userId, { role: 'owner' })).toMatchObject(failure(403, 'forbidden'));
      expect((await change(admin, member.userId, { role: 'admin' })).status).toBe(200);
    });

    it('returns 403 reauthentication_required for an old sign-in without the password', async () => {
      await advance(15 * 60 + 1);
      const wanted = { role: 'billing' };
      const refused = failure(403, 'reauthentication_required');
      expect(await change(bySession(owner), member.userId, wanted)).toMatchObject(refused);
      const { password } = owner;
      expect((await change(bySession(owner), member.userId, { ...wanted, password })).status).toBe(200);
      const wrong = await change(bySession(owner), member.userId, { ...wanted, password: 'not the password' });
      expect(wrong).toMatchObject(invalid('password'));
    });

    it('returns 429 login_locked after ten wrong passwords in this session', async () => {
      await advance(15 * 60 + 1);
      const asked = (password: string) => change(bySession(owner), member.userId, { role: 'billing', password });
      for (let tried = 0; tried < 10; tried++)
        expect(await asked('not the password')).toMatchObject(invalid('password'));
      expect(await asked(owner.password)).toMatchObject(failure(429, 'login_locked'));
    });

    it('returns 404 for an unknown user and a member of another account', async () => {
      const stranger = await api.customers.make();
      for (const userId of [stranger.userId, 'usr_none', 'nonsense!']) {
        expect(await change(bySession(owner), userId, { role: 'admin' })).toMatchObject(failure(404, 'not_found'));
      }
    });

    it('returns 409 last_owner when the last owner steps down', async () => {
      const answer = await change(bySession(owner), owner.userId, { role: 'admin' });
      expect(answer).toMatchObject(failure(409, 'last_owner'));
    });

    it('returns 412 precondition_failed when the member has changed since it was read', async () => {
      const etag = (await change(bySession(owner), member.userId, { role: 'admin' })).headers.get('etag')!;
      const ifMatch = { 'if-match': etag };
      expect((await change(bySession(owner), member.userId, { role: 'billing' }, ifMatch)).status).toBe(200);
      const late = await change(bySession(owner), member.userId, { role: 'member' }, ifMatch);
      expect(late).toMatchObject(failure(412, 'precondition_failed'));
    });

    it('returns 422 for a missing role, an unknown one and an unknown member', async () => {
      expect(await change(bySession(owner), member.userId, {})).toMatchObject(invalid('role'));
      for (const role of [null, 'root', 5, '']) {
        expect(await change(bySession(owner), member.userId, { role })).toMatchObject(invalid('role'));
      }
      expect(await change(bySession(owner), member.userId, { role: 'admin', a: 1 })).toMatchObject(invalid('a'));
    });
  });

  describe('DELETE /{user_id}', () => {
    it("returns 200, revokes the member's keys, ends the sessions and records an event", async () => {
      await change(bySession(owner), member.userId, { role: 'admin' });
      const made = await api.post('/v1/api-keys', { name: 'ci' }, { cookie: member.cookie });
      const { key, id } = made.body.data as { key: string; id: string };
      expect((await api.get('/v1/accounts/me', { key })).status).toBe(200);
      const answer = await remove(bySession(owner), member.userId);
      expect([answer.status, answer.body.data]).toEqual([200, { id: member.userId, deleted: true }]);
      expect(await api.get('/v1/accounts/me', { key })).toMatchObject(failure(401, 'unauthorized'));
      expect(await api.get('/v1/accounts/me', { cookie: member.cookie })).toMatchObject(failure(401, 'unauthorized'));
      expect((await api.get(`/v1/api-keys/${id}`, bySession(owner))).body.data).toMatchObject({ status: 'revoked' });
      const entry = { actor: owner.userId, action: 'member.remove', before: { role: 'admin' }, after: null };
      expect((await audited(member.userId)).at(-1)).toEqual(entry);
    });

    it('returns 200, and a user without accounts can sign up or be invited as a new user', async () => {
      await remove(bySession(owner), member.userId);
      const { email, password, cookie, userId } = member;
      expect(await api.post('/v1/auth/login', { email, password })).toMatchObject(failure(401, 'unauthorized'));
      expect(await api.post('/v1/auth/logout', undefined, { cookie })).toMatchObject(failure(401, 'unauthorized'));
      const signedUp = await api.post('/v1/auth/signup', { email, password, name: 'Grace Hopper', country: 'US' });
      expect(signedUp.status).toBe(201);
      const guest = await join(api, owner, 'member');
      expect((await remove({ cookie: guest.cookie }, guest.userId)).status).toBe(200);
      const { token } = await invite(api, owner, { email: guest.email });
      const accepted = await api.post('/v1/auth/invitation/accept', { token, name: 'Grace Hopper', password });
      expect(accepted.body.data).toMatchObject({ next_step: 'dashboard' });
      expect(accepted.body.data).not.toMatchObject({ user_id: guest.userId });
      const [row] = await db.query(`SELECT email FROM identity.users WHERE id = $1`, [userId]);
      expect(row).toEqual({ email: `removed+${userId}@invalid` });
    });

    it('returns 200 and ends only the sessions that started in the account', async () => {
      const guest = await join(api, owner, 'billing');
      const other = await api.customers.make();
      const invitation = await invite(api, other, { email: guest.email });
      await api.post('/v1/auth/invitation/accept', { token: invitation.token });
      const { cookie } = guest;
      expect((await api.get('/v1/accounts/me', { cookie })).body.data).toMatchObject({ id: owner.accountId });
      await remove(bySession(owner), guest.userId);
      expect(await api.get('/v1/accounts/me', { cookie })).toMatchObject(failure(401, 'unauthorized'));
      const begun = await api.post('/v1/auth/login', { email: guest.email, password: guest.password });
      const again = { cookie: begun.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
      expect((await api.get('/v1/accounts/me', again)).body.data).toMatchObject({ id: other.accountId });
      const strange = await api.get('/v1/accounts/me', again, { 'x-account-id': owner.accountId });
      expect(strange).toMatchObject(failure(403, 'forbidden'));
    });

    it('returns 200 and revokes a key that is created at the same time', async () => {
      const guest = await api.customers.make();
      await joinAs(api, owner, guest, 'admin');
      const { cookie } = bySession(guest);
      const here = { 'x-account-id': owner.accountId };
      const make = () => api.post('/v1/api-keys', { name: 'ci' }, { cookie }, here);
      const [removed, ...made] = await Promise.all([remove(bySession(owner), guest.userId), make(), make(), make()]);
      expect(removed.status).toBe(200);
      await joinAs(api, owner, guest, 'admin');
      for (const { status, body } of made) {
        const { key } = (body.data ?? {}) as { key?: string };
        expect([201, 403]).toContain(status);
        if (key) expect(await api.get('/v1/accounts/me', { key })).toMatchObject(failure(401, 'unauthorized'));
      }
    });

    it('returns 200, and a key stays revoked when its user rejoins', async () => {
      const guest = await api.customers.make();
      await joinAs(api, owner, guest, 'admin');
      const here = { 'x-account-id': owner.accountId };
      const made = await api.post('/v1/api-keys', { name: 'ci' }, bySession(guest), here);
      const { key } = made.body.data as { key: string };
      await remove(bySession(owner), guest.userId);
      await joinAs(api, owner, guest, 'admin');
      expect(await api.get('/v1/accounts/me', { key })).toMatchObject(failure(401, 'unauthorized'));
    });

    it.each(['admin', 'billing', 'member', 'read_only'])('returns 200 when a member leaves: %s', async (role) => {
      const leaving = await join(api, owner, role);
      expect((await remove({ cookie: leaving.cookie }, leaving.userId)).status).toBe(200);
      expect(pageIn(await api.get(MEMBERS, bySession(owner))).items).toHaveLength(2);
    });

    it('returns 200 to one of two owners who remove each other, and 403 to the other', async () => {
      const second = await join(api, owner, 'owner');
      const holder = await db.pool.connect();
      let removals: Promise<Answer>[];
      try {
        await holder.query('BEGIN');
        await holder.query(`SELECT FROM identity.accounts WHERE id = $1 FOR UPDATE`, [owner.accountId]);
        removals = [remove(bySession(owner), second.userId), remove({ cookie: second.cookie }, owner.userId)];
        // Both have authenticated: otherwise the slower one may find its session ended.
        await lockWaits(db, 2);
      } finally {
        // Closes the connection, which ends the transaction and its lock.
        holder.release(true);
      }
      const answers = await Promise.all(removals);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const [left] = await db.query<{ owners: number }>(
        `SELECT count(*) AS owners FROM identity.memberships WHERE account_id = $1 AND role = 'owner'`,
        [owner.accountId],
      );
      expect(left!.owners).toBe(1);
    });

    it('returns 401 without a credential, and 403 for a key and a member who removes another', async () => {
      expect(await remove({}, member.userId)).toMatchObject(failure(401, 'unauthorized'));
      expect(await remove({ key: owner.key }, member.userId)).toMatchObject(failure(403, 'session_required'));
      const reader = await join(api, owner, 'read_only');
      for (const userId of [owner.userId, reader.userId, 'usr_none']) {
        expect(await remove({ cookie: member.cookie }, userId)).toMatchObject(failure(403, 'forbidden'));
      }
    });

    it('returns 403 forbidden when an admin removes an owner', async () => {
      const admin = await join(api, owner, 'admin');
      expect(await remove({ cookie: admin.cookie }, owner.userId)).toMatchObject(failure(403, 'forbidden'));
      expect((await remove({ cookie: admin.cookie }, member.userId)).status).toBe(200);
    });

    it('returns 404 for an unknown user, a user of another account and a removed member', async () => {
      const stranger = await api.customers.make();
      await remove(bySession(owner), member.userId);
      for (const userId of [stranger.userId, 'usr_none', member.userId]) {
        expect(await remove(bySession(owner), userId)).toMatchObject(failure(404, 'not_found'));
      }
    });

    it('returns 409 last_owner for the last owner', async () => {
      expect(await remove(bySession(owner), owner.userId)).toMatchObject(failure(409, 'last_owner'));
    });

    it('returns 422 for a body', async () => {
      const send = { body: { force: true }, sender: bySession(owner), headers: {} };
      expect(await api.send('DELETE', `${MEMBERS}/${member.userId}`, send)).toMatchObject(invalid('force'));
    });
  });

  describe('several accounts of one user', () => {
    it('are selected by X-Account-Id, each with its own role; without it the session has its own', async () => {
      const guest = await api.customers.make();
      await joinAs(api, owner, guest, 'billing');
      const { cookie } = bySession(guest);
      const role = async (headers: Record<string, string>) => {
        const { id, user } = (await api.get('/v1/accounts/me', { cookie }, headers)).body.data as {
          id: string;
          user: { role: string };
        };
        return [id, user.role];
      };
      expect(await role({})).toEqual([guest.accountId, 'owner']);
      expect(await role({ 'x-account-id': owner.accountId })).toEqual([owner.accountId, 'billing']);
      expect(await role({ 'x-account-id': guest.accountId })).toEqual([guest.accountId, 'owner']);
      expect(await role({ 'x-account-id': '' })).toEqual([guest.accountId, 'owner']);
      const trunks = (headers: Record<string, string>) => api.get('/v1/sip-trunks', { cookie }, headers);
      expect(await trunks({ 'x-account-id': owner.accountId })).toMatchObject(failure(403, 'forbidden'));
      expect((await trunks({})).status).toBe(200);
    });

    it('are the only ones a session reaches, and a key reaches only its own', async () => {
      const [guest, third] = [await api.customers.make(), await api.customers.make()];
      await joinAs(api, owner, guest, 'admin');
      const { cookie } = bySession(guest);
      const select = (who: object, accountId: string) => api.get('/v1/accounts/me', who, { 'x-account-id': accountId });
      expect(await select({ cookie }, third.accountId)).toMatchObject(failure(403, 'forbidden'));
      expect(await select({ key: guest.key }, owner.accountId)).toMatchObject(failure(403, 'forbidden'));
      expect((await select({ key: guest.key }, guest.accountId)).status).toBe(200);
    });
  });

  describe('the permissions of a role', () => {
    const order = { country: 'US', area: '212', type: 'geographic' };

    it('let billing read and pay, and order nothing', async () => {
      const { cookie } = await join(api, owner, 'billing');
      expect(await api.post('/v1/numbers', order, { cookie })).toMatchObject(failure(403, 'forbidden'));
      expect(await api.post('/v1/cart/checkout', {}, { cookie })).toMatchObject(failure(403, 'forbidden'));
      expect((await api.get('/v1/numbers', { cookie })).status).toBe(200);
      expect((await api.get('/v1/billing/transactions', { cookie })).status).toBe(200);
      // A 422 proves the permission: authorization precedes validation.
      expect(await api.post('/v1/billing/topups', {}, { cookie })).toMatchObject(invalid('amount_cents'));
    });

    it('let read_only read, and change nothing', async () => {
      const { cookie } = await join(api, owner, 'read_only');
      for (const path of ['/v1/numbers', '/v1/sip-trunks', '/v1/billing/balance', '/v1/api-keys', MEMBERS]) {
        expect([path, (await api.get(path, { cookie })).status]).toEqual([path, 200]);
      }
      for (const path of ['/v1/numbers', '/v1/sip-trunks', '/v1/api-keys', '/v1/accounts/me/invitations']) {
        expect(await api.post(path, {}, { cookie })).toMatchObject(failure(403, 'forbidden'));
      }
      expect(await api.patch('/v1/accounts/me', { name: 'Mine' }, { cookie })).toMatchObject(failure(403, 'forbidden'));
    });

    it('let member work with numbers and trunks, and manage neither account, keys nor members', async () => {
      const { cookie } = member;
      expect((await api.post('/v1/sip-trunks', { name: 'Desk' }, { cookie })).status).toBe(201);
      for (const path of ['/v1/api-keys', '/v1/accounts/me/invitations', '/v1/billing/topups']) {
        expect(await api.post(path, {}, { cookie })).toMatchObject(failure(403, 'forbidden'));
      }
      expect(await api.patch('/v1/accounts/me', { name: 'Mine' }, { cookie })).toMatchObject(failure(403, 'forbidden'));
    });

    it('let admin do everything except close the account', async () => {
      const { cookie } = await join(api, owner, 'admin');
      expect((await api.patch('/v1/accounts/me', { name: 'Ours' }, { cookie })).status).toBe(200);
      expect((await api.post('/v1/api-keys', { name: 'ci' }, { cookie })).status).toBe(201);
      expect(await api.post('/v1/accounts/me/closure', {}, { cookie })).toMatchObject(failure(403, 'forbidden'));
    });
  });
});
