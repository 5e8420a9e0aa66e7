import { newId, type PublishedEvent } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { RecordEvent } from '@trunkline/webhooks';
import { Streams } from '../../src/http';
import { type Customer, startApi, type TestApi } from '../support';
import { Nginx, nginxProgram } from '../support/nginx';
import { StreamReader } from '../support/stream-reader';
import { anHourAgo, Telephony } from '../support/telephony';

/** Together more than the buffers of sockets. */
const BULKY_EVENTS = 16;
const BULKY_LENGTH = 1_000_000;

const describeWithNginx = nginxProgram() ? describe : describe.skip;

describeWithNginx('streams behind nginx', () => {
  let api: TestApi;
  let other: TestApi;
  let nginx: Nginx;
  let customer: Customer;
  const readers: StreamReader[] = [];

  const open = async (path = '/v1/events/stream', lastEventId?: string): Promise<StreamReader> => {
    const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const reader = await StreamReader.open(nginx, path, customer, headers);
    readers.push(reader);
    return reader;
  };
  const record = async (count = 1, e164 = '+12125550123'): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => newId('evt'));
    const events = ids.map(
      (id): PublishedEvent => ({
        id,
        accountId: customer.accountId,
        createdAt: new Date(),
        type: 'number.released',
        data: { number_id: newId('num'), e164 },
      }),
    );
    await api.use(RecordEvent).recordAll(events);
    return ids;
  };
  const idsOf = (reader: StreamReader) => reader.messages.map(({ id }) => id);
  const openStreams = async (): Promise<number> => {
    const sql = 'SELECT count(*) FROM platform.open_streams WHERE account_id = $1';
    const row = await api.use(Database).find<{ count: number }>(sql, [customer.accountId]);
    return row?.count ?? -1;
  };

  beforeAll(async () => {
    api = await startApi();
    other = await startApi({ DATABASE_URL: api.settings.DATABASE_URL });
    nginx = await Nginx.start([api.running.port, other.running.port]);
  });
  beforeEach(async () => {
    customer = await api.customers.make();
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.kill();
  });
  afterAll(async () => {
    await nginx.stop();
    await other.stop();
    await api.stop();
  });

  it('sends events of GET /v1/events/stream and heartbeats at once', async () => {
    const reader = await open();
    const first = await record();
    await reader.received(1);
    const second = await record();
    await reader.received(2);
    expect(idsOf(reader)).toEqual([...first, ...second]);
    await Promise.all([api, other].map((each) => each.use(Streams).beat()));
    await eventually(() => expect(reader.comments).toBe(1));
  });

  it('sends call records of GET /v1/cdrs/stream at once', async () => {
    const telephony = await Telephony.make(api);
    ({ customer } = telephony);
    const reader = await open('/v1/cdrs/stream');
    const cdrId = await telephony.call({ startedAt: anHourAgo(), seconds: 60, from: '+493012345' });
    const caller = { customer_reference: null, caller_withheld: false, attestation: null, verification: null };
    const data = { cdr_id: cdrId, direction: 'inbound', e164: telephony.number, ...caller } as const;
    await api.use(RecordEvent).record({
      id: newId('evt'),
      accountId: customer.accountId,
      createdAt: new Date(),
      type: 'call.completed',
      data: { ...data, billable_duration_s: 60, customer_total_cents: 2 },
    });
    await reader.received(1);
    expect(reader.messages[0]?.data).toMatchObject({ id: cdrId });
  });

  it('does not store events in nginx for a client that reads slowly', async () => {
    const [slow, quick] = [await open(), await open()];
    slow.pause();
    const ids = await record(BULKY_EVENTS, 'x'.repeat(BULKY_LENGTH));
    await quick.received(BULKY_EVENTS);
    slow.resume();
    await slow.received(BULKY_EVENTS);
    expect(idsOf(slow)).toEqual(ids);
    expect(nginx.log).toBe('');
  });

  it('frees the place of a client that disconnects', async () => {
    const [left, stays] = [await open(), await open()];
    expect(await openStreams()).toBe(2);
    left.kill();
    await eventually(async () => expect(await openStreams()).toBe(1));
    const ids = await record();
    await stays.received(1);
    expect(idsOf(stays)).toEqual(ids);
  });

  it('resumes with Last-Event-ID, and without a gap or a duplicate, after the process of a stream stopped', async () => {
    const both = [await open(), await open()];
    const recorded = await record();
    await Promise.all(both.map((reader) => reader.received(1)));
    await other.stop();
    await eventually(() => expect(both.filter(({ isOver }) => isOver)).toHaveLength(1));
    recorded.push(...(await record()));
    const cut = both.find(({ isOver }) => isOver);
    const resumed = await open('/v1/events/stream', cut?.lastEventId ?? '');
    recorded.push(...(await record()));
    await resumed.received(2);
    expect([...idsOf(cut as StreamReader), ...idsOf(resumed)]).toEqual(recorded);
    const kept = both.find(({ isOver }) => !isOver) as StreamReader;
    await kept.received(3);
    expect(idsOf(kept)).toEqual(recorded);
  });
});
