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

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api, 900_000);
    const { accountId } = telephony.customer;
    await api.operator('PATCH', `/operator/accounts/${accountId}`, { tier: 'wholesale', max_concurrent_calls: 1_000 });
    await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, { inbound_cidrs: [SOURCE] }, telephony.customer);
    cheap = await aCarrier({ name: 'Cheap', source_networks: [CARRIER_SOURCE] });
    dear = await aCarrier({ name: 'Dear' });
    await activate(cheap, [
      ['outbound', '43', CHEAP],
      ['outbound', '49', DEAR],
      ['inbound', '', TERMINATION],
    ]);
    await activate(dear, [
      ['outbound', '43', DEAR],
      ['outbound', '49', DEAR],
    ]);
  });
  afterAll(() => api.stop());

  const aCarrier = async (body: Row): Promise<string> => {
    const carrier = { host: `${String(body['name']).toLowerCase()}.example`, selection: 'least_cost', ...body };
    return String(dataOf(await api.operator('POST', '/operator/carriers', carrier))['id']);
  };
  /** Puts a deck of a carrier in force. */
  const activate = async (carrierId: string, rates: readonly Rate[]): Promise<void> => {
    const deck = { name: 'Costs', rates: rates.map(([direction, prefix, rate]) => ({ direction, prefix, rate })) };
    const database = api.use(Database);
    const id = `deck_${carrierId}`;
    await database.query(
      `INSERT INTO cdr.rate_decks (id, name, carrier_id, status, effective_from, created_at, activated_at)
       VALUES ($1, $2, $3, 'active', '2020-01-01', now(), now())`,
      [id, deck.name, carrierId],
    );
    await database.query(
      `INSERT INTO cdr.rates SELECT $1, direction, 'any', prefix, prefix, rate, 60, 1, 0
       FROM jsonb_to_recordset($2::jsonb) AS r(direction text, prefix text, rate bigint)`,
      [id, JSON.stringify(deck.rates)],
    );
    await database.query(
      `INSERT INTO cdr.deck_activations (id, deck_id, kind, carrier_id, effective_from, created_at)
       VALUES ($1, $1, 'voice', $2, '2020-01-01', now())`,
      [id, carrierId],
    );
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
    expect(await route(GERMANY)).toMatchObject({ action: 'reject', code: 480, reason: 'No Carrier At Price' });
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
      for (const secret of [...costs, `deck_${cheap}`, `deck_${dear}`, 'microcost', 'margin'])
        expect(text).not.toContain(secret);
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

  it('return 422 for an unknown selection', async () => {
    const answer = await api.operator('PATCH', `/operator/carriers/${cheap}`, { selection: 'random' });
    expect([codeOf(answer), fieldsOf(answer)]).toEqual(['invalid_input', ['selection']]);
  });
});
