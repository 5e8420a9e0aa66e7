import { TestClock } from '@trunkline/kernel/testing';
import { Notifications } from '../database/notifications';
import { OUTBOX_CHANNEL, OutboxEventBus } from './outbox';
import { eventually, type TestDatabase, testDatabase } from '../testing/index';

describe('publishing', () => {
  let test: TestDatabase;
  let events: OutboxEventBus;
  const clock = new TestClock();

  const publish = (accountId = 'acc_1'): Promise<void> =>
    events.publish({ type: 'number.released', accountId, data: { number_id: 'num_1', e164: '+12025550100' } });

  beforeAll(async () => {
    test = await testDatabase([]);
    events = new OutboxEventBus(test.db, clock);
  });
  beforeEach(() => test.db.query(`DELETE FROM platform.outbox`));
  afterAll(() => test.close());

  it('stores the event in the transaction of its cause', async () => {
    await test.db.run(() => publish());
    expect(await test.db.query(`SELECT * FROM platform.outbox`)).toEqual([
      {
        seq: expect.any(Number),
        id: expect.stringMatching(/^evt_/),
        account_id: 'acc_1',
        type: 'number.released',
        data: { number_id: 'num_1', e164: '+12025550100' },
        created_at: clock.now(),
        relayed_at: null,
      },
    ]);
  });

  it('stores nothing when the transaction rolls back', async () => {
    const undone = test.db.run(async () => {
      await publish();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await test.db.query(`SELECT FROM platform.outbox`)).toEqual([]);
  });

  it('numbers events in the order of their causes', async () => {
    for (const account of ['acc_1', 'acc_2', 'acc_3']) await test.db.run(() => publish(account));
    const rows = await test.db.query<{ account_id: string }>(`SELECT account_id FROM platform.outbox ORDER BY seq`);
    expect(rows.map((row) => row.account_id)).toEqual(['acc_1', 'acc_2', 'acc_3']);
  });

  it('stores a batch in the same order as single events', async () => {
    const event = (n: number) =>
      ({
        type: 'number.released',
        accountId: `acc_${n % 3}`,
        data: { number_id: `num_${n}`, e164: '+12025550100' },
      }) as const;
    await events.publishAll([]);
    await test.db.run(async () => {
      await events.publish(event(0));
      await events.publishAll(Array.from({ length: 500 }, (_, n) => event(n + 1)));
    });
    const rows = await test.db.query(
      `SELECT account_id, type, data, created_at, relayed_at FROM platform.outbox ORDER BY seq`,
    );
    const expected = Array.from({ length: 501 }, (_, n) => event(n));
    expect(rows).toEqual(
      expected.map(({ type, accountId, data }) => ({
        account_id: accountId,
        type,
        data,
        created_at: clock.now(),
        relayed_at: null,
      })),
    );
  });

  describe('beside a relay', () => {
    let notifications: Notifications;
    let woken: number;

    beforeEach(async () => {
      notifications = new Notifications(test.url);
      notifications.listen(OUTBOX_CHANNEL, () => woken++);
      await notifications.start();
      // What earlier tests published may still be on its way.
      await new Promise((resolve) => setTimeout(resolve, 300));
      woken = 0;
    });
    afterEach(() => notifications.stop());

    it('wakes the relay once for a burst of commits', async () => {
      await test.db.run(async () => {
        for (let n = 0; n < 20; n++) await publish();
      });
      await eventually(() => expect(woken).toBe(1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(woken).toBe(1);
    });

    it('wakes the relay once for many at once', async () => {
      const event = { type: 'number.released', accountId: 'acc_1', data: { number_id: 'num_1', e164: '+1' } } as const;
      await test.db.run(() => events.publishAll([event, event]));
      await eventually(() => expect(woken).toBe(1));
    });

    it('does not wake the relay for a rollback', async () => {
      const undone = test.db.run(() => publish().then(() => Promise.reject(new Error('undone'))));
      await expect(undone).rejects.toThrow();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(woken).toBe(0);
    });
  });
});
