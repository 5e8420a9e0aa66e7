import { AutoRechargeSettings, Ledger, RechargeWallet } from '@trunkline/billing-ledger';
import { Clock } from '@trunkline/kernel';
import { Database, type MovableClock } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf } from '../../support/numbering/shopping';
import { bySession, type Customer, startApi, type TestApi } from '../../support';

const PATH = '/v1/billing/auto-recharge';
const CARDS = '/v1/billing/payment-methods';
const ON = { enabled: true, threshold_cents: 400, amount_cents: 2500 };
const NEVER_TRIED = { last_attempt_at: null, last_attempt_status: null, paused_until: null };
const OFF = { enabled: false, threshold_cents: null, amount_cents: null, ...NEVER_TRIED };

describe('/v1/billing/auto-recharge', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const addCard = async (card = 'pm_card_visa') => {
    const body = { processor_payment_method_id: card, set_default: true };
    return String(dataOf(await api.post(CARDS, body, bySession(customer)))['id']);
  };
  const set = (body: object, headers = {}) => api.put(PATH, body, bySession(customer), headers);
  const read = (who: object = customer) => api.get(PATH, who);
  const setRole = (role: string) =>
    api.use(Database).query(`UPDATE identity.memberships SET role = $2 WHERE user_id = $1`, [customer.userId, role]);
  const debit = () => {
    const order = { accountId: customer.accountId, amountCents: 101, description: 'A call', reference: 'call' };
    return api.use(Ledger).charge({ ...order, relatedKind: null, relatedId: null });
  };

  describe('GET', () => {
    it('returns 200 and off until it is set', async () => {
      const answer = await read();
      expect([answer.status, answer.body.data]).toEqual([200, OFF]);
    });

    it('returns 200 for a read-only member', async () => {
      await setRole('read_only');
      expect((await read(bySession(customer))).status).toBe(200);
    });

    it('returns 200 with the outcome of the last attempt', async () => {
      await addCard();
      await set(ON);
      await debit();
      await api.use(RechargeWallet).recharge(customer.accountId);
      expect((await read()).body.data).toEqual({
        ...ON,
        paused_until: null,
        last_attempt_at: expect.any(Number),
        last_attempt_status: 'succeeded',
      });
      const [topup] = itemsOf(await api.get('/v1/billing/topups', customer));
      expect(topup).toMatchObject({ auto: true, amount_cents: 2500, status: 'succeeded' });
      const [transaction] = itemsOf(await api.get('/v1/billing/transactions', customer));
      expect(transaction).toMatchObject({ kind: 'topup', description: 'Auto-recharge', balance_after_cents: 2899 });
    });

    it('returns 200 with the end of a pause, which a new PUT ends', async () => {
      await addCard('pm_card_chargeCustomerFail');
      await set(ON);
      await debit();
      for (let attempt = 0; attempt < 3; attempt++) {
        await api.use(RechargeWallet).recharge(customer.accountId);
        await (api.use(Clock) as MovableClock).advance(600);
      }
      const paused = dataOf(await read());
      expect(paused).toMatchObject({ last_attempt_status: 'failed', paused_until: expect.any(Number) });
      const again = await set(ON);
      expect([again.status, dataOf(again)['paused_until']]).toEqual([200, null]);
    });

    it('returns 401 without a credential', async () => {
      expect((await read({})).status).toBe(401);
    });
  });

  describe('PUT', () => {
    it('returns 200 at each limit, and replaces the settings', async () => {
      await addCard();
      for (const amounts of [
        { threshold_cents: 100, amount_cents: 500 },
        { threshold_cents: 5_000_000, amount_cents: 1_000_000 },
      ]) {
        const answer = await set({ enabled: true, ...amounts });
        expect([answer.status, answer.body.data]).toEqual([200, { enabled: true, ...amounts, ...NEVER_TRIED }]);
        expect((await read()).body.data).toEqual(answer.body.data);
      }
      expect((await set({ enabled: false })).body.data).toEqual(OFF);
      expect((await read()).body.data).toEqual(OFF);
    });

    it('returns 200 when disabled without a card, with or without amounts', async () => {
      const kept = { ...ON, enabled: false };
      expect((await set(kept)).body.data).toEqual({ ...kept, ...NEVER_TRIED });
      expect((await set({ enabled: false, threshold_cents: null, amount_cents: null })).body.data).toEqual(OFF);
    });

    it('returns 200 for the role billing, and for a suspended account', async () => {
      await addCard();
      await setRole('billing');
      expect((await set(ON)).status).toBe(200);
      await api.operator('POST', `/operator/accounts/${customer.accountId}/suspend`, { reason: 'Debt' });
      expect((await set({ enabled: false })).status).toBe(200);
    });

    it('returns 200 with the same response for one Idempotency-Key', async () => {
      await addCard();
      const key = { 'idempotency-key': 'recharge-1' };
      const first = await set(ON, key);
      const again = await set(ON, key);
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.put(PATH, ON)).status).toBe(401);
    });

    it('returns 403 session_required with a key, and 403 for the role member', async () => {
      const byKey = await api.put(PATH, ON, { key: customer.key });
      expect([byKey.status, codeOf(byKey)]).toEqual([403, 'session_required']);
      await setRole('member');
      const answer = await set(ON);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
    });

    it('returns 403 for a closing account, whose auto-recharge is disabled', async () => {
      await addCard();
      await set(ON);
      const request = { password: customer.password, confirm_name: 'Test Customer' };
      expect((await api.post('/v1/accounts/me/closure', request, bySession(customer))).status).toBe(201);
      expect(dataOf(await read())['enabled']).toBe(false);
      const answer = await set(ON);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'account_pending_closure']);
    });

    it('returns 409 no_default_payment_method without a card, and stays off', async () => {
      const answer = await set(ON);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'no_default_payment_method']);
      expect((await read()).body.data).toEqual(OFF);
    });

    it('returns 412 when it has changed since it was read', async () => {
      await addCard();
      const etag = (await read(bySession(customer))).headers.get('etag') ?? '';
      expect((await set(ON, { 'if-match': etag })).status).toBe(200);
      const late = await set(ON, { 'if-match': etag });
      expect([late.status, codeOf(late)]).toEqual([412, 'precondition_failed']);
    });

    it.each([
      [{}, ['enabled']],
      [{ enabled: true }, ['threshold_cents', 'amount_cents']],
      [{ enabled: true, threshold_cents: null, amount_cents: null }, ['threshold_cents', 'amount_cents']],
      [{ enabled: true, threshold_cents: 100 }, ['amount_cents']],
      [{ enabled: true, amount_cents: 500 }, ['threshold_cents']],
      [{ ...ON, threshold_cents: 99 }, ['threshold_cents']],
      [{ ...ON, amount_cents: 499 }, ['amount_cents']],
      [{ ...ON, amount_cents: 1_000_001 }, ['amount_cents']],
      [{ enabled: false, amount_cents: 499 }, ['amount_cents']],
      [{ ...ON, threshold_cents: 100.5, amount_cents: '500' }, ['threshold_cents', 'amount_cents']],
      [{ ...ON, threshold_cents: 2 ** 53, amount_cents: 2 ** 53 }, ['threshold_cents', 'amount_cents']],
      [{ ...ON, threshold_cents: -100 }, ['threshold_cents']],
      [{ ...ON, enabled: 'yes' }, ['enabled']],
      [{ ...ON, paused_until: null }, ['paused_until']],
    ])('returns 422 for %j', async (body, fields) => {
      await addCard();
      const answer = await set(body);
      expect([answer.status, fieldsOf(answer).sort()]).toEqual([422, [...fields].sort()]);
      expect(await api.use(AutoRechargeSettings).get(customer.accountId)).toMatchObject({ enabled: false });
    });
  });

  describe('DELETE /v1/billing/payment-methods/{id}', () => {
    it('returns 409 payment_method_in_use for the default card while auto-recharge is on, and 200 for others', async () => {
      const former = await addCard();
      const card = await addCard('pm_card_amex');
      await set(ON);
      const answer = await api.delete(`${CARDS}/${card}`, bySession(customer));
      expect([answer.status, codeOf(answer)]).toEqual([409, 'payment_method_in_use']);
      expect((await api.delete(`${CARDS}/${former}`, bySession(customer))).status).toBe(200);
      await set({ enabled: false });
      expect((await api.delete(`${CARDS}/${card}`, bySession(customer))).status).toBe(200);
    });
  });
});
