import { addSeconds } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { eventually, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { messagingPersistence } from '../messaging.module';
import { FakeFunds, messagingWorld, ScriptedCarriers, ScriptedNetwork } from '../testing';
import { SenderBars } from './barred-messages';
import { StoredSendingStops } from '../infrastructure/sending-stops';
import { SYSTEM_ACCOUNT } from './system-messages';

const HOUR_SECONDS = 3_600;
let accounts = 0;

describe('SenderBars', () => {
  const senderBars = () => {
    const statuses = {
      num_active: 'active',
      num_gone: 'released',
      num_late: 'suspended',
      num_new: 'pending_documents',
    };
    const among = (each: string) => (ids: readonly string[]) =>
      Promise.resolve(new Set(ids.filter((id) => id === each)));
    return new SenderBars(
      { get: () => Promise.resolve({}), inactiveAmong: among('acc_inactive') },
      {
        findOwn: () => Promise.resolve(null),
        findByE164: () => Promise.resolve(null),
        statusesOf: () => Promise.resolve(new Map(Object.entries(statuses))),
      },
      { blockedAmong: among('acc_blocked') },
      { stoppedAmong: among('acc_stopped') },
    );
  };

  it.each([
    ['acc_1', 'num_active', null],
    ['acc_inactive', 'num_active', 'account_not_active'],
    ['acc_blocked', 'num_active', 'blocked_by_alert'],
    ['acc_stopped', 'num_active', 'sending_stopped'],
    ['acc_1', 'num_gone', 'number_released'],
    ['acc_1', 'num_unknown', 'number_released'],
    ['acc_1', 'num_late', 'number_suspended'],
    ['acc_1', 'num_new', 'number_suspended'],
    [SYSTEM_ACCOUNT, SYSTEM_ACCOUNT, null],
  ])('of %s and %s are %s', async (accountId, numberId, bar) => {
    const other = { accountId: 'acc_1', numberId: 'num_active' };
    expect(await senderBars().of([other, { accountId, numberId }])).toEqual([null, bar]);
  });
});

describe('a message whose sender is barred', () => {
  let test: TestDatabase;
  let accountId: string;
  const clock = new TestClock(new Date('2026-06-01T12:00:00Z'));

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
  });
  beforeEach(async () => {
    // Messages of other tests would be given to the carrier of this one.
    await test.db.query(
      `UPDATE messaging.messages SET phase = NULL, status = 'failed', due_at = NULL WHERE phase = 'waiting'`,
    );
    accountId = `acc_${String(++accounts)}`;
  });
  afterAll(() => test.close());

  const begin = () => {
    const carrierIds = [`car_${accountId}`];
    const [events, funds, network] = [new RecordingEventBus(), new FakeFunds(), new ScriptedNetwork(carrierIds)];
    const world = messagingWorld(test.db, { clock, events, funds, carrierIds });
    const worker = world.deliver(new ScriptedCarriers(network, accountId));
    const stateOf = ({ id }: { readonly id: string }) =>
      test.db.get(`SELECT status, phase, error_code AS "errorCode" FROM messaging.messages WHERE id = $1`, [id]);
    return { ...world, events, funds, network, worker, stateOf };
  };
  const FAILED = { status: 'failed', phase: null, errorCode: 'account_not_active' };

  it('fails within a minute if it passed the gate before its account was suspended, and was queued afterwards', async () => {
    const { numbers, send, barred, messages, barredMessages, funds, stateOf } = begin();
    let pass: () => void = () => undefined;
    const suspended = new Promise<void>((resolve) => (pass = resolve));
    const { findOwn } = numbers;
    numbers.findOwn = async (...asked) => {
      const found = await findOwn(...asked);
      await suspended;
      return found;
    };
    const sending = send(accountId, '+12125550123', { scheduledAt: addSeconds(clock.now(), HOUR_SECONDS) });
    barred.set(accountId, 'account_not_active');
    expect(await messages.failAll({ accountId }, 'account_not_active')).toBe(0);
    pass();
    const message = await sending;
    expect(await stateOf(message)).toMatchObject({ status: 'queued', phase: 'waiting' });
    expect(await barredMessages.fail()).toBe(1);
    expect([await stateOf(message), funds.released]).toEqual([FAILED, [message.id]]);
    expect(await barredMessages.fail()).toBe(0);
  });

  it('is left by the sweep if its sender may send', async () => {
    const { send, barredMessages, stateOf } = begin();
    const message = await send(accountId, '+12125550123');
    expect(await barredMessages.fail()).toBe(0);
    expect(await stateOf(message)).toMatchObject({ status: 'queued' });
  });

  it('is handed to no carrier, and fails with its money released and its event', async () => {
    const { send, barred, worker, network, events, funds, stateOf } = begin();
    const message = await send(accountId, '+12125550123');
    const behind = await send(accountId, '+12125550123');
    barred.set(accountId, 'blocked_by_alert');
    await eventually(async () => {
      await worker.round();
      expect(await stateOf(behind)).toEqual({ ...FAILED, errorCode: 'blocked_by_alert' });
    });
    await worker.stop();
    expect(await stateOf(message)).toEqual({ ...FAILED, errorCode: 'blocked_by_alert' });
    expect([network.submitted, [...funds.released].sort()]).toEqual([[], [message.id, behind.id].sort()]);
    const announced = events.published.map(({ type, data }) => [type, (data as { error_code?: string }).error_code]);
    expect(announced).toEqual([
      ['sms.status_changed', 'blocked_by_alert'],
      ['sms.status_changed', 'blocked_by_alert'],
    ]);
  });

  it('is handed to no carrier after the bar is committed, however many messages are on their way', async () => {
    const { send, barred, worker, network, stateOf } = begin();
    const sent: Awaited<ReturnType<typeof send>>[] = [];
    for (let n = 0; n < 60; n++) sent.push(await send(accountId, `+1212555${String(1_000 + n)}`));
    network.beforeAnswer = () => {
      barred.set(accountId, 'blocked_by_alert');
      return Promise.resolve();
    };
    const isEnded = async () => {
      await worker.round();
      for (const message of sent) expect((await stateOf(message))['phase']).toBeNull();
    };
    await eventually(isEnded);
    await worker.stop();
    // At most what was claimed before: a window.
    expect(network.submitted.length).toBeLessThanOrEqual(10);
    const states = await Promise.all(sent.map(stateOf));
    expect(states.filter(({ status }) => status === 'failed')).toHaveLength(60 - network.submitted.length);
  });

  it('is found to be stopped by the first read after the stop is committed in another process', async () => {
    const { stops } = begin();
    const elsewhere = new StoredSendingStops(test.db);
    expect([...(await stops.stopped()), ...(await stops.stoppedAmong([accountId]))]).toEqual([]);
    await elsewhere.add({ accountId, reason: 'spam', operator: 'operator:test', createdAt: clock.now() });
    expect([...(await stops.stoppedAmong([accountId, 'acc_other']))]).toEqual([accountId]);
    await elsewhere.remove(accountId);
    expect([...(await stops.stoppedAmong([accountId]))]).toEqual([]);
  });

  it('waits while the bars cannot be read, which are read again a second later', async () => {
    const { send, bars, worker, network, errors, stateOf } = begin();
    const { of } = bars;
    const sent: Awaited<ReturnType<typeof send>>[] = [];
    // More than the pump claims at once.
    for (let n = 0; n < 30; n++) sent.push(await send(accountId, `+1212555${String(1_000 + n)}`));
    const readAt: number[] = [];
    bars.of = (senders) => {
      readAt.push(performance.now());
      return readAt.length <= 2 ? Promise.reject(new Error('The database is down.')) : of(senders);
    };
    await eventually(async () => {
      await worker.round();
      expect(errors).not.toEqual([]);
    });
    expect([await stateOf(sent[0]!), network.submitted]).toMatchObject([{ phase: 'waiting' }, []]);
    await eventually(async () => {
      clock.advance(1);
      await worker.round();
      for (const message of sent) expect(await stateOf(message)).toMatchObject({ status: 'sent' });
    });
    await worker.stop();
    const [first = 0, second = 0, third = 0] = readAt;
    expect([second - first, third - second].every((ms) => ms >= 1_000)).toBe(true);
    expect([errors.length, network.submitted.length]).toEqual([2, 30]);
  });
});
