import { Ledger } from '@trunkline/billing-ledger';
import { Clock, newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { type Answer, type Customer, startApi, type TestApi } from '../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../support/numbering/shopping';

const RECIPIENTS_MAX = 1_000;
/** Numbers of New York, none of them with an ending that the sandbox treats in its own way. */
const recipient = (index: number) => `+1212555${String(index + 1_000).padStart(4, '0')}`;
const recipients = (count: number) => Array.from({ length: count }, (_, index) => recipient(index));
const resultsOf = (answer: Answer) => dataOf(answer)['items'] as Row[];

describe('/v1/sms/batches', () => {
  let api: TestApi;
  let customer: Customer;
  let from: string;

  beforeAll(async () => {
    api = await startApi();
    ({ customer, from } = await aSender(3_000));
  });
  afterAll(() => api.stop());

  async function aSender(cents: number) {
    const made = await api.customers.make({ balanceCents: 1_000 });
    await api.operator('PATCH', `/operator/accounts/${made.accountId}`, { tier: 'verified' });
    const number = String((await new Shopping(api, made).buy())['e164']);
    const { amountCents } = await wallet(made);
    const order = { description: 'Set', relatedKind: null, relatedId: null, reference: newId('op') };
    await api.use(Ledger).adjust({ ...order, accountId: made.accountId, amountCents: cents - amountCents });
    return { customer: made, from: number };
  }
  const wallet = ({ accountId }: Customer) => api.use(Ledger).balance(accountId);
  const send = (given: Row = {}, headers: Record<string, string> = {}, sender = customer) =>
    api.post('/v1/sms/batches', { from, recipients: recipients(3), body: 'Hello', ...given }, sender, headers);
  const read = (id: unknown, sender = customer) => api.get(`/v1/sms/batches/${String(id)}`, sender);
  const cancel = (id: unknown) => api.post(`/v1/sms/batches/${String(id)}/cancel`, undefined, customer);

  it('returns 201 with an outcome per recipient, holds the price of each, and reads the batch back', async () => {
    const before = await wallet(customer);
    const answer = await send({ body: 'a'.repeat(161), customer_reference: 'spring sale' });
    expect(answer.status).toBe(201);
    const { items, ...batch } = dataOf(answer);
    expect(batch).toEqual({
      id: expect.stringMatching(/^bat_/) as string,
      from,
      encoding: 'gsm7',
      segments: 2,
      total: 3,
      accepted: 3,
      price_cents: 6,
      customer_reference: 'spring sale',
      scheduled_at: null,
      created_at: expect.any(Number) as number,
    });
    expect(items).toEqual(
      recipients(3).map((to) => ({
        to,
        ok: true,
        sms_id: expect.stringMatching(/^sms_/) as string,
        status: 'queued',
        price_cents: 2,
        error_code: null,
        error_message: null,
      })),
    );
    expect((await wallet(customer)).heldCents).toBe(before.heldCents + 6);
    expect(dataOf(await read(batch['id']))).toEqual({ items, ...batch });
    const [first] = items as Row[];
    expect(dataOf(await api.get(`/v1/sms/${String(first?.['sms_id'])}`, customer))).toMatchObject({
      to: recipient(0),
      segments: 2,
      customer_reference: 'spring sale',
    });
  });

  it('refuses recipients by themselves, each with its reason, in the order in which they were given', async () => {
    const given = [recipient(0), '0151', recipient(1), recipient(0), '+5351234567', '+881612345678', recipient(2)];
    const answer = await send({ recipients: given });
    expect(resultsOf(answer).map(({ to, ok, error_code }) => [to, ok, error_code])).toEqual([
      [recipient(0), true, null],
      ['0151', false, 'invalid_input'],
      [recipient(1), true, null],
      [recipient(0), false, 'invalid_input'],
      ['+5351234567', false, 'destination_not_allowed'],
      ['+881612345678', false, 'destination_not_allowed'],
      [recipient(2), true, null],
    ]);
    expect(dataOf(answer)).toMatchObject({ total: 7, accepted: 3, price_cents: 3 });
    expect(resultsOf(answer)[1]?.['error_message']).toMatch('E.164');
    expect(resultsOf(await read(dataOf(answer)['id']))).toEqual(resultsOf(answer));
  });

  it('stores a batch of which no recipient gets a message', async () => {
    const answer = await send({ recipients: ['1', '+5351234567'] });
    expect([answer.status, dataOf(answer)]).toMatchObject([201, { accepted: 0, total: 2, price_cents: 0 }]);
    expect(dataOf(await read(dataOf(answer)['id']))).toEqual(dataOf(answer));
  });

  it('sends to 1,000 recipients at once', async () => {
    const { heldCents } = await wallet(customer);
    const started = performance.now();
    const answer = await send({ recipients: recipients(RECIPIENTS_MAX) });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(dataOf(answer)).toMatchObject({ total: 1_000, accepted: 1_000, price_cents: 1_000 });
    expect(resultsOf(answer).map(({ to }) => to)).toEqual(recipients(RECIPIENTS_MAX));
    expect((await wallet(customer)).heldCents).toBe(heldCents + 1_000);
    await cancel(dataOf(answer)['id']);
    expect((await wallet(customer)).heldCents).toBe(heldCents);
  });

  it('refuses the 10 of 1,000 recipients that have opted out, and sends to the others', async () => {
    const to = recipients(RECIPIENTS_MAX);
    const stopped = to.filter((_each, index) => index % 100 === 7);
    const other = await aSender(2_000);
    for (const each of stopped)
      await api.operator('POST', '/operator/sandbox/inbound-sms', { to: other.from, from: each, body: 'STOP' });
    const answer = await send({ from: other.from, recipients: to }, {}, other.customer);
    expect(dataOf(answer)).toMatchObject({ total: 1_000, accepted: 990, price_cents: 990 });
    const refused = resultsOf(answer).filter(({ ok }) => ok === false);
    expect(refused.map((item) => [item['to'], item['error_code'], item['sms_id']])).toEqual(
      stopped.map((each) => [each, 'recipient_opted_out', null]),
    );
    expect((await wallet(other.customer)).heldCents).toBe(990);
  });

  it('queues once for repeats with the same Idempotency-Key, also when the response was lost', async () => {
    const key = newId('op');
    const { heldCents } = await wallet(customer);
    const first = await send({ recipients: [...recipients(5), 'x'] }, { 'idempotency-key': key });
    // As if the process had been killed between the commit and the response, and its claim had expired.
    await api
      .use(Database)
      .query(
        `UPDATE platform.idempotency_keys SET status = NULL, body_sealed = NULL, locked_until = now() WHERE key = $1`,
        [key],
      );
    const second = await send({ recipients: [...recipients(5), 'x'] }, { 'idempotency-key': key });
    const third = await send({ recipients: [...recipients(5), 'x'] }, { 'idempotency-key': key });
    expect([second.status, dataOf(second)]).toEqual([201, dataOf(first)]);
    expect([third.headers.get('idempotent-replayed'), dataOf(third)]).toEqual(['true', dataOf(first)]);
    expect((await wallet(customer)).heldCents).toBe(heldCents + 5);
  });

  it('does not send to refused recipients when a lost response is repeated after a top-up', async () => {
    const poor = await aSender(3);
    const key = { 'idempotency-key': 'after a top-up' };
    const body = { from: poor.from, recipients: recipients(5) };
    const first = await send(body, key, poor.customer);
    await api
      .use(Database)
      .query(
        `UPDATE platform.idempotency_keys SET status = NULL, body_sealed = NULL, locked_until = now() WHERE key = $1`,
        ['after a top-up'],
      );
    const order = { description: 'Top-up', relatedKind: null, relatedId: null, reference: newId('op') };
    await api.use(Ledger).adjust({ ...order, accountId: poor.customer.accountId, amountCents: 100 });
    const second = await send(body, key, poor.customer);
    expect([second.status, dataOf(second)]).toEqual([201, dataOf(first)]);
    expect((await wallet(poor.customer)).heldCents).toBe(3);
  });

  it('gives the first recipients their messages where the balance does not cover all', async () => {
    const poor = await aSender(7);
    const answer = await send({ from: poor.from, recipients: recipients(10) }, {}, poor.customer);
    expect(resultsOf(answer).map(({ error_code }) => error_code)).toEqual([
      ...Array<null>(7).fill(null),
      ...Array<string>(3).fill('insufficient_balance'),
    ]);
    expect(await wallet(poor.customer)).toMatchObject({ heldCents: 7, amountCents: 7 });
  });

  it('never holds more than the balance when batches race', async () => {
    const poor = await aSender(7);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => send({ from: poor.from, recipients: recipients(5) }, {}, poor.customer)),
    );
    const accepted = answers.map((answer) => Number(dataOf(answer)['accepted'])).reduce((sum, each) => sum + each, 0);
    expect(accepted).toBe(7);
    expect((await wallet(poor.customer)).heldCents).toBe(7);
  });

  it('lists batches, newest first, a page at a time', async () => {
    const ids = [dataOf(await send())['id'], dataOf(await send())['id']].reverse();
    const first = await api.get('/v1/sms/batches?limit=1', customer);
    expect(itemsOf(first)).toMatchObject([{ id: ids[0], total: 3, accepted: 3 }]);
    const cursor = encodeURIComponent(String(dataOf(first)['next_cursor']));
    expect(itemsOf(await api.get(`/v1/sms/batches?limit=1&cursor=${cursor}`, customer))).toMatchObject([
      { id: ids[1] },
    ]);
  });

  it('cancels what is queued, and releases its price', async () => {
    const { heldCents } = await wallet(customer);
    const at = Math.floor(api.use(Clock).now().getTime() / 1000) + 3_600;
    const { id } = dataOf(await send({ scheduled_at: at }));
    expect((await wallet(customer)).heldCents).toBe(heldCents + 3);
    const answer = await cancel(id);
    expect([answer.status, dataOf(answer)]).toMatchObject([200, { scheduled_at: at, accepted: 3, price_cents: 0 }]);
    expect(resultsOf(answer).map(({ status, error_code }) => [status, error_code])).toEqual(
      Array(3).fill(['failed', 'cancelled']),
    );
    expect((await wallet(customer)).heldCents).toBe(heldCents);
    const again = await cancel(id);
    expect([again.status, codeOf(again)]).toEqual([409, 'invalid_state']);
  });

  it("returns 404 for an unknown batch and another account's", async () => {
    const { id } = dataOf(await send());
    const stranger = await api.customers.make();
    for (const answer of [
      await read('bat_0000000000000000000000000'),
      await read('x'),
      await read(id, stranger),
      await cancel('bat_0000000000000000000000000'),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  });

  it('returns 401 without credentials', async () => {
    expect((await api.post('/v1/sms/batches', {})).status).toBe(401);
    expect((await api.get('/v1/sms/batches')).status).toBe(401);
  });

  it('returns 409 capability_missing for a number without sms', async () => {
    const other = await aSender(100);
    await api
      .use(Database)
      .query(`UPDATE numbering.phone_numbers SET capabilities = '{voice}' WHERE e164 = $1`, [other.from]);
    expect(codeOf(await send({ from: other.from }, {}, other.customer))).toBe('capability_missing');
  });

  it.each([
    ['no recipients', { recipients: [] }, ['recipients']],
    ['too many recipients', { recipients: recipients(RECIPIENTS_MAX + 1) }, ['recipients']],
    ['a recipient that is no text', { recipients: [4] }, ['recipients']],
    ['a long recipient', { recipients: ['+'.padEnd(33, '1')] }, ['recipients']],
    ['a body that is too long', { body: 'a'.repeat(1601) }, ['body']],
    ['a number of no account', { from: '+12125550199' }, ['from']],
    ['a time that has passed', { scheduled_at: 1 }, ['scheduled_at']],
    ['an unknown member', { to: recipient(0) }, ['to']],
  ])('returns 422 for %s', async (_name, given, fields) => {
    const answer = await send(given);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });
});
