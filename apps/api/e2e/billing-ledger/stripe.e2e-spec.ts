import { HandleProcessorEvents, Journal, SettleTopups } from '@trunkline/billing-ledger';
import { FakeStripe } from '@trunkline/billing-ledger/testing';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../support/numbering/shopping';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../support';

const PATH = '/webhooks/payments/stripe';

describe('with Stripe as the card processor', () => {
  let stripe: FakeStripe;
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    stripe = await FakeStripe.start();
    const { secretKey, publishableKey, webhookSecrets, apiBase } = stripe.config;
    api = await startApi({
      CARD_PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRETS: webhookSecrets.join(),
      STRIPE_API_BASE: apiBase.origin,
    });
  });
  beforeEach(async () => {
    customer = await api.customers.make();
    stripe.callbacks(new Date());
  });
  afterEach(async () => {
    expect(await api.use(Journal).verify()).toEqual([]);
  });
  afterAll(async () => {
    await api.stop();
    await stripe.stop();
  });

  const addCard = (card: string) =>
    api.post('/v1/billing/payment-methods', { processor_payment_method_id: card }, bySession(customer));
  const topUp = async (card = 'pm_card_visa'): Promise<Answer> => {
    expect((await addCard(card)).status).toBe(201);
    return api.post('/v1/billing/topups', { amount_cents: 2500 }, customer);
  };
  const intentOf = (answer: Answer) => String(dataOf(answer)['processor_payment_intent_id']);
  const topupOf = async (answer: Answer) =>
    dataOf(await api.get(`/v1/billing/topups/${String(dataOf(answer)['id'])}`, customer));
  /** Posts Stripe's pending events, each the given number of times, and handles them as the worker does. */
  const hear = async (times = 1) => {
    const callbacks = stripe.callbacks(new Date());
    for (let time = 0; time < times; time++) {
      for (const { rawBody, signature } of callbacks) {
        const answer = await api.post(PATH, rawBody.toString(), {}, { 'stripe-signature': signature });
        expect([answer.status, answer.body.data]).toEqual([200, { received: true }]);
        await api.use(HandleProcessorEvents).handle((JSON.parse(rawBody.toString()) as { id: string }).id);
      }
    }
  };
  const amounts = async () => {
    const list = await api.get('/v1/billing/transactions?order=asc&kind=topup,chargeback,refund', customer);
    return itemsOf(list).map((row: Row) => [row['kind'], row['amount_cents']]);
  };

  it('returns a client secret for saving a card', async () => {
    const setUp = (key: string) =>
      api.post('/v1/billing/payment-methods/setup', undefined, bySession(customer), { 'idempotency-key': key });
    const answer = await setUp('setup 1');
    expect([answer.status, dataOf(answer)]).toEqual([
      201,
      {
        setup_id: expect.stringMatching(/^seti_/),
        client_secret: expect.stringContaining('_secret_'),
        publishable_key: 'pk_test_fake',
        expires_at: expect.any(Number),
      },
    ]);
    expect(stripe.state.setups.get(String(dataOf(answer)['setup_id']))).toMatchObject({
      customer: expect.stringMatching(/^cus_/),
    });
    expect(dataOf(await setUp('setup 2'))['setup_id']).not.toBe(dataOf(answer)['setup_id']);
  });

  it('saves a card, charges it and credits the balance once for repeated callbacks', async () => {
    const answer = await topUp();
    expect([answer.status, dataOf(answer)['status']]).toEqual([201, 'succeeded']);
    await hear(2);
    expect(await amounts()).toEqual([['topup', 2500]]);
    expect(stripe.state.intents.get(intentOf(answer))).toMatchObject({ amount: 2500, currency: 'usd' });
  });

  it("rejects another account's, a declined and an unknown card", async () => {
    const stranger = await api.customers.make();
    const body = { processor_payment_method_id: 'pm_card_visa' };
    const theirs = dataOf(await api.post('/v1/billing/payment-methods', body, bySession(stranger)));
    const stolen = await addCard(String(theirs['processor_payment_method_id']));
    expect([stolen.status, fieldsOf(stolen)]).toEqual([422, ['processor_payment_method_id']]);
    const declined = await addCard('pm_card_chargeDeclined');
    expect([declined.status, codeOf(declined)]).toEqual([402, 'payment_method_declined']);
    expect((await addCard('pm_nothing')).status).toBe(422);
  });

  it('returns 402 payment_declined, and stays failed after the callback', async () => {
    const answer = await topUp('pm_card_chargeCustomerFail');
    expect([answer.status, codeOf(answer)]).toEqual([402, 'payment_declined']);
    await hear();
    expect(await amounts()).toEqual([]);
  });

  it('credits the balance when the callback reports the authentication', async () => {
    const answer = await topUp('pm_card_authenticationRequired');
    expect(dataOf(answer)).toMatchObject({
      status: 'requires_action',
      client_secret: expect.stringContaining('_secret_'),
    });
    stripe.authenticate(intentOf(answer));
    await hear();
    expect(await topupOf(answer)).toMatchObject({ status: 'succeeded', client_secret: null });
    expect(await amounts()).toEqual([['topup', 2500]]);
  });

  it('debits disputes, credits won disputes and debits refunds, each once', async () => {
    const answer = await topUp('pm_card_createDispute');
    await hear(2);
    stripe.winDispute(intentOf(answer));
    await hear(2);
    stripe.state.addRefund(stripe.state.intent(intentOf(answer)), 300, {});
    await hear(2);
    expect(await amounts()).toEqual([
      ['topup', 2500],
      ['chargeback', -2500],
      ['chargeback', 2500],
      ['refund', -300],
    ]);
  });

  it('is processing when Stripe does not respond, and the sweeper settles it with one charge', async () => {
    await addCard('pm_card_visa');
    const before = stripe.state.intents.size;
    stripe.faults.push('unanswered', 'unanswered', 'unanswered');
    const answer = await api.post('/v1/billing/topups', { amount_cents: 2500 }, customer);
    expect([answer.status, dataOf(answer)['status']]).toEqual([201, 'processing']);
    await api
      .use(Database)
      .query(`UPDATE billing.topups SET check_at = now() - interval '1 second' WHERE check_at IS NOT NULL`);
    await api.use(SettleTopups).settle();
    expect((await topupOf(answer))['status']).toBe('succeeded');
    expect(stripe.state.intents.size).toBe(before + 1);
  });

  it('returns 502 processor_error when a setup gets no response', async () => {
    stripe.faults.push('lost', 'lost', 'lost');
    const answer = await api.post('/v1/billing/payment-methods/setup', undefined, bySession(customer));
    expect([answer.status, codeOf(answer)]).toEqual([502, 'processor_error']);
  });

  it('serves neither sandbox callbacks nor sandbox actions', async () => {
    const [callback] = [{ rawBody: '{}', signature: 't=1,v1=00' }];
    const headers = { 'stripe-signature': callback.signature };
    expect((await api.post('/webhooks/payments/sandbox', callback.rawBody, {}, headers)).status).toBe(404);
    expect((await api.post(PATH, callback.rawBody, {}, headers)).status).toBe(400);
    const fault = { target: 'processor', kind: 'slow', times: 1 };
    expect((await api.operator('POST', '/operator/sandbox/faults', fault)).status).toBe(404);
    const path = '/operator/sandbox/payments/pi_1/actions';
    expect((await api.operator('POST', path, { action: 'refund' })).status).toBe(404);
  });
});
