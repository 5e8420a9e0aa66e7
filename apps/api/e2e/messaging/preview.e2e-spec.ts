import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../support/numbering/shopping';

const TO = '+12125550100';
const FAMILY = '👨‍👩‍👧‍👦';

describe('POST /v1/sms/preview', () => {
  let api: TestApi;
  let customer: Customer;
  let from: string;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
    from = String((await new Shopping(api, customer).buy())['e164']);
  });
  afterAll(() => api.stop());

  const preview = (given: Row = {}, sender: object = customer) =>
    api.post('/v1/sms/preview', { from, to: TO, body: 'Hello', ...given }, sender);

  it('returns 200 with encoding, segments, price and the text that would be sent', async () => {
    const answer = await preview();
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { encoding: 'gsm7', segments: 1, price_cents: 1, normalised_body: 'Hello' },
    ]);
  });

  it.each([
    // Germany: 13 cents a segment.
    ['a text of 160 letters', 'a'.repeat(160), ['gsm7', 1, 13]],
    ['a text of 161 letters', 'a'.repeat(161), ['gsm7', 2, 26]],
    ['the most letters', 'a'.repeat(1600), ['gsm7', 11, 143]],
    ['the extension table', '€'.repeat(81), ['gsm7', 2, 26]],
    ['Arabic', 'م'.repeat(71), ['ucs2', 2, 26]],
    ['joined emoji', FAMILY.repeat(7), ['ucs2', 2, 26]],
    ['the most emoji', '😀'.repeat(1600), ['ucs2', 49, 637]],
    ['lines', 'One\nTwo', ['gsm7', 1, 13]],
  ])('prices %s', async (_name, body, [encoding, segments, cents]) => {
    const data = dataOf(await preview({ to: '+4915112345678', body }));
    expect([data['encoding'], data['segments'], data['price_cents']]).toEqual([encoding, segments, cents]);
  });

  it('shows what smart encoding replaces, and what is sent is what was previewed', async () => {
    const body = '“It’s – so…”';
    expect(dataOf(await preview({ body }))).toMatchObject({ encoding: 'ucs2', normalised_body: body });
    const smart = { body, smart_encoding: true };
    expect(dataOf(await preview(smart))).toEqual({
      encoding: 'gsm7',
      segments: 1,
      price_cents: 1,
      normalised_body: '"It\'s - so..."',
    });
    const sent = dataOf(await api.post('/v1/sms', { from, to: TO, ...smart }, customer));
    expect(sent).toMatchObject({ encoding: 'gsm7', segments: 1, price_cents: 1, body: '"It\'s - so..."' });
  });

  it('normalizes to NFC, which can make a text GSM-7', async () => {
    expect(dataOf(await preview({ body: 'Gru\u0308ße' }))).toMatchObject({
      encoding: 'gsm7',
      normalised_body: 'Grüße',
    });
  });

  it('queues nothing and holds nothing', async () => {
    const before = itemsOf(await api.get('/v1/sms', customer)).length;
    await preview();
    expect(itemsOf(await api.get('/v1/sms', customer))).toHaveLength(before);
  });

  it('returns 401 without credentials', async () => {
    expect((await preview({}, {})).status).toBe(401);
  });

  it('returns 403 destination_not_allowed for a country that is closed, and a network without a price', async () => {
    for (const [to, rule] of [
      ['+5351234567', 'country_not_allowed'],
      ['+881612345678', 'range_not_allowed'],
    ]) {
      const answer = await preview({ to });
      expect([answer.status, codeOf(answer), answer.body.error?.fields]).toMatchObject([
        403,
        'destination_not_allowed',
        { rule },
      ]);
    }
  });

  it('returns 409 capability_missing for a number without sms', async () => {
    await api
      .use(Database)
      .query(`UPDATE numbering.phone_numbers SET capabilities = '{voice}' WHERE e164 = $1`, [from]);
    expect(codeOf(await preview())).toBe('capability_missing');
    await api
      .use(Database)
      .query(`UPDATE numbering.phone_numbers SET capabilities = '{voice,sms}' WHERE e164 = $1`, [from]);
  });

  it.each([
    ['a number of no account', { from: '+12125550199' }, ['from']],
    ['an invalid recipient', { to: '0151' }, ['to']],
    ['no body', { body: undefined }, ['body']],
    ['an empty body', { body: '' }, ['body']],
    ['a blank body', { body: ' \n ' }, ['body']],
    ['a body that is too long', { body: 'a'.repeat(1601) }, ['body']],
    ['too many emoji', { body: '😀'.repeat(1601) }, ['body']],
    ['a lone surrogate', { body: 'a\ud83d' }, ['body']],
    ['a control character', { body: 'a\u0007' }, ['body']],
    ['NUL', { body: 'a\u0000' }, ['body']],
    ['an unknown member', { encoding: 'gsm7' }, ['encoding']],
  ])('returns 422 for %s', async (_name, given, fields) => {
    const answer = await preview(given);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });
});
