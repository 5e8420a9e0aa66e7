import { addBundle } from '@trunkline/compliance/testing';
import { Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { bySession, type Customer, startApi, type TestApi } from '../../support';

describe('cart', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let shopping: Shopping;

  beforeAll(async () => {
    api = await startApi();
    stranger = await api.customers.make();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make();
    shopping = new Shopping(api, customer);
  });

  const requests: [string, string, Row | undefined][] = [
    ['GET', '/v1/cart', undefined],
    ['POST', '/v1/cart/items', { select_token: 'token' }],
    ['DELETE', '/v1/cart/items/ci_0mh2k3l4p9f1c2d3e4b5a6978', undefined],
    ['DELETE', '/v1/cart', undefined],
  ];

  describe.each(requests)('%s %s', (method, path, body) => {
    const send = (sender: object, headers: Record<string, string> = {}) =>
      api.send(method, path, { body, sender, headers });

    it('returns 401 without a credential', async () => {
      expect((await send({})).status).toBe(401);
    });

    it("returns 403 for another's account", async () => {
      expect((await send(customer, { 'x-account-id': stranger.accountId })).status).toBe(403);
    });
  });

  describe('GET /v1/cart', () => {
    it('returns 200 and empty at first', async () => {
      const answer = await shopping.cartOf();
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        items: [],
        totals: { item_count: 0, monthly_cents: 0, setup_cents: 0, total_due_cents: 0, currency: 'USD' },
        created_at: null,
        updated_at: null,
        expires_at_estimate: null,
      });
    });

    it('is one per key and one per user', async () => {
      await shopping.addToCart(await shopping.anyOf());
      expect(itemsOf(await shopping.cartOf())).toHaveLength(1);
      expect(itemsOf(await api.get('/v1/cart', bySession(customer)))).toEqual([]);
    });

    it('expires four hours after the last write', async () => {
      const advance = (minutes: number) => api.operator('POST', '/operator/sandbox/clock', { advance_s: minutes * 60 });
      const items = async () => itemsOf(await shopping.cartOf());
      await shopping.addToCart(await shopping.anyOf());
      await advance(239);
      const before = dataOf(await shopping.cartOf());
      await shopping.addToCart(await shopping.anyOf());
      await advance(2);
      const [first, second] = await items();
      expect(second).toBeDefined();
      expect(Number(dataOf(await shopping.cartOf())['expires_at_estimate'])).toBeGreaterThanOrEqual(
        Number(before['expires_at_estimate']) + 239 * 60,
      );
      await advance(237);
      expect((await api.delete(`/v1/cart/items/${String(first?.['id'])}`, customer)).status).toBe(200);
      await advance(239);
      expect(await items()).toHaveLength(1);
      await advance(2);
      expect((await shopping.cartOf()).body.data).toEqual({
        items: [],
        totals: { item_count: 0, monthly_cents: 0, setup_cents: 0, total_due_cents: 0, currency: 'USD' },
        created_at: null,
        updated_at: null,
        expires_at_estimate: null,
      });
    });

    it('is empty after it has expired', async () => {
      await shopping.addToCart(await shopping.anyOf(), 2);
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: 241 * 60 });
      const answer = await shopping.checkOut();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'cart_empty']);
      expect(itemsOf(await shopping.addToCart(await shopping.anyOf()))).toHaveLength(1);
    });
  });

  describe('POST /v1/cart/items', () => {
    it('returns 201 with the cart, its totals and its expiry', async () => {
      const [row] = await shopping.search('number_type=tollfree', 1);
      const answer = await shopping.addToCart(String(row?.['select_token']));
      expect(answer.status).toBe(201);
      const data = dataOf(answer);
      expect(data['items']).toEqual([
        {
          id: expect.stringMatching(/^ci_/),
          select_token: row?.['select_token'],
          added_at: expect.any(Number),
          e164: row?.['e164'],
          country: 'US',
          number_type: 'tollfree',
          area_code: row?.['area_code'],
          region: row?.['region'],
          monthly_price_cents: 200,
          setup_price_cents: 0,
          currency: 'USD',
          capabilities: row?.['capabilities'],
          from_catalog: false,
          requires_activation: false,
          reserved: true,
          compatible_bundle_ids: [],
        },
      ]);
      expect(data['totals']).toMatchObject({ item_count: 1, monthly_cents: 200, total_due_cents: 200 });
      expect(Number(data['expires_at_estimate']) - Number(data['updated_at'])).toBe(4 * 3600);
    });

    it('returns which items require documents, and the approved bundles that match each of them', async () => {
      const db = api.use(Database);
      const german = await addBundle(db, customer.accountId, { country: 'DE', numberType: 'geographic' });
      await addBundle(db, customer.accountId, { country: 'DE', status: 'submitted' });
      await addBundle(db, stranger.accountId, { country: 'DE', numberType: 'geographic' });
      for (const query of ['country=DE&number_type=geographic', 'country=DE&number_type=mobile', 'country=US']) {
        const found = await api.get(`/v1/catalog/search?limit=1&${query}`, customer);
        await shopping.addToCart(String(itemsOf(found)[0]?.['select_token']));
      }
      const items = itemsOf(await shopping.cartOf());
      expect(items.map((item) => [item['requires_activation'], item['compatible_bundle_ids']])).toEqual([
        [true, [german.id]],
        [true, []],
        [false, []],
      ]);
    });

    it('accepts a quantity of an offer without a number', async () => {
      const answer = await shopping.addToCart(await shopping.anyOf(), 3);
      expect(itemsOf(answer)).toHaveLength(3);
    });

    it('returns 201 with `reserved: false` past the limit of the account, which other customers can still buy', async () => {
      const rows = await shopping.search('area_code=206', 7);
      let answer = await shopping.addToCart(String(rows[0]?.['select_token']));
      for (const row of rows.slice(1)) answer = await shopping.addToCart(String(row['select_token']));
      expect(itemsOf(answer).map((item) => item['reserved'])).toEqual([...Array<boolean>(5).fill(true), false, false]);
      const found = await new Shopping(api, stranger).search('area_code=206', 2);
      expect(found.map((row) => row['e164'])).toEqual(rows.slice(5).map((row) => row['e164']));
    });

    it('reserves 20 numbers after the first top-up', async () => {
      const card = { processor_payment_method_id: 'pm_card_visa', set_default: true };
      expect((await api.post('/v1/billing/payment-methods', card, bySession(customer))).status).toBe(201);
      expect((await api.post('/v1/billing/topups', { amount_cents: 500 }, customer)).status).toBe(201);
      const rows = await shopping.search('area_code=415', 21);
      for (const row of rows) await shopping.addToCart(String(row['select_token']));
      const reserved = itemsOf(await shopping.cartOf()).filter((item) => item['reserved'] === true);
      expect([rows.length, reserved.length]).toEqual([21, 20]);
    });

    it('adds an item once per Idempotency-Key', async () => {
      const send = async () =>
        api.post('/v1/cart/items', { select_token: token }, customer, { 'idempotency-key': 'once' });
      const token = await shopping.anyOf();
      const [first, second] = [await send(), await send()];
      expect(second.text).toBe(first.text);
      expect(itemsOf(await shopping.cartOf())).toHaveLength(1);
    });

    it('keeps an offer beyond the expiry of its token', async () => {
      await shopping.addToCart(await shopping.token());
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: 3600 });
      expect(itemsOf(await shopping.cartOf())).toHaveLength(1);
    });

    it('returns 409 cart_item_duplicate for a number in the cart', async () => {
      const token = await shopping.token();
      await shopping.addToCart(token);
      const answer = await shopping.addToCart(token);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'cart_item_duplicate']);
    });

    it('returns 409 number_unavailable for a number that another account has reserved', async () => {
      const other = new Shopping(api, stranger);
      const tokens = [await shopping.token('area_code=646'), await other.token('area_code=646')];
      await other.addToCart(tokens[1] ?? '');
      const answer = await shopping.addToCart(tokens[0] ?? '');
      expect([answer.status, codeOf(answer)]).toEqual([409, 'number_unavailable']);
    });

    it('returns 410 for a token of another account, an altered one, and an expired one', async () => {
      const theirs = await new Shopping(api, stranger).anyOf();
      const own = await shopping.anyOf();
      const altered = own.slice(0, -3) + (own.endsWith('AAA') ? 'BBB' : 'AAA');
      for (const token of [theirs, altered, 'nonsense']) {
        const answer = await shopping.addToCart(token);
        expect([answer.status, codeOf(answer)]).toEqual([410, 'select_token_expired']);
      }
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: 1800 });
      const late = await shopping.addToCart(own);
      expect([late.status, codeOf(late)]).toEqual([410, 'select_token_expired']);
    });

    it('returns 422 cart_full for the 51st item', async () => {
      const token = await shopping.anyOf();
      const full = (...fields: string[]) => ({
        status: 422,
        body: {
          error: { code: 'cart_full', fields: Object.fromEntries(fields.map((name) => [name, expect.any(String)])) },
        },
      });
      for (const quantity of [20, 20, 9]) expect((await shopping.addToCart(token, quantity)).status).toBe(201);
      expect(await shopping.addToCart(token, 2)).toMatchObject(full('quantity'));
      expect((await shopping.addToCart(token)).status).toBe(201);
      expect(await shopping.addToCart(token)).toMatchObject(full('select_token'));
      expect(itemsOf(await shopping.cartOf())).toHaveLength(50);
    });

    it.each([
      ['no token', {}, ['select_token']],
      ['a token that is no text', { select_token: 5 }, ['select_token']],
      ['a quantity of 21', { quantity: 21 }, ['quantity']],
      ['a quantity of none', { quantity: 0 }, ['quantity']],
      ['a member that there is not', { colour: 'red' }, ['colour']],
    ])('returns 422 for %s', async (_what, change, fields) => {
      const token =
        'select_token' in change || fields[0] === 'select_token' ? {} : { select_token: await shopping.anyOf() };
      const answer = await api.post('/v1/cart/items', { ...token, ...change }, customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
    });

    it('returns 422 for a quantity of an offer with a number', async () => {
      const answer = await shopping.addToCart(await shopping.token(), 2);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['quantity']]);
    });
  });

  describe('DELETE /v1/cart/items/{id}', () => {
    it('returns 200 with the remaining items', async () => {
      const [first] = itemsOf(await shopping.addToCart(await shopping.anyOf(), 2));
      const answer = await api.delete(`/v1/cart/items/${String(first?.['id'])}`, customer);
      expect([answer.status, itemsOf(answer).length]).toEqual([200, 1]);
    });

    it('makes its number available again', async () => {
      const other = new Shopping(api, stranger);
      const find = async () => (await other.search('area_code=917', 1))[0]?.['e164'];
      const [row] = await shopping.search('area_code=917', 1);
      const [item] = itemsOf(await shopping.addToCart(String(row?.['select_token'])));
      expect(await find()).not.toBe(row?.['e164']);
      const headers = { 'idempotency-key': 'take-out' };
      expect((await api.delete(`/v1/cart/items/${String(item?.['id'])}`, customer, headers)).status).toBe(200);
      await eventually(async () => expect(await find()).toBe(row?.['e164']));
    });

    it('returns 404 for an item of another cart and an unknown item', async () => {
      const [theirs] = itemsOf(await new Shopping(api, stranger).addToCart(await new Shopping(api, stranger).anyOf()));
      for (const id of [String(theirs?.['id']), 'ci_nothing', 'x']) {
        expect((await api.delete(`/v1/cart/items/${id}`, customer)).status).toBe(404);
      }
    });
  });

  describe('DELETE /v1/cart', () => {
    it('returns 200 with an empty cart', async () => {
      await shopping.addToCart(await shopping.anyOf(), 2);
      const answer = await api.delete('/v1/cart', customer);
      expect([answer.status, itemsOf(answer)]).toEqual([200, []]);
    });
  });
});
