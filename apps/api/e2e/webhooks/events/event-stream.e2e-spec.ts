import { newId, type PublishedEvent } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { RecordEvent } from '@trunkline/webhooks';
import { Streams } from '../../../src/http';
import { bySession, type Customer, startApi, type TestApi } from '../../support';
import { StreamReader } from '../../support/stream-reader';

const MANY = 10_000;
const BATCH = 200;

/** Seconds, of events that are still shown. */
const RECORDED = Math.floor(Date.now() / 1000) - 60;

describe('GET /v1/events/stream', () => {
  let api: TestApi;
  let other: TestApi;
  let customer: Customer;
  const readers: StreamReader[] = [];

  const open = async (query = '', lastEventId?: string, at = api): Promise<StreamReader> => {
    const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const reader = await StreamReader.open(at, `/v1/events/stream${query}`, customer, headers);
    readers.push(reader);
    return reader;
  };
  const released = (n: number): PublishedEvent => ({
    id: newId('evt'),
    accountId: customer.accountId,
    createdAt: new Date(RECORDED * 1000),
    type: 'number.released',
    data: { number_id: `num_${n}`, e164: '+12125550123' },
  });
  const record = async (events: readonly PublishedEvent[], at = other): Promise<string[]> => {
    await at.use(RecordEvent).recordAll(events);
    return events.map(({ id }) => id);
  };
  const idsOf = (reader: StreamReader) => reader.messages.map(({ id }) => id);

  beforeAll(async () => {
    api = await startApi();
    other = await startApi({ DATABASE_URL: api.settings.DATABASE_URL });
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.kill();
  });
  afterAll(async () => {
    await other.stop();
    await api.stop();
  });

  it('returns 200 with each event that any process records, soon and in order', async () => {
    const reader = await open();
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const begun = performance.now();
    const ids = [...(await record([released(1), released(2)])), ...(await record([released(3)], api))];
    await reader.received(3);
    // Polling alone takes five seconds.
    expect(performance.now() - begun).toBeLessThan(4000);
    expect(idsOf(reader)).toEqual(ids);
    expect(reader.messages[0]).toEqual({
      id: ids[0],
      event: 'number.released',
      data: {
        id: ids[0],
        type: 'number.released',
        created_at: RECORDED,
        data: { number_id: 'num_1', e164: '+12125550123' },
      },
    });
  });

  it('returns 200 with the events that match the filters, and moves the position past the others', async () => {
    const byType = await open('?type=order.failed');
    const byId = await open('?related_id=num_2&type=number.released,order.failed');
    const byTime = await open(`?to=${RECORDED}`);
    const ids = await record([released(1), released(2), released(3)]);
    await byId.received(1);
    expect(idsOf(byId)).toEqual([ids[1]]);
    await eventually(() =>
      expect([byType.lastEventId, byId.lastEventId, byTime.lastEventId]).toEqual(Array(3).fill(ids[2])),
    );
    expect([byType.messages, byTime.messages]).toEqual([[], []]);
  });

  it('returns 200 from the position of a client that was disconnected before its first event', async () => {
    const first = await open();
    first.kill();
    const ids = await record([released(1)]);
    const second = await open('', first.lastEventId ?? '', other);
    await second.received(1);
    expect(idsOf(second)).toEqual(ids);
  });

  it('returns each event exactly once to a reader that is killed while 10,000 pass', async () => {
    let reader = await open();
    const seen: string[] = [];
    const recorded: string[] = [];
    const done = new AbortController();
    const recording = (async () => {
      for (let n = 0; n < MANY; n += BATCH) {
        const events = Array.from({ length: BATCH }, (_, i) => released(n + i));
        recorded.push(...(await record(events, n % 400 ? api : other)));
      }
    })().finally(() => done.abort());
    for (let times = 0; times < 8 && !done.signal.aborted; times++) {
      await reader.received(1);
      reader.kill();
      seen.push(...idsOf(reader));
      reader = await open('', reader.lastEventId ?? '', times % 2 ? api : other);
    }
    await recording;
    await eventually(() => expect(seen.length + reader.messages.length).toBe(MANY));
    expect([...seen, ...idsOf(reader)]).toEqual(recorded);
  });

  it('sends heartbeats, and ends when the key is revoked', async () => {
    const key = (await api.post('/v1/api-keys', { name: 'stream' }, bySession(customer))).body.data as {
      id: string;
      key: string;
    };
    const reader = await StreamReader.open(api, '/v1/events/stream', { key: key.key });
    await api.use(Streams).beat();
    await eventually(() => expect(reader.comments).toBe(1));
    await api.delete(`/v1/api-keys/${key.id}`, bySession(customer));
    await api.use(Streams).beat();
    await eventually(() => expect(reader.isOver).toBe(true));
  });

  it('ends when the session ends, and does not count as its use', async () => {
    const reader = await StreamReader.open(api, '/v1/events/stream', { cookie: customer.cookie });
    const db = api.use(Database);
    const used = () => db.query(`SELECT last_used_at FROM identity.sessions WHERE user_id = $1`, [customer.userId]);
    await db.query(`UPDATE identity.sessions SET last_used_at = last_used_at - interval '1 hour' WHERE user_id = $1`, [
      customer.userId,
    ]);
    const before = await used();
    await api.use(Streams).beat();
    expect([await used(), reader.isOver]).toEqual([before, false]);
    await api.post('/v1/auth/logout', undefined, { cookie: customer.cookie });
    await api.use(Streams).beat();
    await eventually(() => expect(reader.isOver).toBe(true));
  });

  it('returns 429 rate_limited when the account has too many open streams in all processes', async () => {
    const db = api.use(Database);
    const places = (count: number) =>
      db.query(
        `INSERT INTO platform.open_streams (id, account_id, process_id, expires_at)
         SELECT $1 || n, $1, 'another', now() + interval '1 minute' FROM generate_series(1, $2::int) AS n`,
        [customer.accountId, count],
      );
    await places(19_999);
    const reader = await open();
    const refused = await api.get('/v1/events/stream', customer);
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited']);
    reader.kill();
    await eventually(async () => expect((await api.get('/v1/events/stream', customer)).status).toBe(200));
  });

  it('returns 422 for an event that is unknown or of another account, and for an unknown parameter', async () => {
    const [foreign = ''] = await record([released(1)]);
    customer = await api.customers.make();
    for (const id of [foreign, newId('evt'), 'nonsense']) {
      const answer = await api.get('/v1/events/stream', customer, { 'last-event-id': id });
      expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, ['Last-Event-ID']]);
    }
    const answer = await api.get('/v1/events/stream?limit=5', customer);
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, ['limit']]);
  });

  it('returns 401 without a credential', async () => {
    expect((await api.get('/v1/events/stream')).status).toBe(401);
  });

  it('ends at the shutdown of the process', async () => {
    const third = await startApi({ DATABASE_URL: api.settings.DATABASE_URL });
    const reader = await open('', undefined, third);
    await third.stop();
    await eventually(() => expect(reader.isOver).toBe(true));
    const [{ count } = { count: -1 }] = await api.use(Database).query<{
      count: number;
    }>(`SELECT count(*) FROM platform.open_streams WHERE account_id = $1`, [customer.accountId]);
    expect(count).toBe(0);
  });
});
