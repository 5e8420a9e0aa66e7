import { newId, type PublishedEvent } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { DeliverToEndpoint, RecordEvent } from '@trunkline/webhooks';
import { Receiver } from '@trunkline/webhooks/testing';
import { type Customer, startApi, type TestApi } from '../../support';

const DAY_S = 86_400;

interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: string;
  readonly test: boolean;
  readonly attempts: readonly { readonly status_code: number | null; readonly response_excerpt: string | null }[];
  readonly next_attempt_at: number | null;
}

describe('the deliveries of a webhook endpoint', () => {
  let api: TestApi;
  let customer: Customer;
  let receiver: Receiver;
  let id: string;
  const now = Math.floor(Date.now() / 1000);

  beforeAll(async () => {
    api = await startApi({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
  });
  beforeEach(async () => {
    receiver = await Receiver.start();
    customer = await api.customers.make();
    const body = { url: receiver.url, event_types: ['number.released', 'order.failed'] };
    id = ((await api.post('/v1/webhooks', body, customer)).body.data as { id: string }).id;
  });
  afterEach(() => receiver.close());
  afterAll(() => api.stop());

  const publish = async (type: 'number.released' | 'order.failed' | 'api_key.expiring', createdAt = new Date()) => {
    const event = { id: newId('evt'), accountId: customer.accountId, createdAt, type, data: { number_id: 'num_1' } };
    await api.use(RecordEvent).record(event as unknown as PublishedEvent);
    return event.id;
  };
  /** What a worker does. */
  const deliver = () => api.use(DeliverToEndpoint).deliver({ endpointId: id, isFailing: false });
  const list = async (query = '') => {
    const answer = await api.get(`/v1/webhooks/${id}/deliveries?${query}`, customer);
    expect(answer.status).toBe(200);
    return answer.body.data as { items: Delivery[]; next_cursor: string | null };
  };
  const post = (path: string, body: object = {}, headers = {}) =>
    api.post(`/v1/webhooks/${id}/${path}`, body, customer, headers);

  it('are listed with their attempts, newest first, in pages', async () => {
    const ids = [await publish('number.released'), await publish('order.failed'), await publish('number.released')];
    receiver.answer = (_, response) => void response.writeHead(500).end('out of order\u0000');
    await deliver();
    const first = await list('limit=2');
    const second = await list(`limit=2&cursor=${String(first.next_cursor)}`);
    const all = [...first.items, ...second.items];
    expect(all.map((each) => each.event_id)).toEqual(ids.reverse());
    expect(all[0]).toMatchObject({
      endpoint_id: id,
      event_type: 'number.released',
      status: 'pending',
      test: false,
      attempts: [{ status_code: 500, error: null, response_excerpt: 'out of order\ufffd' }],
    });
    expect(all[0]!.next_attempt_at).toBeGreaterThanOrEqual(now);
    expect((await list('order=asc')).items).toEqual([...all].reverse());
  });

  it('are filtered by status, type and time', async () => {
    await publish('number.released');
    await deliver();
    await publish('order.failed');
    const count = async (query: string) => (await list(query)).items.length;
    expect(await count('status=succeeded')).toBe(1);
    expect(await count('status=pending,succeeded')).toBe(2);
    expect(await count('event_type=order.failed')).toBe(1);
    expect(await count(`from=${now - 60}&to=${now + 3600}`)).toBe(2);
    expect(await count(`to=${now - 60}`)).toBe(0);
    expect((await api.get(`/v1/webhooks/${id}/deliveries?status=lost`, customer)).status).toBe(422);
    expect((await api.get(`/v1/webhooks/${id}/deliveries?type=order.failed`, customer)).status).toBe(422);
  });

  describe('POST /v1/webhooks/{id}/test', () => {
    it('returns 202 and sends the example of any type, marked as a test', async () => {
      const answer = await post('test', { event_type: 'call.completed' });
      expect([answer.status, answer.body.data]).toEqual([
        202,
        expect.objectContaining({ status: 'pending', test: true, event_type: 'call.completed', attempts: [] }),
      ]);
      await deliver();
      const { event_id: eventId } = answer.body.data as Delivery;
      expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
        id: eventId,
        type: 'call.completed',
        test: true,
        data: { direction: 'inbound' },
      });
      expect((await list()).items).toMatchObject([{ status: 'succeeded', test: true }]);
      expect((await api.get(`/v1/events/${eventId}`, customer)).status).toBe(404);
    });

    it('sends once for repeated requests with one Idempotency-Key', async () => {
      const key = { 'idempotency-key': 'one test' };
      const answers = [
        await post('test', { event_type: 'order.failed' }, key),
        await post('test', { event_type: 'order.failed' }, key),
      ];
      expect(answers[0]!.body.data).toEqual(answers[1]!.body.data);
      expect((await list()).items).toHaveLength(1);
    });

    it('returns 409 for a disabled endpoint and 422 for an unknown type', async () => {
      expect((await post('test', { event_type: 'call.imagined' })).status).toBe(422);
      await api.patch(`/v1/webhooks/${id}`, { enabled: false }, customer);
      const answer = await post('test', { event_type: 'order.failed' });
      expect([answer.status, answer.body.error?.code]).toEqual([409, 'invalid_state']);
    });
  });

  describe('POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', () => {
    it('returns 202 and sends the same event again, with the next number', async () => {
      const eventId = await publish('order.failed');
      await deliver();
      const [delivery] = (await list()).items;
      const answer = await post(`deliveries/${delivery!.id}/redeliver`);
      expect([answer.status, (answer.body.data as Delivery).status]).toEqual([202, 'pending']);
      await deliver();
      expect(receiver.eventIds).toEqual([eventId, eventId]);
      expect(receiver.received.map(({ headers }) => headers['x-svc-delivery-attempt'])).toEqual(['1', '2']);
      expect((await list()).items).toMatchObject([{ status: 'succeeded', attempts: [{}, {}] }]);
    });

    it('returns 404 for an unknown delivery and 409 once the event was removed', async () => {
      expect((await post('deliveries/whd_0/redeliver')).status).toBe(404);
      const eventId = await publish('order.failed');
      const [delivery] = (await list()).items;
      await api.use(Database).query(`DELETE FROM webhooks.events WHERE id = $1`, [eventId]);
      const answer = await post(`deliveries/${delivery!.id}/redeliver`);
      expect([answer.status, answer.body.error?.code]).toEqual([409, 'invalid_state']);
    });
  });

  describe('POST /v1/webhooks/{id}/replay', () => {
    const range = { from: now - 3600, to: now + 3600 };

    it('returns 202 with the number of events, and sends those that the endpoint subscribes to', async () => {
      const ids = [await publish('number.released'), await publish('order.failed')];
      await publish('api_key.expiring');
      await publish('order.failed', new Date((now - 2 * DAY_S) * 1000));
      await deliver();
      receiver.received.splice(0);
      const answer = await post('replay', range);
      expect([answer.status, answer.body.data]).toEqual([202, { queued: 2 }]);
      await deliver();
      expect(receiver.eventIds.sort()).toEqual(ids.sort());
    });

    it('sends only the given types, also events from before the endpoint existed', async () => {
      const { url } = receiver;
      await publish('api_key.expiring');
      await publish('order.failed');
      const later = await api.post('/v1/webhooks', { url, event_types: ['*'] }, customer);
      id = (later.body.data as { id: string }).id;
      expect((await post('replay', { ...range, event_types: ['api_key.expiring'] })).body.data).toEqual({ queued: 1 });
      expect((await post('replay', range)).body.data).toEqual({ queued: 1 });
      expect((await post('replay', range)).body.data).toEqual({ queued: 0 });
    });

    it('sends no type that the endpoint has unsubscribed from, unless it is asked for by name', async () => {
      await publish('order.failed');
      await publish('number.released');
      await api.patch(`/v1/webhooks/${id}`, { enabled: false }, customer);
      await api.patch(`/v1/webhooks/${id}`, { enabled: true, event_types: ['number.released'] }, customer);
      const failed = { ...range, only_failed: true };
      expect((await post('replay', failed)).body.data).toEqual({ queued: 1 });
      expect((await post('replay', { ...failed, event_types: ['order.failed'] })).body.data).toEqual({ queued: 1 });
      expect((await post('replay', range)).body.data).toEqual({ queued: 0 });
    });

    it('sends only failed and abandoned deliveries with only_failed', async () => {
      await publish('order.failed');
      await deliver();
      await publish('order.failed');
      await api.patch(`/v1/webhooks/${id}`, { enabled: false }, customer);
      await api.patch(`/v1/webhooks/${id}`, { enabled: true }, customer);
      expect((await list('status=abandoned')).items).toHaveLength(1);
      expect((await post('replay', { ...range, only_failed: true })).body.data).toEqual({ queued: 1 });
    });

    it.each([
      [7 * DAY_S, 202],
      [7 * DAY_S + 1, 422],
      [0, 422],
      [-1, 422],
    ])('limits the time range: %i seconds return %i', async (seconds, status) => {
      const answer = await post('replay', { from: now - 8 * DAY_S, to: now - 8 * DAY_S + seconds });
      expect(answer.status).toBe(status);
      if (status === 422) expect(answer.body.error?.fields).toHaveProperty('to');
    });
  });

  it("returns 404 for another account's endpoint, on every path", async () => {
    await publish('order.failed');
    const [delivery] = (await list()).items;
    customer = await api.customers.make();
    const answers = [
      await api.get(`/v1/webhooks/${id}/deliveries`, customer),
      await post('test', { event_type: 'order.failed' }),
      await post('replay', { from: now, to: now + 1 }),
      await post(`deliveries/${delivery!.id}/redeliver`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
