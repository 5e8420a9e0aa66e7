import { addDays, addSeconds, NO_COUNTRY, newId } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { MessageCharges } from '../application/messages/message-charges';
import { messagingPersistence } from '../messaging.module';
import { aMessage, FakeFunds } from '../testing';
import { StoredMessages } from './message-store';
import { StoredSpendingHours } from './spending-hours';

const NOW = new Date('2026-06-20T13:30:00Z');
const SINCE = addSeconds(NOW, -60);
const HOUR = new Date('2026-06-20T13:00:00Z');
const GERMAN = '+491701234567';

describe('StoredSpendingHours', () => {
  let test: TestDatabase;
  let hours: StoredSpendingHours;
  let accountId: string;

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
    hours = new StoredSpendingHours(test.db);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    accountId = newId('acc');
    await test.db.query(`DELETE FROM messaging.spending_hours`);
  });

  const sent = (recipient: string, priceCents: number, given: object = {}) =>
    aMessage({ id: newId('sms'), accountId, recipient, priceCents, ...given });
  /** Charges messages at a time. */
  const charge = (at: Date, ...charged: ReturnType<typeof sent>[]) =>
    test.db.run(() => chargesAt(at).settle({ charged, released: [] }));
  const chargesAt = (at: Date) => new MessageCharges(new FakeFunds(), hours, { now: () => at });
  const cost = (days = { from: 0, to: 0 }) => hours.costs([{ accountId, hour: HOUR }], days);

  it('adds what charged messages cost, sent and received ones, to their hour', async () => {
    await charge(NOW, sent(GERMAN, 3), sent(GERMAN, 4), sent('+33612345678', 5), sent(GERMAN, 0));
    await charge(NOW, sent('+12125550100', 6, { direction: 'inbound' }));
    await charge(addSeconds(NOW, -3_600), sent(GERMAN, 100));
    for (const days of [1, 30, 31]) await charge(addDays(NOW, -days), sent(GERMAN, 10));
    expect([await cost(), await cost({ from: 1, to: 30 })]).toEqual([[18], [20]]);
    expect(await hours.changedHours(SINCE)).toEqual([{ accountId, hour: HOUR }]);
    expect(await hours.changedHours(addSeconds(NOW, 3_600))).toEqual([]);
  });

  it('adds each of many messages that are charged at the same moment', async () => {
    await Promise.all(Array.from({ length: 20 }, () => charge(NOW, sent(GERMAN, 3), sent('+33612345678', 1))));
    expect(await cost()).toEqual([80]);
  });

  it('keeps nothing of a transaction that fails', async () => {
    const failing = test.db.run(async () => {
      await chargesAt(NOW).settle({ charged: [sent(GERMAN, 3)], released: [] });
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await cost()).toEqual([0]);
  });

  it('returns the first charged message to a country, and no later one', async () => {
    await charge(addDays(NOW, -1), sent(GERMAN, 1));
    await charge(NOW, sent(GERMAN, 1), sent('+37120700123', 1), sent('+12125550100', 1, { direction: 'inbound' }));
    await charge(NOW, sent('+881612345678', 1), sent('+37120700124', 1));
    expect(await hours.firstUses(SINCE)).toEqual([{ accountId, country: 'LV', startedAt: NOW }]);
    expect(await hours.firstUses(NOW)).toEqual([]);
    const used = (country: string, startedAt: Date) => hours.hasUsedBefore({ accountId, country, startedAt });
    const known = await Promise.all([
      used('LV', addSeconds(NOW, 1)),
      used('LV', NOW),
      used('DE', NOW),
      used('FR', NOW),
    ]);
    expect(known).toEqual([true, false, true, false]);
    expect(await test.db.query(`SELECT FROM messaging.spending_hours WHERE country = $1`, [NO_COUNTRY])).toHaveLength(
      1,
    );
  });

  it('counts messages with a price that have not failed by the beginning of the recipients', async () => {
    const query = { from: SINCE, minRecipients: 3, varyingDigits: 2 };
    const store = (recipient: string, given: object = {}) =>
      new StoredMessages(test.db).addAll([sent(recipient, 2, { createdAt: NOW, bodySealed: 'sealed', ...given })]);
    for (const end of ['01', '02', '02', '02']) await store(`+371207001${end}`);
    const failed = { status: 'failed', phase: null, dueAt: null };
    await store('+37120700103', failed);
    await store('+37120700104', { priceCents: 0 });
    await store('+37120700105', { createdAt: SINCE });
    await store('+37120700205');
    expect(await hours.repeatedMessages(query)).toEqual([]);
    await store('+37120700199');
    expect(await hours.repeatedMessages(query)).toEqual([
      { accountId, prefix: '+371207001', messages: 5, costCents: 10, startedAt: NOW },
    ]);
  });

  it('deletes old hours, at most so many', async () => {
    for (const days of [0, 400, 401, 402]) await charge(addDays(NOW, -days), sent(GERMAN, 1));
    const before = addDays(NOW, -399);
    expect([await hours.prune(before, 2), await hours.prune(before, 2), await hours.prune(before, 2)]).toEqual([
      2, 1, 0,
    ]);
    expect(await cost()).toEqual([1]);
  });
});
