import { newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { bySession, type Customer, startApi, type TestApi } from '../../support';
import { Telephony } from '../../support/telephony';

type Related = Readonly<Record<'cdr' | 'number_order' | 'invoice' | 'topup', string>>;

const KINDS = ['cdr', 'number_order', 'invoice', 'topup'] as const;
const ADJUSTMENT = { amount_cents: 250, reason: 'Credit for a dropped call', reference: 'ticket-1' };

describe('adjustments with a related record', () => {
  let api: TestApi;
  let customer: Customer;
  let own: Related;
  let anothers: Related;

  beforeAll(async () => {
    api = await startApi();
    [{ customer, related: own }, { related: anothers }] = [await accountWithAll(), await accountWithAll()];
  });
  afterAll(() => api.stop());

  /** An account with one record of each kind. */
  async function accountWithAll(): Promise<{ readonly customer: Customer; readonly related: Related }> {
    const telephony = await Telephony.make(api);
    const cdr = await telephony.call();
    const [order] = itemsOf(await api.get('/v1/number-orders', telephony.customer));
    const card = { processor_payment_method_id: 'pm_card_visa' };
    await api.post('/v1/billing/payment-methods', card, bySession(telephony.customer));
    const topup = await api.post('/v1/billing/topups', { amount_cents: 2500 }, telephony.customer);
    const invoice = await invoiceOf(telephony.customer.accountId);
    const related = { cdr, number_order: String(order?.['id']), invoice, topup: String(dataOf(topup)['id']) };
    return { customer: telephony.customer, related };
  }

  async function invoiceOf(accountId: string): Promise<string> {
    const id = newId('inv');
    await api.use(Database).query(
      `INSERT INTO billing.invoices (id, account_id, number, status, period_start, period_end, currency,
         subtotal_cents, tax_cents, total_cents, amount_paid_cents, issued_at, due_at, paid_at, recipient_name)
       VALUES ($1, $2, $1, 'paid', '2026-01-01', '2026-02-01', 'USD', 0, 0, 0, 0, now(), now(), now(), 'Test')`,
      [id, accountId],
    );
    return id;
  }

  const adjust = (body: object) => api.operator('POST', `/operator/accounts/${customer.accountId}/adjustments`, body);
  const about = (kind: string, id: string, reference = `ticket ${kind}`) => {
    return { ...ADJUSTMENT, reference, related_kind: kind, related_id: id };
  };
  const adjustments = async () =>
    itemsOf(await api.get('/v1/billing/transactions?kind=adjustment', customer)) as readonly Row[];

  it.each(KINDS)("returns 201 for related_kind %s, which the customer's transaction shows", async (kind) => {
    const related = { related_kind: kind, related_id: own[kind] };
    const answer = await adjust(about(kind, own[kind]));
    expect([answer.status, answer.body.data]).toMatchObject([201, { kind: 'adjustment', ...related }]);
    const query = `related_kind=${kind}&related_id=${own[kind]}&kind=adjustment`;
    const found = itemsOf(await api.get(`/v1/billing/transactions?${query}`, customer));
    expect(found).toEqual([answer.body.data]);
    const [audited] = itemsOf(await api.operator('GET', `/operator/audit?account_id=${customer.accountId}`));
    expect(audited).toMatchObject({ action: 'account.adjust', after: related });
  });

  it.each(KINDS)("returns 422 naming related_id for another account's %s, and posts nothing", async (kind) => {
    const before = await adjustments();
    for (const id of [anothers[kind], own[kind === 'cdr' ? 'topup' : 'cdr'], newId('inv'), 'inv_draft', "'; --"]) {
      const answer = await adjust(about(kind, id, `another ${kind}`));
      expect([id, answer.status, fieldsOf(answer)]).toEqual([id, 422, ['related_id']]);
    }
    expect(await adjustments()).toEqual(before);
  });

  it.each([
    [{ related_kind: 'cdr' }, ['related_id']],
    [{ related_id: 'cdr_1' }, ['related_kind']],
    [{ related_kind: 'number', related_id: 'num_1' }, ['related_kind']],
    [{ related_kind: 'cdr', related_id: '' }, ['related_id']],
    [{ related_kind: null, related_id: null }, ['related_id', 'related_kind']],
    [{ related_kind: 'cdr', related_id: 7 }, ['related_id']],
    [{ related_kind: 'cdr', related_id: 'a\u0000b' }, ['related_id']],
  ])('returns 422 for %j', async (related, fields) => {
    const answer = await adjust({ ...ADJUSTMENT, ...related });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });

  it('returns 409 conflict for the same reference with another record, and 201 with the same', async () => {
    const reference = 'once';
    const first = await adjust(about('cdr', own.cdr, reference));
    expect((await adjust(about('cdr', own.cdr, reference))).body).toEqual(first.body);
    for (const body of [about('topup', own.topup, reference), { ...ADJUSTMENT, reference }]) {
      const answer = await adjust(body);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'conflict']);
    }
  });

  it('returns 404 for an unknown account, whatever the related id', async () => {
    const answer = await api.operator('POST', '/operator/accounts/acc_none/adjustments', about('cdr', own.cdr));
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  });
});
