import { randomBytes } from 'node:crypto';
import { Journal, Ledger } from '@trunkline/billing-ledger';
import { CloseAccounts } from '@trunkline/identity';
import { totpCode } from '@trunkline/identity/testing';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { Shopping } from '../../support/numbering/shopping';
import { type Answer, bySession, type Customer, type Headers, startApi, type TestApi } from '../../support';
import { failure, invalid } from '../../support/refusals';
import { accessToken } from '../../support/identity/access-tokens';

type Row = Record<string, unknown>;

const PATH = '/v1/accounts/me/closure';
const NAME = 'Test Customer';
const DAY_S = 86_400;
const GRACE_S = 30 * DAY_S;
const dataOf = (answer: Answer) => answer.body.data as Row;

describe('/v1/accounts/me/closure', () => {
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
  const bodyOf = (change: object = {}) => ({ password: customer.password, confirm_name: NAME, ...change });
  const request = (change: object = {}, headers: Headers = {}, who: object = bySession(customer)) =>
    api.post(PATH, bodyOf(change), who, headers);
  const requested = async (change: object = {}) => {
    const answer = await request(change);
    expect(answer.status).toBe(201);
    return dataOf(answer);
  };
  const read = (who: object = bySession(customer)) => api.get(PATH, who);
  const cancel = (who: object = bySession(customer)) => api.delete(PATH, who);
  const account = async () => dataOf(await api.get('/v1/accounts/me', bySession(customer)));
  const logIn = ({ email, password } = customer) => api.post('/v1/auth/login', { email, password });
  const setRole = (role: string) =>
    db.query(`UPDATE identity.memberships SET role = $2 WHERE user_id = $1`, [customer.userId, role]);
  const suspend = () =>
    api.operator('POST', `/operator/accounts/${customer.accountId}/suspend`, { reason: 'Fraud suspected' });
  const mailsOf = async () => {
    const rows = await db.query<{ key: string }>(
      `SELECT key FROM platform.mails WHERE account_id = $1 AND key ~ '^(closure|account_closed)' ORDER BY id`,
      [customer.accountId],
    );
    return rows.map(({ key }) => `${key.split(':')[0] ?? ''} to ${key.split(':')[2] ?? ''}`);
  };
  const movesOf = async () => {
    const rows = await db.query<{ status: string }>(
      `SELECT data->>'status' AS status FROM platform.outbox
       WHERE account_id = $1 AND type = 'account.status_changed' ORDER BY seq`,
      [customer.accountId],
    );
    return rows.map(({ status }) => status);
  };
  const trailOf = () =>
    db.query(`SELECT actor, action, before, after FROM platform.audit_trail WHERE account_id = $1 ORDER BY at, id`, [
      customer.accountId,
    ]);
  /** Ends the grace period of this account only, so that sessions stay valid. */
  const endGrace = async (secondsAgo = 1) => {
    const values = [customer.accountId, new Date((now() - secondsAgo) * 1000)];
    await db.query(`UPDATE identity.accounts SET closure_grace_ends_at = $2 WHERE id = $1`, values);
    await db.query(`UPDATE identity.closure_requests SET grace_expires_at = $2 WHERE account_id = $1`, values);
  };
  const another = async (accountId: string, userId: string, role = 'owner') =>
    db.query(`INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, $3, now())`, [
      accountId,
      userId,
      role,
    ]);

  describe('POST', () => {
    it('returns 201 with an account that closes in thirty days, and mails every member', async () => {
      const partner = await api.customers.make();
      await another(customer.accountId, partner.userId);
      const closure = await requested({ reason: 'Too dear.\nFar too dear.', reason_category: 'price' });
      expect(closure).toEqual({
        id: expect.stringMatching(/^clo_/),
        reason: 'Too dear.\nFar too dear.',
        reason_category: 'price',
        requested_at: expect.any(Number),
        grace_expires_at: Number(closure['requested_at']) + GRACE_S,
        requested_by_user_id: customer.userId,
        days_remaining: 30,
      });
      expect(await account()).toMatchObject({
        status: 'pending_closure',
        closure_grace_ends_at: closure['grace_expires_at'],
      });
      const owners = [customer.userId, partner.userId];
      expect(await mailsOf()).toEqual(owners.map((userId) => `closure_requested to ${userId}`));
      expect(await movesOf()).toEqual(['pending_closure']);
      expect(await trailOf()).toEqual([
        {
          actor: customer.userId,
          action: 'closure.requested',
          before: { status: 'active' },
          after: { status: 'pending_closure' },
        },
      ]);
    });

    it('returns 201 without a reason, and leaves keys read access', async () => {
      expect(await requested()).toMatchObject({ reason: null, reason_category: null });
      expect((await api.get('/v1/accounts/me', customer)).status).toBe(200);
      expect(await api.post('/v1/sip-trunks', { name: 'x' }, customer)).toMatchObject(
        failure(403, 'account_pending_closure'),
      );
    });

    it('returns 201 for a suspended account', async () => {
      await suspend();
      expect(await requested()).toMatchObject({ days_remaining: 30 });
    });

    it('returns 201 with the same request for the same Idempotency-Key, although its code is used', async () => {
      const { secret } = await enableMfa();
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      const change = { password: undefined, code: codeOf(secret, 1) };
      const [first, second] = [await request(change, headers), await request(change, headers)];
      expect(first.status).toBe(201);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(second.body).toEqual(first.body);
      expect(await mailsOf()).toHaveLength(1);
    });

    it('returns 201 with a code of the second factor, or a recovery code, where one is enabled', async () => {
      const { secret, recoveryCodes } = await enableMfa();
      await requested({ password: undefined, code: codeOf(secret, 1) });
      await cancel();
      await requested({ password: undefined, code: recoveryCodes[0] });
    });

    it('returns 201 without either after a recent sign-in of a user without a password, and 403 later', async () => {
      await db.query(`UPDATE identity.users SET password_hash = NULL WHERE id = $1`, [customer.userId]);
      await requested({ password: undefined });
      await cancel();
      await advance(15 * 60 + 1);
      expect(await request({ password: undefined })).toMatchObject(failure(403, 'reauthentication_required'));
    });

    it('returns 401 without a session, and 401 mfa_code_invalid for a wrong or used code', async () => {
      expect(await api.post(PATH, bodyOf())).toMatchObject(failure(401, 'unauthorized'));
      const { secret } = await enableMfa();
      expect(await request({ code: '000000' })).toMatchObject(failure(401, 'mfa_code_invalid'));
      const code = codeOf(secret, 1);
      await requested({ code });
      await cancel();
      expect(await request({ code })).toMatchObject(failure(401, 'mfa_code_invalid'));
    });

    it("returns 403 forbidden, session_required or csrf_rejected except for an owner's session from the dashboard", async () => {
      for (const role of ['admin', 'member', 'billing', 'read_only']) {
        await setRole(role);
        expect(await request()).toMatchObject(failure(403, 'forbidden'));
      }
      await setRole('owner');
      expect(await request({}, {}, { key: customer.key })).toMatchObject(failure(403, 'session_required'));
      expect(await request({}, { origin: 'https://elsewhere.example' })).toMatchObject(failure(403, 'csrf_rejected'));
      expect((await account())['status']).toBe('active');
    });

    it('returns 403 mfa_required for a session without its second factor', async () => {
      await db.query(`UPDATE identity.sessions SET mfa_required = true WHERE user_id = $1`, [customer.userId]);
      expect(await request()).toMatchObject(failure(403, 'mfa_required'));
    });

    it('returns 409 closure_already_requested for a second request, also in parallel', async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => request()));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      expect(await request()).toMatchObject(failure(409, 'closure_already_requested'));
      expect([await mailsOf(), await movesOf(), await trailOf()].map(({ length }) => length)).toEqual([1, 1, 1]);
    });

    it('returns 409 closure_blocked for a debt', async () => {
      const debt = { accountId: customer.accountId, amountCents: 650, description: 'A call', reference: 'call' };
      await api.use(Ledger).charge({ ...debt, relatedKind: null, relatedId: null, overdraft: true });
      expect(await request()).toMatchObject({
        ...failure(409, 'closure_blocked'),
        body: { error: { fields: { negative_balance: expect.stringContaining('-$1.50') } } },
      });
      expect((await account())['status']).toBe('active');
    });

    it('returns 422 for a wrong password, counts it, and returns 429 after ten', async () => {
      for (let n = 0; n < 10; n++) {
        const headers: Headers = n % 2 === 0 ? {} : { 'idempotency-key': randomBytes(8).toString('hex') };
        expect(await request({ password: 'not the password' }, headers)).toMatchObject(invalid('password'));
      }
      expect(await request()).toMatchObject(failure(429, 'login_locked'));
      expect((await account())['status']).toBe('active');
    });

    it('returns 422 for a missing password or code, and 429 mfa_locked after five wrong codes', async () => {
      expect(await request({ password: undefined })).toMatchObject(invalid('password'));
      await enableMfa();
      expect(await request()).toMatchObject(invalid('code'));
      for (let n = 0; n < 5; n++) await request({ code: '000000' });
      expect(await request({ code: '000000' })).toMatchObject(failure(429, 'mfa_locked'));
    });

    it('returns 422 for a wrong account name, and keeps the code valid', async () => {
      expect(await request({ confirm_name: 'test customer' })).toMatchObject(invalid('confirm_name'));
      const { secret } = await enableMfa();
      const code = codeOf(secret, 1);
      expect(await request({ code, confirm_name: 'Another' })).toMatchObject(invalid('confirm_name'));
      await requested({ code });
    });

    it('returns 422 and names each invalid field', async () => {
      const body = { reason: 'x'.repeat(1001), reason_category: 'boredom', password: 1, code: 'x', confirm_name: null };
      expect(await request(body)).toMatchObject(
        invalid('reason', 'reason_category', 'password', 'code', 'confirm_name'),
      );
      expect(await api.post(PATH, {}, bySession(customer))).toMatchObject(invalid('confirm_name'));
      expect(await requested({ reason: '🚀'.repeat(1000) })).toMatchObject({ reason: '🚀'.repeat(1000) });
    });
  });

  describe('GET', () => {
    it('returns 200 with the pending request, else null', async () => {
      expect(await read()).toMatchObject({ status: 200, body: { ok: true, data: null } });
      const closure = await requested();
      expect(dataOf(await read())).toEqual(closure);
      await cancel();
      expect((await read()).body.data).toBeNull();
    });

    it('returns 200 with the remaining days', async () => {
      await requested();
      await endGrace(-3 * DAY_S);
      expect(dataOf(await read())).toMatchObject({ days_remaining: 3 });
    });

    it('returns 200 for every member, 403 session_required for a key and 401 without a credential', async () => {
      await requested();
      await setRole('read_only');
      expect((await read()).status).toBe(200);
      expect(await read({ key: customer.key })).toMatchObject(failure(403, 'session_required'));
      expect(await read({})).toMatchObject(failure(401, 'unauthorized'));
    });

    it('returns 422 for an unknown query parameter', async () => {
      expect((await api.get(`${PATH}?expand=user`, bySession(customer))).status).toBe(422);
    });
  });

  describe('DELETE', () => {
    it('returns 200 with the account as it was, and mails every owner', async () => {
      const before = await account();
      await requested();
      const answer = await cancel();
      expect(answer).toMatchObject({ status: 200, body: { data: before } });
      expect(await account()).toEqual(before);
      expect(await mailsOf()).toEqual([
        `closure_requested to ${customer.userId}`,
        `closure_cancelled to ${customer.userId}`,
      ]);
      expect(await movesOf()).toEqual(['pending_closure', 'active']);
      expect((await trailOf()).map(({ action }) => action)).toEqual(['closure.requested', 'closure.cancelled']);
      expect((await api.post('/v1/sip-trunks', { name: 'x' }, customer)).status).toBe(201);
    });

    it('returns 200 and suspends a suspended account again', async () => {
      await suspend();
      await requested();
      expect(dataOf(await cancel())).toMatchObject({ status: 'suspended', closure_grace_ends_at: null });
      await requested();
    });

    it('returns 200 once per Idempotency-Key, and for one of two parallel requests', async () => {
      await requested();
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      const first = await api.delete(PATH, bySession(customer), headers);
      expect((await api.delete(PATH, bySession(customer), headers)).body).toEqual(first.body);
      await requested();
      const answers = await Promise.all([cancel(), cancel(), cancel()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      expect(await movesOf()).toEqual(['pending_closure', 'active', 'pending_closure', 'active']);
    });

    it('returns 401 without a session, 403 forbidden for a non-owner and 403 session_required for a key', async () => {
      await requested();
      expect(await cancel({})).toMatchObject(failure(401, 'unauthorized'));
      expect(await cancel({ key: customer.key })).toMatchObject(failure(403, 'session_required'));
      await setRole('admin');
      expect(await cancel()).toMatchObject(failure(403, 'forbidden'));
    });

    it('returns 404 when none was requested', async () => {
      expect(await cancel()).toMatchObject(failure(404, 'not_found'));
    });

    it('returns 409 invalid_state after the grace period, also before the job has run', async () => {
      await requested();
      await endGrace();
      expect(await cancel()).toMatchObject(failure(409, 'invalid_state'));
      expect((await account())['status']).toBe('pending_closure');
    });
  });

  describe('after the grace period', () => {
    const close = () => api.use(CloseAccounts).close();
    // Closes the accounts that earlier tests left due.
    beforeAll(close);
    const token = () => accessToken(api, customer, ['account:read']);

    it('rejects sign-ins, sessions, keys and tokens of the account', async () => {
      const key = await token();
      await requested();
      expect(await close()).toMatchObject({ closed: 0 });
      await endGrace();
      expect(await close()).toEqual({ closed: 1, waiting: 0, kept: 0 });
      expect(await logIn()).toMatchObject(failure(403, 'account_closed'));
      for (const who of [bySession(customer), { key: customer.key }, { key }]) {
        expect(await api.get('/v1/accounts/me', who)).toMatchObject(failure(401, 'unauthorized'));
      }
      expect(await close()).toEqual({ closed: 0, waiting: 0, kept: 0 });
      expect(await movesOf()).toEqual(['pending_closure', 'closed']);
      expect((await mailsOf()).at(-1)).toBe(`account_closed to ${customer.userId}`);
    });

    it('returns 403 account_closed to a session that started meanwhile', async () => {
      await requested();
      await endGrace();
      const cookie = (await logIn()).headers.getSetCookie()[0]!.split(';')[0]!;
      await db.query(`INSERT INTO identity.closure_steps (closure_request_id, step, done_at)
        SELECT id, 'sessions_revoked', now() FROM identity.closure_requests WHERE account_id = '${customer.accountId}'`);
      await close();
      for (const path of ['/v1/accounts/me', PATH]) {
        expect(await api.get(path, { cookie })).toMatchObject(failure(403, 'account_closed'));
      }
      expect(await cancel({ cookie })).toMatchObject(failure(403, 'account_closed'));
    });

    it('keeps the other accounts of its members open', async () => {
      const guest = await api.customers.make();
      await another(customer.accountId, guest.userId, 'admin');
      await requested();
      await endGrace();
      await close();
      expect((await api.get('/v1/accounts/me', bySession(guest))).status).toBe(200);
      const headers = { 'x-account-id': customer.accountId };
      expect(await api.get('/v1/accounts/me', bySession(guest), headers)).toMatchObject(failure(403, 'account_closed'));
      expect((await mailsOf()).at(-1)).toBe(`account_closed to ${customer.userId}`);
    });

    it('releases the resources and refunds top-ups, but not the trial credit', async () => {
      const ledger = api.use(Ledger);
      const { accountId } = customer;
      const topup = { accountId, topupId: 'top_1', amountCents: 2000, description: 'Card top-up' };
      await ledger.creditTopup({ ...topup, processorPaymentIntentId: `pi_${accountId}` });
      const shopping = new Shopping(api, customer);
      const trunkId = await shopping.trunk();
      await shopping.buy({ trunk_id: trunkId });
      const locked = await shopping.buy();
      await api.patch(`/v1/numbers/${String(locked['e164'])}`, { deletion_lock: true }, customer);
      await shopping.buyWaiting();
      await requested();
      await endGrace();
      expect(await close()).toMatchObject({ closed: 1 });
      const counted = async (text: string) => (await db.query<{ count: number }>(text, [accountId]))[0]?.count;
      expect(
        await counted(`SELECT count(*) FROM numbering.phone_numbers WHERE account_id = $1 AND status = 'released'`),
      ).toBe(3);
      expect(
        await counted(`SELECT count(*) FROM voice.sip_trunks WHERE account_id = $1 AND status <> 'archived'`),
      ).toBe(0);
      expect(
        await counted(`SELECT count(*) FROM compliance.data_keys WHERE account_id = $1 AND wrapped_key IS NULL`),
      ).toBe(1);
      const rows = await db.query<{ kind: string; cents: number; reference: string }>(
        `SELECT kind, amount_cents AS cents, split_part(reference, ':', 1) AS reference FROM billing.transactions
         WHERE account_id = $1 ORDER BY created_at`,
        [accountId],
      );
      const before = rows.filter(({ reference }) => reference !== 'closure');
      const leftCents = before.reduce((sum, { cents }) => sum + cents, 0);
      expect(leftCents).toBeGreaterThan(2000);
      expect(rows.slice(before.length).map(({ kind, cents }) => [kind, cents])).toEqual([
        ['refund', -2000],
        ['adjustment', 2000 - leftCents],
      ]);
      expect(await ledger.balance(accountId)).toMatchObject({ amountCents: 0, heldCents: 0 });
      expect(await api.use(Journal).verify()).toEqual([]);
    });

    it('waits for held money to be settled', async () => {
      const ledger = api.use(Ledger);
      const { accountId } = customer;
      const order = { accountId, amountCents: 100, relatedKind: 'test', relatedId: 'x', reference: 'in flight' };
      const { holdId } = await ledger.hold(order);
      await requested();
      await endGrace();
      expect(await close()).toMatchObject({ closed: 0, waiting: 1 });
      expect(await movesOf()).toEqual(['pending_closure']);
      expect(await cancel()).toMatchObject(failure(401, 'unauthorized'));
      await ledger.releaseHold({ accountId, holdId });
      expect(await close()).toMatchObject({ closed: 1, waiting: 0 });
      expect(await ledger.balance(accountId)).toMatchObject({ amountCents: 0 });
    });

    it('closes the other accounts when one fails', async () => {
      const broken = customer;
      await requested();
      await endGrace(3600);
      await db.query(`UPDATE identity.closure_requests SET cancelled_at = now() WHERE account_id = $1`, [
        broken.accountId,
      ]);
      customer = await api.customers.make();
      await requested();
      await endGrace();
      await expect(close()).rejects.toMatchObject({
        errors: [expect.objectContaining({ message: `Account ${broken.accountId} could not be closed.` })],
      });
      expect(await movesOf()).toEqual(['pending_closure', 'closed']);
      await db.query(`UPDATE identity.closure_requests SET cancelled_at = NULL WHERE account_id = $1`, [
        broken.accountId,
      ]);
      expect(await close()).toMatchObject({ closed: 1 });
    });
  });

  /** Enables the customer's second factor and returns codes of future time steps. */
  const enableMfa = async () => {
    const setup = '/v1/auth/mfa/setup';
    const started = await api.post(`${setup}-start`, { method: 'totp' }, bySession(customer));
    const secret = String(dataOf(started)['secret']);
    const verified = await api.post(
      `${setup}-verify`,
      { method: 'totp', secret, code: codeOf(secret) },
      bySession(customer),
    );
    expect(verified.status).toBe(200);
    return { secret, recoveryCodes: dataOf(verified)['recovery_codes'] as string[] };
  };
  const codeOf = (secret: string, stepsOn = 0) =>
    totpCode(secret, new Date(api.use(Clock).now().getTime() + stepsOn * 30_000));
});
