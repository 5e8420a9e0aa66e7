import { RepriceNumbers } from '@trunkline/numbering';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

const PATH = '/operator/number-prices/reprice';
const UNKNOWN = 'nrp_0000000000000000000000000';
const DAY = 86_400;

describe('operators and the prices of sold numbers', () => {
  let api: TestApi;
  let customer: Customer;
  let shopping: Shopping;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make();
    shopping = new Shopping(api, customer);
  });

  const now = async () =>
    Number(dataOf(await api.operator('POST', '/operator/sandbox/clock', { advance_s: 0 }))['now']);
  const request = async (days = 31) => ({
    filter: { account_id: customer.accountId },
    effective_at: (await now()) + days * DAY,
  });
  const dearer = (add_monthly_cents: number) =>
    api.operator('POST', '/operator/number-prices', { account_id: customer.accountId, add_monthly_cents });
  const numberOf = async (e164: unknown) => dataOf(await api.get(`/v1/numbers/${String(e164)}`, customer));

  it("returns 401 without an operator's token", async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', PATH],
      ['POST', `${PATH}/preview`],
      ['GET', `${PATH}/${UNKNOWN}`],
      ['DELETE', `${PATH}/${UNKNOWN}`],
    ] as const) {
      expect([method, (await fetch(`${api.internalUrl}${path}`, { method })).status]).toEqual([method, 401]);
    }
  });

  it('returns 404 for an unknown change', async () => {
    expect(codeOf(await api.operator('GET', `${PATH}/${UNKNOWN}`))).toBe('not_found');
    expect(codeOf(await api.operator('DELETE', `${PATH}/${UNKNOWN}`))).toBe('not_found');
  });

  it('returns 422 for short notice, an unknown filter and a missing count', async () => {
    const body = { ...(await request(29)), expected_count: 0 };
    expect(fieldsOf(await api.operator('POST', PATH, body))).toEqual(['effective_at']);
    const { effective_at } = await request();
    const unknown = { filter: { label: 'x' }, effective_at };
    expect(fieldsOf(await api.operator('POST', `${PATH}/preview`, unknown))).toEqual(['filter.label']);
    expect(fieldsOf(await api.operator('POST', PATH, { filter: {}, effective_at }))).toEqual(['expected_count']);
  });

  it('previews, announces and withdraws a new price', async () => {
    const { e164, monthly_price_cents: price } = await shopping.buy();
    await dearer(25);
    const body = await request();
    const preview = dataOf(await api.operator('POST', `${PATH}/preview`, body));
    expect(preview).toMatchObject({ count: 1, unchanged_count: 0, difference_cents: 25 });
    const group = { account_id: customer.accountId, supplier: 'sandbox', country: 'US', number_type: 'geographic' };
    const amounts = { cost_cents: price, price_cents: price, new_price_cents: Number(price) + 25, count: 1 };
    expect(preview['groups']).toEqual([{ ...group, ...amounts }]);
    expect(codeOf(await api.operator('POST', PATH, { ...body, expected_count: 2 }))).toBe('conflict');
    const started = await api.operator('POST', PATH, { ...body, expected_count: 1 });
    expect([started.status, dataOf(started)]).toMatchObject([202, { status: 'running', ...body, changed_count: 0 }]);
    const path = `${PATH}/${String(dataOf(started)['id'])}`;

    await api.use(RepriceNumbers).run();
    expect(dataOf(await api.operator('GET', path))).toMatchObject({ status: 'completed', changed_count: 1 });
    const announced = { next_monthly_price_cents: Number(price) + 25, price_changes_at: body.effective_at };
    expect(await numberOf(e164)).toMatchObject({ monthly_price_cents: price, ...announced });
    const idsOf = async (query: string) =>
      itemsOf(await api.get(`/v1/numbers?${query}`, customer)).map((row) => row['e164']);
    expect([await idsOf('price_changing=true'), await idsOf('price_changing=false')]).toEqual([[e164], []]);
    const history = itemsOf(await api.get(`/v1/numbers/${String(e164)}/history`, customer));
    expect(history[0]).toMatchObject({ action: 'price_announced', actor_kind: 'system', to: announced });

    expect((await api.operator('DELETE', path)).status).toBe(202);
    expect(codeOf(await api.operator('DELETE', path))).toBe('invalid_state');
    await api.use(RepriceNumbers).run();
    expect(dataOf(await api.operator('GET', path))).toMatchObject({ status: 'withdrawn', withdrawn_count: 1 });
    expect(await numberOf(e164)).toMatchObject({ next_monthly_price_cents: null, price_changes_at: null });
    const actions = itemsOf(await api.operator('GET', `/operator/audit?order=asc&subject=${path.split('/').at(-1)}`));
    expect(actions).toMatchObject([
      { action: 'number_price.reprice', after: { filter: { account_id: customer.accountId }, expected_count: 1 } },
      { action: 'number_price.withdraw' },
    ]);
  });

  it('returns 200 with the changes, newest first, page by page', async () => {
    const first = dataOf(await api.operator('POST', PATH, { ...(await request()), expected_count: 0 }));
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 1 });
    const second = dataOf(await api.operator('POST', PATH, { ...(await request()), expected_count: 0 }));
    const page = dataOf(await api.operator('GET', `${PATH}?limit=1`));
    expect((page['items'] as Row[]).map(({ id }) => id)).toEqual([second['id']]);
    const cursor = encodeURIComponent(String(page['next_cursor']));
    expect(itemsOf(await api.operator('GET', `${PATH}?limit=1&cursor=${cursor}`))).toMatchObject([{ id: first['id'] }]);
  });
});
