import { newId, type PublishedEvent } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { Notifications } from '@trunkline/platform';
import { eventually, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { BEFORE_ALL_EVENTS, type TailPosition } from '../../application/events/ports';
import { webhooksPersistence } from '../../webhooks.module';
import { StoredEventLog } from './event-log';
import { StoredEventTail } from './event-tail';

const START: TailPosition = { seq: 0, eventId: BEFORE_ALL_EVENTS };

describe('StoredEventTail', () => {
  let test: TestDatabase;
  let notifications: Notifications;
  let tail: StoredEventTail;
  let accounts = 0;
  const newAccount = () => `acc_${++accounts}`;

  const eventOf = (accountId: string, type: 'number.released' | 'number.suspended', n: number): PublishedEvent => ({
    id: newId('evt'),
    accountId,
    createdAt: new Date(n * 1000),
    type,
    data: { number_id: `num_${n}`, e164: '+12125550123', reason: 'non_payment' },
  });
  const record = async (
    accountId: string,
    count: number,
    type: 'number.released' | 'number.suspended' = 'number.released',
  ) => {
    const events = Array.from({ length: count }, (_, n) => eventOf(accountId, type, n));
    await new StoredEventLog(test.db).add(
      events.map((event) => ({ event, relatedIds: [`num_${event.createdAt.getTime() / 1000}`] })),
    );
    return events.map(({ id }) => id);
  };
  const idsOf = ({ events }: { events: readonly { id: string }[] }) => events.map(({ id }) => id);

  beforeAll(async () => {
    test = await testDatabase([webhooksPersistence]);
    notifications = new Notifications(test.url);
    tail = new StoredEventTail(test.db, notifications, new TestClock(new Date(2_000_000)));
    await notifications.start();
  });
  afterAll(async () => {
    await notifications.stop();
    await test.close();
  });

  it('reads the events of one account in pages, in the order in which they were recorded', async () => {
    const account = newAccount();
    const ids = await record(account, 250);
    await record(newAccount(), 1);
    const pages = [await tail.read(account, {}, START)];
    for (let page = pages[0]; page?.hasMore; page = pages.at(-1)) {
      pages.push(await tail.read(account, {}, page.position));
    }
    expect(pages.flatMap(idsOf)).toEqual(ids);
    expect(pages.map((page) => page.events.length)).toEqual([100, 100, 50]);
    expect(pages.at(-1)?.position).toEqual(await tail.end(account));
    expect(await tail.read(account, {}, await tail.end(account))).toMatchObject({ events: [], hasMore: false });
  });

  it('filters, and moves past events that do not match', async () => {
    const account = newAccount();
    const released = await record(account, 1100);
    const suspended = await record(account, 150, 'number.suspended');
    const first = await tail.read(account, { types: ['number.suspended'] }, START);
    expect([idsOf(first), first.hasMore]).toEqual([[], true]);
    const second = await tail.read(account, { types: ['number.suspended'] }, first.position);
    expect(idsOf(second)).toEqual(suspended.slice(0, 100));
    const third = await tail.read(account, { types: ['number.suspended'] }, second.position);
    expect([idsOf(third), third.hasMore]).toEqual([suspended.slice(100), false]);
    const byId = await tail.read(account, { relatedId: 'num_7', types: ['number.released'] }, START);
    expect(idsOf(byId)).toEqual([released[7]]);
    const byTime = await tail.read(account, { from: new Date(5000), to: new Date(7000) }, START);
    expect(idsOf(byTime)).toEqual(released.slice(5, 7));
  });

  it('finds the position of an event of the account only', async () => {
    const account = newAccount();
    const [first = '', second = ''] = await record(account, 2);
    const position = await tail.find(account, first);
    expect(idsOf(await tail.read(account, {}, position ?? START))).toEqual([second]);
    expect(await tail.find(newAccount(), first)).toBeNull();
    expect(await tail.find(account, BEFORE_ALL_EVENTS)).toEqual(START);
    expect(await tail.end(newAccount())).toEqual(START);
  });

  it('does not skip an event whose transaction commits after that of a later one', async () => {
    const account = newAccount();
    let commitFirst: () => void = () => undefined;
    const firstMayCommit = new Promise<void>((resolve) => (commitFirst = resolve));
    let firstIds: string[] = [];
    const first = test.db.run(async () => {
      firstIds = await record(account, 1);
      await firstMayCommit;
    });
    await eventually(() => expect(firstIds).toHaveLength(1));
    let isSecondDone = false;
    const second = record(account, 1).finally(() => (isSecondDone = true));
    await eventually(async () => {
      const waiting = await test.db.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
      expect([waiting.length, isSecondDone]).toEqual([1, false]);
    });
    const before = await tail.read(account, {}, START);
    commitFirst();
    await first;
    const after = await second.then(() => tail.read(account, {}, before.position));
    expect([...idsOf(before), ...idsOf(after)]).toEqual([...firstIds, ...(await second)]);
  });

  it('returns the accounts with events after a number', async () => {
    const [idle, busy] = [newAccount(), newAccount()];
    await record(idle, 1);
    await record(busy, 1);
    const seqs = new Map([
      [idle, (await tail.end(idle)).seq],
      [busy, (await tail.end(busy)).seq],
    ]);
    await record(busy, 1);
    expect(await tail.changed(seqs)).toEqual([busy]);
  });

  it('announces the accounts of committed events', async () => {
    const heard: (readonly string[] | null)[] = [];
    tail.listen((accountIds) => heard.push(accountIds));
    const account = newAccount();
    await expect(
      test.db.run(async () => {
        await record(account, 1);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const [one, two] = [newAccount(), newAccount()];
    await record(one, 2);
    await record(two, 1);
    await eventually(() => expect(heard.flat()).toEqual(expect.arrayContaining([one, two])));
    expect(heard.flat()).not.toContain(account);
  });

  it('continues after events that were recorded before events had numbers', async () => {
    const account = newAccount();
    const [old = ''] = await record(account, 1);
    await test.db.query(`UPDATE webhooks.events SET seq = NULL WHERE id = $1`, [old]);
    const ids = await record(account, 1);
    expect(idsOf(await tail.read(account, {}, (await tail.find(account, old)) ?? START))).toEqual(ids);
  });
});
