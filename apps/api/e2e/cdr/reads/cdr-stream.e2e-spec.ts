import { newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { RecordEvent } from '@trunkline/webhooks';
import { startApi, type TestApi } from '../../support';
import { StreamReader } from '../../support/stream-reader';
import { anHourAgo, Telephony } from '../../support/telephony';

describe('GET /v1/cdrs/stream', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApi();
    telephony = await Telephony.make(api);
  });
  afterAll(() => api.stop());

  const open = (query = '') => StreamReader.open(api, `/v1/cdrs/stream${query}`, telephony.customer);
  /** Makes a call, and records its event as the worker does. */
  const call = async (seconds: number): Promise<readonly [cdrId: string, eventId: string]> => {
    const cdrId = await telephony.call({ startedAt: anHourAgo(), seconds, from: '+493012345' });
    const eventId = newId('evt');
    const caller = { customer_reference: null, caller_withheld: false, attestation: null, verification: null };
    const data = { cdr_id: cdrId, direction: 'inbound', e164: telephony.number, ...caller } as const;
    await api.use(RecordEvent).record({
      id: eventId,
      accountId: telephony.customer.accountId,
      createdAt: new Date(),
      type: 'call.completed',
      data: { ...data, billable_duration_s: seconds, customer_total_cents: 2 },
    });
    return [cdrId, eventId];
  };

  it('returns 200 with each call record as GET /v1/cdrs shows it, under the id of its event', async () => {
    const reader = await open();
    const [cdrId, eventId] = await call(60);
    await reader.received(1);
    const list = await api.get('/v1/cdrs', telephony.customer);
    const [expected] = (list.body.data as { items: { id: string }[] }).items;
    expect(expected?.id).toBe(cdrId);
    expect(reader.messages).toEqual([{ id: eventId, event: 'call.completed', data: expected }]);
    reader.kill();
  });

  it('returns 200 with the records that match the filters', async () => {
    const reader = await open('?min_billable_s=100&direction=inbound&caller=%2B4930*');
    const [, short] = await call(30);
    await eventually(() => expect(reader.lastEventId).toBe(short));
    const [long] = await call(120);
    await reader.received(1);
    expect(reader.messages.map(({ data }) => (data as { id: string }).id)).toEqual([long]);
    reader.kill();
  });

  it('returns 422 for paging and for a filter on hidden digits, also while the stream is open', async () => {
    const refused = await api.get('/v1/cdrs/stream?sort=created_at', telephony.customer);
    expect([refused.status, Object.keys(refused.body.error?.fields ?? {})]).toEqual([422, ['sort']]);
    const reader = await open('?caller=%2B493012345');
    await api
      .use(Database)
      .query(`UPDATE identity.accounts SET settings = jsonb_set(settings, '{cdrRedaction}', '"full"') WHERE id = $1`, [
        telephony.customer.accountId,
      ]);
    await call(60);
    await eventually(() => expect(reader.isOver).toBe(true));
    expect(reader.messages).toEqual([]);
    const hidden = await api.get('/v1/cdrs/stream?caller=%2B493012345', telephony.customer);
    expect([hidden.status, Object.keys(hidden.body.error?.fields ?? {})]).toEqual([422, ['caller']]);
  });
});
