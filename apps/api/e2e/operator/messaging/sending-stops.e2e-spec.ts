import { Ledger } from '@trunkline/billing-ledger';
import { startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { aSender, nowOf, OTHER_PARTY } from '../../support/sender';

const STOPS = '/operator/message-stops';
const UNKNOWN = 'acc_0000000000000000000000000';
const REASON = 'Spam complaints, ticket 4711';
const REASON_MAX = 500;

describe('operators and the messages of an account', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const stop = (accountId: string, body: unknown = { reason: REASON }) =>
    api.operator('POST', `/operator/accounts/${accountId}/stop-messages`, body);
  const resume = (accountId: string, body: unknown = { reason: 'Settled' }) =>
    api.operator('POST', `/operator/accounts/${accountId}/resume-messages`, body);
  const list = async (query = '') => itemsOf(await api.operator('GET', `${STOPS}${query}`));
  const stopOf = async (accountId: string) =>
    (await list('?limit=100')).find((each) => each['account_id'] === accountId) ?? null;

  it("returns 401 without an operator's token", async () => {
    for (const [method, path] of [
      ['GET', STOPS],
      ['POST', `/operator/accounts/${UNKNOWN}/stop-messages`],
      ['POST', `/operator/accounts/${UNKNOWN}/resume-messages`],
    ] as const)
      expect([path, (await fetch(`${api.internalUrl}${path}`, { method })).status]).toEqual([path, 401]);
  });

  it('returns 200 with the stop, which is listed and audited', async () => {
    const { customer } = await aSender(api);
    const answer = await stop(customer.accountId);
    expect([answer.status, dataOf(answer)]).toEqual([
      200,
      {
        account_id: customer.accountId,
        reason: REASON,
        operator: expect.stringMatching(/^operator:/),
        created_at: expect.any(Number),
      },
    ]);
    expect(await stopOf(customer.accountId)).toEqual(dataOf(answer));
    await resume(customer.accountId);
    const query = `/operator/audit?order=asc&subject=${customer.accountId}`;
    const audited = itemsOf(await api.operator('GET', query)).filter(({ action }) =>
      String(action).startsWith('messages.'),
    );
    expect(audited).toMatchObject([
      { action: 'messages.stop', account_id: customer.accountId, before: null, after: { reason: REASON } },
      { action: 'messages.resume', before: { reason: REASON }, after: { reason: 'Settled' } },
    ]);
  });

  it('makes POST /sms, its preview and batches 403 forbidden, and those of no other account', async () => {
    const { customer, from, send } = await aSender(api);
    const other = await aSender(api);
    await stop(customer.accountId);
    const answers = [
      await send(),
      await send({ scheduled_at: nowOf(api) + 3_600 }),
      await api.post('/v1/sms/preview', { from, to: OTHER_PARTY, body: 'Hello' }, customer),
      await api.post('/v1/sms/batches', { from, recipients: [OTHER_PARTY], body: 'Hello' }, customer),
    ];
    for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
    expect(itemsOf(await api.get('/v1/sms/batches', customer))).toEqual([]);
    expect((await other.send()).status).toBe(201);
  });

  it('fails what waits with sending_stopped, and releases its price', async () => {
    const { customer, sent, read } = await aSender(api);
    const messages = [await sent(), await sent({ scheduled_at: nowOf(api) + 3_600 })];
    await stop(customer.accountId);
    for (const message of messages)
      expect(await read(message)).toMatchObject({ status: 'failed', error_code: 'sending_stopped' });
    expect((await api.use(Ledger).balance(customer.accountId)).heldCents).toBe(0);
  });

  it('leaves the messages that the account receives as they are', async () => {
    const { customer, receive, list: messages } = await aSender(api);
    await stop(customer.accountId);
    await receive('See you at 8.');
    expect(await messages('?direction=inbound')).toMatchObject([{ body: 'See you at 8.' }]);
  });

  it('ends with 200 and the stop that ended, after which messages are sent, and failed ones are not', async () => {
    const { customer, sent, send, read } = await aSender(api);
    const message = await sent();
    const stopped = dataOf(await stop(customer.accountId));
    const answer = await resume(customer.accountId);
    expect([answer.status, dataOf(answer), await stopOf(customer.accountId)]).toEqual([200, stopped, null]);
    expect([(await send()).status, (await read(message))['status']]).toEqual([201, 'failed']);
  });

  it('returns 409 invalid_state when the messages are stopped already, and when they are not', async () => {
    const { customer } = await aSender(api);
    expect(codeOf(await resume(customer.accountId))).toBe('invalid_state');
    await stop(customer.accountId);
    const again = await stop(customer.accountId, { reason: 'Another reason' });
    expect([again.status, codeOf(again)]).toEqual([409, 'invalid_state']);
    expect(await stopOf(customer.accountId)).toMatchObject({ reason: REASON });
  });

  it('stops once when ten operators do so at the same time', async () => {
    const { customer } = await aSender(api);
    const answers = await Promise.all(Array.from({ length: 10 }, () => stop(customer.accountId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  it('returns 404 for an unknown account and an invalid identifier', async () => {
    for (const id of [UNKNOWN, 'acme'])
      for (const answer of [await stop(id), await resume(id)])
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  });

  it('returns 200 with the stops, newest first, page by page', async () => {
    for (let count = 0; count < 3; count += 1) await stop((await aSender(api)).customer.accountId);
    const all = await list('?limit=100');
    const page = dataOf(await api.operator('GET', `${STOPS}?limit=2`));
    expect(page['items']).toEqual(all.slice(0, 2));
    expect(await list(`?limit=1&cursor=${String(page['next_cursor'])}`)).toEqual([all[2]]);
    expect(await list('?limit=100&order=asc')).toEqual([...all].reverse());
  });

  it.each<[string, Row, string[]]>([
    ['no reason', {}, ['reason']],
    ['an empty reason', { reason: '' }, ['reason']],
    ['a reason that is too long', { reason: 'x'.repeat(REASON_MAX + 1) }, ['reason']],
    ['an unknown member', { reason: 'x', until: 1 }, ['until']],
  ])('returns 422 for %s, and stops and resumes nothing', async (_name, body, fields) => {
    const { customer } = await aSender(api);
    const refused = await stop(customer.accountId, body);
    expect([refused.status, fieldsOf(refused), await stopOf(customer.accountId)]).toEqual([422, fields, null]);
    expect((await stop(customer.accountId, { reason: 'x'.repeat(REASON_MAX) })).status).toBe(200);
    const kept = await resume(customer.accountId, body);
    expect([kept.status, fieldsOf(kept)]).toEqual([422, fields]);
    expect(await stopOf(customer.accountId)).not.toBeNull();
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=abc', 'cursor'],
    ['account_id=acc_1', 'account_id'],
  ])('returns 422 for %s', async (query, field) => {
    const answer = await api.operator('GET', `${STOPS}?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });
});
