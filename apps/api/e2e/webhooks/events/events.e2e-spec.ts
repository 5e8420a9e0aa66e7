import { newId } from '@trunkline/kernel';
import { RecordEvent } from '@trunkline/webhooks';
import { type Customer, startApi, type TestApi } from '../../support';

/** Seconds, of an event that is still shown. */
const BEGAN = Math.floor(Date.now() / 1000) - 60;

describe('/v1/events', () => {
  let api: TestApi;
  let customer: Customer;
  const ids: string[] = [];

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
    for (let n = 0; n < 5; n++) {
      const id = newId('evt');
      ids.push(id);
      const data = { number_id: `num_${n}`, e164: '+12125550123' };
      await api.use(RecordEvent).record({
        id,
        accountId: customer.accountId,
        createdAt: new Date((BEGAN + n) * 1000),
        type: 'number.released',
        data,
      });
    }
  });
  afterAll(() => api.stop());

  const idsOf = (data: unknown) => (data as { items: { id: string }[] }).items.map(({ id }) => id);

  it('returns 200, newest first, in pages unaffected by later events', async () => {
    const first = await api.get('/v1/events?limit=2', customer);
    expect(first.status).toBe(200);
    const { next_cursor: cursor } = first.body.data as { next_cursor: string };
    const second = await api.get(`/v1/events?limit=3&cursor=${cursor}`, customer);
    expect([...idsOf(first.body.data), ...idsOf(second.body.data)]).toEqual([...ids].reverse());
    expect(second.body.data).toMatchObject({ next_cursor: null });
  });

  it('returns 200 by type, time and related record', async () => {
    const list = async (query: string) => idsOf((await api.get(`/v1/events?${query}`, customer)).body.data);
    expect(await list('type=call.completed')).toEqual([]);
    expect(await list('type=call.completed,number.released&order=asc')).toEqual(ids);
    expect(await list(`from=${BEGAN + 1}&to=${BEGAN + 3}&order=asc`)).toEqual(ids.slice(1, 3));
    expect(await list('related_id=num_4')).toEqual([ids[4]]);
  });

  it('returns 200 with one event', async () => {
    const answer = await api.get(`/v1/events/${ids[0]}`, customer);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      id: ids[0],
      type: 'number.released',
      created_at: BEGAN,
      data: { number_id: 'num_0', e164: '+12125550123' },
    });
  });

  it('returns 401 without a credential', async () => {
    expect((await api.get('/v1/events')).status).toBe(401);
    expect((await api.get(`/v1/events/${ids[0]}`)).status).toBe(401);
  });

  it("returns 404 for another account's event and an unknown one", async () => {
    const stranger = await api.customers.make();
    const theirs = await api.get(`/v1/events/${ids[0]}`, stranger);
    const unknown = await api.get('/v1/events/evt_0', stranger);
    expect([theirs.status, theirs.body]).toEqual([unknown.status, unknown.body]);
    expect(theirs.status).toBe(404);
    expect((await api.get('/v1/events', stranger)).body.data).toMatchObject({ items: [] });
  });

  it('returns 422 for a cursor of another list', async () => {
    const page = await api.get('/v1/events?limit=2', customer);
    const { next_cursor: cursor } = page.body.data as { next_cursor: string };
    for (const list of ['numbers', 'number-orders', 'cdrs', 'billing/transactions', 'billing/topups', 'sip-trunks']) {
      const answer = await api.get(`/v1/${list}?cursor=${cursor}`, customer);
      expect([list, answer.status]).toEqual([list, 422]);
      expect(answer.body.error?.fields).toHaveProperty('cursor');
    }
  });

  it('returns 422 for an altered cursor and one of other filters', async () => {
    const page = await api.get('/v1/events?limit=2', customer);
    const { next_cursor: cursor } = page.body.data as { next_cursor: string };
    for (const query of [
      `cursor=${cursor.slice(0, -2)}AA`,
      `cursor=${cursor}&order=asc`,
      `cursor=${cursor}&related_id=num_1`,
      'cursor=x',
    ]) {
      const answer = await api.get(`/v1/events?${query}`, customer);
      expect([query, answer.status]).toEqual([query, 422]);
      expect(answer.body.error?.fields).toHaveProperty('cursor');
    }
  });
});
