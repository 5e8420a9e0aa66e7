import { Database } from '@trunkline/platform';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { startApi, type TestApi } from '../support';
import { dataOf, itemsOf, type Row } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

const SOURCE = '198.51.100.7';
const IPV6_SOURCE = '2001:db8::7';
const CARRIER_SOURCE = '192.0.2.200';
const PREMIUM = ['+1900', '+49900', '+3190', '+447'];

/** Micro-cents a minute. */
const PREMIUM_RATE = 2_000_000_000;

describe('POST /switch/route, spellings of numbers', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api, 900_000_000);
    // Without a daily cap; +44 7911 123456 is a number of Guernsey.
    const exceptions = { countries: ['GG'], ranges: PREMIUM.map((prefix) => prefix.slice(1)) };
    const terms = { tier: 'wholesale', outbound_exceptions: exceptions };
    await api.operator('PATCH', `/operator/accounts/${telephony.customer.accountId}`, terms);
    const cidrs = { inbound_cidrs: [SOURCE, IPV6_SOURCE] };
    await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, cidrs, telephony.customer);
    const carriers = [
      { name: 'Premium', host: 'premium.example', prefixes: PREMIUM, priority: 0 },
      { name: 'Transit', host: 'transit.example', priority: 1, source_networks: [CARRIER_SOURCE] },
    ];
    for (const carrier of carriers) await api.operator('POST', '/operator/carriers', carrier);
  });
  afterAll(() => api.stop());

  const liveIn = (country: string) =>
    api
      .use(Database)
      .query(`UPDATE identity.accounts SET country = $2 WHERE id = $1`, [telephony.customer.accountId, country]);

  /** Returns what the spelling of a called number could change: the number, its price, and the routes to it. */
  const outcomeOf = async (to: string, given: Row = {}): Promise<Row> => {
    const routed = await telephony.route({ from: telephony.number, source_ip: SOURCE, to, ...given });
    const id = routed['decision_id'];
    const stored = await api
      .use(Database)
      .find<Row>(`SELECT callee AS "to", country, direction, rating FROM voice.decisions WHERE id = $1`, [id]);
    await api.switch('/switch/events', { switch_id: 'sw1', event: 'ended', decision_id: id, answered_at: null });
    const uris = (routed['routes'] as Row[]).map(({ uri }) => uri);
    return { ...stored, code: routed['code'], uris };
  };

  it.each([
    ['US', '+119005550123', '+19005550123', PREMIUM_RATE],
    ['DE', '+490900123456', '+49900123456', PREMIUM_RATE],
    ['GB', '+4407911123456', '+447911123456', 40_000_000],
    ['DE', '0900 123456', '+49900123456', PREMIUM_RATE],
    ['US', '900-555-0123', '+19005550123', PREMIUM_RATE],
    ['US', '01149900123456', '+49900123456', PREMIUM_RATE],
    ['DE', 'sip:%2B49900123456@gw.example.com', '+49900123456', PREMIUM_RATE],
    ['DE', '"Hotline" <sip:0049900123456@gw.example.com;user=phone>;tag=1', '+49900123456', PREMIUM_RATE],
  ])('prices and dials, for an account in %s, %s as %s', async (country, spelled, canonical, microcents) => {
    await liveIn(country);
    expect(await outcomeOf(spelled)).toMatchObject({
      to: canonical,
      direction: 'outbound',
      rating: { ratePerMinuteMicrocents: microcents },
      uris: [`sip:${canonical}@premium.example:5060`, `sip:${canonical}@transit.example:5060`],
    });
  });

  it('gives the number of every country one price and one choice of carriers in all spellings', async () => {
    for (const [index, country] of getCountries().entries()) {
      const example = getExampleNumber(country, examples);
      if (!example) throw new Error(`No example number of ${country}.`);
      const { number, countryCallingCode: code, nationalNumber: national } = example;
      await liveIn(country);
      const canonical = await outcomeOf(number);
      expect(canonical['to']).toBe(number);
      const spellings = [
        `00${code} ${national}`,
        `<sip:%2B${code}(${national})@gw.example.com>`,
        ...(code === '1' ? [national, `011-${code}-${national}`, `+1${code}${national}`] : []),
        // Not every country has a national prefix.
        ...(example.formatNational().replace(/\D/g, '') === national ? [] : [`(${example.formatNational()})`]),
      ];
      const spelled = spellings[index % spellings.length] ?? '';
      expect({ spelled, ...(await outcomeOf(spelled)) }).toEqual({ spelled, ...canonical });
    }
  });

  it('finds a number of ours in every spelling, from a carrier only with its country code', async () => {
    await liveIn('US');
    const { number } = telephony;
    for (const to of [number, number.slice(1), `00${number.slice(1)}`, `sip:${number.replace('+', '%2B')}@gw`])
      expect([to, (await outcomeOf(to, { source_ip: CARRIER_SOURCE }))['direction']]).toEqual([to, 'inbound']);
    const national = number.slice(2);
    expect(await outcomeOf(national)).toMatchObject({ to: number, direction: 'inbound' });
    expect((await outcomeOf(national, { source_ip: CARRIER_SOURCE }))['to']).not.toBe(number);
  });

  it('rejects a called number that cannot be read with 484', async () => {
    await liveIn('DE');
    for (const to of ['+490112', '0112', 'alice', '+1555', '1'.repeat(200)])
      expect([to, (await outcomeOf(to))['code']]).toEqual([to, 484]);
  });

  it('never rejects a call to our number for its caller, which is kept as it came', async () => {
    for (const from of ['', 'anonymous', '"Bob" <sip:bob@example.com>', '030123', 'x'.repeat(255)]) {
      const routed = await telephony.route({ from });
      expect([from, routed['action']]).toEqual([from, 'route']);
    }
    const calls = itemsOf(await api.operator('GET', '/operator/calls?limit=100'));
    expect(calls.map(({ caller }) => caller)).toEqual(expect.arrayContaining(['sip:bob@example.com', '030123']));
  });

  it('identifies a trunk by an IPv6 address in brackets', async () => {
    await liveIn('US');
    expect(await outcomeOf('+12125550199', { source_ip: `[${IPV6_SOURCE}]` })).toMatchObject({ direction: 'outbound' });
  });

  it('stores one spelling of the parties in call records', async () => {
    await liveIn('US');
    const cdr = await telephony.call({ from: '+49030123456', to: `00${telephony.number.slice(1)}` });
    expect(dataOf(await api.get(`/v1/cdrs/${cdr}`, telephony.customer))).toMatchObject({
      caller: '+4930123456',
      callee: telephony.number,
      country: 'DE',
    });
  });
});
