import { type Answer, type Customer, startApi, type TestApi } from '../../support';
import { Telephony } from '../../support/telephony';

type Row = Record<string, unknown>;
const itemsOf = (answer: Answer) => (answer.body.data as { items: Row[] }).items;
const fieldsOf = (answer: Answer) => Object.keys(answer.body.error?.fields ?? {});
const costOf = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + Number(row['cost_cents']), 0);

describe('GET /v1/billing/usage', () => {
  let api: TestApi;
  let telephony: Telephony;
  let stranger: Customer;
  let hours: string;

  beforeAll(async () => {
    api = await startApi();
    [telephony, stranger] = [await Telephony.make(api), await api.customers.make()];
    await telephony.call({ seconds: 600 });
    await telephony.call({ seconds: null });
    const now = Math.floor(Date.now() / 1000);
    hours = `from=${now - 3_600}&to=${now + 3_600}`;
  });
  afterAll(() => api.stop());

  const usage = (query: string, sender: object = telephony.customer) => api.get(`/v1/billing/usage?${query}`, sender);
  const rows = async (group: string) => itemsOf(await usage(`${hours}&group_by=${group}`));

  it('returns 200 by kind for calls and their number, with how many charges there were', async () => {
    const answer = await usage(`${hours}&group_by=kind`);
    expect(answer.status).toBe(200);
    expect(itemsOf(answer)).toEqual([
      {
        key: expect.stringMatching(/^number_(setup|monthly)$/),
        calls: 0,
        billable_s: 0,
        cost_cents: expect.any(Number),
        charges: 1,
      },
      { key: 'usage_inbound', calls: 2, billable_s: 600, cost_cents: 6, charges: 1 },
    ]);
  });

  it('returns 200 by day, month, kind, and day with kind, with the sum of the charges', async () => {
    const charges = itemsOf(await api.get('/v1/billing/transactions?kind=charge', telephony.customer));
    const charged = -charges.reduce((sum, row) => sum + Number(row['amount_cents']), 0);
    for (const group of ['day', 'month', 'kind', 'day_kind'])
      expect([group, costOf(await rows(group))]).toEqual([group, charged]);
    expect((await rows('day'))[0]).toMatchObject({ key: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect((await rows('day_kind')).at(-1)).toMatchObject({
      key: expect.stringMatching(/^\d{4}-\d\d-\d\d usage_inbound$/),
    });
    expect((await rows('month'))[0]).toMatchObject({ key: expect.stringMatching(/^\d{4}-\d\d$/) });
  });

  it('returns 200 by number, trunk and country with the cost of calls', async () => {
    const calls = { calls: 2, billable_s: 600, cost_cents: 6, charges: 1 };
    expect(await rows('number')).toEqual([{ key: telephony.number, ...calls }]);
    expect(await rows('trunk')).toEqual([{ key: telephony.trunkId, ...calls }]);
    expect(await rows('country')).toEqual([{ key: 'DE', ...calls }]);
  });

  it('returns 200 for the current month by day by default, and empty without usage', async () => {
    expect(costOf(itemsOf(await usage('')))).toBe(costOf(await rows('day')));
    const none = await usage('', stranger);
    expect([none.status, itemsOf(none)]).toEqual([200, []]);
  });

  it.each([
    ['from=5&to=5', 'to'],
    ['from=6&to=5', 'to'],
    ['from=0&to=31708800', 'from'],
    ['from=0', 'from'],
    ['from=yesterday', 'from'],
    ['group_by=colour', 'group_by'],
    ['colour=red', 'colour'],
  ])('returns 422 for %s', async (query, field) => {
    const answer = await usage(query);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });

  it('returns 200 with the same rows as CSV', async () => {
    const answer = await usage(`${hours}&group_by=number&format=csv`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="usage.csv"');
    expect(answer.bytes.toString()).toBe(
      `key,calls,billable_s,cost_cents,charges\r\n${telephony.number},2,600,6,1\r\n`,
    );
    expect(fieldsOf(await usage('format=xlsx'))).toEqual(['format']);
  });

  it('returns 401 without a credential', async () => {
    expect((await usage('', {})).status).toBe(401);
  });
});
