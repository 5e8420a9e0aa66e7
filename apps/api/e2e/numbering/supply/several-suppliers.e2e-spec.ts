import { ReleaseDueNumbers, FinishPendingOrders } from '@trunkline/numbering';
import { RealSuppliers } from '@trunkline/numbering/testing';
import { Journal } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { startApi, TestApi } from '../../support';

const US = '/v1/catalog/search?country=US&number_type=geographic';

describe('with the sandbox, Telnyx and DIDWW as suppliers', () => {
  let suppliers: RealSuppliers;
  let api: TestApi;
  let shopping: Shopping;

  beforeAll(async () => {
    suppliers = await RealSuppliers.start();
    api = await startApi(suppliers.env());
  });
  beforeEach(async () => {
    shopping = new Shopping(api, await api.customers.make({ balanceCents: 5000 }));
  });
  afterEach(async () => {
    expect(await api.use(Journal).verify()).toEqual([]);
  });
  afterAll(async () => {
    await api.stop();
    await suppliers.stop();
  });

  const search = async (query: string) => dataOf(await api.get(`${US}&${query}`, shopping.customer));
  const rowsOf = async (query: string) => (await search(query))['items'] as Row[];
  const supplierOf = ({ e164 }: Row) => suppliers.sellerOf(String(e164));
  const rowOf = async (supplier: string) => {
    const area = { telnyx: '415', didww: '646', sandbox: '212' }[supplier];
    const rows = await rowsOf(`area_code=${area}&source=live&limit=50`);
    return rows.find((row) => supplierOf(row) === supplier)!;
  };
  const buy = async (supplier: string) => {
    const row = await rowOf(supplier);
    const answer = await shopping.order({ select_token: row['select_token'] });
    return { row, answer, order: dataOf(answer)['order'] as Row };
  };
  const ownerOf = (e164: unknown) =>
    api.use(Database).find<{
      supplier: string;
      status: string;
    }>(`SELECT supplier, status FROM numbering.phone_numbers WHERE e164 = $1 AND status <> 'released'`, [e164]);
  const isOwnedAt = {
    telnyx: (e164: unknown) =>
      suppliers.telnyx.state.owned.some((number) => number.e164 === e164 && number.status !== 'deleted'),
    didww: (e164: unknown) =>
      suppliers.didww.stock.store
        .all('dids')
        .some(({ attributes }) => `+${String(attributes['number'])}` === e164 && attributes['terminated'] !== true),
  };
  const pageThrough = async (query: string, before: (page: number) => void = () => undefined) => {
    const [rows, warnings]: [Row[], unknown[]] = [[], []];
    for (let page = 1, cursor = ''; page < 60; page += 1) {
      before(page);
      const data = await search(`${query}${cursor}`);
      rows.push(...(data['items'] as Row[]));
      warnings.push((data['warnings'] as Row[]).map(({ code }) => code));
      const next = data['next_cursor'];
      if (typeof next !== 'string') break;
      cursor = `&cursor=${next}`;
    }
    return { rows, warnings, numbers: rows.map(({ e164 }) => e164) };
  };

  it('merges their offers, alternating and by price', async () => {
    const turns = await rowsOf('source=live&limit=6');
    expect(new Set(turns.slice(0, 3).map(supplierOf)).size).toBe(3);
    const cheap = await rowsOf('source=live&sort=price&limit=20');
    const prices = cheap.map((row) => Number(row['monthly_price_cents']));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(new Set(cheap.map(supplierOf))).toContain('didww');
  });

  it.each(['relevance', 'price', 'e164'])('pages through all of them by %s, each number once', async (sort) => {
    const { rows, numbers } = await pageThrough(`area_code=646&source=live&limit=7&sort=${sort}`);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(rows.filter((row) => supplierOf(row) === 'didww')).toHaveLength(
      suppliers.didww.stock.free().filter(({ attributes }) => String(attributes['number']).startsWith('1646')).length,
    );
    const telnyx = await pageThrough(`area_code=415&source=live&limit=5&sort=${sort}`);
    expect(new Set(telnyx.numbers).size).toBe(telnyx.numbers.length);
    expect(telnyx.rows.filter((row) => supplierOf(row) === 'telnyx')).toHaveLength(
      suppliers.telnyx.state.stock.filter(
        ({ e164, areaCode }) => areaCode === '415' && !suppliers.telnyx.state.isSold(e164),
      ).length,
    );
  });

  it('lists numbers without an area under their country', async () => {
    const query = 'number_type=national&limit=100';
    const areas = await api.get(`/v1/catalog/countries/FR/areas?${query}`, shopping.customer);
    const nowhere = { area_code: null, city: null, region: null, in_stock: true, from_monthly_price_cents: 120 };
    expect(itemsOf(areas)).toContainEqual(nowhere);
    const found = await api.get('/v1/catalog/search?country=FR&number_type=national&limit=50', shopping.customer);
    const rows = itemsOf(found).filter(({ area_code }) => area_code === null);
    expect(rows).toMatchObject([{ e164: '+33XXXXXXX', region: 'France', from_catalog: true }]);
  });

  it('sells numbers with long terms, and returns the terms', async () => {
    const found = await api.get('/v1/catalog/search?country=FR&number_type=national&limit=50', shopping.customer);
    const [row] = itemsOf(found).filter(({ area_code }) => area_code === null);
    expect(String((row?.['restrictions'] as Row[])[0]?.['message'])).toHaveLength(3449);
    const answer = await shopping.order({ select_token: row?.['select_token'] });
    expect([answer.status, fieldsOf(answer)]).toEqual([201, []]);
  });

  it('lists a number of two suppliers once across pages', async () => {
    const [shared] = (await rowsOf('area_code=646&source=live&limit=50')).filter(
      (row) => supplierOf(row) === 'sandbox',
    );
    const sample = suppliers.telnyx.state.stock[0]!;
    const twin = { ...sample, e164: String(shared!['e164']), areaCode: '646', monthly: '9.0' };
    suppliers.telnyx.state.stock.push(twin);
    const { numbers } = await pageThrough('area_code=646&source=live&limit=10&sort=price');
    suppliers.telnyx.state.stock.pop();
    expect(numbers.filter((e164) => e164 === twin.e164)).toHaveLength(1);
  });

  it('continues without a supplier that fails, and lists its numbers when it is available', async () => {
    const before = await pageThrough('area_code=415&source=live&limit=8&sort=e164');
    const away = { status: 503, body: { errors: [] } };
    const { numbers, warnings } = await pageThrough('area_code=415&source=live&limit=8&sort=e164', (page) => {
      const times = page === 2 ? 3 : 0;
      for (let time = 0; time < times; time += 1) {
        suppliers.telnyx.faults.push({ on: 'GET /v2/available_phone_numbers', fault: away });
      }
    });
    expect(numbers.toSorted()).toEqual(before.numbers.toSorted());
    expect(warnings[1]).toEqual(['supplier_unavailable']);
    expect(warnings.at(-1)).toEqual([]);
  });

  it('does not wait for a slow supplier', async () => {
    suppliers.telnyx.faults.push({ on: 'GET /v2/available_phone_numbers', fault: 'silent' });
    const began = performance.now();
    const data = await search('area_code=415&source=live&limit=5');
    expect(performance.now() - began).toBeLessThan(6000);
    expect((data['items'] as Row[]).length).toBe(5);
    expect(data['warnings']).toEqual([expect.objectContaining({ code: 'supplier_unavailable' })]);
  });

  it('buys and releases each offer at its own supplier', async () => {
    for (const supplier of ['sandbox', 'telnyx', 'didww'] as const) {
      const { row, answer } = await buy(supplier);
      const { e164 } = row;
      expect([supplier, answer.status, dataOf(answer)]).toMatchObject([
        supplier,
        201,
        { order: { status: 'provisioned' }, number: { e164, status: 'active' } },
      ]);
      expect(await ownerOf(e164)).toEqual({ supplier, status: 'active' });
      if (supplier !== 'sandbox') expect(isOwnedAt[supplier](e164)).toBe(true);
      const release = { when: 'immediate', confirm_e164: e164 };
      const released = await api.post(`/v1/numbers/${String(e164)}/release`, release, shopping.customer);
      expect([released.status, dataOf(released)['status']]).toEqual([200, 'released']);
      await api.use(ReleaseDueNumbers).notifySuppliers();
      if (supplier !== 'sandbox') expect(isOwnedAt[supplier](e164)).toBe(false);
    }
    expect(await shopping.postings()).toHaveLength(3);
  });

  it('checks out a cart with offers of all suppliers', async () => {
    const rows = [await rowOf('sandbox'), await rowOf('telnyx'), await rowOf('didww')];
    for (const row of rows) expect((await shopping.addToCart(String(row['select_token']))).status).toBe(201);
    const outcome = dataOf(await shopping.checkOut());
    expect(outcome['status']).toBe('all_provisioned');
    for (const row of rows) expect(await ownerOf(row['e164'])).toEqual({ supplier: supplierOf(row), status: 'active' });
  });

  describe('an order whose outcome is unknown', () => {
    const settle = async () => {
      await api
        .use(Database)
        .query(
          `UPDATE numbering.number_orders SET next_check_at = now() - interval '1 second' WHERE status = 'pending'`,
        );
      await api.use(FinishPendingOrders).finish();
    };
    const cases = [
      [
        'telnyx',
        'unanswered',
        () => suppliers.telnyx.faults.push({ on: 'POST /v2/number_orders', fault: 'unanswered' }),
      ],
      ['telnyx', 'lost', () => suppliers.telnyx.faults.push({ on: 'POST /v2/number_orders', fault: 'lost' })],
      [
        'telnyx',
        'silent_after',
        () => suppliers.telnyx.faults.push({ on: 'POST /v2/number_orders', fault: 'silent_after' }),
      ],
      ['didww', 'unanswered', () => suppliers.didww.script('POST /orders', 'unanswered')],
      ['didww', 'lost', () => suppliers.didww.script('POST /orders', 'lost')],
      ['didww', 'silent', () => suppliers.didww.script('POST /orders', 'silent')],
    ] as const;

    it.each(cases)('results in one number and one charge at %s (%s)', async (supplier, _fault, script) => {
      const owned = {
        telnyx: suppliers.telnyx.state.orders.length,
        didww: suppliers.didww.stock.store.all('orders').length,
      };
      script();
      const { row, answer, order } = await buy(supplier);
      expect([answer.status, order['status'], dataOf(answer)['number']]).toEqual([201, 'pending', null]);
      expect(await shopping.postings()).toEqual([]);
      await Promise.all([settle(), settle()]);
      const settled = await api.get(`/v1/number-orders/${String(order['id'])}`, shopping.customer);
      expect(dataOf(settled)['status']).toBe('provisioned');
      const list = itemsOf(await api.get('/v1/numbers', shopping.customer));
      expect(list.map(({ e164, status }) => [e164, status])).toEqual([[row['e164'], 'active']]);
      expect(await shopping.postings()).toHaveLength(1);
      expect(isOwnedAt[supplier](row['e164'])).toBe(true);
      const now = {
        telnyx: suppliers.telnyx.state.orders.length,
        didww: suppliers.didww.stock.store.all('orders').length,
      };
      expect(now[supplier]).toBe(owned[supplier] + 1);
    });

    it.each(['telnyx', 'didww'] as const)(
      'is not charged at %s when it stays unknown, and the number is released',
      async (supplier) => {
        if (supplier === 'telnyx') suppliers.telnyx.faults.push({ on: 'POST /v2/number_orders', fault: 'unanswered' });
        else suppliers.didww.script('POST /orders', 'unanswered');
        const { row, order } = await buy(supplier);
        expect(isOwnedAt[supplier](row['e164'])).toBe(true);
        const cancelled = await api.post(
          `/v1/number-orders/${String(order['id'])}/cancel`,
          undefined,
          shopping.customer,
        );
        expect([cancelled.status, dataOf(cancelled)['status']]).toEqual([200, 'cancelled']);
        await api.use(FinishPendingOrders).finish();
        expect(isOwnedAt[supplier](row['e164'])).toBe(false);
        expect([await shopping.postings(), await shopping.balanceCents()]).toEqual([[], 5000]);
      },
    );
  });

  it('returns 503 supplier_unavailable when all suppliers are unavailable', async () => {
    const dead = await TestApi.start({ ...suppliers.env('telnyx'), TELNYX_API_BASE: 'http://127.0.0.1:1/v2' });
    const customer = await dead.customers.make();
    const answer = await dead.get(US, customer);
    expect([answer.status, codeOf(answer)]).toEqual([503, 'supplier_unavailable']);
    await dead.stop();
  });

  it('keeps the numbers of a supplier that is no longer configured, and rejects its offers', async () => {
    const [cartRow, token] = [await rowOf('telnyx'), (await rowOf('didww'))['select_token']];
    expect((await shopping.addToCart(String(cartRow['select_token']))).status).toBe(201);
    const { row } = await buy('didww');
    const without = await TestApi.start({ ...suppliers.env('sandbox'), DATABASE_URL: api.settings.DATABASE_URL });
    const { customer } = shopping;
    const e164 = String(row['e164']);
    const order = await without.post('/v1/numbers', { select_token: token }, customer);
    expect([order.status, codeOf(order)]).toEqual([410, 'select_token_expired']);
    const added = await without.post('/v1/cart/items', { select_token: token }, customer);
    expect([added.status, codeOf(added)]).toEqual([410, 'select_token_expired']);
    const checkout = dataOf(await without.post('/v1/cart/checkout', {}, customer));
    expect(checkout['status']).toBe('all_failed');
    expect(JSON.stringify(checkout)).toContain('supplier_error');
    expect(itemsOf(await without.get('/v1/numbers', customer)).map((each) => each['e164'])).toEqual([e164]);
    const release = { when: 'immediate', confirm_e164: e164 };
    const released = await without.post(`/v1/numbers/${e164}/release`, release, customer);
    expect([released.status, dataOf(released)['status']]).toEqual([200, 'released']);
    await expect(without.use(ReleaseDueNumbers).notifySuppliers()).rejects.toThrow('could not be finished');
    await without.stop();
    expect(isOwnedAt.didww(e164)).toBe(true);
    await api
      .use(Database)
      .query(
        `UPDATE numbering.phone_numbers SET supplier_release_due_at = now() - interval '1 second' WHERE e164 = $1`,
        [e164],
      );
    await api.use(ReleaseDueNumbers).notifySuppliers();
    expect(isOwnedAt.didww(e164)).toBe(false);
  });
});
