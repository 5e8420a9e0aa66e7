import { jest } from '@jest/globals';
import { addBundle } from '@trunkline/compliance/testing';
import { CancelUndocumented, ReleaseDueNumbers, FinishPendingOrders, Suppliers } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { rmSync } from 'node:fs';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, testEnvironment, type TestApi } from '../../support';
import { ApiProcess } from '../../support/process';

const AREA = { country: 'US', type: 'geographic', area: '212' };

describe('number orders', () => {
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
    customer = await api.customers.make({ balanceCents: 1000 });
    shopping = new Shopping(api, customer);
  });

  const advance = (seconds: number) => api.operator('POST', '/operator/sandbox/clock', { advance_s: seconds });
  const read = (id: unknown, sender = customer) => api.get(`/v1/number-orders/${String(id)}`, sender);
  const count = async (text: string) =>
    (await api.use(Database).find<{ n: number }>(`SELECT count(*) AS n FROM ${text}`, [customer.accountId]))?.n;

  describe('POST /v1/numbers', () => {
    it('returns 201 with the number of a search', async () => {
      const [row] = await shopping.search('area_code=512', 1);
      const answer = await shopping.order({ select_token: row?.['select_token'], customer_reference: 'PO 7' });
      expect(answer.status).toBe(201);
      expect(dataOf(answer)).toMatchObject({
        order: {
          status: 'provisioned',
          request_e164: row?.['e164'],
          monthly_price_cents: 100,
          setup_price_cents: 0,
          error_code: null,
          customer_reference: 'PO 7',
          completed_at: expect.any(Number),
        },
        number: {
          e164: row?.['e164'],
          status: 'active',
          trunk_id: null,
          routing_profile_id: null,
          is_past_due: false,
          failed_billing_attempts: 0,
          last_billing_attempt_at: null,
          release_scheduled_at: null,
          label: null,
        },
      });
      expect(await shopping.postings()).toEqual([-100]);
    });

    it('returns 201 with any number of an area, under either name of its parameters', async () => {
      for (const body of [
        AREA,
        { country: 'US', number_type: 'geographic', area_code: '212' },
        { ...AREA, area_code: '212' },
      ]) {
        const answer = await shopping.order(body);
        expect(answer.status).toBe(201);
        expect(dataOf(answer)).toMatchObject({
          order: { request_e164: null, status: 'provisioned' },
          number: { e164: expect.stringMatching(/^\+1212/) },
        });
      }
    });

    it('returns 201 with the requested route', async () => {
      const trunk_id = await shopping.trunk();
      expect(await shopping.buy({ trunk_id })).toMatchObject({ trunk_id, routing_profile_id: null });
      const routing_profile_id = await shopping.profile();
      expect(await shopping.buy({ routing_profile_id })).toMatchObject({ trunk_id: null, routing_profile_id });
    });

    it('returns 201 with a charged order that waits for documents', async () => {
      const number = await shopping.buyWaiting();
      expect(number).toMatchObject({ status: 'pending_documents', requires_activation: true });
      expect(await shopping.postings()).toEqual([-150]);
    });

    it('returns 201 with an active number for an approved bundle', async () => {
      const { id } = await addBundle(api.use(Database), customer.accountId, { country: 'GB', numberType: 'mobile' });
      const number = await shopping.buy({ country: 'GB', type: 'mobile', area: undefined, compliance_bundle_id: id });
      expect(number).toMatchObject({ status: 'active', compliance_bundle_id: id });
    });

    it('returns 201 with a pending order when the supplier does not answer; the sweeper settles it', async () => {
      const answer = await shopping.order({ select_token: await shopping.token('area_code=212&ends_with=9004') });
      expect(answer.status).toBe(201);
      expect(dataOf(answer)).toMatchObject({ order: { status: 'pending', completed_at: null }, number: null });
      expect(await shopping.balanceCents()).toBe(900);
      await advance(61);
      await api.use(FinishPendingOrders).finish();
      const { id } = dataOf(answer)['order'] as Row;
      const bought = { assigned_number_id: expect.any(String), assigned_e164: expect.stringMatching(/^[+]/) };
      expect(dataOf(await read(id))).toMatchObject({ status: 'provisioned', ...bought });
      expect(await shopping.postings()).toEqual([-100]);
    });

    it('buys once per Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'order-1' };
      const [first, second] = [await shopping.order(AREA, key), await shopping.order(AREA, key)];
      expect(second.text).toBe(first.text);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => shopping.order(AREA, { 'idempotency-key': 'order-2' })),
      );
      // Requests that arrive while the first is executed are refused, later ones get its response.
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
      expect(await shopping.postings()).toEqual([-100, -100]);
    });

    it('buys exactly three of ten parallel orders on a balance for three', async () => {
      const poor = await api.customers.make({ balanceCents: 300 });
      const theirs = new Shopping(api, poor);
      const answers = await Promise.all(Array.from({ length: 10 }, () => theirs.order(AREA)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array<number>(7).fill(402)]);
      expect(itemsOf(await api.get('/v1/numbers', poor))).toHaveLength(3);
      expect(await theirs.balanceCents()).toBe(0);
      expect(await theirs.postings()).toEqual([-100, -100, -100]);
    });

    it('sells a number to one of two accounts in parallel', async () => {
      const other = new Shopping(api, stranger);
      const tokens = [await shopping.token('area_code=312'), await other.token('area_code=312')];
      const answers = await Promise.all([
        shopping.order({ select_token: tokens[0] }),
        other.order({ select_token: tokens[1] }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(answers.map(codeOf)).toContain('number_unavailable');
    });

    it('returns 401 without a credential', async () => {
      expect((await api.post('/v1/numbers', AREA)).status).toBe(401);
    });

    it('returns 402 on an insufficient balance, and stores no order', async () => {
      const poor = await api.customers.make({ balanceCents: 99 });
      const answer = await new Shopping(api, poor).order(AREA);
      expect([answer.status, codeOf(answer)]).toEqual([402, 'insufficient_balance']);
      expect(itemsOf(await api.get('/v1/number-orders', poor))).toEqual([]);
    });

    it("returns 403 for another's account, and for one under review", async () => {
      const foreign = await shopping.order(AREA, { 'x-account-id': stranger.accountId });
      expect([foreign.status, codeOf(foreign)]).toEqual([403, 'forbidden']);
      await api
        .use(Database)
        .query(`UPDATE identity.accounts SET tier = 'manual_review' WHERE id = $1`, [customer.accountId]);
      const reviewed = await shopping.order(AREA);
      expect([reviewed.status, codeOf(reviewed)]).toEqual([403, 'manual_review_required']);
    });

    it('returns 409 for a sold number, also when repeated, and releases the hold', async () => {
      const body = { select_token: await shopping.token('area_code=212&ends_with=9001') };
      const key = { 'idempotency-key': 'gone' };
      for (const answer of [await shopping.order(body, key), await shopping.order(body, key)]) {
        expect([answer.status, codeOf(answer)]).toEqual([409, 'number_unavailable']);
      }
      expect(await shopping.balanceCents()).toBe(1000);
    });

    it.each([
      [{ area: '999' }, 'No number in area 999 is available.'],
      [
        { area: '212', max_monthly_price_cents: 50 },
        'No number in area 212 costs at most 50 cents a month. The cheapest costs 100 cents a month.',
      ],
      [
        { area: undefined, max_monthly_price_cents: 50 },
        'No geographic number of US costs at most 50 cents a month. The cheapest costs 100 cents a month.',
      ],
    ])('returns 409 with the reason when no offer matches %j', async (change, message) => {
      const answer = await shopping.order({ ...AREA, ...change });
      expect([answer.status, codeOf(answer), answer.body.error?.message]).toEqual([409, 'number_unavailable', message]);
    });

    it('returns 409 for a target or bundle that cannot be used', async () => {
      const db = api.use(Database);
      const draft = await addBundle(db, customer.accountId, { country: 'US', status: 'draft' });
      const french = await addBundle(db, customer.accountId, { country: 'FR' });
      const bodies: [Row, string][] = [
        [{ trunk_id: await shopping.trunk('disabled') }, 'trunk_not_active'],
        [{ routing_profile_id: await shopping.profile('disabled') }, 'routing_profile_not_active'],
        [{ compliance_bundle_id: draft.id }, 'compliance_bundle_not_usable'],
        [{ compliance_bundle_id: french.id }, 'compliance_bundle_mismatch'],
      ];
      for (const [change, code] of bodies) {
        const answer = await shopping.order({ ...AREA, ...change });
        expect([answer.status, codeOf(answer)]).toEqual([409, code]);
      }
    });

    it("returns 410 for another account's, an altered or an expired token", async () => {
      const theirs = await new Shopping(api, stranger).anyOf();
      const own = await shopping.anyOf();
      for (const select_token of [theirs, `${own}A`, 'nonsense']) {
        const answer = await shopping.order({ select_token });
        expect([answer.status, codeOf(answer)]).toEqual([410, 'select_token_expired']);
      }
      await advance(1800);
      expect((await shopping.order({ select_token: own })).status).toBe(410);
    });

    it('returns 422 naming the field', async () => {
      const select_token = await shopping.anyOf();
      const foreign = await new Shopping(api, stranger).trunk();
      const bodies: [Row, string[]][] = [
        [{}, ['country', 'type']],
        [{ country: 'US' }, ['type']],
        [{ ...AREA, country: 'us' }, ['country']],
        [{ ...AREA, country: 5 }, ['country']],
        [{ ...AREA, type: 'satellite' }, ['type']],
        [{ ...AREA, number_type: 'mobile' }, ['number_type', 'type']],
        [{ ...AREA, area_code: '213' }, ['area', 'area_code']],
        [{ ...AREA, area: 'two' }, ['area']],
        [{ select_token, ...AREA }, ['area', 'country', 'type']],
        [{ select_token, number_type: 'geographic', area_code: '212' }, ['area_code', 'number_type']],
        [{ select_token: '' }, ['select_token']],
        [{ ...AREA, trunk_id: 'trk_1', routing_profile_id: 'rp_1' }, ['routing_profile_id', 'trunk_id']],
        [{ ...AREA, trunk_id: foreign }, ['trunk_id']],
        [{ ...AREA, compliance_bundle_id: 'cb_1' }, ['compliance_bundle_id']],
        [{ select_token, max_monthly_price_cents: 99 }, ['max_monthly_price_cents']],
        [{ ...AREA, max_monthly_price_cents: -1 }, ['max_monthly_price_cents']],
        [{ ...AREA, customer_reference: '' }, ['customer_reference']],
        [{ ...AREA, colour: 'red' }, ['colour']],
      ];
      for (const [body, fields] of bodies) {
        const answer = await shopping.order(body);
        expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', fields]);
      }
    });

    it('returns 422 country_not_supported for a country that no supplier sells', async () => {
      const answer = await shopping.order({ ...AREA, country: 'KP' });
      expect([answer.status, codeOf(answer)]).toEqual([422, 'country_not_supported']);
    });

    it('returns 201 with a pending order, which fails and releases its hold when the supplier rejects it', async () => {
      const first = await shopping.order({ select_token: await shopping.token('area_code=212&ends_with=9005') });
      expect([first.status, dataOf(first)['number']]).toEqual([201, null]);
      await advance(61);
      await api.use(FinishPendingOrders).finish();
      expect(dataOf(await read((dataOf(first)['order'] as Row)['id']))).toMatchObject({
        status: 'failed',
        error_code: 'supplier_error',
      });
      expect(await shopping.balanceCents()).toBe(1000);
    });

    describe('when the supplier fails', () => {
      const sandbox = () => api.use(Suppliers).get('sandbox');
      afterEach(() => jest.restoreAllMocks());

      it('returns 502 when it rejects the order, and releases the hold', async () => {
        const failure = { code: 'supplier_error', message: 'The supplier refused the order.' };
        jest.spyOn(sandbox(), 'order').mockResolvedValue({ status: 'failed', failure });
        const answer = await shopping.order(AREA);
        expect([answer.status, codeOf(answer)]).toEqual([502, 'supplier_error']);
        expect(await shopping.balanceCents()).toBe(1000);
      });

      it('returns 503 when it is unavailable', async () => {
        const select_token = await shopping.anyOf();
        jest.spyOn(sandbox(), 'quote').mockRejectedValue(new Error('connect ECONNREFUSED'));
        jest.spyOn(sandbox(), 'search').mockRejectedValue(new Error('connect ECONNREFUSED'));
        for (const body of [{ select_token }, AREA]) {
          const answer = await shopping.order(body);
          expect([answer.status, codeOf(answer)]).toEqual([503, 'supplier_unavailable']);
        }
        const search = await api.get('/v1/catalog/search?country=US', customer);
        expect([search.status, itemsOf(search)]).toEqual([200, []]);
        expect(dataOf(search)['warnings']).toMatchObject([{ code: 'supplier_unavailable' }]);
        jest.spyOn(api.use(Suppliers).get('stock'), 'search').mockRejectedValue(new Error('connect ECONNREFUSED'));
        const nothing = await api.get('/v1/catalog/search?country=US', customer);
        expect([nothing.status, codeOf(nothing)]).toEqual([503, 'supplier_unavailable']);
      });
    });
  });

  describe('GET /v1/number-orders', () => {
    it('returns 200, newest first, by status and country, page by page', async () => {
      for (const change of [{}, {}, { country: 'CA', area: undefined }]) await shopping.buy(change);
      const list = async (query = '') => itemsOf(await api.get(`/v1/number-orders?${query}`, customer));
      const all = await list();
      expect(all.map(({ country }) => country)).toEqual(['CA', 'US', 'US']);
      expect(await list('status=provisioned&country=CA')).toEqual([all[0]]);
      const first = dataOf(await api.get('/v1/number-orders?limit=2', customer));
      const second = await list(`limit=2&cursor=${String(first['next_cursor'])}`);
      expect([...(first['items'] as Row[]), ...second]).toEqual(all);
    });

    it('returns 200 by status and time', async () => {
      await shopping.buy();
      await shopping.buyWaiting();
      const ids = async (query = '') =>
        itemsOf(await api.get(`/v1/number-orders?${query}`, customer)).map(({ id }) => id);
      const [waiting, bought] = await ids();
      const text = `UPDATE numbering.number_orders SET created_at = now() - interval '1 hour' WHERE id = $1`;
      await api.use(Database).query(text, [bought]);
      const halfAnHourAgo = Math.floor(Date.now() / 1000) - 1800;
      expect(await ids(`to=${halfAnHourAgo}`)).toEqual([bought]);
      expect(await ids(`from=${halfAnHourAgo}`)).toEqual([waiting]);
      expect(await ids('status=failed,cancelled')).toEqual([]);
      await api.post(`/v1/number-orders/${String(waiting)}/cancel`, undefined, customer);
      expect(await ids('status=failed,cancelled')).toEqual([waiting]);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/number-orders')).status).toBe(401);
    });

    it('returns 422 for unknown values and parameters', async () => {
      const answer = await api.get('/v1/number-orders?status=lost&shape=round', customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['shape', 'status']]);
    });
  });

  describe('GET /v1/number-orders/{id}', () => {
    it('returns 200', async () => {
      const answer = await shopping.order(AREA);
      const { order } = dataOf(answer) as { order: Row };
      expect((await read(order['id'])).body.data).toEqual(order);
    });

    it('returns 404 for another account and an unknown id', async () => {
      const { order } = dataOf(await shopping.order(AREA)) as { order: Row };
      expect((await read(order['id'], stranger)).status).toBe(404);
      expect((await read('ord_nothing')).status).toBe(404);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get('/v1/number-orders/ord_1')).status).toBe(401);
    });
  });

  describe('POST /v1/number-orders/{id}/cancel', () => {
    const cancel = (id: unknown, sender: object = customer) =>
      api.post(`/v1/number-orders/${String(id)}/cancel`, undefined, sender);

    it('returns 200, refunds an order that waits for documents, and releases its number', async () => {
      const number = await shopping.buyWaiting();
      const [order] = itemsOf(await api.get('/v1/number-orders', customer));
      const answer = await cancel(order?.['id']);
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({ status: 'cancelled', completed_at: expect.any(Number) });
      expect(await shopping.postings()).toEqual([-150, 150]);
      expect(await shopping.balanceCents()).toBe(1000);
      const gone = await api.get(`/v1/numbers/${String(number['e164'])}`, customer);
      expect(dataOf(gone)).toMatchObject({ status: 'released' });
    });

    it('cancels, refunds and releases automatically after 30 days without documents', async () => {
      const number = await shopping.buyWaiting();
      await advance(30 * 86_400 - 60);
      await api.use(CancelUndocumented).cancel();
      expect(itemsOf(await api.get('/v1/number-orders?status=pending_documents', customer))).toHaveLength(1);
      await advance(60);
      await api.use(CancelUndocumented).cancel();
      const [order] = itemsOf(await api.get('/v1/number-orders', customer));
      expect(order).toMatchObject({ status: 'cancelled', error_code: null, completed_at: expect.any(Number) });
      expect(await shopping.postings()).toEqual([-150, 150]);
      await api.use(ReleaseDueNumbers).notifySuppliers();
      const state = `SELECT state FROM numbering.sandbox_inventory WHERE e164 = $1`;
      expect(await api.use(Database).query(state, [number['e164']])).toEqual([{ state: 'cooling' }]);
      const response = await cancel(order?.['id']);
      expect([response.status, codeOf(response)]).toEqual([409, 'invalid_state']);
    });

    it('returns 200 and releases the hold of an order with unknown outcome', async () => {
      const pending = await shopping.order({ select_token: await shopping.token('area_code=212&ends_with=9003') });
      const answer = await cancel((dataOf(pending)['order'] as Row)['id']);
      expect(dataOf(answer)).toMatchObject({ status: 'cancelled' });
      expect(await shopping.balanceCents()).toBe(1000);
    });

    it('returns 401 without a credential', async () => {
      expect((await cancel('ord_1', {})).status).toBe(401);
    });

    it('returns 404 for another account', async () => {
      await shopping.buyWaiting();
      const [order] = itemsOf(await api.get('/v1/number-orders', customer));
      expect((await cancel(order?.['id'], stranger)).status).toBe(404);
    });

    it('returns 409 invalid_state for a completed order and a cancelled one', async () => {
      const { order } = dataOf(await shopping.order(AREA)) as { order: Row };
      const answer = await cancel(order['id']);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });

    it('returns 422 for a body', async () => {
      const answer = await api.post('/v1/number-orders/ord_1/cancel', { why: 'no' }, customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['why']]);
    });
  });

  describe('a process killed between supplier and settlement', () => {
    const processes: ApiProcess[] = [];
    let environment: Record<string, string>;
    let helper: TestApi;

    beforeAll(async () => {
      environment = await testEnvironment({ LOG_LEVEL: 'silent' });
      helper = await startApi(environment);
    });
    afterAll(async () => {
      for (const each of processes) await each.kill('SIGKILL');
      await helper.stop();
      rmSync(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
    });

    const start = async (): Promise<ApiProcess> => {
      const started = await ApiProcess.start(environment);
      processes.push(started);
      return started;
    };

    it('buys and charges one number after the restart', async () => {
      const own = await helper.customers.make({ balanceCents: 1000 });
      const buyer = new Shopping(helper, own);
      // 9002: the supplier sells at once and responds three seconds later.
      const body = JSON.stringify({ select_token: await buyer.token('area_code=212&ends_with=9002') });
      const headers = {
        authorization: `Bearer ${own.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'k',
      };
      const order = () => ({ method: 'POST', body, headers, signal: AbortSignal.timeout(20_000) });
      const db = helper.use(Database);
      const sold = () => db.query(`SELECT order_id FROM numbering.sandbox_orders WHERE state = 'bought'`);

      const victim = await start();
      const interrupted = fetch(`${victim.url}/v1/numbers`, order()).catch(() => null);
      await eventually(async () => expect(await sold()).toHaveLength(1));
      await victim.kill('SIGKILL');
      await expect(interrupted).resolves.toBeNull();
      expect(itemsOf(await helper.get('/v1/numbers', own))).toEqual([]);

      // The killed process still holds the key for a while; then the same request returns the outcome.
      await db.query(`UPDATE platform.idempotency_keys SET locked_until = now() - interval '1 second'`);
      const revived = await start();
      const answer = await fetch(`${revived.url}/v1/numbers`, order());
      expect([answer.status, await answer.json()]).toMatchObject([
        201,
        { data: { order: { status: 'provisioned' }, number: { status: 'active' } } },
      ]);
      expect(itemsOf(await helper.get('/v1/numbers', own))).toHaveLength(1);
      expect(await sold()).toHaveLength(1);
      expect(await buyer.postings()).toEqual([-100]);
      expect(await buyer.balanceCents()).toBe(900);
    });
  });

  it('leaves one order per number', async () => {
    await shopping.buy();
    await expect(count('numbering.phone_numbers WHERE account_id = $1')).resolves.toBe(1);
    await expect(count('numbering.number_orders WHERE account_id = $1')).resolves.toBe(1);
  });
});
