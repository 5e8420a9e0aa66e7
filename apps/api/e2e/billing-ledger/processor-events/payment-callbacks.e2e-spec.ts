import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { DeliverSandboxEvents, HandleProcessorEvents } from '@trunkline/billing-ledger';
import { newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { bySession, type Customer, startApi, type TestApi } from '../../support';

const SECRET = 'a-webhook-secret-for-tests-of-32-characters';
const PATH = '/webhooks/payments/sandbox';

/** Stripe's signature scheme (docs.stripe.com/webhooks/signature). */
function signatureOf(body: string | Buffer, secret = SECRET, at = Math.floor(Date.now() / 1000)): string {
  const mac = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
  return `t=${at},v1=${mac}`;
}

function eventOf(type: string, object: Row = {}): { id: string; body: string } {
  const id = newId('evt');
  return { id, body: JSON.stringify({ id, object: 'event', type, data: { object } }) };
}

describe('callbacks of the card processor', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi({ SANDBOX_WEBHOOK_SECRET: SECRET });
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const call = (body: string, signature = signatureOf(body), path = PATH) =>
    api.post(path, body, {}, { 'stripe-signature': signature });
  it('carry the rate limit headers, whatever the outcome, and are never rejected for it', async () => {
    const limited = await startApi({ SANDBOX_WEBHOOK_SECRET: SECRET, RATE_LIMIT_FACTOR: '0.001' });
    const { body } = eventOf('charge.succeeded');
    const headers = { 'stripe-signature': signatureOf(body) };
    const answers = [];
    for (let n = 0; n < 9; n++) answers.push(await limited.post(PATH, body, {}, headers));
    answers.push(await limited.post(PATH, body, {}, { 'stripe-signature': 'wrong' }));
    await limited.stop();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, answers.at(-1)?.status]));
    for (const each of answers) {
      expect(each.status).not.toBe(429);
      const names = ['limit', 'remaining', 'reset'].map((name) => each.headers.get(`x-ratelimit-${name}`));
      expect(names).toEqual(['6', expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);
    }
  });

  const stored = (id: string) =>
    api
      .use(Database)
      .query<{ status: string }>(`SELECT status FROM billing.processor_events WHERE event_id = $1`, [id]);
  const topUp = async (card: string, body: Row = { amount_cents: 2500 }) => {
    const method = { processor_payment_method_id: card, set_default: true };
    await api.post('/v1/billing/payment-methods', method, bySession(customer));
    return api.post('/v1/billing/topups', body, customer);
  };
  const happen = (intentId: unknown, body: Row) =>
    api.operator('POST', `/operator/sandbox/payments/${String(intentId)}/actions`, body);
  /** Runs the worker's handling of received events. */
  const work = async () => {
    await api.use(DeliverSandboxEvents).deliverDue();
    const waiting = await api
      .use(Database)
      .query<{ event_id: string }>(`SELECT event_id FROM billing.processor_events WHERE status = 'received'`);
    for (const { event_id } of waiting) await api.use(HandleProcessorEvents).handle(event_id);
  };
  const amounts = async () => {
    const list = await api.get('/v1/billing/transactions?order=asc', customer);
    return itemsOf(list).map((row) => [row['kind'], row['amount_cents']]);
  };

  describe('POST /webhooks/payments/{processor}', () => {
    it('returns 200 and stores the event once, for every type and repetition', async () => {
      const { id, body } = eventOf('customer.created');
      for (let time = 0; time < 3; time++) {
        const answer = await call(body);
        expect([answer.status, answer.body.data]).toEqual([200, { received: true }]);
      }
      expect(await stored(id)).toEqual([{ status: 'ignored' }]);
    });

    it('returns 200 for any JSON layout and content type', async () => {
      const { id, body } = eventOf('customer.created', { name: 'Ünïcode' });
      const spaced = JSON.stringify(JSON.parse(body), null, 2);
      const headers = { 'stripe-signature': signatureOf(spaced), 'content-type': 'text/plain' };
      expect((await api.post(PATH, spaced, {}, headers)).status).toBe(200);
      expect(await stored(id)).toHaveLength(1);
    });

    it('returns 400 malformed_request, with nothing stored, when body or signature differ by one byte', async () => {
      const { id, body } = eventOf('customer.created');
      const signature = signatureOf(body);
      const last = signature.endsWith('0') ? '1' : '0';
      const attempts = [
        await call(`${body} `, signature),
        await call(body.replace('created', 'creatfd'), signature),
        await call(body, signature.slice(0, -1) + last),
        await call(body, signatureOf(body, `${SECRET}x`)),
        await call(body, signature.replace('v1=', 'v0=')),
        await call(body, 'nonsense'),
        await api.post(PATH, body),
        await api.post(PATH),
      ];
      const seen = attempts.map((answer) => [answer.status, codeOf(answer)]);
      expect(seen).toEqual(attempts.map(() => [400, 'malformed_request']));
      expect(await stored(id)).toEqual([]);
    });

    it('returns 400 for a signature older than five minutes', async () => {
      const { id, body } = eventOf('customer.created');
      const now = Math.floor(Date.now() / 1000);
      const answer = await call(body, signatureOf(body, SECRET, now - 305));
      expect([answer.status, codeOf(answer)]).toEqual([400, 'malformed_request']);
      expect((await call(body, signatureOf(body, SECRET, now - 250))).status).toBe(200);
      expect(await stored(id)).toHaveLength(1);
    });

    it('returns 400 for a signed body that is not an event', async () => {
      for (const body of ['', 'text', 'null', '[]', '{}', '{"id":1,"type":"x"}', '{"id":"evt_1","type":"x"}']) {
        expect([body, (await call(body)).status]).toEqual([body, 400]);
      }
    });

    it('returns 400 for signed bytes that are not UTF-8', async () => {
      const body = Buffer.concat([Buffer.from('{"id":"evt_x","type":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
      const headers = { 'stripe-signature': signatureOf(body) };
      const answer = await fetch(`${api.url}${PATH}`, { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
    });

    it.each(['stripe', 'paypal', 'Sandbox', '..%2Fsandbox'])('returns 404 for the processor %s', async (processor) => {
      const { id, body } = eventOf('customer.created');
      const answer = await call(body, signatureOf(body), `/webhooks/payments/${processor}`);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      expect(await stored(id)).toEqual([]);
    });

    it('returns 405 for another method', async () => {
      expect((await api.get(PATH)).status).toBe(405);
    });

    it('returns 413 past 256 KiB', async () => {
      const { body } = eventOf('customer.created', { x: 'x'.repeat(300_000) });
      const answer = await call(body);
      expect([answer.status, codeOf(answer)]).toEqual([413, 'payload_too_large']);
    });

    it('returns 415 for a compressed body', async () => {
      const { body } = eventOf('customer.created');
      const headers = { 'content-encoding': 'gzip', 'stripe-signature': signatureOf(body) };
      const answer = await fetch(`${api.url}${PATH}`, { method: 'POST', headers, body: gzipSync(body) });
      expect(answer.status).toBe(415);
    });

    it('returns 422 for a query', async () => {
      const { body } = eventOf('customer.created');
      const answer = await call(body, signatureOf(body), `${PATH}?a=1`);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['a']]);
    });

    it("settles an authenticated top-up with a signature of Stripe's library", async () => {
      const topup = dataOf(await topUp('pm_card_authenticationRequired'));
      expect(topup).toMatchObject({ status: 'requires_action', client_secret: expect.stringContaining('_secret_') });
      const { id, body } = eventOf('payment_intent.succeeded', {
        id: topup['processor_payment_intent_id'],
        object: 'payment_intent',
        status: 'succeeded',
        amount: 2500,
        currency: 'usd',
        metadata: { trunkline_key: topup['id'] },
      });
      expect((await call(body)).status).toBe(200);
      await api.use(HandleProcessorEvents).handle(id);
      const settled = dataOf(await api.get(`/v1/billing/topups/${String(topup['id'])}`, customer));
      expect(settled).toMatchObject({ status: 'succeeded', client_secret: null, transaction_id: expect.any(String) });
      expect(await amounts()).toEqual([
        ['trial_credit', 500],
        ['topup', 2500],
      ]);
    });

    it('debits a disputed payment, also below zero, and credits it when the dispute is won', async () => {
      const topup = dataOf(await topUp('pm_card_createDispute'));
      await work();
      const [, , chargeback] = itemsOf(await api.get('/v1/billing/transactions?order=asc', customer));
      expect(chargeback).toMatchObject({
        kind: 'chargeback',
        amount_cents: -2500,
        related_kind: 'topup',
        related_id: topup['id'],
        processor_payment_intent_id: topup['processor_payment_intent_id'],
      });
      await happen(topup['processor_payment_intent_id'], { action: 'win_dispute' });
      await work();
      expect((await amounts()).slice(2)).toEqual([
        ['chargeback', -2500],
        ['chargeback', 2500],
      ]);
    });

    it('debits each refund of the processor once', async () => {
      const topup = dataOf(await topUp('pm_card_visa'));
      await happen(topup['processor_payment_intent_id'], { action: 'refund', amount_cents: 1000 });
      await work();
      await happen(topup['processor_payment_intent_id'], { action: 'refund', amount_cents: 500 });
      await work();
      await work();
      expect((await amounts()).slice(2)).toEqual([
        ['refund', -1000],
        ['refund', -500],
      ]);
    });
  });

  describe('POST /operator/sandbox/payments/{id}/actions', () => {
    it('returns 200 and updates the top-up', async () => {
      const topup = dataOf(await topUp('pm_card_authenticationRequired'));
      const answer = await happen(topup['processor_payment_intent_id'], { action: 'authenticate' });
      expect([answer.status, dataOf(answer)]).toEqual([
        200,
        { processor_payment_intent_id: topup['processor_payment_intent_id'], action: 'authenticate' },
      ]);
      await work();
      const settled = await api.get(`/v1/billing/topups/${String(topup['id'])}`, customer);
      expect(dataOf(settled)['status']).toBe('succeeded');
    });

    it('returns 200 when authentication fails, and fails the top-up', async () => {
      const topup = dataOf(await topUp('pm_card_authenticationRequired'));
      await happen(topup['processor_payment_intent_id'], { action: 'fail_authentication' });
      await work();
      const settled = await api.get(`/v1/billing/topups/${String(topup['id'])}`, customer);
      expect(dataOf(settled)).toMatchObject({
        status: 'failed',
        failure_code: 'payment_intent_authentication_failure',
      });
    });

    it('returns 404 for an unknown payment', async () => {
      expect((await happen('pi_nothing', { action: 'authenticate' })).status).toBe(404);
    });

    it.each(['authenticate', 'fail_authentication', 'win_dispute', 'lose_dispute'])(
      'returns 409 invalid_state for %s of a payment that succeeded undisputed',
      async (action) => {
        const topup = dataOf(await topUp('pm_card_visa'));
        const answer = await happen(topup['processor_payment_intent_id'], { action });
        expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
      },
    );

    it('returns 409 invalid_state for refunding more than is left and disputing twice', async () => {
      const intent = dataOf(await topUp('pm_card_visa'))['processor_payment_intent_id'];
      expect((await happen(intent, { action: 'refund', amount_cents: 2000 })).status).toBe(200);
      expect((await happen(intent, { action: 'refund', amount_cents: 501 })).status).toBe(409);
      expect((await happen(intent, { action: 'dispute', amount_cents: 100 })).status).toBe(200);
      expect((await happen(intent, { action: 'dispute', amount_cents: 100 })).status).toBe(409);
    });

    it.each([
      [{ action: 'vanish' }, 'action'],
      [{}, 'action'],
      [{ action: 'refund', amount_cents: 0 }, 'amount_cents'],
      [{ action: 'refund', amount_cents: 2501 }, 'amount_cents'],
      [{ action: 'refund', amount_cents: 1.5 }, 'amount_cents'],
    ])('returns 422 for %j', async (body, field) => {
      const topup = dataOf(await topUp('pm_card_visa'));
      const answer = await happen(topup['processor_payment_intent_id'], body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });

    it("returns 401 without an operator's token", async () => {
      const path = '/operator/sandbox/payments/pi_1/actions';
      const answer = await api.operator('POST', path, { action: 'refund' }, { authorization: 'Bearer unknown' });
      expect(answer.status).toBe(401);
    });
  });

  describe('POST /operator/sandbox/faults', () => {
    const script = (body: Row) => api.operator('POST', '/operator/sandbox/faults', body);
    const audited = () => api.operator('GET', '/operator/audit?action=sandbox.faults');

    it('returns 201, and a charge without a response is processing until it is known', async () => {
      await topUp('pm_card_visa');
      const answer = await script({ target: 'processor', kind: 'timeout', times: 1 });
      expect([answer.status, dataOf(answer)]).toEqual([
        201,
        { target: 'processor', on: 'request', kind: 'timeout', times: 1 },
      ]);
      const topup = await api.post('/v1/billing/topups', { amount_cents: 700 }, customer);
      expect([topup.status, dataOf(topup)['status']]).toEqual([201, 'processing']);
      await work();
      const settled = await api.get(`/v1/billing/topups/${String(dataOf(topup)['id'])}`, customer);
      expect(dataOf(settled)['status']).toBe('succeeded');
      expect(itemsOf(await audited())[0]).toMatchObject({ subject: 'processor', after: { kind: 'timeout' } });
    });

    it('returns 201, and a setup without a response returns 502 processor_error', async () => {
      await script({ target: 'processor', kind: 'error', times: 1 });
      const setUp = () => api.post('/v1/billing/payment-methods/setup', undefined, bySession(customer));
      const answer = await setUp();
      expect([answer.status, codeOf(answer)]).toEqual([502, 'processor_error']);
      expect((await setUp()).status).toBe(201);
    });

    it('returns 201, and repeated callbacks take effect once', async () => {
      await work();
      await script({ target: 'processor', kind: 'duplicate', times: 1, on: 'callback' });
      await topUp('pm_card_visa');
      await work();
      expect(await amounts()).toEqual([
        ['trial_credit', 500],
        ['topup', 2500],
      ]);
    });

    it.each([
      [{ target: 'weather', kind: 'slow', times: 1 }, ['target']],
      [{ target: 'processor', kind: 'rain', times: 1 }, ['kind']],
      [{ target: 'processor', kind: 'slow', times: -1 }, ['times']],
      [{ target: 'processor', kind: 'slow', times: 1, on: 'sundays' }, ['on']],
      [{}, ['kind', 'target', 'times']],
    ])('returns 422 for %j', async (body, fields) => {
      const answer = await script(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
    });

    it("returns 401 without an operator's token", async () => {
      const body = { target: 'processor', kind: 'slow', times: 1 };
      const answer = await api.operator('POST', '/operator/sandbox/faults', body, { authorization: 'Bearer unknown' });
      expect(answer.status).toBe(401);
    });
  });
});
