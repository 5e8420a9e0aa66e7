import { Journal } from '@trunkline/billing-ledger';
import { startApi, type TestApi } from '../support';
import { dataOf, itemsOf, type Row } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

describe('an answered CDR after an unanswered one of the same decision', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api);
  });
  afterAll(() => api.stop());

  const post = (...rows: Row[]) => telephony.report(...rows);
  const get = async (path: string) => dataOf(await api.get(path, telephony.customer));
  const balance = async () => Number((await get('/v1/billing/balance'))['amount_cents']);
  const startedAt = () => Math.floor(Date.now() / 1000) - 68;
  const rowsOf = (routed: Row) => {
    const times = { startedAt: startedAt() };
    return [telephony.rowOf(routed, { ...times, seconds: null }), telephony.rowOf(routed, times)] as const;
  };

  it('is charged once, shown in the record of the call and published', async () => {
    const before = await balance();
    const [unanswered, answered] = rowsOf(await telephony.route());
    const [first] = await post(unanswered);
    const cdrId = String(first?.['cdr_id']);
    const created = (await get(`/v1/cdrs/${cdrId}`))['created_at'];
    expect(await post(answered)).toEqual([{ outcome: 'corrected', cdr_id: cdrId }]);
    expect(await post(answered, unanswered)).toMatchObject([{ outcome: 'repeated' }, { outcome: 'repeated' }]);
    expect(before - (await balance())).toBe(1);
    expect(await get(`/v1/cdrs/${cdrId}`)).toMatchObject({ billable_duration_s: 60, customer_total_cents: 1 });
    const polled = itemsOf(
      await api.get(`/v1/cdrs?created_from=${String(created)}&sort=created_at&order=asc`, telephony.customer),
    );
    expect(polled.filter(({ id }) => id === cdrId)).toMatchObject([{ customer_total_cents: 1 }]);
    expect(await api.use(Journal).verify()).toEqual([]);
    const text = await (await fetch(`${api.internalUrl}/metrics`)).text();
    expect(text).toMatch(/^trunkline_cdr_rows_total\{.*outcome="corrected".*\} [1-9]/m);
  });

  it('is charged once when both are sent at the same moment', async () => {
    const before = await balance();
    const calls = await Promise.all(Array.from({ length: 10 }, () => telephony.route()));
    const rows = calls.flatMap(rowsOf);
    await Promise.all([...rows, ...rows].map((row) => post(row)));
    expect(before - (await balance())).toBe(10);
    expect(await api.use(Journal).verify()).toEqual([]);
  });
});
