import { Database } from '@trunkline/platform';
import { bySession } from '../../support/customers';
import { type Customer, startApi, TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { Telephony } from '../../support/telephony';

const KENYA = '+254712123456';
const FRANCE = '+33123456789';
const SOURCE = '198.51.100.20';

let api: TestApi;
let other: TestApi;

beforeAll(async () => {
  api = await startApi();
  other = await TestApi.start({ DATABASE_URL: api.settings.DATABASE_URL });
  await api.operator('POST', '/operator/carriers', { name: 'Transit', host: '192.0.2.98' });
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});

const patch = (customer: Customer, outbound: Row) =>
  api.patch('/v1/accounts/me', { settings: { outbound } }, bySession(customer));
const termsOf = (customer: Customer, terms: Row) =>
  api.operator('PATCH', `/operator/accounts/${customer.accountId}`, terms);

let calls = 0;
/** A customer with a number, whose trunk calls from an address of its own. */
async function aCaller() {
  const telephony = await Telephony.make(api, 100_000);
  const { customer, number } = telephony;
  const source = `${SOURCE.slice(0, -2)}${String(100 + calls++)}`;
  await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, { inbound_cidrs: [source] }, customer);
  const route = (to: string, given: Row = {}) => telephony.route({ from: number, to, source_ip: source, ...given });
  const reasonOf = async (to: string) => {
    const { action, reason } = await route(to);
    return action === 'route' ? 'route' : String(reason);
  };
  return { telephony, customer, route, reasonOf, source };
}

describe('settings.outbound of PATCH /v1/accounts/me', () => {
  it('returns 200, and calls obey', async () => {
    const { customer, reasonOf } = await aCaller();
    expect(await reasonOf(FRANCE)).toBe('route');
    expect((await patch(customer, { allowed_countries: ['US'] })).status).toBe(200);
    expect(await reasonOf(FRANCE)).toBe('Country Not Allowed');
    expect((await patch(customer, { allowed_countries: null, max_rate_per_minute_microcents: 1 })).status).toBe(200);
    expect(await reasonOf(FRANCE)).toBe('Rate Above Limit');
    await patch(customer, { max_rate_per_minute_microcents: null, daily_cap_cents: 0 });
    expect(await reasonOf(FRANCE)).toBe('Daily Spend Limit Reached');
    const account = dataOf(await api.get('/v1/accounts/me', customer));
    expect(account).toMatchObject({
      limits: { outbound_daily_cap_cents: 0 },
      settings: {
        timezone: 'UTC',
        outbound: {
          allowed_countries: null,
          max_rate_per_minute_microcents: null,
          daily_cap_cents: 0,
          calls_per_second: null,
        },
      },
    });
  });

  it('returns 403 session_required for a key, which may change other settings', async () => {
    const customer = await api.customers.make();
    const answer = await api.patch('/v1/accounts/me', { settings: { outbound: { daily_cap_cents: 1 } } }, customer);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'session_required']);
    expect((await api.patch('/v1/accounts/me', { settings: { timezone: 'UTC' } }, customer)).status).toBe(200);
  });

  it('returns 422 for a high-risk country unless the account is verified, or an operator has opened it', async () => {
    const customer = await api.customers.make();
    const answer = await patch(customer, { allowed_countries: ['DE', 'KE'] });
    expect(answer.body.error?.fields).toEqual({
      'settings.outbound.allowed_countries': 'needs a verified account for KE',
    });
    await termsOf(customer, { outbound_exceptions: { countries: ['KE'] } });
    expect((await patch(customer, { allowed_countries: ['DE', 'KE'] })).status).toBe(200);
    await termsOf(customer, { tier: 'verified' });
    expect((await patch(customer, { allowed_countries: ['BR'] })).status).toBe(200);
  });

  it('opens no high-risk country to a key that buys a number there', async () => {
    const { customer, reasonOf } = await aCaller();
    const call = '+17872345678';
    expect(await reasonOf(call)).toBe('Country Not Allowed');
    await new Shopping(api, customer).buy({ country: 'PR', area: '787' });
    expect(await reasonOf(call)).toBe('Country Not Allowed');
    const answer = await patch(customer, { allowed_countries: ['US', 'PR'] });
    expect(fieldsOf(answer)).toEqual(['settings.outbound.allowed_countries']);
  });

  it.each([
    [{ allowed_countries: ['XX'] }, 'settings.outbound.allowed_countries'],
    [{ max_rate_per_minute_microcents: -1 }, 'settings.outbound.max_rate_per_minute_microcents'],
    [{ max_rate_per_minute_microcents: 100_000_000_001 }, 'settings.outbound.max_rate_per_minute_microcents'],
    [{ daily_cap_cents: -1 }, 'settings.outbound.daily_cap_cents'],
    [{ calls_per_second: 0 }, 'settings.outbound.calls_per_second'],
    [{ calls_per_second: 1_001 }, 'settings.outbound.calls_per_second'],
    [{ countries: [] }, 'settings.outbound.countries'],
  ])('returns 422 for %j', async (outbound, field) => {
    const customer = await api.customers.make();
    const answer = await patch(customer, outbound);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });
});

describe('GET /v1/accounts/me/outbound', () => {
  it('returns what is in force and why', async () => {
    const customer = await api.customers.make();
    await termsOf(customer, { outbound_exceptions: { countries: ['BR'], ranges: ['881'], calls_per_second: 7 } });
    await api
      .use(Database)
      .query(`UPDATE identity.accounts SET charged_countries = '{KE}' WHERE id = $1`, [customer.accountId]);
    const outbound = dataOf(await api.get('/v1/accounts/me/outbound', customer));
    const countries = outbound['countries'] as Row[];
    const ruleOf = (country: string) => countries.find((rule) => rule['country'] === country);
    expect(outbound).toMatchObject({
      daily_cap_cents: 1_000,
      used_today_cents: 0,
      calls_per_second: 7,
      max_rate_per_minute_microcents: null,
      excepted_ranges: ['881'],
    });
    expect(['US', 'FR', 'BR', 'KE', 'CU'].map(ruleOf)).toEqual([
      { country: 'US', open: true, open_because: 'own', needs_verification: false },
      { country: 'FR', open: true, open_because: 'default', needs_verification: false },
      { country: 'BR', open: true, open_because: 'exception', needs_verification: false },
      { country: 'KE', open: true, open_because: 'charged', needs_verification: false },
      { country: 'CU', open: false, open_because: null, needs_verification: true },
    ]);
    expect(countries.length).toBeGreaterThan(240);
  });
});

describe('calls per second', () => {
  it('are limited for the account, over all processes, with 503', async () => {
    const { customer, telephony, source } = await aCaller();
    await termsOf(customer, { tier: 'verified', outbound_exceptions: { calls_per_second: 3 } });
    const call = { switch_id: 'sw1', from: telephony.number, to: FRANCE, source_ip: source };
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const { text } = await [api, other][n % 2]!.switch('/switch/route', {
          ...call,
          call_id: `call ${source} ${n}`,
        });
        return JSON.parse(text) as Row;
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const routed = answers.filter(({ action }) => action === 'route').length;
    expect(routed).toBeGreaterThanOrEqual(3);
    expect(routed).toBeLessThanOrEqual(3 + 3 * seconds);
    const rejected = answers.filter(({ action }) => action === 'reject');
    expect(new Set(rejected.map(({ code, reason }) => `${String(code)} ${String(reason)}`))).toEqual(
      new Set(['503 Call Rate Exceeded']),
    );
  });

  it('are limited for the trunk', async () => {
    const { customer, telephony, route } = await aCaller();
    await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, { max_calls_per_second: 1 }, customer);
    const answers = await Promise.all(Array.from({ length: 5 }, () => route(FRANCE)));
    expect(answers.some(({ action }) => action === 'route')).toBe(true);
    expect(answers.some(({ code }) => code === 503)).toBe(true);
    const { items } = dataOf(await api.get('/v1/rejected-calls?reason=trunk_calls_per_second_reached', customer));
    expect((items as Row[]).length).toBeGreaterThan(0);
  });
});

describe('GET /v1/rejected-calls', () => {
  it('returns the rejected calls of the account with reason, explanation and remedy', async () => {
    const { telephony, customer, route, source } = await aCaller();
    const rejected = await route(KENYA);
    expect(rejected).toMatchObject({ action: 'reject', code: 403, reason: 'Country Not Allowed' });
    await route('+881612345678');
    const list = async (query = '') => itemsOf(await api.get(`/v1/rejected-calls${query}`, customer));
    expect(await list('?reason=country_not_allowed')).toEqual([
      {
        id: rejected['decision_id'],
        at: expect.any(Number),
        direction: 'outbound',
        from: telephony.number,
        to: KENYA,
        caller_withheld: false,
        number_id: telephony.numberId,
        sip_trunk_id: telephony.trunkId,
        source_ip: source,
        sip_code: 403,
        reason: 'country_not_allowed',
        explanation: 'The account does not allow calls to the country of the number called.',
        remedy: expect.stringContaining('Outbound calls'),
      },
    ]);
    expect(await list(`?direction=outbound&sip_trunk_id=${telephony.trunkId}`)).toHaveLength(2);
    expect(await list(`?e164=${encodeURIComponent(telephony.number)}&limit=1`)).toHaveLength(1);
    expect(await list('?direction=inbound')).toEqual([]);
    expect(await list('?from=4102444800')).toEqual([]);
    expect(itemsOf(await api.get('/v1/rejected-calls', await api.customers.make()))).toEqual([]);
  });

  it('pages by cursor, newest first', async () => {
    const { customer, route } = await aCaller();
    for (let n = 0; n < 3; n++) await route(KENYA);
    const first = dataOf(await api.get('/v1/rejected-calls?limit=2', customer));
    const second = dataOf(await api.get(`/v1/rejected-calls?limit=2&cursor=${String(first['next_cursor'])}`, customer));
    const ids = [first, second].flatMap(({ items }) => (items as Row[]).map(({ id }) => String(id)));
    expect(new Set(ids).size).toBe(3);
    expect(ids).toEqual([...ids].sort().reverse());
  });

  it('shows a call from an unknown source to the owner of the number that it shows alone, as its redaction allows', async () => {
    const { telephony, customer } = await aCaller();
    const other = await aCaller();
    await telephony.route({ from: telephony.number, to: KENYA, source_ip: '198.51.100.250' });
    const shown = async () => itemsOf(await api.get('/v1/rejected-calls', customer));
    expect(await shown()).toMatchObject([{ reason: 'number_unknown', from: telephony.number, number_id: null }]);
    expect(itemsOf(await api.get('/v1/rejected-calls', other.customer))).toEqual([]);
    await api.patch('/v1/accounts/me', { settings: { cdr_redaction: 'full' } }, customer);
    expect(await shown()).toMatchObject([{ from: null, to: null }]);
  });

  it('forgets them after 30 days', async () => {
    const { customer, route } = await aCaller();
    const { decision_id } = await route(KENYA);
    await api
      .use(Database)
      .query(`UPDATE voice.decisions SET created_at = created_at - interval '30 days' WHERE id = $1`, [decision_id]);
    expect(itemsOf(await api.get('/v1/rejected-calls', customer))).toEqual([]);
  });
});

describe('the operator’s rules', () => {
  const auditOf = async (action: string) =>
    itemsOf(await api.operator('GET', `/operator/audit?action=${action}&limit=1`))[0];

  it('replaces the policy, which every account obeys, and audits it', async () => {
    const { reasonOf } = await aCaller();
    const policy = dataOf(await api.operator('GET', '/operator/outbound-policy'));
    const defaults = policy['default_countries'] as string[];
    expect(policy).toMatchObject({
      high_risk_countries: null,
      night: { from: '22:00', to: '06:00' },
      on_alert: 'alert',
    });
    expect(defaults).toHaveLength(41);
    const change = { ...policy, default_countries: [...defaults, 'KE'] };
    expect((await api.operator('PUT', '/operator/outbound-policy', change)).status).toBe(200);
    expect(await reasonOf(KENYA)).not.toBe('Country Not Allowed');
    await api.operator('PUT', '/operator/outbound-policy', policy);
    expect(await reasonOf(KENYA)).toBe('Country Not Allowed');
    expect(await auditOf('outbound_policy.change')).toMatchObject({
      subject: 'policy',
      before: { default_countries: change.default_countries },
      after: { default_countries: defaults },
    });
  });

  it('returns 422 for an unknown country and for a night without a time', async () => {
    const policy = dataOf(await api.operator('GET', '/operator/outbound-policy'));
    for (const [change, field] of [
      [{ default_countries: ['ZY'] }, 'default_countries'],
      [{ night: { from: '24:00', to: '06:00' } }, 'night.from'],
      [{ on_alert: 'nothing' }, 'on_alert'],
    ] as const) {
      const answer = await api.operator('PUT', '/operator/outbound-policy', { ...policy, ...change });
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    }
  });

  it('adds and removes revenue-share ranges, which only an exception opens', async () => {
    const { customer, reasonOf } = await aCaller();
    const add = () =>
      api.operator('POST', '/operator/revenue-share-ranges', { prefix: '3312345', description: 'Test range' });
    expect((await add()).status).toBe(201);
    expect([(await add()).status, codeOf(await add())]).toEqual([409, 'conflict']);
    expect(await reasonOf(FRANCE)).toBe('Range Not Allowed');
    await termsOf(customer, { outbound_exceptions: { ranges: ['33123'] } });
    expect(await reasonOf(FRANCE)).toBe('route');
    await termsOf(customer, { outbound_exceptions: { ranges: [] } });
    expect(await reasonOf(FRANCE)).toBe('Range Not Allowed');
    expect(await auditOf('account.change')).toMatchObject({
      before: { outbound_exceptions: { ranges: ['33123'] } },
      after: { outbound_exceptions: { ranges: [] } },
    });
    const removed = await api.operator('DELETE', '/operator/revenue-share-ranges/3312345');
    expect(dataOf(removed)).toEqual({ id: '3312345', deleted: true });
    expect((await api.operator('DELETE', '/operator/revenue-share-ranges/3312345')).status).toBe(404);
    expect(await reasonOf(FRANCE)).toBe('route');
    expect(await auditOf('revenue_share_range.remove')).toMatchObject({ subject: '3312345' });
    const { items } = dataOf(await api.operator('GET', '/operator/revenue-share-ranges'));
    expect((items as Row[]).length).toBeGreaterThan(700);
  });
});
