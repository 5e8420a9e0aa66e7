import { codeOf, dataOf, fieldsOf, itemsOf, Shopping } from '../support/numbering/shopping';
import { type Customer, OPERATOR_TOKEN, startApi, type TestApi } from '../support';

const PATH = '/operator/stock';
const ITEM = {
  country: 'DE',
  number_type: 'geographic',
  area_code: '30',
  region: 'Berlin',
  city: 'Berlin',
  capabilities: ['voice'],
  monthly_cents: 80,
  setup_cents: 20,
};
const HEADER = 'e164,country,number_type,area_code,city,capabilities,monthly_cents,setup_cents';
let used = 0;
const freshNumber = () => `+4930${70_000_000 + used++}`;

describe('the stock of the operator', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const add = (items: object[], headers = {}) => api.operator('POST', PATH, { items }, headers);
  const upload = async (text: string | Buffer, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${api.internalUrl}${PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'text/csv', ...headers },
      body: text,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const read = async (e164: string) => dataOf(await api.operator('GET', `${PATH}/${e164}`));
  const audited = async (subject: string) =>
    itemsOf(await api.operator('GET', `/operator/audit?order=asc&subject=${encodeURIComponent(subject)}`));

  it("returns 401 without an operator's token, and 404 on the public listener", async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', PATH],
      ['GET', `${PATH}/+493070000000`],
      ['PATCH', `${PATH}/+493070000000`],
      ['DELETE', `${PATH}/+493070000000`],
      ['POST', '/operator/accounts/acc_0000000000000000000000000/numbers'],
    ] as const) {
      expect((await fetch(`${api.internalUrl}${path}`, { method })).status).toBe(401);
      expect((await fetch(`${api.url}${path}`, { method })).status).toBe(404);
    }
  });

  it('returns 201 with what was added and the faults', async () => {
    const e164 = freshNumber();
    const answer = await add([
      { ...ITEM, e164 },
      { ...ITEM, e164 },
      { ...ITEM, from: '+493071000000', to: '+493071000009' },
    ]);
    expect([answer.status, answer.body.data]).toEqual([
      201,
      { added: 11, fault_count: 1, faults: [{ line: 2, column: 'e164', message: `${e164} is in stock already.` }] },
    ]);
    expect(await read(e164)).toEqual({
      e164,
      ...ITEM,
      requires_activation: false,
      carrier_id: null,
      state: 'free',
      account_id: null,
      available_at: null,
      created_at: expect.any(Number) as number,
      updated_at: expect.any(Number) as number,
    });
    expect(await audited(e164)).toMatchObject([{ action: 'stock.add', after: { added: 11 } }]);
  });

  it('returns 201 for a CSV file, and the same again for the same Idempotency-Key and file', async () => {
    const [first, second] = [freshNumber(), freshNumber()];
    const line = (e164: string) => `${e164},DE,geographic,30,Berlin,voice,80,20`;
    const key = { 'idempotency-key': 'stock-1' };
    const answer = await upload([HEADER, line(first), 'x,y'].join('\n'), key);
    expect(answer).toMatchObject({ status: 201, body: { data: { added: 1, faults: [{ line: 3, column: 'e164' }] } } });
    expect(await upload([HEADER, line(first), 'x,y'].join('\n'), key)).toEqual(answer);
    expect(await upload([HEADER, line(second)].join('\n'), key)).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency_key_reused' } },
    });
  });

  it.each([
    ['no items', {}, ['items']],
    ['no item', { items: [] }, ['items']],
    ['1,001 items', { items: Array.from({ length: 1001 }, () => ({})) }, ['items']],
    ['an unknown member', { items: [{ ...ITEM, e164: '+493070000000', colour: 'red' }] }, ['items.0.colour']],
    [
      'an incomplete item',
      { items: [{ e164: '+493070000000' }] },
      [
        'items.0.capabilities',
        'items.0.country',
        'items.0.monthly_cents',
        'items.0.number_type',
        'items.0.setup_cents',
      ],
    ],
    ['a negative cost', { items: [{ ...ITEM, monthly_cents: -1 }] }, ['items.0.monthly_cents']],
    ['a cost of more than 100,000 dollars', { items: [{ ...ITEM, setup_cents: 10_000_001 }] }, ['items.0.setup_cents']],
    ['no capability', { items: [{ ...ITEM, capabilities: [] }] }, ['items.0.capabilities']],
  ])('returns 422 for %s', async (_name, body, fields) => {
    const answer = await api.operator('POST', PATH, body);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });

  it('accepts 1,000 items, in more than 256 KiB', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => ({
      ...ITEM,
      city: 'B'.repeat(100),
      e164: `+4930${72_000_000 + index}`,
    }));
    expect(dataOf(await add(items))).toMatchObject({ added: 1000, fault_count: 0 });
  });

  it('returns 400 for a file that is not UTF-8, 413 for a file of more than 32 MiB, and 415 for another type', async () => {
    expect((await upload(Buffer.from([0xff, 0xfe, 0x41]))).status).toBe(400);
    expect((await upload(Buffer.alloc(32 * 1024 * 1024 + 1, 0x41))).status).toBe(413);
    expect((await upload(HEADER, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('lists by filters, in the order of the numbers, page by page', async () => {
    await add([{ ...ITEM, from: '+493073000000', to: '+493073000004', number_type: 'national' }]);
    const list = async (query: string) =>
      dataOf(await api.operator('GET', `${PATH}?number_type=national&order=asc&${query}`));
    const first = await list('limit=3');
    expect((first['items'] as { e164: string }[]).map(({ e164 }) => e164)).toEqual([
      '+493073000000',
      '+493073000001',
      '+493073000002',
    ]);
    const second = await list(`limit=3&cursor=${String(first['next_cursor'])}`);
    expect([(second['items'] as unknown[]).length, second['next_cursor']]).toEqual([2, null]);
    expect((await list('state=sold,ageing'))['items']).toEqual([]);
    expect((await list('q=3073000001&country=DE&state=free'))['items']).toHaveLength(1);
  });

  it.each([
    ['state=gone', 'state'],
    ['q=12', 'q'],
    ['country=XX', 'country'],
    ['carrier_id=trk_1', 'carrier_id'],
    ['city=Berlin', 'city'],
  ])('returns 422 for the filter %s', async (query, field) => {
    const answer = await api.operator('GET', `${PATH}?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });

  it('changes a number, checks If-Match, and records before and after', async () => {
    const e164 = freshNumber();
    await add([{ ...ITEM, e164 }]);
    const path = `${PATH}/${e164}`;
    const carrier = dataOf(await api.operator('POST', '/operator/carriers', { name: 'Transit', host: 'sip.example' }));
    const changed = await api.operator('PATCH', path, {
      monthly_cents: 0,
      city: null,
      carrier_id: carrier['id'],
      state: 'withdrawn',
    });
    expect([changed.status, dataOf(changed)]).toMatchObject([
      200,
      { monthly_cents: 0, city: null, carrier_id: carrier['id'], state: 'withdrawn' },
    ]);
    expect((await audited(e164)).at(-1)).toMatchObject({
      action: 'stock.change',
      before: { monthly_cents: 80, city: 'Berlin', carrier_id: null, state: 'free' },
      after: { monthly_cents: 0, city: null, carrier_id: carrier['id'], state: 'withdrawn' },
    });
    const stale = await api.operator('PATCH', path, { monthly_cents: 1 }, { 'if-match': '"stale"' });
    expect([stale.status, codeOf(stale)]).toEqual([412, 'precondition_failed']);
  });

  it('returns 422 for a change that cannot be, and 404 for an unknown number', async () => {
    const e164 = freshNumber();
    await add([{ ...ITEM, e164 }]);
    for (const [body, field] of [
      [{ state: 'sold' }, 'state'],
      [{ country: 'FR' }, 'country'],
      [{ area_code: '89' }, 'area_code'],
      [{ carrier_id: 'car_0000000000000000000000000' }, 'carrier_id'],
    ] as const) {
      expect(fieldsOf(await api.operator('PATCH', `${PATH}/${e164}`, body))).toEqual([field]);
    }
    expect(codeOf(await api.operator('PATCH', `${PATH}/+493079999999`, {}))).toBe('not_found');
    expect(codeOf(await api.operator('GET', `${PATH}/abc`))).toBe('not_found');
  });

  it('deletes a number', async () => {
    const e164 = freshNumber();
    await add([{ ...ITEM, e164 }]);
    const deleted = await api.operator('DELETE', `${PATH}/${e164}`);
    expect([deleted.status, deleted.body.data]).toEqual([200, { id: e164, deleted: true }]);
    expect(codeOf(await api.operator('DELETE', `${PATH}/${e164}`))).toBe('not_found');
    expect((await audited(e164)).at(-1)).toMatchObject({ action: 'stock.delete', before: { state: 'free' } });
  });

  describe('with a customer', () => {
    let customer: Customer;
    let shopping: Shopping;
    beforeAll(async () => {
      customer = await api.customers.make({ balanceCents: 10_000 });
      shopping = new Shopping(api, customer);
    });

    const find = async (e164: string) =>
      itemsOf(await api.get(`/v1/catalog/search?country=DE&area_code=30&ends_with=${e164.slice(-8)}`, customer));
    const accountPath = () => `/operator/accounts/${customer.accountId}/numbers`;
    const give = (body: object) =>
      api.operator('POST', accountPath(), { monthly_price_cents: 0, setup_price_cents: 0, ...body });

    it('sells beside the sandbox, from the search to the release', async () => {
      const e164 = freshNumber();
      await add([{ ...ITEM, e164 }]);
      const [offer] = await find(e164);
      expect(offer).toMatchObject({ e164, city: 'Berlin', monthly_price_cents: 80, setup_price_cents: 20 });
      const bought = await shopping.order({ select_token: offer!['select_token'] });
      expect(bought.status).toBe(201);
      expect(await read(e164)).toMatchObject({ state: 'sold', account_id: customer.accountId, available_at: null });
      expect(codeOf(await api.operator('PATCH', `${PATH}/${e164}`, { state: 'free' }))).toBe('invalid_state');
      expect(codeOf(await api.operator('DELETE', `${PATH}/${e164}`))).toBe('invalid_state');
      await api.post(`/v1/numbers/${e164}/release`, { when: 'immediate', confirm_e164: e164 }, customer);
      expect(await read(e164)).toMatchObject({
        state: 'ageing',
        account_id: null,
        available_at: expect.any(Number) as number,
      });
      expect(await find(e164)).toEqual([]);
    });

    it('gives a number to an account, with its route', async () => {
      const e164 = freshNumber();
      const trunkId = await shopping.trunk();
      const answer = await give({ e164, monthly_price_cents: 150, setup_price_cents: 50, trunk_id: trunkId });
      expect([answer.status, dataOf(answer)]).toMatchObject([
        201,
        { e164, status: 'active', trunk_id: trunkId, monthly_price_cents: 150, setup_price_cents: 50 },
      ]);
      const listed = itemsOf(await api.get(`/v1/numbers?q=${e164.slice(1)}`, customer));
      expect(listed).toMatchObject([{ e164 }]);
      const orders = itemsOf(await api.get('/v1/number-orders', customer));
      expect(orders[0]).toMatchObject({ status: 'provisioned', assigned_e164: e164 });
      expect((await audited(e164)).at(-1)).toMatchObject({ action: 'number.give', account_id: customer.accountId });
    });

    it('returns 409 number_already_owned, and moves the number when its account is named', async () => {
      const e164 = freshNumber();
      await give({ e164 });
      const other = await api.customers.make();
      const move = (body: object = {}) =>
        api.operator('POST', `/operator/accounts/${other.accountId}/numbers`, {
          e164,
          monthly_price_cents: 0,
          setup_price_cents: 0,
          ...body,
        });
      const refused = await move();
      expect([refused.status, codeOf(refused)]).toEqual([409, 'number_already_owned']);
      const moved = await move({ from_account_id: customer.accountId });
      expect(moved.status).toBe(201);
      expect(codeOf(await api.get(`/v1/numbers/${e164}`, other))).toBeUndefined();
      expect(dataOf(await api.get(`/v1/numbers/${e164}`, customer))).toMatchObject({ status: 'released' });
    });

    it.each([
      ['a spelling that is not canonical', { e164: '+4903070000000' }, ['e164']],
      ['a trunk of another account', { trunk_id: 'trk_0000000000000000000000000' }, ['trunk_id']],
      ['no price', { monthly_price_cents: undefined }, ['monthly_price_cents']],
    ])('returns 422 for %s', async (_name, body, fields) => {
      expect(fieldsOf(await give({ e164: freshNumber(), ...body }))).toEqual(fields);
    });

    it('returns 402 for a balance that is too low, and 404 for an unknown account', async () => {
      const answer = await give({ e164: freshNumber(), monthly_price_cents: 9_999_999 });
      expect([answer.status, codeOf(answer)]).toEqual([402, 'insufficient_balance']);
      const path = '/operator/accounts/acc_0000000000000000000000000/numbers';
      const unknown = await api.operator('POST', path, {
        e164: freshNumber(),
        monthly_price_cents: 0,
        setup_price_cents: 0,
      });
      expect(codeOf(unknown)).toBe('not_found');
    });
  });
});
