import { addDays, newId, type PublishedEvent } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { PruneEvents } from '../../application/events/prune-events';
import { RecordEvent } from '../../application/events/record-event';
import { webhooksPersistence } from '../../webhooks.module';
import { StoredEventLog } from './event-log';

describe('StoredEventLog', () => {
  let test: TestDatabase;
  const clock = new TestClock();
  const record = () => new RecordEvent(new StoredEventLog(test.db), { queue: () => Promise.resolve() });
  const stored = (accountId: string) =>
    test.db.query(`SELECT id, type, data, related_ids FROM webhooks.events WHERE account_id = $1`, [accountId]);

  const released = (accountId: string, createdAt = clock.now()): PublishedEvent => ({
    id: newId('evt'),
    accountId,
    createdAt,
    type: 'number.released',
    data: { number_id: 'num_1', e164: '+4930901820' },
  });

  beforeAll(async () => {
    test = await testDatabase([webhooksPersistence]);
  });
  afterAll(() => test.close());

  it('stores an event with its related ids', async () => {
    const event = released('acc_1');
    await record().record(event);
    const { id, type, data } = event;
    expect(await stored('acc_1')).toEqual([{ id, type, data, related_ids: ['num_1'] }]);
  });

  it('stores an event once when two deliveries race', async () => {
    const event = released('acc_2');
    await Promise.all([record().record(event), record().record(event)]);
    expect(await stored('acc_2')).toHaveLength(1);
  });

  it('rejects an internal event', async () => {
    const event: PublishedEvent = {
      id: newId('evt'),
      accountId: 'acc_3',
      createdAt: clock.now(),
      type: 'mail.requested',
      data: { mail_id: 'mail_1' },
    };
    await expect(record().record(event)).rejects.toThrow('not a public event type');
    expect(await stored('acc_3')).toEqual([]);
  });

  it('removes events after 30 days, and not before', async () => {
    const kept = released('acc_4', addDays(clock.now(), -30));
    await record().record(kept);
    await record().record(released('acc_4', addDays(clock.now(), -31)));
    await expect(new PruneEvents(new StoredEventLog(test.db), clock).prune()).resolves.toBe(1);
    expect(await stored('acc_4')).toEqual([expect.objectContaining({ id: kept.id })]);
  });
});
