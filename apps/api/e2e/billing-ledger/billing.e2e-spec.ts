import { Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { type Answer, type Customer, startApi, type TestApi } from '../support';
import { bySession } from '../support/customers';
import { join } from '../support/identity/members';

type Row = Record<string, unknown>;
const dataOf = (answer: Answer) => answer.body.data as Row;
const itemsOf = (answer: Answer) => dataOf(answer)['items'] as Row[];
const codeOf = (answer: Answer) => answer.body.error?.code;
const fieldsOf = (answer: Answer) => Object.keys(answer.body.error?.fields ?? {});

describe('billing', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;

  beforeAll(async () => {
    api = await startApi();
  });

  beforeEach(async () => {
    [customer, stranger] = [await api.customers.make(), await api.customers.make()];
  });

  afterAll(() => api.stop());

  const addCard = (card = 'pm_card_visa', body: Row = {}) =>
    api.post('/v1/billing/payment-methods', { processor_payment_method_id: card, ...body }, bySession(customer));
  const cardId = async (card?: string, body?: Row) => String(dataOf(await addCard(card, body))['id']);
  const topUp = (body: Row, headers: Record<string, string> = {}) =>
    api.post('/v1/billing/topups', body, customer, headers);
  const balance = async () => dataOf(await api.get('/v1/billing/balance', customer));
  const charges = () =>
    api
      .use(Database)
      .query(`SELECT intent_id FROM billing.sandbox_charges WHERE account_id = $1`, [customer.accountId]);

  describe('GET /v1/billing/balance', () => {
    it('returns 200 with held and available balance', async () => {
      const order = { accountId: customer.accountId, amountCents: 120, relatedKind: null, relatedId: null };
      await api.use(Ledger).hold({ ...order, reference: 'cart' });
      const answer = await api.get('/v1/billing/balance', customer);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        amount: 5,
        amount_cents: 500,
        currency: 'USD',
        billing_mode: 'prepaid',
        held_cents: 120,
        available_cents: 380,
        credit_limit_cents: 0,
        updated_at: expect.any(Number),
      });
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/billing/balance')).status).toBe(401);
    });
  });

  describe('GET /v1/billing/transactions', () => {
    it('returns 200 with the trial credit of a new account', async () => {
      const answer = await api.get('/v1/billing/transactions', customer);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        items: [
          {
            id: expect.stringMatching(/^txn_/),
            kind: 'trial_credit',
            amount_cents: 500,
            amount_display: '$5.00',
            currency: 'USD',
            description: 'Trial credit',
            related_kind: null,
            related_id: null,
            processor_payment_intent_id: null,
            balance_after_cents: 500,
            balance_after_display: '$5.00',
            created_at: expect.any(Number),
          },
        ],
        next_cursor: null,
      });
    });

    it('returns 200 with each filter, and pages with a cursor', async () => {
      const ledger = api.use(Ledger);
      const { accountId } = customer;
      for (let count = 1; count <= 3; count++) {
        const related = { relatedKind: 'number', relatedId: `num_${count}`, reference: `charge ${count}` };
        await ledger.charge({ accountId, amountCents: count, description: 'A number', ...related });
      }
      const amounts = async (query: string) =>
        itemsOf(await api.get(`/v1/billing/transactions?${query}`, customer)).map((row) => row['amount_cents']);
      expect(await amounts('')).toEqual([-3, -2, -1, 500]);
      expect(await amounts('order=asc')).toEqual([500, -1, -2, -3]);
      expect(await amounts('kind=trial_credit,refund')).toEqual([500]);
      expect(await amounts('related_kind=number&related_id=num_2')).toEqual([-2]);
      expect(await amounts('min_amount_cents=-2&max_amount_cents=-1')).toEqual([-2, -1]);
      expect(await amounts('from=1&to=2')).toEqual([]);
      const first = dataOf(await api.get('/v1/billing/transactions?limit=2&order=asc', customer));
      const cursor = encodeURIComponent(String(first['next_cursor']));
      expect(await amounts(`limit=2&order=asc&cursor=${cursor}`)).toEqual([-2, -3]);
      const elsewhere = await api.get(`/v1/billing/transactions?order=desc&cursor=${cursor}`, customer);
      expect([elsewhere.status, fieldsOf(elsewhere)]).toEqual([422, ['cursor']]);
    });

    it.each([
      ['kind=gift', 'kind'],
      ['limit=201', 'limit'],
      ['from=yesterday', 'from'],
      ['min_amount_cents=1.5', 'min_amount_cents'],
      ['order=up', 'order'],
      ['cursor=abc', 'cursor'],
      ['amount=5', 'amount'],
    ])('returns 422 for %s', async (query, field) => {
      const answer = await api.get(`/v1/billing/transactions?${query}`, customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/billing/transactions')).status).toBe(401);
    });
  });

  describe('GET /v1/billing/transactions/{id}', () => {
    it('returns 200, and 404 for another account', async () => {
      const [transaction] = itemsOf(await api.get('/v1/billing/transactions', customer));
      const path = `/v1/billing/transactions/${String(transaction?.['id'])}`;
      const answer = await api.get(path, customer);
      expect([answer.status, answer.body.data]).toEqual([200, transaction]);
      expect((await api.get(path, stranger)).status).toBe(404);
      expect((await api.get('/v1/billing/transactions/txn_none', customer)).status).toBe(404);
    });
  });

  describe('POST /v1/billing/topups', () => {
    it('returns 201 and credits the balance', async () => {
      const paymentMethodId = await cardId();
      const answer = await topUp({ amount_cents: 2500, description: 'For March' });
      expect(answer.status).toBe(201);
      expect(answer.body.data).toEqual({
        id: expect.stringMatching(/^top_/),
        status: 'succeeded',
        amount_cents: 2500,
        currency: 'USD',
        payment_method_id: paymentMethodId,
        processor_payment_intent_id: expect.any(String),
        client_secret: null,
        transaction_id: expect.stringMatching(/^txn_/),
        failure_code: null,
        failure_message: null,
        auto: false,
        created_at: expect.any(Number),
        completed_at: expect.any(Number),
      });
      expect(await balance()).toMatchObject({ amount_cents: 3000 });
      const [newest] = itemsOf(await api.get('/v1/billing/transactions', customer));
      expect(newest).toMatchObject({ kind: 'topup', description: 'For March', amount_cents: 2500 });
    });

    it('returns 201 with requires_action and a client secret for a card that authenticates', async () => {
      await cardId('pm_card_authenticationRequired');
      const answer = await topUp({ amount_cents: 2500 });
      expect(answer.status).toBe(201);
      expect(answer.body.data).toMatchObject({ status: 'requires_action', client_secret: expect.any(String) });
      expect(await balance()).toMatchObject({ amount_cents: 500 });
    });

    it('returns 201 with one top-up for twenty parallel requests with one Idempotency-Key', async () => {
      await cardId();
      const key = { 'idempotency-key': 'top-up-1' };
      const answers = await Promise.all(Array.from({ length: 20 }, () => topUp({ amount_cents: 2500 }, key)));
      for (const answer of answers) expect([201, 409]).toContain(answer.status);
      const again = await topUp({ amount_cents: 2500 }, key);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      expect(await charges()).toHaveLength(1);
      expect(await balance()).toMatchObject({ amount_cents: 3000 });
    });

    it('returns 201 for a suspended account, and 403 for a closing one', async () => {
      await cardId();
      const become = (status: string) =>
        api
          .use(Database)
          .query(
            `UPDATE identity.accounts SET status = $2, suspended_at = CASE WHEN $2 = 'suspended' THEN now() END, closed_at = CASE WHEN $2 = 'closed' THEN now() END, closure_grace_ends_at = now() WHERE id = $1`,
            [customer.accountId, status],
          );
      await become('suspended');
      expect((await topUp({ amount_cents: 2500 })).status).toBe(201);
      await become('pending_closure');
      const answer = await topUp({ amount_cents: 2500 });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'account_pending_closure']);
    });

    it('returns 402 payment_declined for a card that declines, and lists the top-up as failed', async () => {
      await cardId('pm_card_chargeCustomerFail');
      const answer = await topUp({ amount_cents: 2500 });
      expect([answer.status, codeOf(answer)]).toEqual([402, 'payment_declined']);
      const [failed] = itemsOf(await api.get('/v1/billing/topups?status=failed', customer));
      expect(failed).toMatchObject({ status: 'failed', failure_code: 'card_declined', transaction_id: null });
      expect(await balance()).toMatchObject({ amount_cents: 500 });
    });

    it('returns 409 no_default_payment_method without a card', async () => {
      const answer = await topUp({ amount_cents: 2500 });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'no_default_payment_method']);
    });

    it.each([499, 1_000_001, -500, 0, 500.5, '500', 2 ** 53, null])(
      'returns 422 for an amount of %p',
      async (amount) => {
        const answer = await topUp({ amount_cents: amount });
        expect([answer.status, fieldsOf(answer)]).toEqual([422, ['amount_cents']]);
      },
    );

    it("returns 422 for another account's payment method, an unknown member, a long description", async () => {
      const paymentMethodId = await cardId();
      const body = { amount_cents: 2500 };
      const foreign = await api.post('/v1/billing/topups', { ...body, payment_method_id: paymentMethodId }, stranger);
      expect([foreign.status, fieldsOf(foreign)]).toEqual([422, ['payment_method_id']]);
      const unknown = await topUp({ ...body, currency: 'EUR' });
      expect([unknown.status, fieldsOf(unknown)]).toEqual([422, ['currency']]);
      const long = await topUp({ ...body, description: 'x'.repeat(201) });
      expect([long.status, fieldsOf(long)]).toEqual([422, ['description']]);
      expect(await charges()).toHaveLength(0);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.post('/v1/billing/topups', { amount_cents: 2500 })).status).toBe(401);
    });
  });

  describe('the client_secret of a top-up that needs authentication', () => {
    it.each([
      ['read_only', false],
      ['member', false],
      ['billing', true],
      ['admin', true],
      ['owner', true],
    ])('is returned to the role %s: %s', async (role, isReturned) => {
      await cardId('pm_card_authenticationRequired');
      const id = String(dataOf(await topUp({ amount_cents: 2500 }))['id']);
      const secret = isReturned ? expect.stringContaining('_secret_') : null;
      const reader = await join(api, customer, role);
      const read = await api.get(`/v1/billing/topups/${id}`, { cookie: reader.cookie });
      expect(dataOf(read)).toMatchObject({ id, status: 'requires_action', client_secret: secret });
      const listed = await api.get('/v1/billing/topups', { cookie: reader.cookie });
      expect(itemsOf(listed)).toMatchObject([{ id, client_secret: secret }]);
    });

    it('is not returned by a replay to a member who lost billing:write', async () => {
      await cardId('pm_card_authenticationRequired');
      const biller = await join(api, customer, 'billing');
      const key = { 'idempotency-key': 'authenticate' };
      const ask = () => api.post('/v1/billing/topups', { amount_cents: 2500 }, { cookie: biller.cookie }, key);
      expect(dataOf(await ask())).toMatchObject({ client_secret: expect.stringContaining('_secret_') });
      await api.patch(`/v1/accounts/me/members/${biller.userId}`, { role: 'member' }, bySession(customer));
      const answer = await ask();
      expect([answer.status, codeOf(answer), answer.text.includes('_secret_')]).toEqual([403, 'forbidden', false]);
    });
  });

  describe('GET /v1/billing/topups and /{id}', () => {
    it('returns 200, and 404 for another account', async () => {
      await cardId();
      const topup = dataOf(await topUp({ amount_cents: 2500 }));
      const list = await api.get('/v1/billing/topups?status=succeeded', customer);
      expect([list.status, itemsOf(list)]).toEqual([200, [topup]]);
      expect(itemsOf(await api.get('/v1/billing/topups?status=processing,requires_action', customer))).toEqual([]);
      const path = `/v1/billing/topups/${String(topup['id'])}`;
      expect(dataOf(await api.get(path, customer))).toEqual(topup);
      expect((await api.get(path, stranger)).status).toBe(404);
    });

    it('returns 422 for an unknown status', async () => {
      expect((await api.get('/v1/billing/topups?status=lost', customer)).status).toBe(422);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/billing/topups')).status).toBe(401);
      expect((await api.get('/v1/billing/topups/top_1')).status).toBe(401);
    });
  });

  describe('POST /v1/billing/payment-methods/setup', () => {
    it('returns 201 with the client secret for the browser', async () => {
      const answer = await api.post('/v1/billing/payment-methods/setup', undefined, bySession(customer));
      expect(answer.status).toBe(201);
      expect(dataOf(answer)['expires_at']).toBeGreaterThan(Date.now() / 1000);
    });

    it('returns 403 session_required with a key, and 401 without a credential', async () => {
      const answer = await api.post('/v1/billing/payment-methods/setup', undefined, customer);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'session_required']);
      expect((await api.post('/v1/billing/payment-methods/setup')).status).toBe(401);
    });
  });

  describe('POST /v1/billing/payment-methods', () => {
    it('returns 201, the first one as the default', async () => {
      const answer = await addCard('pm_card_mastercard');
      expect(answer.status).toBe(201);
      expect(answer.body.data).toEqual({
        id: expect.stringMatching(/^pm_/),
        processor_payment_method_id: 'pm_card_mastercard',
        type: 'card',
        brand: 'mastercard',
        last4: '4444',
        exp_month: 12,
        exp_year: 2040,
        is_default: true,
        created_at: expect.any(Number),
      });
      expect(dataOf(await addCard('pm_card_visa'))).toMatchObject({ is_default: false });
      expect(dataOf(await addCard('pm_card_amex', { set_default: true }))).toMatchObject({ is_default: true });
    });

    it('returns 402 payment_method_declined for a card that cannot be saved', async () => {
      const answer = await addCard('pm_card_chargeDeclined');
      expect([answer.status, codeOf(answer)]).toEqual([402, 'payment_method_declined']);
    });

    it('returns 409 payment_method_exists for a saved card', async () => {
      await addCard();
      const answer = await addCard();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'payment_method_exists']);
    });

    it.each([
      ['pm_card_nothing', {}, 'processor_payment_method_id'],
      ['4242 4242 4242 4242', {}, 'processor_payment_method_id'],
      ['pm_card_visa', { set_default: 'yes' }, 'set_default'],
    ])('returns 422 for %s with %j', async (card, body, field) => {
      const answer = await addCard(card, body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });

    it('returns 403 session_required with a key, and 401 without a credential', async () => {
      const body = { processor_payment_method_id: 'pm_card_visa' };
      const answer = await api.post('/v1/billing/payment-methods', body, customer);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'session_required']);
      expect((await api.post('/v1/billing/payment-methods', body)).status).toBe(401);
    });
  });

  describe('GET /v1/billing/payment-methods', () => {
    it("returns 200 with the account's cards, newest first", async () => {
      const ids = [await cardId(), await cardId('pm_card_amex')];
      const answer = await api.get('/v1/billing/payment-methods', customer);
      expect([answer.status, itemsOf(answer).map((row) => row['id'])]).toEqual([200, ids.reverse()]);
      expect(itemsOf(await api.get('/v1/billing/payment-methods', stranger))).toEqual([]);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/billing/payment-methods')).status).toBe(401);
    });
  });

  describe('PATCH /v1/billing/payment-methods/{id}', () => {
    const change = (id: string, body: Row, headers: Record<string, string> = {}) =>
      api.patch(`/v1/billing/payment-methods/${id}`, body, bySession(customer), headers);

    it('returns 200 and moves the default', async () => {
      const [first, second] = [await cardId(), await cardId('pm_card_amex')];
      const answer = await change(second, { is_default: true });
      expect([answer.status, dataOf(answer)['is_default']]).toEqual([200, true]);
      const rows = itemsOf(await api.get('/v1/billing/payment-methods', customer));
      expect(rows.filter((row) => row['is_default']).map((row) => row['id'])).toEqual([second]);
      expect(first).not.toBe(second);
    });

    it('returns 404 for an unknown payment method', async () => {
      expect((await change('pm_none', { is_default: true })).status).toBe(404);
      const path = `/v1/billing/payment-methods/${await cardId()}`;
      expect((await api.patch(path, { is_default: true }, bySession(stranger))).status).toBe(404);
    });

    it('returns 412 when If-Match does not match', async () => {
      const answer = await change(await cardId(), { is_default: true }, { 'if-match': '"else"' });
      expect([answer.status, codeOf(answer)]).toEqual([412, 'precondition_failed']);
    });

    it.each([[{ is_default: false }], [{}], [{ is_default: 1 }]])('returns 422 for %j', async (body) => {
      const answer = await change(await cardId(), body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['is_default']]);
    });

    it('returns 403 session_required with a key, and 401 without a credential', async () => {
      const path = `/v1/billing/payment-methods/${await cardId()}`;
      expect((await api.patch(path, { is_default: true }, customer)).status).toBe(403);
      expect((await api.patch(path, { is_default: true })).status).toBe(401);
    });
  });

  describe('DELETE /v1/billing/payment-methods/{id}', () => {
    it("returns 404 for another account's payment method", async () => {
      const path = `/v1/billing/payment-methods/${await cardId()}`;
      expect((await api.delete(path, bySession(stranger))).status).toBe(404);
      expect(itemsOf(await api.get('/v1/billing/payment-methods', customer))).toHaveLength(1);
    });

    it('returns 200 once, and removes the default', async () => {
      const id = await cardId();
      const path = `/v1/billing/payment-methods/${id}`;
      const answer = await api.delete(path, bySession(customer));
      expect([answer.status, answer.body.data]).toEqual([200, { id, deleted: true }]);
      expect((await api.delete(path, bySession(customer))).status).toBe(404);
      expect(codeOf(await topUp({ amount_cents: 2500 }))).toBe('no_default_payment_method');
    });

    it('returns 403 session_required with a key, and 401 without a credential', async () => {
      const path = `/v1/billing/payment-methods/${await cardId()}`;
      expect((await api.delete(path, customer)).status).toBe(403);
      expect((await api.delete(path)).status).toBe(401);
    });
  });
});
