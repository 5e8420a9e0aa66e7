import { Ledger } from '@trunkline/billing-ledger';
import { Clock, newId } from '@trunkline/kernel';
import { DeliverMessages, SweepMessages } from '@trunkline/messaging';
import { Database, type MovableClock } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { type Customer, startApi, type TestApi } from '../support';
import { codeOf, dataOf, fieldsOf, itemsOf } from '../support/numbering/shopping';
import { aSender as senderWith, nowOf, OTHER_PARTY as TO } from '../support/sender';

const MONTH_SECONDS = 30 * 86_400;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.use(DeliverMessages).stop();
  await api.stop();
});

const now = () => nowOf(api);

const aSender = (balanceCents?: number) => senderWith(api, balanceCents);
const wallet = ({ accountId }: Customer) => api.use(Ledger).balance(accountId);

async function spendTo(customer: Customer, cents: number): Promise<void> {
  const { amountCents } = await wallet(customer);
  const order = { description: 'Spent', relatedKind: null, relatedId: null, reference: newId('op') };
  await api.use(Ledger).adjust({ ...order, accountId: customer.accountId, amountCents: cents - amountCents });
}

describe('POST /v1/sms', () => {
  it('returns 201 with the queued message, and holds its price', async () => {
    const { customer, from, send } = await aSender();
    const before = await wallet(customer);
    const answer = await send({ customer_reference: 'ticket 4711' });
    expect(answer.status).toBe(201);
    expect(dataOf(answer)).toMatchObject({
      id: expect.stringMatching(/^sms_/),
      direction: 'outbound',
      from,
      to: TO,
      body: 'Hello',
      segments: 1,
      status: 'queued',
      error_code: null,
      price_cents: 1,
      number_id: expect.stringMatching(/^num_/),
      customer_reference: 'ticket 4711',
      scheduled_at: null,
      sent_at: null,
      delivered_at: null,
      incomplete: false,
      automatic: false,
    });
    const after = await wallet(customer);
    expect([after.amountCents, after.heldCents]).toEqual([before.amountCents, before.heldCents + 1]);
    const holds = itemsOf(await api.get('/v1/billing/holds', customer));
    expect(holds).toMatchObject([{ kind: 'sms', related_id: dataOf(answer)['id'], amount_cents: 1 }]);
  });

  it('queues the first messages of more accounts than there are connections at the same time', async () => {
    const senders = await Promise.all(Array.from({ length: 12 }, () => aSender()));
    const answers = await Promise.all(senders.map(({ send }) => send()));
    expect(answers.map(({ status }) => status)).toEqual(senders.map(() => 201));
  });

  it('seals the body at rest', async () => {
    const { sent } = await aSender();
    const { id } = await sent({ body: 'The password is xyzzy' });
    const row = await api
      .use(Database)
      .get(`SELECT messages::text AS text FROM messaging.messages WHERE id = $1`, [id]);
    expect(row['text']).not.toMatch(/xyzzy|password/);
  });

  it('queues one message for repeats with the same Idempotency-Key', async () => {
    const { customer, send, list } = await aSender();
    const key = { 'idempotency-key': newId('op') };
    const [first, second] = [await send({}, key), await send({}, key)];
    expect(dataOf(second)).toEqual(dataOf(first));
    expect([await list(), (await wallet(customer)).heldCents]).toMatchObject([[{ id: dataOf(first)['id'] }], 1]);
  });

  it('finds the message when the response was lost', async () => {
    const { customer, send, list } = await aSender();
    const key = newId('op');
    const first = await send({}, { 'idempotency-key': key });
    // As if the process had been killed between the commit and the response, and its claim had expired.
    await api
      .use(Database)
      .query(
        `UPDATE platform.idempotency_keys SET status = NULL, body_sealed = NULL, locked_until = now() WHERE key = $1`,
        [key],
      );
    const second = await send({}, { 'idempotency-key': key });
    expect([second.status, dataOf(second)['id'], dataOf(second)['body']]).toEqual([201, dataOf(first)['id'], 'Hello']);
    expect([(await list()).length, (await wallet(customer)).heldCents]).toEqual([1, 1]);
  });

  it('schedules a message, at most 30 days ahead', async () => {
    const { sent, send } = await aSender();
    const at = now() + MONTH_SECONDS - 60;
    expect(await sent({ scheduled_at: at })).toMatchObject({ status: 'queued', scheduled_at: at });
    for (const scheduledAt of [now() - 1, now() + MONTH_SECONDS + 60]) {
      const answer = await send({ scheduled_at: scheduledAt });
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['scheduled_at']]);
    }
  });

  it('returns 402 insufficient_balance when the balance does not cover the message', async () => {
    const { customer, send, list } = await aSender();
    await spendTo(customer, 0);
    const answer = await send();
    expect([answer.status, codeOf(answer), await list()]).toEqual([402, 'insufficient_balance', []]);
  });

  it('returns 403 destination_not_allowed with the rule for a country that the account does not allow', async () => {
    const { send } = await aSender();
    const answer = await send({ to: '+254712123456' });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'destination_not_allowed']);
    expect(answer.body.error?.fields).toEqual({ rule: 'country_not_allowed' });
  });

  it('returns 403 spend_cap_reached past the daily cap, which calls share', async () => {
    const { customer, send } = await aSender();
    await api.use(Database).query(
      `UPDATE billing.wallets SET outbound_spent_cents = 1000, outbound_spent_on = (now() AT TIME ZONE 'UTC')::date
        WHERE account_id = $1`,
      [customer.accountId],
    );
    const answer = await send();
    expect([answer.status, codeOf(answer)]).toEqual([403, 'spend_cap_reached']);
  });

  it('returns 403 account_suspended for a suspended account', async () => {
    const { customer, send } = await aSender();
    await api.operator('POST', `/operator/accounts/${customer.accountId}/suspend`, { reason: 'x' });
    const answer = await send();
    expect([answer.status, codeOf(answer)]).toEqual([403, 'account_suspended']);
  });

  it('returns 409 capability_missing for a number without sms', async () => {
    const { from, send } = await aSender();
    await api
      .use(Database)
      .query(`UPDATE numbering.phone_numbers SET capabilities = '{voice}' WHERE e164 = $1`, [from]);
    const answer = await send();
    expect([answer.status, codeOf(answer)]).toEqual([409, 'capability_missing']);
  });

  it("returns 422 naming the sender for another account's number, and for an inactive number", async () => {
    const { from, send } = await aSender();
    const other = await aSender();
    const foreign = await send({ from: other.from });
    expect([foreign.status, fieldsOf(foreign)]).toEqual([422, ['from']]);
    await api
      .use(Database)
      .query(`UPDATE numbering.phone_numbers SET status = 'suspended', suspended_for = '{account}' WHERE e164 = $1`, [
        from,
      ]);
    const suspended = await send();
    expect([suspended.status, fieldsOf(suspended)]).toEqual([422, ['from']]);
  });

  it.each([
    ['body', ''],
    ['body', 'a'.repeat(1_601)],
    ['to', '12125550100'],
    ['to', 'Ada'],
    ['customer_reference', 'a'.repeat(201)],
    ['scheduled_at', 'tomorrow'],
    ['smart_encoding', 1],
  ])('returns 422 naming %s for %j', async (field, value) => {
    const { send } = await aSender();
    const answer = await send({ [field]: value });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });

  it('accepts a body of 1,600 characters', async () => {
    const { sent } = await aSender();
    expect(await sent({ body: 'a'.repeat(1_600) })).toMatchObject({ status: 'queued' });
  });
});

describe('POST /v1/sms/{id}/cancel', () => {
  it('returns 200, fails the message and releases its price', async () => {
    const { customer, sent, cancel } = await aSender();
    const message = await sent({ scheduled_at: now() + 3_600 });
    const answer = await cancel(message);
    expect([answer.status, dataOf(answer)]).toMatchObject([200, { status: 'failed', error_code: 'cancelled' }]);
    expect(await wallet(customer)).toMatchObject({ heldCents: 0 });
    const again = await cancel(message);
    expect([again.status, codeOf(again)]).toEqual([409, 'invalid_state']);
  });

  it("returns 404 for another account's message, and for an unknown one", async () => {
    const { sent } = await aSender();
    const other = await aSender();
    const message = await sent();
    expect((await other.cancel(message)).status).toBe(404);
    expect((await other.cancel({ id: 'sms_none' })).status).toBe(404);
  });

  it('returns 409 invalid_state for a message that is being handed to a carrier', async () => {
    const { sent, cancel } = await aSender();
    const message = await sent();
    await api
      .use(Database)
      .query(
        `UPDATE messaging.messages SET phase = 'submitting', due_at = NULL, claimed_by = 'x', claimed_at = now() WHERE id = $1`,
        [message['id']],
      );
    const answer = await cancel(message);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
  });
});

describe('GET /v1/sms', () => {
  it('filters by direction, numbers, status and time, and pages without gaps', async () => {
    const { customer, from, sent, cancel, list } = await aSender();
    const first = await sent({ to: '+12125550111' });
    const second = await sent({ to: '+12125550112', scheduled_at: now() + 3_600 });
    await cancel(second);
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    const both = [second['id'], first['id']];
    expect(await ids('')).toEqual(both);
    expect(await ids('?direction=inbound')).toEqual([]);
    expect(await ids(`?from_number=${encodeURIComponent(from)}`)).toEqual(both);
    expect(await ids(`?to_number=+12125550111`)).toEqual([first['id']]);
    expect(await ids('?status=failed')).toEqual([second['id']]);
    expect(await ids('?status=queued,failed')).toEqual(both);
    expect(await ids(`?from=${String(now() + 60)}`)).toEqual([]);
    const page = dataOf(await api.get('/v1/sms?limit=1', customer));
    expect(await ids(`?limit=1&cursor=${String(page['next_cursor'])}`)).toEqual([first['id']]);
  });

  it('returns nothing of another account', async () => {
    const { sent } = await aSender();
    const other = await aSender();
    const message = await sent();
    expect(await other.list()).toEqual([]);
    expect((await api.get(`/v1/sms/${String(message['id'])}`, other.customer)).status).toBe(404);
  });

  it('returns a null body after its retention', async () => {
    const { sent, read } = await aSender();
    const message = await sent({ scheduled_at: now() + 3_600 });
    const other = await sent();
    await api
      .use(Database)
      .query(`UPDATE messaging.messages SET created_at = created_at - interval '31 days' WHERE id = ANY ($1)`, [
        [message['id'], other['id']],
      ]);
    await api.use(SweepMessages).prune();
    expect(await read(message)).toMatchObject({ body: 'Hello', status: 'queued' });
  });
});

describe('delivery in the sandbox', () => {
  /** Works until nothing is on its way. */
  const deliver = async (until: () => Promise<void>) => {
    const deliverMessages = api.use(DeliverMessages);
    await eventually(async () => {
      await deliverMessages.round();
      await until();
    });
  };

  it('delivers at once, charges once, and shows message, transaction and usage', async () => {
    const { customer, sent, read } = await aSender();
    const message = await sent();
    await deliver(async () => expect(await read(message)).toMatchObject({ status: 'delivered' }));
    expect(await read(message)).toMatchObject({ sent_at: expect.any(Number), delivered_at: expect.any(Number) });
    const query = `/v1/billing/transactions?related_kind=sms&related_id=${String(message['id'])}`;
    expect(itemsOf(await api.get(query, customer))).toMatchObject([{ kind: 'charge', amount_cents: -1 }]);
    const usage = itemsOf(await api.get('/v1/billing/usage?group_by=kind', customer));
    expect(usage).toContainEqual(expect.objectContaining({ key: 'sms_outbound', cost_cents: 1 }));
    expect(await wallet(customer)).toMatchObject({ heldCents: 0 });
  });

  it.each([
    ['90', 'failed', 'recipient_invalid', 0],
    ['91', 'undelivered', 'undeliverable', 1],
    ['92', 'sent', null, 1],
    ['93', 'sent', null, 1],
    ['94', 'delivered', null, 1],
    ['95', 'delivered', null, 1],
    ['96', 'delivered', null, 1],
  ])('of a recipient that ends with %s is %s', async (ending, status, errorCode, charges) => {
    const { customer, sent, read, list } = await aSender();
    const message = await sent({ to: `+121255502${ending}` });
    await deliver(async () => expect(await read(message)).toMatchObject({ status, error_code: errorCode }));
    const query = `/v1/billing/transactions?related_kind=sms&related_id=${String(message['id'])}`;
    expect(itemsOf(await api.get(query, customer))).toHaveLength(charges);
    const replies = ending === '95' || ending === '96' ? 1 : 0;
    await eventually(async () => expect(await list('?direction=inbound')).toHaveLength(replies));
  });

  it('follows the test clock: a late receipt after 60 seconds, and none after 72 hours', async () => {
    const { sent, read } = await aSender();
    const [late, lost] = [await sent({ to: '+12125550293' }), await sent({ to: '+12125550292' })];
    await deliver(async () =>
      expect([(await read(late))['status'], (await read(lost))['status']]).toEqual(['sent', 'sent']),
    );
    await (api.use(Clock) as MovableClock).advance(61);
    await deliver(async () => expect(await read(late)).toMatchObject({ status: 'delivered' }));
    await (api.use(Clock) as MovableClock).advance(3 * 86_400);
    await api.use(SweepMessages).sweep();
    expect(await read(lost)).toMatchObject({ status: 'undelivered', error_code: 'no_receipt' });
  });
});
