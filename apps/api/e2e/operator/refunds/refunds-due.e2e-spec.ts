import { Journal, Ledger, PayRefunds } from '@trunkline/billing-ledger';
import { dataOf, fieldsOf, itemsOf } from '../../support/numbering/shopping';
import { bySession, startApi, type TestApi } from '../../support';

describe('GET /operator/refunds-due', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const list = (query = '') => api.operator('GET', `/operator/refunds-due${query}`);
  /** An account that topped up 2500 with this card, or got a credit, and is due a refund of the rest. */
  const left = async (paysByCard: boolean): Promise<string> => {
    const customer = await api.customers.make();
    const { accountId } = customer;
    const ledger = api.use(Ledger);
    const card = { processor_payment_method_id: 'pm_card_visa' };
    await api.post('/v1/billing/payment-methods', card, bySession(customer));
    if (paysByCard) await api.post('/v1/billing/topups', { amount_cents: 2500 }, customer);
    const credit = { accountId, topupId: 'top_elsewhere', amountCents: 2500, description: 'Paid elsewhere' };
    if (!paysByCard) await ledger.creditTopup({ ...credit, processorPaymentIntentId: `pi_${accountId}` });
    await ledger.payOut({ accountId, reference: 'closure' });
    return accountId;
  };

  it('returns 200 with the refunds due, page by page, until they are paid', async () => {
    expect(dataOf(await list())).toEqual({ items: [], next_cursor: null });
    const accounts = [await left(true), await left(false)].sort();
    const first = dataOf(await list('?limit=1'));
    const second = dataOf(await list(`?limit=1&cursor=${encodeURIComponent(String(first['next_cursor']))}`));
    const owed = { due_cents: 2500, on_its_way_cents: 0, failed_cents: 0 };
    expect([first['items'], second['items']]).toEqual(accounts.map((id) => [{ account_id: id, ...owed }]));
    expect(second['next_cursor']).toBeNull();
    await api.use(PayRefunds).pay();
    expect(itemsOf(await list())).toEqual([{ account_id: expect.any(String), ...owed }]);
    expect(await api.use(Journal).verify()).toEqual([]);
  });

  it('returns 422 for an invalid cursor and an unknown parameter', async () => {
    expect(fieldsOf(await list('?cursor=abc'))).toEqual(['cursor']);
    expect(fieldsOf(await list('?order_by=due'))).toEqual(['order_by']);
  });

  it("returns 401 without an operator's token", async () => {
    const answer = await api.operator('GET', '/operator/refunds-due', undefined, { authorization: 'Bearer unknown' });
    expect(answer.status).toBe(401);
  });
});
