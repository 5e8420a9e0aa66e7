import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { bySession } from '../../support/customers';
import { startApi, type TestApi } from '../../support';
import { Telephony } from '../../support/telephony';

const PATH = '/v1/dashboard/summary';

describe('GET /v1/dashboard/summary', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    telephony = await Telephony.make(api);
  });

  const summary = async (query = '', sender: object = telephony.customer) =>
    dataOf(await api.get(`${PATH}${query}`, sender));
  const now = () => Math.floor(Date.now() / 1000);
  const midnight = () => Math.floor(now() / 86_400) * 86_400;

  it('returns 200 with zeros for a new account', async () => {
    const customer = await api.customers.make();
    const answer = await api.get(PATH, customer);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      active_numbers: 0,
      numbers_added_this_month: 0,
      calls_today: 0,
      calls_yesterday: 0,
      calls_change_pct: null,
      minutes_30d: 0,
      seconds_30d: 0,
      avg_call_seconds: 0,
      completion_pct: 0,
      spend_this_month_cents: 0,
      projected_monthly_cents: 0,
      forecast_monthly_cents: new Date().getUTCDate() === 1 ? null : 0,
      top_countries: [],
      recent_cdrs: [],
      balance_cents: 500,
      account_status: 'active',
    });
  });

  it('returns 200 with the totals', async () => {
    const today = midnight();
    await telephony.call({ startedAt: today, seconds: 90 });
    await telephony.call({ startedAt: today - 3_600, seconds: 30 });
    const last = await telephony.call({ startedAt: today + 1, seconds: null });
    await telephony.call({ startedAt: today - 40 * 86_400, seconds: 30 });
    const figures = await summary();
    const balance = dataOf(await api.get('/v1/billing/balance', telephony.customer))['amount_cents'];
    const spent = 10_000 - Number(balance);
    const date = new Date();
    const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    expect(figures).toMatchObject({
      active_numbers: 1,
      numbers_added_this_month: 1,
      calls_today: 2,
      calls_yesterday: 1,
      calls_change_pct: 100,
      minutes_30d: 2,
      seconds_30d: 120,
      avg_call_seconds: 40,
      completion_pct: 66.7,
      balance_cents: balance,
      spend_this_month_cents: spent,
      projected_monthly_cents: Math.round((spent * days) / date.getUTCDate()),
      top_countries: [{ country: 'DE', count: 3 }],
    });
    const daily = figures['call_volume_daily'] as Row[];
    expect(daily).toHaveLength(30);
    expect(daily.slice(-2)).toEqual([
      { day_start: today - 86_400, date: new Date((today - 86_400) * 1000).toISOString().slice(0, 10), count: 1 },
      { day_start: today, date: new Date(today * 1000).toISOString().slice(0, 10), count: 2 },
    ]);
    expect((figures['recent_cdrs'] as Row[])[0]).toEqual({
      id: last,
      direction: 'inbound',
      caller: '+493012345',
      caller_withheld: false,
      callee: telephony.number,
      number_id: expect.stringMatching(/^num_/),
      started_at: today + 1,
      billable_duration_s: 0,
      customer_total_cents: 0,
      currency: 'USD',
      hangup_cause: 'user_busy',
      sip_response_code: 486,
    });
    expect(Math.abs(Number(figures['cached_at']) - now())).toBeLessThan(10);
  });

  it('is cached until the balance changes', async () => {
    const first = await summary();
    await telephony.call({ seconds: null });
    expect(await summary()).toEqual(first);
    await telephony.call({ seconds: 60 });
    const after = await summary();
    expect([first['balance_cents'], after['balance_cents'], (after['recent_cdrs'] as Row[]).length]).toEqual([
      Number(after['balance_cents']) + 1,
      after['balance_cents'],
      2,
    ]);
    await new Shopping(api, telephony.customer).buy();
    expect(await summary()).toMatchObject({ active_numbers: 2 });
  });

  it('is computed on one database connection', async () => {
    const { pool } = api.use(Database);
    let busy = 0;
    let most = 0;
    const acquired = () => (most = Math.max(most, ++busy));
    const released = () => busy--;
    // The calls change the basis of the cached summary. The first summary fills the caches of the guards.
    await telephony.call({ seconds: 60 });
    await summary();
    await telephony.call({ seconds: 60 });
    pool.on('acquire', acquired).on('release', released);
    await summary();
    pool.off('acquire', acquired).off('release', released);
    // Before, the balance and the account are read side by side. Background work may take one more.
    expect(most).toBeLessThanOrEqual(3);
  });

  it('is refreshed with fresh=true, only for sessions and once a minute', async () => {
    await summary();
    await telephony.call({ seconds: null });
    const session = bySession(telephony.customer);
    expect((await summary('?fresh=true', session))['recent_cdrs']).toHaveLength(1);
    const again = await api.get(`${PATH}?fresh=true`, session);
    expect([again.status, codeOf(again)]).toEqual([429, 'rate_limited']);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    const byKey = await api.get(`${PATH}?fresh=true`, telephony.customer);
    expect([byKey.status, codeOf(byKey)]).toEqual([403, 'session_required']);
  });

  it('returns 401 without a credential, and 403 for another account', async () => {
    expect((await api.get(PATH)).status).toBe(401);
    const other = await api.customers.make();
    expect((await api.get(PATH, telephony.customer, { 'x-account-id': other.accountId })).status).toBe(403);
  });

  it.each([
    ['?fresh=now', 'fresh'],
    ['?month=1', 'month'],
  ])('returns 422 for %s', async (query, field) => {
    const answer = await api.get(`${PATH}${query}`, telephony.customer);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });
});
