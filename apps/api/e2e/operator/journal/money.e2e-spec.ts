import { Journal, Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, Shopping } from '../../support/numbering/shopping';
import { type Customer, OPERATOR_TOKEN, startApi, type TestApi } from '../../support';

const UNKNOWN_ACCOUNT = 'acc_0000000000000000000000000';
const UNKNOWN_TRANSACTION = 'txn_0000000000000000000000000';
const ADJUSTMENT = { amount_cents: 250, reason: 'Credit for the outage', reference: 'ticket-1' };

describe('adjustments, refunds and billing terms', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const account = (id = customer.accountId) => `/operator/accounts/${id}`;
  const adjust = (body: object, headers = {}, id?: string) =>
    api.operator('POST', `${account(id)}/adjustments`, body, headers);
  const refund = (id: string, body: object = { reason: 'Charged twice' }, headers = {}) =>
    api.operator('POST', `/operator/transactions/${id}/refund`, body, headers);
  const patch = (body: object) => api.operator('PATCH', account(), body);
  const audited = async () => itemsOf(await api.operator('GET', `/operator/audit?account_id=${customer.accountId}`));
  const wallet = async () => dataOf(await api.get('/v1/billing/balance', customer));
  const transactions = async () => itemsOf(await api.get('/v1/billing/transactions', customer));
  const order = (reference: string, amountCents: number) => ({
    accountId: customer.accountId,
    amountCents,
    description: 'A call',
    relatedKind: null,
    relatedId: null,
    reference,
  });
  const charge = async (reference: string, amountCents: number) =>
    (await api.use(Ledger).charge(order(reference, amountCents))).transactionId;
  const newestId = async () => String((await transactions())[0]?.['id']);

  describe('POST /operator/accounts/{id}/adjustments', () => {
    it('returns 201 with the transaction, which the customer sees, and is recorded with both balances', async () => {
      const answer = await adjust(ADJUSTMENT);
      expect(answer.status).toBe(201);
      const [newest] = await transactions();
      expect(answer.body.data).toEqual(newest);
      expect(newest).toMatchObject({
        kind: 'adjustment',
        amount_cents: 250,
        balance_after_cents: 750,
        description: ADJUSTMENT.reason,
        related_kind: null,
      });
      expect(await audited()).toEqual([
        expect.objectContaining({
          actor: expect.stringMatching(/^operator:[0-9a-f]{12}$/),
          action: 'account.adjust',
          subject: newest?.['id'],
          before: { balance_cents: 500 },
          after: { balance_cents: 750, ...ADJUSTMENT },
        }),
      ]);
    });

    it('returns 201 for a debit below zero, after which spending is rejected', async () => {
      const answer = await adjust({ ...ADJUSTMENT, amount_cents: -501 });
      expect([answer.status, dataOf(answer)['balance_after_cents']]).toEqual([201, -1]);
      expect(await wallet()).toMatchObject({ amount_cents: -1, available_cents: -1 });
      await expect(charge('more', 1)).rejects.toMatchObject({ code: 'insufficient_balance' });
    });

    it('returns 201 and posts once per reference, also for ten parallel requests', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(ADJUSTMENT)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await wallet()).toMatchObject({ amount_cents: 750 });
      expect(await audited()).toHaveLength(1);
    });

    it('returns 409 conflict for the same reference with another amount', async () => {
      await adjust(ADJUSTMENT);
      const answer = await adjust({ ...ADJUSTMENT, amount_cents: -250 });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'conflict']);
      expect(await wallet()).toMatchObject({ amount_cents: 750 });
    });

    it('returns 201 for a reference that a charge or another account has used', async () => {
      const other = await api.customers.make();
      await charge(ADJUSTMENT.reference, 1);
      expect((await adjust(ADJUSTMENT)).status).toBe(201);
      expect((await adjust(ADJUSTMENT, {}, other.accountId)).status).toBe(201);
    });

    it('returns 201 with the same response for a repeated Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'adjust-1' };
      const first = await adjust(ADJUSTMENT, key);
      const again = await adjust(ADJUSTMENT, key);
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    });

    it('returns 401 without a token of an operator, and 404 on the public listener', async () => {
      for (const authorization of ['', 'Bearer wrong', `Bearer ${customer.key}`]) {
        expect((await adjust(ADJUSTMENT, { authorization })).status).toBe(401);
        expect((await refund(UNKNOWN_TRANSACTION, { reason: 'x' }, { authorization })).status).toBe(401);
      }
      const authorization = `Bearer ${OPERATOR_TOKEN}`;
      expect((await api.post(`${account()}/adjustments`, ADJUSTMENT, {}, { authorization })).status).toBe(404);
    });

    it.each([UNKNOWN_ACCOUNT, 'nonsense', '%00'])('returns 404 for %s', async (id) => {
      const answer = await adjust(ADJUSTMENT, {}, id);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    });

    it.each([
      [{}, ['amount_cents', 'reason', 'reference']],
      [{ ...ADJUSTMENT, amount_cents: 0 }, ['amount_cents']],
      [{ ...ADJUSTMENT, amount_cents: 1.5 }, ['amount_cents']],
      [{ ...ADJUSTMENT, amount_cents: '250' }, ['amount_cents']],
      [{ ...ADJUSTMENT, amount_cents: 2 ** 53 }, ['amount_cents']],
      [{ ...ADJUSTMENT, amount_cents: -1_000_000_001 }, ['amount_cents']],
      [{ ...ADJUSTMENT, amount_cents: null }, ['amount_cents']],
      [{ ...ADJUSTMENT, reason: '' }, ['reason']],
      [{ ...ADJUSTMENT, reference: 'a\u0000b' }, ['reference']],
      [{ ...ADJUSTMENT, reference: 'x'.repeat(201) }, ['reference']],
      [{ ...ADJUSTMENT, kind: 'refund' }, ['kind']],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await adjust(body);
      expect([answer.status, fieldsOf(answer).sort()]).toEqual([422, fields]);
      expect([(await transactions()).length, (await audited()).length]).toEqual([1, 0]);
    });
  });

  describe('POST /operator/transactions/{id}/refund', () => {
    it('returns 201, refunds the whole charge and records it', async () => {
      const id = await charge('call', 120);
      const answer = await refund(id);
      expect(answer.status).toBe(201);
      expect(dataOf(answer)).toMatchObject({
        kind: 'refund',
        amount_cents: 120,
        balance_after_cents: 500,
        description: 'Refund: A call',
        related_kind: 'transaction',
        related_id: id,
      });
      expect(await audited()).toEqual([
        expect.objectContaining({
          action: 'transaction.refund',
          subject: id,
          before: { refunded_cents: 0 },
          after: { refunded_cents: 120, transaction_id: dataOf(answer)['id'], reason: 'Charged twice' },
        }),
      ]);
    });

    it('returns 201 for partial refunds, 422 beyond the rest and 409 when nothing is left', async () => {
      const id = await charge('call', 120);
      const part = (amount_cents: number) => refund(id, { amount_cents, reason: 'Part' });
      expect((await part(50)).status).toBe(201);
      const more = await part(71);
      expect([more.status, fieldsOf(more)]).toEqual([422, ['amount_cents']]);
      expect((await part(70)).status).toBe(201);
      for (const late of [await part(1), await refund(id)]) {
        expect([late.status, codeOf(late)]).toEqual([409, 'invalid_state']);
      }
      expect(await wallet()).toMatchObject({ amount_cents: 500 });
      expect(await audited()).toHaveLength(2);
    });

    it('returns 201 up to the charged amount for parallel requests', async () => {
      const id = await charge('call', 100);
      const asked = Array.from({ length: 12 }, () => refund(id, { amount_cents: 30, reason: 'Part' }));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(3);
      expect(await wallet()).toMatchObject({ amount_cents: 490 });
      expect(await api.use(Journal).verify()).toEqual([]);
    });

    it('returns 422 beyond the rest of a charge that its order refunded in part, and 409 when nothing is left', async () => {
      const id = await charge('order', 100);
      const related = { relatedKind: 'number_order', relatedId: 'ord_1' };
      const { transactionId } = await api.use(Ledger).charge({ ...order('ord_1', 100), ...related });
      await api.use(Ledger).refund({ ...order('ord_1 cancelled', 60), ...related });
      const answer = await refund(transactionId, { amount_cents: 41, reason: 'x' });
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['amount_cents']]);
      expect((await refund(transactionId)).status).toBe(201);
      const again = await refund(transactionId);
      expect([again.status, codeOf(again)]).toEqual([409, 'invalid_state']);
      expect((await refund(id)).status).toBe(201);
      expect(await wallet()).toMatchObject({ amount_cents: 500 });
    });

    it('returns 409 for a transaction that is not a charge', async () => {
      const answer = await refund(await newestId());
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
      expect(answer.body.error?.message).toBe('Only a charge can be refunded. This transaction is a trial_credit.');
    });

    it.each([UNKNOWN_TRANSACTION, 'nonsense', '%00'])('returns 404 for %s', async (id) => {
      const answer = await refund(id);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    });

    it.each([
      [{}, ['reason']],
      [{ reason: 'x', amount_cents: 0 }, ['amount_cents']],
      [{ reason: 'x', amount_cents: -1 }, ['amount_cents']],
      [{ reason: 'x', amount_cents: 1.5 }, ['amount_cents']],
      [{ reason: 'x', amount_cents: '1' }, ['amount_cents']],
      [{ reason: 'x', amount_cents: 2 ** 53 }, ['amount_cents']],
      [{ reason: 'x', amount_cents: null }, ['amount_cents']],
      [{ reason: 'x'.repeat(1001) }, ['reason']],
      [{ reason: 'x', reference: 'y' }, ['reference']],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await refund(await charge('call', 1), body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
    });
  });

  describe('PATCH /operator/accounts/{id}', () => {
    it('returns 200 with terms that apply at once, down to the credit limit', async () => {
      const answer = await patch({ billing_mode: 'postpaid', credit_limit_cents: 1000 });
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({ billing_mode: 'postpaid', credit_limit_cents: 1000 });
      expect(await wallet()).toMatchObject({
        billing_mode: 'postpaid',
        credit_limit_cents: 1000,
        available_cents: 1500,
      });
      expect(dataOf(await api.get('/v1/accounts/me', customer))).toMatchObject({ billing_mode: 'postpaid' });
      const ledger = api.use(Ledger);
      await expect(ledger.hold(order('hold', 1501))).rejects.toMatchObject({ code: 'insufficient_balance' });
      const { holdId } = await ledger.hold(order('hold 2', 1500));
      await expect(charge('call', 1)).rejects.toMatchObject({ code: 'insufficient_balance' });
      await ledger.releaseHold({ accountId: customer.accountId, holdId });
      await expect(charge('call 2', 1501)).rejects.toMatchObject({ code: 'insufficient_balance' });
      await charge('call 3', 1500);
      expect(await wallet()).toMatchObject({ amount_cents: -1000, available_cents: 0 });
    });

    it('returns 200 for a limit below the debt, after which spending is rejected', async () => {
      await patch({ billing_mode: 'postpaid', credit_limit_cents: 1000 });
      await charge('call', 1200);
      const answer = await patch({ credit_limit_cents: 100 });
      expect([answer.status, dataOf(answer)['credit_limit_cents']]).toEqual([200, 100]);
      expect(await wallet()).toMatchObject({ amount_cents: -700, available_cents: -600 });
      await expect(charge('more', 1)).rejects.toMatchObject({ code: 'insufficient_balance' });
    });

    it('returns 200 and records only the changes', async () => {
      await patch({ billing_mode: 'postpaid', credit_limit_cents: 1000 });
      await patch({ tier: 'verified', credit_limit_cents: 2000 });
      await patch({ billing_mode: 'postpaid', credit_limit_cents: 2000 });
      await patch({ billing_mode: 'prepaid' });
      expect((await audited()).map(({ before, after }) => [before, after]).reverse()).toEqual([
        [
          { billing_mode: 'prepaid', credit_limit_cents: 0 },
          { billing_mode: 'postpaid', credit_limit_cents: 1000 },
        ],
        [
          { tier: 'self_serve', credit_limit_cents: 1000 },
          { tier: 'verified', credit_limit_cents: 2000 },
        ],
        [
          { billing_mode: 'postpaid', credit_limit_cents: 2000 },
          { billing_mode: 'prepaid', credit_limit_cents: 0 },
        ],
      ]);
    });

    it('returns 200 and lists the account under its new terms', async () => {
      await patch({ billing_mode: 'postpaid' });
      const [listed] = itemsOf(await api.operator('GET', `/operator/accounts?id=${customer.accountId}`));
      expect(listed).toMatchObject({ billing_mode: 'postpaid' });
    });

    it('returns 409 for a closed account, and leaves its wallet unchanged', async () => {
      await api
        .use(Database)
        .query(`UPDATE identity.accounts SET status = 'closed', closed_at = now() WHERE id = $1`, [customer.accountId]);
      const answer = await patch({ billing_mode: 'postpaid', credit_limit_cents: 1000 });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
      expect(await api.use(Ledger).balance(customer.accountId)).toMatchObject({ billingMode: 'prepaid' });
    });

    it.each([
      [{ credit_limit_cents: 1 }, ['credit_limit_cents']],
      [{ billing_mode: 'prepaid', credit_limit_cents: 1 }, ['credit_limit_cents']],
      [{ billing_mode: 'later' }, ['billing_mode']],
      [{ billing_mode: null }, ['billing_mode']],
      [{ billing_mode: 'postpaid', credit_limit_cents: -1 }, ['credit_limit_cents']],
      [{ billing_mode: 'postpaid', credit_limit_cents: 1.5 }, ['credit_limit_cents']],
      [{ billing_mode: 'postpaid', credit_limit_cents: 1_000_000_001 }, ['credit_limit_cents']],
      [{ billing_mode: 'postpaid', credit_limit_cents: null }, ['credit_limit_cents']],
      [{ billing_mode: 'postpaid', balance_cents: 5 }, ['balance_cents']],
    ])('returns 422 for %j, and changes nothing', async (body, fields) => {
      const answer = await patch(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
      expect(await wallet()).toMatchObject({ billing_mode: 'prepaid', credit_limit_cents: 0 });
      expect(await audited()).toEqual([]);
    });
  });

  it('refunds the charge of a number once', async () => {
    await new Shopping(api, customer).buy();
    const id = await newestId();
    const { status } = await refund(id);
    expect(status).toBe(201);
    expect((await refund(id)).status).toBe(409);
    expect(await wallet()).toMatchObject({ amount_cents: 500 });
  });

  it.each([
    ['a part', { reason: 'x', amount_cents: 10 }],
    ['all', { reason: 'x' }],
  ])('refunds the charge of an order once: %s by an operator, what is left on cancellation', async (_what, body) => {
    const { id } = await new Shopping(api, customer).buyWaiting();
    expect((await refund(await newestId(), body)).status).toBe(201);
    const [order] = itemsOf(await api.get('/v1/number-orders', customer));
    expect(order?.['assigned_number_id']).toBe(id);
    const cancelled = await api.post(`/v1/number-orders/${String(order?.['id'])}/cancel`, undefined, customer);
    expect(cancelled.status).toBe(200);
    expect(await wallet()).toMatchObject({ amount_cents: 500 });
  });
});
