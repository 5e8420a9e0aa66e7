import { addBundle } from '@trunkline/compliance/testing';
import { CheckOutCart } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

describe('checkout', () => {
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
    customer = await api.customers.make({ balanceCents: 10_000 });
    shopping = new Shopping(api, customer);
  });

  const advance = (seconds: number) => api.operator('POST', '/operator/sandbox/clock', { advance_s: seconds });
  const numbersOf = (outcome: Row) =>
    (outcome['items'] as Row[]).map((item) => (item['number'] as Row | null)?.['e164']);

  describe('POST /v1/cart/checkout', () => {
    it('returns 200, buys every item with one charge each, and empties the cart', async () => {
      await shopping.addToCart(await shopping.token('area_code=415'));
      await shopping.addToCart(await shopping.anyOf(), 2);
      const answer = await shopping.checkOut({ customer_reference: 'PO 7' });
      expect(answer.status).toBe(200);
      const outcome = dataOf(answer);
      expect(outcome).toMatchObject({
        status: 'all_provisioned',
        charged_cents: 300,
        checkout_id: expect.stringMatching(/^chk_/),
        totals: { item_count: 3, monthly_cents: 300, setup_cents: 0, total_due_cents: 300, currency: 'USD' },
      });
      expect(new Set(numbersOf(outcome)).size).toBe(3);
      for (const item of outcome['items'] as Row[]) {
        expect(item).toMatchObject({ status: 'provisioned', error_code: null, order: { status: 'provisioned' } });
        expect(item['order']).toMatchObject({ customer_reference: 'PO 7' });
      }
      expect(await shopping.postings()).toEqual([-100, -100, -100]);
      expect(await shopping.balanceCents()).toBe(9700);
      expect(itemsOf(await shopping.cartOf())).toEqual([]);
    });

    it('routes every number to its target', async () => {
      const trunk_id = await shopping.trunk();
      await shopping.addToCart(await shopping.anyOf(), 2);
      const outcome = dataOf(await shopping.checkOut({ trunk_id }));
      for (const item of outcome['items'] as Row[]) expect(item['number']).toMatchObject({ trunk_id });
    });

    it('returns 200 with balance_too_low, and buys nothing', async () => {
      const poor = await api.customers.make({ balanceCents: 199 });
      const theirs = new Shopping(api, poor);
      await theirs.addToCart(await theirs.anyOf(), 2);
      const answer = await theirs.checkOut();
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({ status: 'balance_too_low', charged_cents: 0 });
      for (const item of dataOf(answer)['items'] as Row[]) {
        expect(item).toMatchObject({ status: 'failed', error_code: 'insufficient_balance', order: null, number: null });
      }
      expect(await theirs.balanceCents()).toBe(199);
      expect(itemsOf(await theirs.cartOf())).toHaveLength(2);
    });

    it('returns 200 with all_failed above max_total_cents', async () => {
      await shopping.addToCart(await shopping.anyOf(), 2);
      const outcome = dataOf(await shopping.checkOut({ max_total_cents: 199 }));
      expect(outcome).toMatchObject({ status: 'all_failed', charged_cents: 0 });
      expect((outcome['items'] as Row[])[0]).toMatchObject({ error_code: 'price_changed' });
    });

    it('returns 200 with partial, keeps failed items in the cart and releases their holds', async () => {
      await shopping.addToCart(await shopping.token('area_code=415&ends_with=9001'));
      await shopping.addToCart(await shopping.anyOf());
      const outcome = dataOf(await shopping.checkOut());
      expect(outcome).toMatchObject({ status: 'partial', charged_cents: 100 });
      expect((outcome['items'] as Row[]).map((item) => item['error_code'])).toEqual(['number_unavailable', null]);
      expect(itemsOf(await shopping.cartOf())).toHaveLength(1);
      expect(await shopping.balanceCents()).toBe(9900);
    });

    it('charges numbers that wait for documents', async () => {
      await shopping.addToCart(await shopping.token('area_code=619&ends_with=9006'));
      const outcome = dataOf(await shopping.checkOut());
      expect(outcome).toMatchObject({ status: 'all_provisioned', charged_cents: 100 });
      expect((outcome['items'] as Row[])[0]).toMatchObject({
        status: 'pending_documents',
        number: { status: 'pending_documents' },
      });
    });

    it('attaches a bundle', async () => {
      const { id } = await addBundle(api.use(Database), customer.accountId, { country: 'US' });
      await shopping.addToCart(await shopping.token('area_code=619&ends_with=9006'));
      const outcome = dataOf(await shopping.checkOut({ compliance_bundle_id: id }));
      expect((outcome['items'] as Row[])[0]).toMatchObject({ number: { status: 'active', compliance_bundle_id: id } });
    });

    it('fails items that the bundle does not match', async () => {
      const { id } = await addBundle(api.use(Database), customer.accountId, { country: 'FR' });
      await shopping.addToCart(await shopping.anyOf());
      const outcome = dataOf(await shopping.checkOut({ compliance_bundle_id: id }));
      expect((outcome['items'] as Row[])[0]).toMatchObject({ error_code: 'compliance_bundle_mismatch' });
    });

    it('returns 401 without a credential', async () => {
      expect((await api.post('/v1/cart/checkout', {})).status).toBe(401);
    });

    it("returns 403 for another's account, and for one under review", async () => {
      const foreign = await shopping.checkOut({}, { 'x-account-id': stranger.accountId });
      expect([foreign.status, codeOf(foreign)]).toEqual([403, 'forbidden']);
      await api
        .use(Database)
        .query(`UPDATE identity.accounts SET tier = 'manual_review' WHERE id = $1`, [customer.accountId]);
      const reviewed = await shopping.checkOut();
      expect([reviewed.status, codeOf(reviewed)]).toEqual([403, 'manual_review_required']);
    });

    it('returns 409 cart_empty', async () => {
      const answer = await shopping.checkOut();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'cart_empty']);
    });

    it('returns 409 for a trunk, a profile or a bundle that cannot be used', async () => {
      await shopping.addToCart(await shopping.anyOf());
      const { id } = await addBundle(api.use(Database), customer.accountId, { country: 'US', status: 'draft' });
      const bodies: [Row, string][] = [
        [{ trunk_id: await shopping.trunk('disabled') }, 'trunk_not_active'],
        [{ routing_profile_id: await shopping.profile('disabled') }, 'routing_profile_not_active'],
        [{ compliance_bundle_id: id }, 'compliance_bundle_not_usable'],
      ];
      for (const [body, code] of bodies) {
        const answer = await shopping.checkOut(body);
        expect([answer.status, codeOf(answer)]).toEqual([409, code]);
      }
    });

    it('returns 422 naming the field', async () => {
      await shopping.addToCart(await shopping.anyOf());
      const trunk_id = await new Shopping(api, stranger).trunk();
      const bodies: [Row, string[]][] = [
        [{ trunk_id }, ['trunk_id']],
        [{ trunk_id: 'rp_1' }, ['trunk_id']],
        [{ trunk_id: 'trk_1', routing_profile_id: 'rp_1' }, ['routing_profile_id', 'trunk_id']],
        [{ compliance_bundle_id: 'cb_1' }, ['compliance_bundle_id']],
        [{ max_total_cents: -1 }, ['max_total_cents']],
        [{ customer_reference: 'x'.repeat(101) }, ['customer_reference']],
        [{ coupon: 'FREE' }, ['coupon']],
      ];
      for (const [body, fields] of bodies) {
        const answer = await shopping.checkOut(body);
        expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
      }
    });

    describe('with an order whose outcome is unknown', () => {
      const key = { 'idempotency-key': 'checkout' };

      beforeEach(async () => {
        await shopping.addToCart(await shopping.token('area_code=408&ends_with=9004'));
        await shopping.addToCart(await shopping.anyOf());
      });

      it('returns 504, then the outcome under the same Idempotency-Key', async () => {
        const first = await shopping.checkOut({}, key);
        expect([first.status, codeOf(first)]).toEqual([504, 'supplier_timeout']);
        const second = await shopping.checkOut({}, key);
        expect(second.status).toBe(200);
        expect(dataOf(second)).toMatchObject({ status: 'all_provisioned', charged_cents: 200 });
        expect((await shopping.checkOut({}, key)).text).toBe(second.text);
        expect(await shopping.postings()).toEqual([-100, -100]);
      });

      it('returns 409 checkout_in_progress for a second checkout, and the sweeper finishes the first', async () => {
        expect((await shopping.checkOut({}, key)).status).toBe(504);
        const other = await shopping.checkOut();
        expect([other.status, codeOf(other)]).toEqual([409, 'checkout_in_progress']);
        await advance(200);
        await api.use(CheckOutCart).finishOpen();
        const [checkout] = itemsOf(await api.get('/v1/checkouts', customer));
        expect(checkout).toMatchObject({ status: 'all_provisioned', charged_cents: 200 });
        expect(itemsOf(await shopping.cartOf())).toEqual([]);
      });
    });

    it('checks a cart out once for ten parallel requests', async () => {
      await shopping.addToCart(await shopping.anyOf(), 3);
      const answers = await Promise.all(Array.from({ length: 10 }, () => shopping.checkOut()));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const codes = new Set(answers.filter(({ status }) => status !== 200).map(codeOf));
      expect([...codes].filter((code) => code !== 'checkout_in_progress' && code !== 'cart_empty')).toEqual([]);
      expect(await shopping.postings()).toEqual([-100, -100, -100]);
    });
  });

  describe('GET /v1/checkouts/{id}', () => {
    it('returns 200 with the response of the checkout', async () => {
      await shopping.addToCart(await shopping.anyOf());
      const outcome = dataOf(await shopping.checkOut());
      const answer = await api.get(`/v1/checkouts/${String(outcome['checkout_id'])}`, customer);
      expect([answer.status, answer.body.data]).toEqual([200, outcome]);
    });

    it('returns 404 for another account and an unknown id', async () => {
      await shopping.addToCart(await shopping.anyOf());
      const { checkout_id } = dataOf(await shopping.checkOut());
      expect((await api.get(`/v1/checkouts/${String(checkout_id)}`, stranger)).status).toBe(404);
      expect((await api.get('/v1/checkouts/chk_nothing', customer)).status).toBe(404);
    });

    it('returns 409 while it is running', async () => {
      await shopping.addToCart(await shopping.token('area_code=408&ends_with=9004'));
      await shopping.checkOut();
      const text = `SELECT id FROM numbering.checkouts WHERE account_id = $1`;
      const [row] = await api.use(Database).query<{ id: string }>(text, [customer.accountId]);
      const answer = await api.get(`/v1/checkouts/${row?.id ?? ''}`, customer);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'checkout_in_progress']);
      await advance(200);
      await api.use(CheckOutCart).finishOpen();
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/checkouts/chk_1')).status).toBe(401);
    });
  });

  describe('GET /v1/checkouts', () => {
    it('returns 200, newest first, by status and page by page', async () => {
      for (const body of [{}, { max_total_cents: 1 }, {}]) {
        await shopping.addToCart(await shopping.anyOf());
        await shopping.checkOut(body);
      }
      const all = itemsOf(await api.get('/v1/checkouts', customer));
      expect(all.map(({ status }) => status)).toEqual(['all_provisioned', 'all_failed', 'all_provisioned']);
      expect(itemsOf(await api.get('/v1/checkouts?status=all_failed', customer))).toHaveLength(1);
      const first = dataOf(await api.get('/v1/checkouts?limit=2', customer));
      const second = dataOf(await api.get(`/v1/checkouts?limit=2&cursor=${String(first['next_cursor'])}`, customer));
      expect([...(first['items'] as Row[]), ...(second['items'] as Row[])]).toEqual(all);
      expect(itemsOf(await api.get('/v1/checkouts', stranger))).toEqual([]);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/checkouts')).status).toBe(401);
    });

    it('returns 422 for an unknown status', async () => {
      const answer = await api.get('/v1/checkouts?status=fine', customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['status']]);
    });
  });
});
