import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

const PATH = '/operator/number-prices';
const UNKNOWN = 'npr_0000000000000000000000000';
const AT_COST = {
  account_id: null,
  supplier: null,
  country: null,
  number_type: null,
  markup_pct: 0,
  add_monthly_cents: 0,
  add_setup_cents: 0,
  min_monthly_cents: 0,
  min_setup_cents: 0,
};
/** No price of the sandbox. */
const COST = 424_242;

describe('operators and number prices', () => {
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

  const create = (body: object = {}) => api.operator('POST', PATH, { account_id: customer.accountId, ...body });
  const remove = (id: unknown) => api.operator('DELETE', `${PATH}/${String(id)}`);
  const now = async () =>
    Number(dataOf(await api.operator('POST', '/operator/sandbox/clock', { advance_s: 0 }))['now']);
  const monthly = async () => Number((await shopping.search('area_code=212', 1))[0]!['monthly_price_cents']);

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

  it('returns 404 for an unknown rule', async () => {
    expect(codeOf(await api.operator('GET', `${PATH}/${UNKNOWN}`))).toBe('not_found');
    expect(codeOf(await remove(UNKNOWN))).toBe('not_found');
  });

  it('returns 201 with the defaults, and 200 with the same', async () => {
    const answer = await create();
    const rule = dataOf(answer);
    expect([answer.status, rule]).toEqual([
      201,
      {
        ...AT_COST,
        id: expect.stringMatching(/^npr_/) as string,
        account_id: customer.accountId,
        effective_from: rule['created_at'],
        replaced_at: null,
        created_at: expect.any(Number) as number,
      },
    ]);
    expect(dataOf(await api.operator('GET', `${PATH}/${String(rule['id'])}`))).toEqual(rule);
  });

  it('returns 201 with every member as sent', async () => {
    const sent = {
      account_id: customer.accountId,
      supplier: 'didww',
      country: 'DE',
      number_type: 'mobile',
      markup_pct: 12.3456,
      add_monthly_cents: 1_000_000,
      add_setup_cents: 2,
      min_monthly_cents: 3,
      min_setup_cents: 4,
      effective_from: (await now()) + 3600,
    };
    expect(dataOf(await create(sent))).toMatchObject(sent);
  });

  it.each([
    [{ markup_pct: -0.1 }, ['markup_pct']],
    [{ markup_pct: 1000.1 }, ['markup_pct']],
    [{ markup_pct: 1.23456 }, ['markup_pct']],
    [{ markup_pct: 1e-7 }, ['markup_pct']],
    [{ markup_pct: '10' }, ['markup_pct']],
    [{ add_monthly_cents: -1, min_setup_cents: 1_000_001 }, ['add_monthly_cents', 'min_setup_cents']],
    [{ add_setup_cents: 0.5 }, ['add_setup_cents']],
    [{ supplier: 'twilio' }, ['supplier']],
    [{ country: 'XX' }, ['country']],
    [{ number_type: 'local' }, ['number_type']],
    [{ account_id: 'acc_0000000000000000000000000' }, ['account_id']],
    [{ effective_from: 1 }, ['effective_from']],
    [{ price: 1 }, ['price']],
  ])('returns 422 for %j', async (body, fields) => {
    for (const path of [PATH, `${PATH}/preview`]) {
      const answer = await api.operator('POST', path, { account_id: customer.accountId, ...body });
      expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', fields]);
    }
  });

  it('returns 201 at the highest markup and with four places', async () => {
    expect((await create({ markup_pct: 1000 })).status).toBe(201);
    expect(dataOf(await create({ country: 'DE', markup_pct: 0.0001 }))['markup_pct']).toBe(0.0001);
  });

  it('returns 409 for a rule of the same numbers from the same time on', async () => {
    const effective_from = (await now()) + 86_400;
    expect((await create({ country: 'FR', effective_from })).status).toBe(201);
    expect(codeOf(await create({ country: 'FR', effective_from }))).toBe('conflict');
  });

  it('returns 200 with pages of rules, newest first, by filter', async () => {
    const ids: unknown[] = [];
    for (const country of ['DE', 'FR', 'DE']) {
      ids.unshift(dataOf(await create({ country, supplier: 'telnyx' }))['id']);
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: 1 });
    }
    const own = `account_id=${customer.accountId}`;
    const idsOf = async (query: string) => itemsOf(await api.operator('GET', `${PATH}?${query}`)).map(({ id }) => id);
    const first = dataOf(await api.operator('GET', `${PATH}?${own}&limit=2`));
    expect((first['items'] as Row[]).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await idsOf(`${own}&limit=2&cursor=${encodeURIComponent(String(first['next_cursor']))}`)).toEqual([ids[2]]);
    expect(await idsOf(`${own}&country=FR`)).toEqual([ids[1]]);
    expect(await idsOf(`${own}&supplier=telnyx&replaced=true`)).toEqual([ids[2]]);
    expect(await idsOf(`${own}&number_type=mobile`)).toEqual([]);
  });

  it('audits rules with their values', async () => {
    const { id } = dataOf(await create({ country: 'DE', markup_pct: 12.5 }));
    expect(dataOf(await remove(id))).toEqual({ id, deleted: true });
    const values = { ...AT_COST, account_id: customer.accountId, country: 'DE', markup_pct: '12.5' };
    const entries = itemsOf(await api.operator('GET', `/operator/audit?order=asc&subject=${String(id)}`));
    expect(entries).toMatchObject([
      { action: 'number_price.create', before: null, after: values },
      { action: 'number_price.delete', before: values, after: null },
    ]);
  });

  it('previews a rule without creating it', async () => {
    const cost = await monthly();
    const answer = await api.operator('POST', `${PATH}/preview`, {
      account_id: customer.accountId,
      country: 'US',
      number_type: 'geographic',
      markup_pct: 100,
    });
    const line = { supplier: 'sandbox', country: 'US', number_type: 'geographic' };
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { unavailable: [], prices: [{ ...line, cost_cents: cost, price_cents: cost, new_price_cents: 2 * cost }] },
    ]);
    expect(await monthly()).toBe(cost);
  });

  it('prices the catalog, the cart and the checkout of the account, and rolls back', async () => {
    const cost = await monthly();
    const { id } = dataOf(await create({ country: 'US', markup_pct: 50, min_setup_cents: 30 }));
    const price = Math.ceil(cost * 1.5);
    expect(await monthly()).toBe(price);
    const cart = dataOf(await shopping.addToCart(await shopping.token()));
    expect(cart['totals']).toMatchObject({ monthly_cents: price, setup_cents: 30 });
    await remove(id);
    expect(await monthly()).toBe(cost);
    expect(dataOf(await shopping.cartOf())['totals']).toMatchObject({ monthly_cents: cost, setup_cents: 0 });
    await create({ country: 'US', add_monthly_cents: 1 });
    const { status, items } = dataOf(await shopping.checkOut({ max_total_cents: cost }));
    expect([status, (items as Row[])[0]!['error_code']]).toEqual(['all_failed', 'price_changed']);
    const bought = dataOf(await shopping.checkOut({ max_total_cents: cost + 1 }));
    expect(bought).toMatchObject({ status: 'all_provisioned', charged_cents: cost + 1 });
  });

  it('reports the numbers that are sold below cost, page by page', async () => {
    const bought = [await shopping.buy(), await shopping.buy(), await shopping.buy()];
    const text = `UPDATE numbering.phone_numbers SET monthly_cost_cents = monthly_price_cents + $2 WHERE id = $1`;
    for (const [index, { id }] of bought.entries()) await api.use(Database).query(text, [id, index]);
    const path = '/operator/reports/numbers-below-cost';
    const first = dataOf(await api.operator('GET', `${path}?limit=1`));
    const second = await api.operator(
      'GET',
      `${path}?limit=1&cursor=${encodeURIComponent(String(first['next_cursor']))}`,
    );
    const of = ({ id, e164, country, number_type, monthly_price_cents }: Row, loss: number) => ({
      ...{ id, e164, country, number_type, monthly_price_cents, account_id: customer.accountId, supplier: 'sandbox' },
      monthly_cost_cents: Number(monthly_price_cents) + loss,
    });
    expect(first['items']).toEqual([of(bought[1]!, 1)]);
    expect(dataOf(second)).toEqual({ items: [of(bought[2]!, 2)], next_cursor: null });
    const released = `/v1/numbers/${String(bought[1]!['e164'])}/release`;
    await api.post(released, { when: 'immediate', confirm_e164: bought[1]!['e164'] }, customer);
    expect(itemsOf(await api.operator('GET', path))).toEqual([of(bought[2]!, 2)]);
  });

  it('shows the cost to no customer', async () => {
    await create({ min_monthly_cents: 177, min_setup_cents: 17 });
    const token = await shopping.token();
    const answers: string[] = [Buffer.from(token.split('.').at(-1) ?? '', 'base64url').toString('latin1')];
    const read = async (path: string) => answers.push((await api.get(path, customer)).text);
    answers.push((await shopping.addToCart(token)).text, (await shopping.checkOut()).text);
    answers.push((await shopping.order({ country: 'US', type: 'geographic', area: '212' })).text);
    answers.push((await shopping.addToCart(await shopping.token())).text);
    for (const table of ['phone_numbers', 'number_orders']) {
      const text = `UPDATE numbering.${table} SET monthly_cost_cents = $1, setup_cost_cents = $1 WHERE account_id = $2`;
      await api.use(Database).query(text, [COST, customer.accountId]);
    }
    const numbers = itemsOf(await api.get('/v1/numbers', customer));
    expect(numbers).toHaveLength(2);
    for (const { e164 } of numbers) {
      await read(`/v1/numbers/${String(e164)}`);
      await read(`/v1/numbers/${String(e164)}/history`);
    }
    for (const path of [
      ...['/v1/catalog/search?country=US', '/v1/catalog/countries', '/v1/catalog/countries/US/areas', '/v1/cart'],
      ...['/v1/checkouts', '/v1/number-orders', '/v1/numbers', '/v1/events', '/v1/billing/transactions'],
      ...['/v1/invoices', '/v1/invoices/inv_draft'],
    ]) {
      await read(path);
    }
    const outbox = `SELECT data::text AS text FROM platform.outbox WHERE account_id = $1`;
    const events = await api.use(Database).query<{ text: string }>(outbox, [customer.accountId]);
    expect(events.length).toBeGreaterThan(0);
    for (const text of [...answers, ...events.map((event) => event.text)]) {
      expect(text).not.toMatch(/cost_cents|costCents|_cost_|424242/i);
    }
  });
});
