import { Ledger } from '@trunkline/billing-ledger';
import { bySession, startApi, type TestApi } from '../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../support/numbering/shopping';
import { aSender, nowOf, OTHER_PARTY, senderOf } from '../support/sender';

const PATH = '/v1/sms/opt-outs';
const THIRD_PARTY = '+12125550101';
const REASON_MAX = 500;

describe('opt-outs', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  /** A customer with a number. */
  async function aCustomer() {
    const sender = await aSender(api);
    const { customer } = sender;
    return {
      ...sender,
      optOuts: async (query = '') => itemsOf(await api.get(`${PATH}${query}`, customer)),
      remove: (id: unknown, body: unknown = { reason: 'Subscribed again' }, by: object = { key: customer.key }) =>
        api.send('DELETE', `${PATH}/${String(id)}`, { body, sender: by, headers: {} }),
      batch: (recipients: readonly string[]) =>
        api.post('/v1/sms/batches', { from: sender.from, recipients, body: 'Hello' }, customer),
      held: async () => (await api.use(Ledger).balance(customer.accountId)).heldCents,
    };
  }
  const refused = [409, 'recipient_opted_out'];

  it('are empty before a recipient sends STOP, and then name the numbers and the word', async () => {
    const { from, optOuts, receive } = await aCustomer();
    expect(await optOuts()).toEqual([]);
    await receive(' Stop! ');
    expect(await optOuts()).toEqual([
      {
        id: expect.stringMatching(/^opt_/),
        from_number: from,
        to_number: OTHER_PARTY,
        keyword: 'Stop!',
        created_at: expect.any(Number),
      },
    ]);
  });

  it('refuse POST /sms and its preview with 409 recipient_opted_out, to this recipient from this number alone', async () => {
    const { customer, from, send, receive, list, held } = await aCustomer();
    const other = senderOf(api, customer, await new Shopping(api, customer).buy());
    await receive('STOP');
    const before = await held();
    const answers = [await send(), await api.post('/v1/sms/preview', { from, to: OTHER_PARTY, body: 'Hi' }, customer)];
    for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual(refused);
    expect([await held(), await list(`?to_number=${OTHER_PARTY}&status=queued`)]).toMatchObject([
      before,
      [{ automatic: true, price_cents: 0 }],
    ]);
    expect([(await send({ to: THIRD_PARTY })).status, (await other.send()).status]).toEqual([201, 201]);
  });

  it('refuse one recipient of a batch, and none of the others', async () => {
    const { batch, receive } = await aCustomer();
    await receive('STOP');
    const answer = await batch([THIRD_PARTY, OTHER_PARTY]);
    expect([answer.status, dataOf(answer)]).toMatchObject([
      201,
      {
        total: 2,
        accepted: 1,
        price_cents: 1,
        items: [
          { to: THIRD_PARTY, ok: true, error_code: null },
          { to: OTHER_PARTY, ok: false, sms_id: null, status: null, price_cents: 0, error_code: 'recipient_opted_out' },
        ],
      },
    ]);
  });

  it('fail scheduled messages to the recipient, and release their prices', async () => {
    const { sent, read, receive, held } = await aCustomer();
    const scheduled = { scheduled_at: nowOf(api) + 3_600 };
    const [message, other] = [await sent(scheduled), await sent({ ...scheduled, to: THIRD_PARTY })];
    expect(await held()).toBe(2);
    await receive('STOP');
    expect(await read(message)).toMatchObject({ status: 'failed', error_code: 'recipient_opted_out' });
    expect([(await read(other))['status'], await held()]).toEqual(['queued', 1]);
  });

  it('end with START, after which messages and batches are sent again', async () => {
    const { send, batch, receive, optOuts } = await aCustomer();
    await receive('STOP');
    await receive('START');
    expect(await optOuts()).toEqual([]);
    expect((await send()).status).toBe(201);
    expect(dataOf(await batch([OTHER_PARTY]))).toMatchObject({ accepted: 1 });
    await receive('STOP');
    expect([codeOf(await send()), (await optOuts()).length]).toEqual(['recipient_opted_out', 1]);
  });

  describe('GET /v1/sms/opt-outs', () => {
    it('returns 200 by number and by recipient, in both orders, and pages without gaps', async () => {
      const { customer, from, receive, optOuts } = await aCustomer();
      const other = senderOf(api, customer, await new Shopping(api, customer).buy());
      await receive('STOP');
      await receive('STOP', THIRD_PARTY);
      await other.receive('STOP');
      const all = await optOuts();
      const pairs = all.map((each) => [each['from_number'], each['to_number']]);
      expect(pairs).toEqual([
        [other.from, OTHER_PARTY],
        [from, THIRD_PARTY],
        [from, OTHER_PARTY],
      ]);
      expect(await optOuts('?order=asc')).toEqual([...all].reverse());
      expect(await optOuts(`?from_number=${encodeURIComponent(from)}`)).toEqual(all.slice(1));
      expect(await optOuts(`?to_number=${THIRD_PARTY}`)).toEqual([all[1]]);
      const page = dataOf(await api.get(`${PATH}?limit=2`, customer));
      expect(page['items']).toEqual(all.slice(0, 2));
      expect(await optOuts(`?limit=2&cursor=${String(page['next_cursor'])}`)).toEqual([all[2]]);
      expect(await optOuts('?limit=100')).toEqual(all);
    });

    it('returns 200 without those of another account', async () => {
      const { receive } = await aCustomer();
      const other = await aCustomer();
      await receive('STOP');
      expect(await other.optOuts()).toEqual([]);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get(PATH)).status).toBe(401);
    });

    it.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['cursor=abc', 'cursor'],
      ['order=up', 'order'],
      ['from_number=Ada', 'from_number'],
      ['to_number=0212555', 'to_number'],
      ['colour=red', 'colour'],
    ])('returns 422 for %s', async (query, field) => {
      const { customer } = await aCustomer();
      const answer = await api.get(`${PATH}?${query}`, customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });
  });

  describe('DELETE /v1/sms/opt-outs/{id}', () => {
    it('returns 200 with the opt-out, allows messages again, and is audited with its reason', async () => {
      const { customer, send, receive, optOuts, remove } = await aCustomer();
      await receive('STOP');
      const [optOut] = await optOuts();
      const answer = await remove(optOut?.['id'], { reason: 'Subscribed on our website' });
      expect([answer.status, dataOf(answer), await optOuts()]).toEqual([200, optOut, []]);
      expect((await send()).status).toBe(201);
      const audited = itemsOf(await api.operator('GET', `/operator/audit?subject=${String(optOut?.['id'])}`));
      expect(audited).toMatchObject([
        {
          action: 'opt_out.delete',
          account_id: customer.accountId,
          actor: expect.stringMatching(/^key_/),
          before: { from_number: optOut?.['from_number'], keyword: 'STOP' },
          after: { reason: 'Subscribed on our website' },
        },
      ]);
    });

    it('returns 200 by a session, whose user the audit trail names', async () => {
      const { customer, receive, optOuts, remove } = await aCustomer();
      await receive('STOP');
      const [optOut] = await optOuts();
      expect((await remove(optOut?.['id'], { reason: 'x'.repeat(REASON_MAX) }, bySession(customer))).status).toBe(200);
      const audited = itemsOf(await api.operator('GET', `/operator/audit?subject=${String(optOut?.['id'])}`));
      expect(audited).toMatchObject([{ actor: customer.userId }]);
    });

    it("returns 404 for an ended opt-out, another account's opt-out, an unknown identifier and an invalid identifier", async () => {
      const { receive, optOuts, remove } = await aCustomer();
      const other = await aCustomer();
      await receive('STOP');
      const id = (await optOuts())[0]?.['id'];
      expect((await other.remove(id)).status).toBe(404);
      await remove(id);
      for (const each of [id, 'opt_0000000000000000000000000', 'stop']) {
        const answer = await remove(each);
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      }
    });

    it('returns 401 without a credential', async () => {
      const { remove } = await aCustomer();
      expect((await remove('opt_0000000000000000000000000', { reason: 'x' }, {})).status).toBe(401);
    });

    it.each<[string, Row, string[]]>([
      ['no reason', {}, ['reason']],
      ['an empty reason', { reason: '' }, ['reason']],
      ['a blank reason', { reason: ' \n ' }, ['reason']],
      ['a reason that is too long', { reason: 'x'.repeat(REASON_MAX + 1) }, ['reason']],
      ['an unknown member', { reason: 'x', force: true }, ['force']],
    ])('returns 422 for %s, and keeps the opt-out', async (_name, body, fields) => {
      const { receive, optOuts, remove } = await aCustomer();
      await receive('STOP');
      const before = await optOuts();
      const answer = await remove(before[0]?.['id'], body);
      expect([answer.status, fieldsOf(answer), await optOuts()]).toEqual([422, fields, before]);
    });
  });
});
