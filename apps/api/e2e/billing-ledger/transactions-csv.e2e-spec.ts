import { Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../support';
import { fieldsOf, itemsOf } from '../support/numbering/shopping';

describe('GET /v1/billing/transactions with format=csv', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make({ balanceCents: 1_000 });
    const about = { accountId: customer.accountId, relatedKind: null, relatedId: null };
    await api.use(Ledger).charge({ ...about, amountCents: 42, description: '=1+1, "x"', reference: 'r1' });
  });
  afterAll(() => api.stop());

  const csv = (query = '') => api.get(`/v1/billing/transactions?format=csv${query}`, customer);

  it('returns 200 with all rows that match, as the list has them', async () => {
    const [charge] = itemsOf(await api.get('/v1/billing/transactions?kind=charge', customer));
    const answer = await csv('&kind=charge&limit=1');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    const [header = '', line = '', ...rest] = answer.bytes.toString().split('\r\n');
    expect(header.split(',')).toEqual(Object.keys(charge ?? {}));
    const at = new Date(Number(charge?.['created_at']) * 1000).toISOString().slice(0, 19);
    expect(line).toContain(`${String(charge?.['id'])},charge,-42,'-$0.42,USD,"'=1+1, ""x""",,,,`);
    expect(line).toContain(at);
    expect(rest).toEqual(['']);
    const all = (await csv()).bytes.toString().trimEnd().split('\r\n');
    expect(all.length - 1).toBe(itemsOf(await api.get('/v1/billing/transactions?limit=200', customer)).length);
  });

  it('returns 200 for 10,000 rows, and 422 for 10,001 rows', async () => {
    const rows = (from: number, to: number) =>
      api.use(Database).query(
        `INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description, reference,
           balance_after_cents, created_at)
         SELECT 'txn_csv' || n, $1, 'adjustment', 1, 'USD', 'Row', 'csv' || n, 0, now() FROM generate_series($2::int, $3) n`,
        [customer.accountId, from, to],
      );
    await rows(1, 10_000);
    const answer = await csv('&kind=adjustment&related_kind=none');
    expect(answer.bytes.toString()).not.toContain('txn_csv');
    const whole = await csv('&kind=adjustment&min_amount_cents=1&max_amount_cents=1');
    expect([whole.status, whole.bytes.toString().trimEnd().split('\r\n').length]).toEqual([200, 10_001]);
    await rows(10_001, 10_001);
    const more = await csv('&kind=adjustment&min_amount_cents=1&max_amount_cents=1');
    expect([more.status, fieldsOf(more)]).toEqual([422, ['format']]);
  });
});
