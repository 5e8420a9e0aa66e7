import { AccountDirectory } from '@trunkline/identity/wiring';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { bySession, type Customer, OPERATOR_TOKEN, startApi, type TestApi, testEnvironment } from '../../support';
import { Telephony } from '../../support/telephony';

const UNKNOWN = 'acc_0000000000000000000000000';
const SECOND_OPERATOR = 'second-operator-token-for-tests';
const LONG = 'x'.repeat(1001);
const ORDER = { country: 'US', type: 'geographic', area: '212' };

describe('operators and accounts', () => {
  let api: TestApi;
  /** A second process on the same database. */
  let other: TestApi;
  let customer: Customer;
  let path: string;

  beforeAll(async () => {
    const environment = await testEnvironment({ OPERATOR_TOKENS: `${OPERATOR_TOKEN},${SECOND_OPERATOR}` });
    [api, other] = [await startApi(environment), await startApi(environment)];
  });
  afterAll(async () => {
    await api.stop();
    await other.stop();
  });
  beforeEach(async () => {
    customer = await api.customers.make();
    path = `/operator/accounts/${customer.accountId}`;
  });

  const suspend = (reason = 'Debt', headers = {}) => api.operator('POST', `${path}/suspend`, { reason }, headers);
  const reinstate = (reason = 'Paid') => api.operator('POST', `${path}/reinstate`, { reason });
  const setTier = (tier: string, headers = {}) => api.operator('PATCH', path, { tier }, headers);
  const order = (process: TestApi, area = '212') => process.post('/v1/numbers', { ...ORDER, area }, customer);
  const audited = async () => itemsOf(await api.operator('GET', `/operator/audit?account_id=${customer.accountId}`));
  const setStatus = (assignments: string) =>
    api.use(Database).query(`UPDATE identity.accounts SET ${assignments} WHERE id = $1`, [customer.accountId]);
  const close = () => setStatus(`status = 'closed', closed_at = now()`);

  describe('GET /operator/accounts', () => {
    const idsOf = async (query: string) => {
      const answer = await api.operator('GET', `/operator/accounts?${query}`);
      expect([query, answer.status]).toEqual([query, 200]);
      return itemsOf(answer).map(({ id }) => id);
    };

    it('returns 200 by id, member, name, status and tier', async () => {
      const { accountId, email } = customer;
      await setStatus(`name = 'Zuse KG ${accountId}'`);
      await setTier('wholesale');
      await suspend();
      for (const query of [
        `id=${accountId}`,
        `email=${email.toUpperCase()}`,
        `name=zUSE%20kg%20${accountId}`,
        `id=${accountId}&status=suspended,closed&tier=wholesale`,
      ]) {
        expect(await idsOf(query)).toEqual([accountId]);
      }
      expect(await idsOf(`id=${accountId}&status=active`)).toEqual([]);
      expect(await idsOf(`id=${accountId}&tier=verified`)).toEqual([]);
      expect(await idsOf('name=%25')).toEqual([]);
      expect(await idsOf('email=nobody@example.com')).toEqual([]);
    });

    it('returns 200 page by page, unaffected by new accounts', async () => {
      const first = await api.operator('GET', '/operator/accounts?limit=2&sort=created_at&order=desc');
      const seen = itemsOf(first).map(({ id }) => id);
      await api.customers.make();
      let cursor = dataOf(first)['next_cursor'] as string | null;
      while (cursor) {
        const page = await api.operator(
          'GET',
          `/operator/accounts?limit=2&sort=created_at&order=desc&cursor=${cursor}`,
        );
        seen.push(...itemsOf(page).map(({ id }) => id));
        cursor = dataOf(page)['next_cursor'] as string | null;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toContain(customer.accountId);
    });

    it("returns 401 without an operator's token", async () => {
      for (const authorization of ['', 'Bearer wrong', `Bearer ${customer.key}`]) {
        for (const [method, address] of [
          ['GET', '/operator/accounts'],
          ['GET', path],
          ['PATCH', path],
          ['POST', `${path}/suspend`],
          ['POST', `${path}/reinstate`],
        ] as const) {
          const answer = await api.operator(method, address, method === 'GET' ? undefined : {}, { authorization });
          expect([address, answer.status, codeOf(answer)]).toEqual([address, 401, 'unauthorized']);
        }
      }
    });

    it('returns 404 on the public listener', async () => {
      expect((await api.get('/operator/accounts', customer)).status).toBe(404);
    });

    it.each([
      ['unknown_filter=1', 'unknown_filter'],
      ['id=x', 'id'],
      ['email=x', 'email'],
      ['status=asleep', 'status'],
      ['tier=gold', 'tier'],
      ['sort=name', 'sort'],
      ['order=up', 'order'],
      ['limit=101', 'limit'],
      ['cursor=x', 'cursor'],
      ['name=%00', 'name'],
    ])('returns 422 for %s', async (query, field) => {
      const answer = await api.operator('GET', `/operator/accounts?${query}`);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });

    it('returns 422 for a cursor of other filters', async () => {
      const page = await api.operator('GET', '/operator/accounts?limit=1&status=active,suspended');
      const cursor = String(dataOf(page)['next_cursor']);
      const answer = await api.operator('GET', `/operator/accounts?limit=1&cursor=${cursor}`);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['cursor']]);
    });
  });

  describe('GET /operator/accounts/{id}', () => {
    it('returns 200 with balance, members and counts of resources', async () => {
      await new Shopping(api, customer).buy();
      const answer = await api.operator('GET', path);
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({
        id: customer.accountId,
        status: 'active',
        tier: 'self_serve',
        billing_mode: 'prepaid',
        suspended_at: null,
        suspension_reason: null,
        closure_grace_ends_at: null,
        closed_at: null,
        balance: { currency: 'USD' },
        members: [{ user_id: customer.userId, email: customer.email, role: 'owner', email_verified: true }],
        counts: { members: 1, api_keys: 1, numbers_active: 1, numbers_suspended: 0, numbers_pending_documents: 0 },
      });
      expect((dataOf(answer)['balance'] as Row)['amount_cents']).toBeLessThan(500);
    });

    it.each([UNKNOWN, 'nonsense', '%00'])('returns 404 for %s', async (id) => {
      const answer = await api.operator('GET', `/operator/accounts/${id}`);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    });

    it('returns 422 for an unknown parameter', async () => {
      expect((await api.operator('GET', `${path}?x=1`)).status).toBe(422);
    });
  });

  describe('PATCH /operator/accounts/{id}', () => {
    it('returns 200 with the new tier, and records the old one', async () => {
      const answer = await setTier('verified');
      expect([answer.status, dataOf(answer)['tier']]).toEqual([200, 'verified']);
      expect(await audited()).toEqual([
        expect.objectContaining({
          actor: expect.stringMatching(/^operator:[0-9a-f]{12}$/),
          action: 'account.change',
          subject: customer.accountId,
          account_id: customer.accountId,
          before: { tier: 'self_serve' },
          after: { tier: 'verified' },
        }),
      ]);
    });

    it('returns 200 and records nothing when nothing changes', async () => {
      expect((await api.operator('PATCH', path, {})).status).toBe(200);
      expect((await setTier('self_serve')).status).toBe(200);
      expect(await audited()).toEqual([]);
    });

    it('returns 200 and raises the limits in every process at once', async () => {
      for (const process of [api, other]) await process.get('/v1/accounts/me', customer);
      await setTier('verified');
      for (const process of [api, other]) {
        const limit = (await process.get('/v1/accounts/me', customer)).headers.get('x-ratelimit-limit');
        expect(Number(limit)).toBe(1_200_000);
      }
    });

    it('returns 200 and allows orders at once after a review', async () => {
      await setTier('manual_review');
      for (const process of [api, other]) {
        expect(codeOf(await order(process))).toBe('manual_review_required');
      }
      await setTier('self_serve');
      expect((await order(other)).status).toBe(201);
    });

    it('returns 200 with a current ETag, and 412 with an outdated one', async () => {
      const etag = (await api.operator('GET', path)).headers.get('etag') ?? '';
      expect((await setTier('verified', { 'if-match': etag })).status).toBe(200);
      const late = await setTier('wholesale', { 'if-match': etag });
      expect([late.status, codeOf(late)]).toEqual([412, 'precondition_failed']);
    });

    it('returns 404 for an unknown account', async () => {
      const answer = await api.operator('PATCH', `/operator/accounts/${UNKNOWN}`, { tier: 'verified' });
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    });

    it('returns 409 for a closed account', async () => {
      await close();
      const answer = await setTier('verified');
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });

    it.each([
      [{ tier: 'gold' }, ['tier']],
      [{ tier: null }, ['tier']],
      [{ tier: ['verified'] }, ['tier']],
      [{ status: 'active' }, ['status']],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await api.operator('PATCH', path, body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
      expect(await audited()).toEqual([]);
    });
  });

  describe('POST /operator/accounts/{id}/suspend', () => {
    it('returns 200 with the reason, and records both states', async () => {
      const answer = await suspend('Traffic pumping');
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({ status: 'suspended', suspension_reason: 'Traffic pumping' });
      expect(dataOf(answer)['suspended_at']).toEqual(expect.any(Number));
      expect(await audited()).toMatchObject([
        {
          action: 'account.suspend',
          before: { status: 'active', suspension_reason: null },
          after: { status: 'suspended', suspension_reason: 'Traffic pumping' },
        },
      ]);
    });

    it('returns 200 and rejects orders in every process at once, but not reads', async () => {
      expect((await order(api)).status).toBe(201);
      expect((await other.get('/v1/numbers', customer)).status).toBe(200);
      await suspend();
      for (const process of [other, api]) {
        for (const sender of [customer, bySession(customer)]) {
          const refused = await process.post('/v1/numbers', ORDER, sender);
          expect([refused.status, codeOf(refused)]).toEqual([403, 'account_suspended']);
          expect((await process.get('/v1/numbers', sender)).status).toBe(200);
        }
      }
    });

    it('returns 200 and rejects calls at once, before the numbers are suspended', async () => {
      const telephony = await Telephony.make(api);
      const routed = await telephony.route();
      expect(routed['action']).not.toBe('reject');
      await api.operator('POST', `/operator/accounts/${telephony.customer.accountId}/suspend`, { reason: 'Debt' });
      const refused = await telephony.route();
      expect(refused).toMatchObject({ action: 'reject', code: 403, reason: 'Account Not Active' });
    });

    it('returns 200 and hides the reason from the customer', async () => {
      await suspend('A secret suspicion');
      const mine = await api.get('/v1/accounts/me', customer);
      expect([mine.status, dataOf(mine)['status']]).toEqual([200, 'suspended']);
      expect(mine.text).not.toContain('suspicion');
    });

    it('returns 200 for a closing account, whose closure continues', async () => {
      await setStatus(`status = 'pending_closure', closure_grace_ends_at = now() + interval '30 days'`);
      const answer = await suspend();
      expect([answer.status, dataOf(answer)['status']]).toEqual([200, 'pending_closure']);
      expect(dataOf(answer)['suspended_at']).toEqual(expect.any(Number));
      expect(await api.use(AccountDirectory).isSuspended(customer.accountId)).toBe(true);
    });

    it('returns 200 once per Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'suspend-1' };
      const [first, second] = [await suspend('Debt', key), await suspend('Debt', key)];
      expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(await audited()).toHaveLength(1);
      const reused = await suspend('Another reason', key);
      expect([reused.status, codeOf(reused)]).toEqual([422, 'idempotency_key_reused']);
    });

    it('returns 409 for another operator with the same Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'suspend-2' };
      expect((await suspend('Debt', key)).status).toBe(200);
      const theirs = await suspend('Debt', { ...key, authorization: `Bearer ${SECOND_OPERATOR}` });
      expect([theirs.status, codeOf(theirs)]).toEqual([409, 'invalid_state']);
      expect(theirs.headers.get('idempotent-replayed')).toBeNull();
    });

    it('returns 404 for an unknown account', async () => {
      const answer = await api.operator('POST', `/operator/accounts/${UNKNOWN}/suspend`, { reason: 'x' });
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    });

    it('returns 409 for a suspended and a closed account, and names both states', async () => {
      await suspend('first');
      const again = await suspend('second');
      expect([again.status, codeOf(again)]).toEqual([409, 'invalid_state']);
      expect(again.body.error?.message).toBe('This account is suspended; it cannot become suspended.');
      expect(dataOf(await api.operator('GET', path))['suspension_reason']).toBe('first');
      await close();
      expect((await suspend()).body.error?.message).toBe('This account is closed; it cannot become suspended.');
      expect(await audited()).toHaveLength(1);
    });

    it.each([
      [{}],
      [{ reason: '' }],
      [{ reason: LONG }],
      [{ reason: 5 }],
      [{ reason: 'a\u0000b' }],
      [{ reason: null }],
    ])('returns 422 for %j', async (body) => {
      for (const verb of ['suspend', 'reinstate']) {
        const answer = await api.operator('POST', `${path}/${verb}`, body);
        expect([answer.status, fieldsOf(answer)]).toEqual([422, ['reason']]);
      }
    });

    it('returns 422 for an unknown member', async () => {
      const answer = await api.operator('POST', `${path}/suspend`, { reason: 'x', until: 5 });
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['until']]);
    });
  });

  describe('POST /operator/accounts/{id}/reinstate', () => {
    it('returns 200 and reinstates the account in every process at once', async () => {
      await suspend();
      const answer = await reinstate('Paid by wire');
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({ status: 'active', suspended_at: null, suspension_reason: null });
      expect((await order(other)).status).toBe(201);
      const [entry] = await audited();
      expect(entry).toMatchObject({
        action: 'account.reinstate',
        before: { status: 'suspended', suspension_reason: 'Debt' },
        after: { status: 'active', suspension_reason: null, reason: 'Paid by wire' },
      });
    });

    it('returns 404 for an unknown account', async () => {
      const answer = await api.operator('POST', `/operator/accounts/${UNKNOWN}/reinstate`, { reason: 'x' });
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    });

    it('returns 409 for an active and a closed account, and names both states', async () => {
      const answer = await reinstate();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
      expect(answer.body.error?.message).toBe('This account is active; it cannot become active.');
      await close();
      expect((await reinstate()).body.error?.message).toBe('This account is closed; it cannot become active.');
    });
  });
});
