import { startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { OTHER_PARTY, senderOf } from '../../support/sender';

const PATH = '/operator/unclaimed-messages';
const UNKNOWN = 'ums_0000000000000000000000000';
const TEXT = 'Your code is 4711.';
const REASON_MAX = 500;

describe('operators and messages to unknown numbers', () => {
  let api: TestApi;
  let numbers = 0;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const receive = async (to: string, body = TEXT) => {
    const answer = await api.operator('POST', '/operator/sandbox/inbound-sms', { to, from: OTHER_PARTY, body });
    expect(answer.status).toBe(200);
  };
  const list = async (query = '') => itemsOf(await api.operator('GET', `${PATH}${query}`));
  const sentTo = (e164: string) => list(`?to=${encodeURIComponent(e164)}`);
  const retry = (id: unknown, body: unknown = { reason: 'Assigned late' }) =>
    api.operator('POST', `${PATH}/${String(id)}/retry`, body);
  const aNumber = () => `+1212555${String(++numbers).padStart(4, '0')}`;

  it("returns 401 without an operator's token", async () => {
    expect((await fetch(`${api.internalUrl}${PATH}`)).status).toBe(401);
    expect((await fetch(`${api.internalUrl}${PATH}/${UNKNOWN}/retry`, { method: 'POST' })).status).toBe(401);
  });

  it('returns 200 without the text, by carrier and number, newest first, page by page', async () => {
    const [first, second] = [aNumber(), aNumber()];
    for (const to of [first, second, first]) await receive(to);
    await receive(second, 'a'.repeat(161));
    const answer = await api.operator('GET', PATH);
    expect(answer.text).not.toContain(TEXT);
    const all = itemsOf(answer);
    expect(all.map(({ to, segments }) => [to, segments])).toEqual([
      [second, 2],
      [first, 1],
      [second, 1],
      [first, 1],
    ]);
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^ums_/),
      carrier_id: expect.stringMatching(/^mcr_/),
      from: OTHER_PARTY,
      to: second,
      segments: 2,
      received_at: expect.any(Number),
    });
    expect(await sentTo(first)).toEqual([all[1], all[3]]);
    expect(await list(`?carrier_id=${String(all[0]?.['carrier_id'])}`)).toEqual(all);
    expect(await list('?carrier_id=mcr_0000000000000000000000000')).toEqual([]);
    expect(await list('?order=asc')).toEqual([...all].reverse());
    const page = dataOf(await api.operator('GET', `${PATH}?limit=3`));
    expect(await list(`?limit=3&cursor=${String(page['next_cursor'])}`)).toEqual([all[3]]);
  });

  it('returns 200 once to ten retries, delivers the message to the account that has the number now, and audits it', async () => {
    const customer = await api.customers.make();
    const shopping = new Shopping(api, customer);
    const [offer] = await shopping.search('area_code=646', 1);
    const e164 = String(offer?.['e164']);
    await receive(e164);
    const [message] = await sentTo(e164);
    const number = await shopping.buy({
      country: undefined,
      type: undefined,
      area: undefined,
      select_token: offer?.['select_token'],
    });
    expect(number['e164']).toBe(e164);
    const answers = await Promise.all(Array.from({ length: 10 }, () => retry(message?.['id'])));
    const delivered = answers.filter(({ status }) => status === 200);
    expect(delivered.map(dataOf)).toEqual([{ id: message?.['id'], deleted: true }]);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
    const { list: messages } = senderOf(api, customer, number);
    expect([await sentTo(e164), await messages()]).toMatchObject([
      [],
      [{ body: TEXT, from: OTHER_PARTY, status: 'received' }],
    ]);
    const again = await retry(message?.['id']);
    expect([again.status, codeOf(again), (await messages()).length]).toEqual([404, 'not_found', 1]);
    const audited = await api.operator('GET', `/operator/audit?subject=${String(message?.['id'])}`);
    expect(audited.text).not.toContain(TEXT);
    expect(itemsOf(audited)).toMatchObject([
      {
        action: 'unclaimed_message.retry',
        after: { reason: 'Assigned late', carrier_id: message?.['carrier_id'], to: e164 },
      },
    ]);
  });

  it('returns 409 invalid_state while no account has the number, and keeps the message', async () => {
    const to = aNumber();
    await receive(to);
    const before = await sentTo(to);
    const answer = await retry(before[0]?.['id'], { reason: 'x'.repeat(REASON_MAX) });
    expect([answer.status, codeOf(answer), await sentTo(to)]).toEqual([409, 'invalid_state', before]);
  });

  it('returns 404 for an unknown message and an invalid identifier', async () => {
    for (const id of [UNKNOWN, 'sms_1', 'x']) expect(codeOf(await retry(id))).toBe('not_found');
  });

  it.each<[string, Row, string[]]>([
    ['no reason', {}, ['reason']],
    ['an empty reason', { reason: '' }, ['reason']],
    ['a reason that is too long', { reason: 'x'.repeat(REASON_MAX + 1) }, ['reason']],
    ['an unknown member', { reason: 'x', to: '+12125550100' }, ['to']],
  ])('returns 422 for %s, and keeps the message', async (_name, body, fields) => {
    const to = aNumber();
    await receive(to);
    const before = await sentTo(to);
    const answer = await retry(before[0]?.['id'], body);
    expect([answer.status, fieldsOf(answer), await sentTo(to)]).toEqual([422, fields, before]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=abc', 'cursor'],
    ['carrier_id=car_1', 'carrier_id'],
    ['to=Ada', 'to'],
    ['from=%2B12125550100', 'from'],
  ])('returns 422 for %s', async (query, field) => {
    const answer = await api.operator('GET', `${PATH}?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });
});
