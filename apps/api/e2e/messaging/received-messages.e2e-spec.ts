import { Ledger } from '@trunkline/billing-ledger';
import { newId } from '@trunkline/kernel';
import { eventually } from '@trunkline/platform/testing';
import { startApi, type TestApi } from '../support';
import { dataOf, itemsOf, type Row, Shopping } from '../support/numbering/shopping';

const THEM = '+4915112345678';
const DECK =
  'prefix,description,direction,price_per_segment\n1,North America,inbound,0.015\n1,North America,outbound,0.01\n';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function aReceiver(balanceCents = 1_000) {
  const customer = await api.customers.make({ balanceCents });
  const number = String((await new Shopping(api, customer).buy())['e164']);
  const receive = async (body: string) => {
    const sent = await api.operator('POST', '/operator/sandbox/inbound-sms', { to: number, from: THEM, body });
    expect(sent.status).toBe(200);
  };
  const received = async () => itemsOf(await api.get('/v1/sms?direction=inbound', customer));
  return { customer, number, receive, received };
}

/** Gives the account a deck with a price of received messages. */
async function price({ customer }: Awaited<ReturnType<typeof aReceiver>>): Promise<void> {
  const headers = { 'content-type': 'text/csv' };
  const deck = dataOf(await api.operator('POST', `/operator/rate-decks?name=Received&kind=sms`, DECK, headers));
  const id = String(deck['id']);
  await api.operator('POST', `/operator/rate-decks/${id}/activate`, {});
  const path = `/operator/accounts/${customer.accountId}`;
  expect((await api.operator('PATCH', path, { sms_rate_deck_id: id })).status).toBe(200);
}

describe('a received message', () => {
  it('is free without an inbound price', async () => {
    const { customer, receive, received } = await aReceiver();
    const { amountCents } = await api.use(Ledger).balance(customer.accountId);
    await receive('Hello');
    await eventually(async () => expect(await received()).toMatchObject([{ status: 'received', price_cents: 0 }]));
    expect(await api.use(Ledger).balance(customer.accountId)).toMatchObject({ amountCents });
  });

  it('is charged by the deck of the account: in its list, transactions, usage, prices and invoice', async () => {
    const receiver = await aReceiver();
    const { customer, number, receive, received } = receiver;
    await price(receiver);
    for (const body of ['a'.repeat(161), 'Hello', 'STOP']) await receive(body);
    await eventually(async () => expect(await received()).toHaveLength(3));
    const messages: Row[] = (await received()).toReversed();
    expect(messages.map(({ segments, price_cents }) => [segments, price_cents])).toEqual([
      [2, 3],
      [1, 2],
      [1, 2],
    ]);
    const query = `/v1/billing/transactions?related_kind=sms&related_id=${String(messages[0]?.['id'])}`;
    expect(itemsOf(await api.get(query, customer))).toMatchObject([
      { kind: 'charge', amount_cents: -3, description: `Inbound message to ${number}` },
    ]);
    const usage = itemsOf(await api.get('/v1/billing/usage?group_by=kind', customer));
    expect(usage).toContainEqual(expect.objectContaining({ key: 'sms_inbound', cost_cents: 7, charges: 3 }));
    const rates = itemsOf(await api.get('/v1/billing/sms-rates?direction=inbound', customer));
    expect(rates).toMatchObject([{ prefix: '1', direction: 'inbound', price_per_segment_display: '$0.0150' }]);
    const lines = dataOf(await api.get('/v1/invoices/inv_draft', customer))['lines'] as Row[];
    expect(
      lines.filter(({ kind }) => kind === 'sms').map(({ quantity, amount_cents }) => [quantity, amount_cents]),
    ).toEqual(
      expect.arrayContaining([
        [1, 3],
        [2, 4],
      ]),
    );
  });

  it('is received with an empty wallet, and charged below zero', async () => {
    const receiver = await aReceiver();
    const { customer, receive, received } = receiver;
    await price(receiver);
    const { accountId } = customer;
    const { amountCents } = await api.use(Ledger).balance(accountId);
    const order = { description: 'Spent', relatedKind: null, relatedId: null, reference: newId('op') };
    await api.use(Ledger).adjust({ ...order, accountId, amountCents: -amountCents });
    await receive('Hello');
    await eventually(async () => expect(await received()).toMatchObject([{ price_cents: 2 }]));
    expect(await api.use(Ledger).balance(accountId)).toMatchObject({ amountCents: -2 });
  });
});
