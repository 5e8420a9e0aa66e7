import { type Answer, type Customer, startApi, type TestApi } from '../../support';

type Row = Record<string, unknown>;
const itemsOf = (answer: Answer) => (answer.body.data as { items: Row[] }).items;
const fieldsOf = (answer: Answer) => Object.keys(answer.body.error?.fields ?? {});

describe('GET /v1/billing/rates', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const rates = (query: string, sender: object = customer) => api.get(`/v1/billing/rates?${query}`, sender);
  const prefixes = async (query: string) => itemsOf(await rates(query)).map(({ prefix }) => prefix);

  it('returns 200 with the prices of an outbound call, longest prefix first', async () => {
    const answer = await rates('to=%2B4915112345678');
    expect(answer.status).toBe(200);
    const common = { direction: 'outbound', number_type: null, connection_fee_cents: 0, effective_from: 1_577_923_200 };
    const increment = { first_s: 60, next_s: 1 };
    expect(itemsOf(answer)).toEqual([
      {
        ...common,
        increment,
        prefix: '4915',
        description: 'Germany, mobile',
        rate_per_minute_display: '$0.0350',
        rate_per_minute_microcents: 3_500_000,
      },
      {
        ...common,
        increment,
        prefix: '49',
        description: 'Germany, other numbers',
        rate_per_minute_display: '$0.0350',
        rate_per_minute_microcents: 3_500_000,
      },
    ]);
  });

  it('returns 200 with every price under a prefix, with + or without', async () => {
    const kenya = ['2541', '2542', '2544', '2545', '2546', '2547', '2548', '2549', '254'];
    expect(await prefixes('prefix=254')).toEqual(kenya);
    expect(await prefixes('prefix=%2B254')).toEqual(kenya);
  });

  it('returns 200 with the prices of inbound calls, by number type', async () => {
    const inbound = await rates('direction=inbound');
    expect(itemsOf(inbound)).toHaveLength(7);
    const tollfree = await rates('direction=inbound&number_type=tollfree&to=%2B18005550123');
    expect(itemsOf(tollfree).map((rate) => [rate['prefix'], rate['number_type']])).toEqual([
      ['1', 'tollfree'],
      ['', 'tollfree'],
    ]);
  });

  it('returns 200 with the price that covers a prefix', async () => {
    expect(await prefixes('prefix=4930')).toEqual(['493']);
    expect(await prefixes('prefix=31900')).toEqual(['3190']);
    expect(await prefixes('prefix=3')).not.toContain('');
  });

  it('returns 200 for a number and a prefix whose + was not encoded', async () => {
    expect(await prefixes('to=+4915112345678')).toEqual(['4915', '49']);
    expect(await prefixes('prefix=+4915')).toEqual(['4915']);
  });

  it('returns 200 without items for numbers without a price', async () => {
    expect(await prefixes('prefix=999')).toEqual([]);
  });

  it('returns 422 with the canonical form of a number or prefix in another spelling', async () => {
    const faultsOf = async (query: string) => (await rates(query)).body.error?.fields;
    expect(await faultsOf('to=%2B119005551234')).toEqual({ to: 'must be in canonical form, +19005551234' });
    expect(await faultsOf('to=%2B490900123456')).toEqual({ to: 'must be in canonical form, +49900123456' });
    expect(await faultsOf('to=0044%207911%20123456')).toEqual({ to: 'must be in canonical form, +447911123456' });
    expect(await faultsOf('prefix=11900')).toEqual({ prefix: 'must be in canonical form, +1900' });
  });

  it.each([
    ['', 'to'],
    ['direction=outbound', 'to'],
    ['to=%2B4915112345678&prefix=49', 'prefix'],
    ['to=%2B4915112345678&number_type=mobile', 'number_type'],
    ['to=0151', 'to'],
    ['prefix=49x', 'prefix'],
    ['prefix=1234567890123456', 'prefix'],
    ['direction=sideways&to=%2B4915112345678', 'direction'],
    ['direction=inbound&number_type=gold', 'number_type'],
    ['to=%2B4915112345678&colour=red', 'colour'],
  ])('returns 422 for "%s"', async (query, field) => {
    const answer = await rates(query);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });

  it('returns 401 without a credential', async () => {
    expect((await rates('prefix=49', {})).status).toBe(401);
  });
});

describe('GET /v1/billing/sms-rates', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const rates = (query: string, sender: object = customer) => api.get(`/v1/billing/sms-rates?${query}`, sender);

  it('returns 200 with the prices of messages to a number, longest prefix first', async () => {
    const common = { direction: 'outbound', effective_from: 1_577_836_800 };
    expect(itemsOf(await rates('to=%2B77012345678'))).toEqual([
      {
        ...common,
        prefix: '77',
        description: 'Kazakhstan',
        price_per_segment_display: '$0.4500',
        price_per_segment_microcents: 45_000_000,
      },
      {
        ...common,
        prefix: '7',
        description: 'Russia',
        price_per_segment_display: '$0.7500',
        price_per_segment_microcents: 75_000_000,
      },
    ]);
  });

  it('returns 200 with the prices under a prefix, and none where there is no price', async () => {
    expect(itemsOf(await rates('prefix=359')).map(({ prefix }) => prefix)).toEqual(['359']);
    expect(itemsOf(await rates('to=%2B881612345678'))).toEqual([]);
    expect(itemsOf(await rates('direction=inbound'))).toEqual([]);
  });

  it('returns 401 without credentials', async () => {
    expect((await rates('prefix=359', {})).status).toBe(401);
  });

  it('returns 422 for an ambiguous, incomplete or unknown query', async () => {
    expect(fieldsOf(await rates(''))).toEqual(['to']);
    expect(fieldsOf(await rates('to=%2B4915112345678&prefix=49'))).toEqual(['prefix']);
    expect(fieldsOf(await rates('to=015112345678'))).toEqual(['to']);
    expect(fieldsOf(await rates('prefix=49&number_type=mobile'))).toEqual(['number_type']);
  });
});
