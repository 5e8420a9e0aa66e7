import { readFileSync } from 'node:fs';
import { Database } from '@trunkline/platform';
import { type Answer, startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { Telephony } from '../../support/telephony';

const SOURCE = '198.51.100.7';
const CARRIER_SOURCE = '192.0.2.200';
/** To a fixed line in Austria, which is sold at 2.5 cents a minute, 60/1. */
const AUSTRIA = '+431234567';
/** To a fixed line in Germany, which is sold at 1.5 cents a minute, 60/1. */
const GERMANY = '+4930901899';
/** Micro-cents a minute that no other amount contains. */
const [CHEAP, DEAR, TERMINATION] = [1_357_913, 2_345_678, 345_679];

const HEADER = 'prefix,description,direction,number_type,rate_per_minute,connection_fee,first_s,next_s';

type Rate = readonly [direction: 'inbound' | 'outbound', prefix: string, microcents: number];

/** What the OpenAPI document says about customers' resources and requests, by member. */
function membersOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [name, ...membersOf(each)]);
}

describe('costs of carriers', () => {
  let api: TestApi;
  let telephony: Telephony;
  let cheap: string;
  let dear: string;
  let decks: readonly string[];

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api, 900_000);
    const { accountId } = telephony.customer;
    await api.operator('PATCH', `/operator/accounts/${accountId}`, { tier: 'wholesale', max_concurrent_calls: 1_000 });
    await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, { inbound_cidrs: [SOURCE] }, telephony.customer);
    cheap = await aCarrier({ name: 'Cheap', source_networks: [CARRIER_SOURCE] });
    dear = await aCarrier({ name: 'Dear' });
    decks = [
      await activate(cheap, [
        ['outbound', '43', CHEAP],
        ['outbound', '49', DEAR],
        ['inbound', '', TERMINATION],
      ]),
      await activate(dear, [
        ['outbound', '43', DEAR],
        ['outbound', '49', DEAR],
      ]),
    ];
  });
  afterAll(() => api.stop());

  const aCarrier = async (body: Row): Promise<string> => {
    const carrier = { host: `${String(body['name']).toLowerCase()}.example`, selection: 'least_cost', ...body };
    return String(dataOf(await api.operator('POST', '/operator/carriers', carrier))['id']);
  };
  const pathOf = (carrierId: string, rest = '') => `/operator/carriers/${carrierId}/rate-decks${rest}`;
  const upload = (carrierId: string, rates: readonly Rate[], query = 'name=Costs') => {
    const lines = rates.map(
      ([direction, prefix, rate]) => `${prefix},To ${prefix},${direction},,0.${String(rate).padStart(8, '0')},0,60,1`,
    );
    const csv = { 'content-type': 'text/csv' };
    return api.operator('POST', pathOf(carrierId, `?${query}`), [HEADER, ...lines].join('\n'), csv);
  };
  const aDeck = async (carrierId: string, rates: readonly Rate[]): Promise<string> =>
    String(dataOf(await upload(carrierId, rates))['id']);
  /** Puts a deck of a carrier in force, and returns its id. */
  const activate = async (carrierId: string, rates: readonly Rate[]): Promise<string> => {
    const id = await aDeck(carrierId, rates);
    const answer = await api.operator('POST', pathOf(carrierId, `/${id}/activate`));
    if (answer.status !== 200) throw new Error(answer.text);
    return id;
  };
  const route = (to: string, given: Row = {}) =>
    telephony.route({ from: telephony.number, source_ip: SOURCE, to, ...given });
  const carriersOf = (routed: Row) => ((routed['routes'] ?? []) as Row[]).map((each) => each['carrier_id']);
  const record = async (routed: Row, row: Row = {}): Promise<string> => {
    const [outcome] = await telephony.report(telephony.rowOf(routed, { seconds: 120, row }));
    return String(outcome?.['cdr_id']);
  };
  const report = (query = '') => api.operator('GET', `/operator/reports/margin?${query}`);

  it('decide which carrier is tried first', async () => {
    expect(carriersOf(await route(AUSTRIA))).toEqual([cheap, dear]);
  });

  it('reject calls that would be sold below cost, unless the carrier allows it', async () => {
    expect(await route(GERMANY)).toMatchObject({ action: 'reject', code: 480, reason: 'No Carrier For Destination' });
    const rejected = itemsOf(await api.get('/v1/rejected-calls?reason=no_carrier', telephony.customer));
    expect(rejected).toMatchObject([{ reason: 'no_carrier', explanation: 'No carrier serves the number called.' }]);
    const path = `/operator/carriers/${dear}`;
    expect(dataOf(await api.operator('PATCH', path, { allow_loss: true }))).toMatchObject({ allow_loss: true });
    expect(carriersOf(await route(GERMANY))).toEqual([dear]);
    await api.operator('PATCH', path, { allow_loss: false });
  });

  it('are reported with the margin, and never reach the customer', async () => {
    const outbound = await record(await route(AUSTRIA), { branch: 1 });
    const inbound = await record(await telephony.route({ source_ip: CARRIER_SOURCE }), { branch: 0 });
    // 120 s out over the second carrier: 5 cents. In, by the second: 1.2 cents, rounded up to 2.
    const rows = itemsOf(await report('group_by=carrier&order=asc'));
    expect(rows).toEqual([
      {
        key: cheap,
        calls: 1,
        calls_without_cost: 0,
        charged_cents: 2,
        charged_without_cost_cents: 0,
        cost_microcents: 2 * TERMINATION,
        margin_microcents: 2_000_000 - 2 * TERMINATION,
      },
      {
        key: dear,
        calls: 1,
        calls_without_cost: 0,
        charged_cents: 5,
        charged_without_cost_cents: 0,
        cost_microcents: 2 * DEAR,
        margin_microcents: 5_000_000 - 2 * DEAR,
      },
    ]);
    expect(fieldsOf(await report('from=0'))).toEqual(['from']);
    expect(fieldsOf(await report('from=2000000000&to=2000000000'))).toEqual(['to']);
    const { customer, number } = telephony;
    const paths = [
      ...['cdrs', `cdrs/${outbound}`, `cdrs/${inbound}`, 'calls', 'events', 'numbers', 'invoices', 'dashboard'],
      ...['billing/transactions', 'billing/holds', 'billing/usage', 'billing/usage?group_by=country'],
      `billing/rates?to=${encodeURIComponent(AUSTRIA)}`,
      `billing/rates?direction=inbound&to=${encodeURIComponent(number)}`,
    ];
    const answers: Answer[] = [];
    for (const path of paths) answers.push(await api.get(`/v1/${path}`, customer));
    expect(answers[1]?.text).toContain(AUSTRIA);
    const published = await api
      .use(Database)
      .query<{ text: string }>(`SELECT to_jsonb(o)::text AS text FROM platform.outbox o`);
    expect(published.some(({ text }) => text.includes(outbound))).toBe(true);
    const costs = [CHEAP, DEAR, TERMINATION].flatMap((each) => [String(each), String(2 * each)]);
    for (const text of [...answers, ...published].map((each) => each.text))
      for (const secret of [...costs, ...decks, 'margin']) expect(text).not.toContain(secret);
  });

  it('have no member in the document of the customers', () => {
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as unknown;
    const members = new Set(membersOf(document));
    expect(members.has('customer_total_cents')).toBe(true);
    expect([...members].filter((name) => /microcost|cost_microcents|margin|allow_loss|selection/.test(name))).toEqual(
      [],
    );
  });

  it('are summed by each group, and for an account alone', async () => {
    const { accountId } = telephony.customer;
    for (const group of ['day', 'carrier', 'destination', 'account', 'number']) {
      const rows = itemsOf(await report(`group_by=${group}&account_id=${accountId}`));
      expect([group, rows.reduce((sum, row) => sum + Number(row['charged_cents']), 0)]).toEqual([group, 7]);
    }
    expect(itemsOf(await report('group_by=destination&order=asc')).map(({ key }) => key)).toEqual([
      'Austria',
      'Calls to geographic numbers',
    ]);
    expect(itemsOf(await report('account_id=acc_0000000000000000000000000'))).toEqual([]);
    const first = dataOf(await report('group_by=carrier&limit=1&order=asc'));
    const next = itemsOf(
      await report(`group_by=carrier&limit=1&order=asc&cursor=${encodeURIComponent(String(first['next_cursor']))}`),
    );
    expect(next.map(({ key }) => key)).toEqual([dear]);
  });

  it.each([
    ['group_by=colour', 'group_by'],
    ['from=2&to=1', 'to'],
    ['from=now', 'from'],
    ['colour=red', 'colour'],
  ])('return 422 for a report with %s', async (query, field) => {
    const answer = await report(query);
    expect([codeOf(answer), fieldsOf(answer)]).toEqual(['invalid_input', [field]]);
  });

  it('come from decks with dates, which can be withdrawn and rolled back', async () => {
    const carrier = await aCarrier({ name: 'Dated', prefixes: ['+43'], priority: 1 });
    const first = await activate(carrier, [['outbound', '43', CHEAP]]);
    const second = await aDeck(carrier, [['outbound', '43', DEAR]]);
    const later = { effective_from: Math.floor(Date.now() / 1000) + 3_600 };
    const stateOf = async (id: string) => {
      const { status, default: isInForce } = dataOf(await api.operator('GET', pathOf(carrier, `/${id}`)));
      return [status, isInForce];
    };
    expect((await api.operator('POST', pathOf(carrier, `/${second}/activate`), later)).status).toBe(200);
    expect([await stateOf(first), await stateOf(second)]).toEqual([
      ['active', true],
      ['active', false],
    ]);
    expect((await api.operator('DELETE', pathOf(carrier, `/${second}/activation`))).status).toBe(200);
    expect((await api.operator('POST', pathOf(carrier, `/${second}/activate`))).status).toBe(200);
    expect([await stateOf(first), await stateOf(second)]).toEqual([
      ['active', false],
      ['active', true],
    ]);
    expect((await api.operator('POST', pathOf(carrier, `/${second}/roll-back`))).status).toBe(200);
    expect(await stateOf(first)).toEqual(['active', true]);
    expect(codeOf(await api.operator('POST', pathOf(carrier, `/${first}/roll-back`)))).toBe('invalid_state');
    const listed = itemsOf(await api.operator('GET', pathOf(carrier))).map(({ id }) => id);
    expect(listed).toEqual([second, first]);
    const audit = itemsOf(await api.operator('GET', `/operator/audit?order=asc&subject=${first}`));
    expect(audit.map(({ action }) => action)).toEqual(['rate_deck.upload', 'rate_deck.activate']);
  });

  it('are read and exported as they were uploaded', async () => {
    const [deck = ''] = decks;
    const rates = itemsOf(await api.operator('GET', pathOf(cheap, `/${deck}/rates`)));
    expect(rates.map((rate) => [rate['prefix'], rate['rate_per_minute_microcents']])).toEqual([
      ['43', CHEAP],
      ['49', DEAR],
    ]);
    const { text } = await api.operator('GET', pathOf(cheap, `/${deck}/export`));
    expect(text).toContain('0.01357913');
  });

  it('are no decks of customers, nor of another carrier', async () => {
    const [deck = ''] = decks;
    const own = itemsOf(await api.operator('GET', '/operator/rate-decks?limit=100')).map(({ id }) => id);
    expect(own).not.toContain(deck);
    const { accountId } = telephony.customer;
    const given = await api.operator('PATCH', `/operator/accounts/${accountId}`, { rate_deck_id: deck });
    expect([codeOf(given), fieldsOf(given)]).toEqual(['invalid_input', ['rate_deck_id']]);
    for (const path of [`/operator/rate-decks/${deck}`, pathOf(dear, `/${deck}`), pathOf(cheap, '/deck_unknown')])
      expect([path, codeOf(await api.operator('GET', path))]).toEqual([path, 'not_found']);
    for (const [method, rest] of [
      ['GET', `/${deck}/rates`],
      ['GET', `/${deck}/export`],
      ['POST', `/${deck}/activate`],
      ['DELETE', `/${deck}/activation`],
      ['POST', `/${deck}/roll-back`],
    ] as const)
      expect([rest, codeOf(await api.operator(method, pathOf(dear, rest)))]).toEqual([rest, 'not_found']);
    const unknown = 'car_0000000000000000000000000';
    expect(codeOf(await api.operator('GET', pathOf(unknown)))).toBe('not_found');
    expect(codeOf(await upload(unknown, [['outbound', '43', CHEAP]]))).toBe('not_found');
  });

  it('are not activated with faults', async () => {
    const answer = await upload(cheap, [['outbound', '4x', CHEAP]]);
    expect(dataOf(answer)).toMatchObject({ fault_count: 1, faults: [{ line: 2, column: 'prefix' }] });
    const path = pathOf(cheap, `/${String(dataOf(answer)['id'])}/activate`);
    expect(codeOf(await api.operator('POST', path))).toBe('invalid_state');
  });

  it('return 422 for an unknown selection', async () => {
    const answer = await api.operator('PATCH', `/operator/carriers/${cheap}`, { selection: 'random' });
    expect([codeOf(answer), fieldsOf(answer)]).toEqual(['invalid_input', ['selection']]);
  });
});
