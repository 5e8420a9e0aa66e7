import {
  type AccountHour,
  addDays,
  addSeconds,
  type DayRange,
  type FirstUse,
  type Mails,
  newId,
  type OutgoingMail,
  type RepeatedMessages,
  type RepeatedMessagesQuery,
  type ShortCalls,
  type ShortCallsQuery,
} from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { OutboxEventBus } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { OperateAlerts } from '../application/alerts/operate-alerts';
import type { AlertedAccounts, CallPatterns, MessagePatterns } from '../application/alerts/ports';
import { FindFraudPatterns } from '../application/alerts/find-fraud-patterns';
import { WatchSpending } from '../application/alerts/watch-spending';
import type { HourlyCost } from '../domain/fraud-alert';
import { RecordingAudit } from '../testing/fakes';
import { voiceRoutingPersistence } from '../voice-routing.module';
import { RulesInForce, StoredOutboundPolicies } from './outbound/outbound-policies';
import { StoredSpendingWatch, StoredFraudAlerts } from './fraud-alerts';

const NOON = new Date('2026-06-20T12:00:00Z');
const MIDNIGHT = new Date('2026-06-20T00:10:00Z');
const FIRST_PAGE = { limit: 10, sort: 'created_at', order: 'desc', after: null } as const;

class FakePatterns implements CallPatterns, MessagePatterns {
  hours: HourlyCost[] = [];
  first: FirstUse[] = [];
  short: ShortCalls[] = [];
  repeated: RepeatedMessages[] = [];
  used: string[] = [];
  readonly asked: { since: Date; shortFrom: Date }[] = [];
  private since = new Date(0);

  changedHours(since: Date): Promise<AccountHour[]> {
    this.since = since;
    return Promise.resolve(this.hours);
  }

  costs(asked: readonly AccountHour[], { to }: DayRange): Promise<number[]> {
    const known = (hour: AccountHour) => this.hours.find((each) => each.hour.getTime() === hour.hour.getTime());
    return Promise.resolve(asked.map(known).map((hour) => (to === 0 ? hour?.costCents : hour?.usualCents) ?? 0));
  }

  firstUses(): Promise<FirstUse[]> {
    return Promise.resolve(this.first);
  }

  hasUsedBefore({ country }: FirstUse): Promise<boolean> {
    return Promise.resolve(this.used.includes(country));
  }

  shortCalls({ from }: ShortCallsQuery): Promise<ShortCalls[]> {
    this.asked.push({ since: this.since, shortFrom: from });
    return Promise.resolve(this.short);
  }

  repeatedMessages({ from }: RepeatedMessagesQuery): Promise<RepeatedMessages[]> {
    this.asked.push({ since: this.since, shortFrom: from });
    return Promise.resolve(this.repeated);
  }
}

class FakeMails implements Mails {
  readonly sent: OutgoingMail[] = [];
  isBroken = false;

  send(mail: OutgoingMail): Promise<void> {
    if (this.isBroken) return Promise.reject(new Error('killed'));
    this.sent.push(mail);
    return Promise.resolve();
  }
}

const owner = { userId: 'usr_1', email: 'owner@example.com', name: 'Ada' };
const admin = { userId: 'usr_2', email: 'admin@example.com', name: 'Grace' };

class FakeAccounts implements AlertedAccounts {
  timezoneName = 'UTC';

  timezone(): Promise<string> {
    return Promise.resolve(this.timezoneName);
  }

  technicalContacts(): Promise<(typeof owner)[]> {
    return Promise.resolve([owner, admin]);
  }

  billingContacts(): Promise<(typeof owner)[]> {
    return Promise.resolve([owner]);
  }
}

describe('fraud alerts', () => {
  let test: TestDatabase;
  let alerts: StoredFraudAlerts;
  let policies: StoredOutboundPolicies;
  let audit: RecordingAudit;
  let operate: OperateAlerts;
  let accountId: string;
  const clock = new TestClock(NOON);

  beforeAll(async () => {
    test = await testDatabase([voiceRoutingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.db.query(`DELETE FROM voice.fraud_alerts`);
    await test.db.query(`UPDATE voice.call_watch SET watched_until = $1`, [addSeconds(NOON, -60)]);
    await test.db.query(`UPDATE voice.outbound_policy SET on_alert = 'alert'`);
    accountId = newId('acc');
    const rules = new RulesInForce(test.db);
    alerts = new StoredFraudAlerts(test.db, rules);
    policies = new StoredOutboundPolicies(test.db, rules);
    audit = new RecordingAudit();
    operate = new OperateAlerts(test.db, alerts, audit, clock);
  });

  const watcher = () => {
    const [patterns, messages] = [new FakePatterns(), new FakePatterns()];
    const [mails, events] = [new FakeMails(), new RecordingEventBus()];
    const [watch, accounts] = [new StoredSpendingWatch(test.db), new FakeAccounts()];
    const found = new FindFraudPatterns(patterns, messages, accounts);
    const watching = new WatchSpending(test.db, watch, found, alerts, policies, accounts, mails, events, clock);
    return { patterns, messages, accounts, mails, events, raise: () => watching.raise() };
  };
  const list = async () => (await alerts.list({ accountId }, FIRST_PAGE)).items;
  const anHour = (): HourlyCost => ({ accountId, hour: NOON, costCents: 9000, usualCents: 600 });
  const block = async () => policies.save({ ...(await policies.get()), onAlert: 'block' }, clock.now());
  const blocked = async () => (await policies.inForce()).blockedAccounts.has(accountId);

  it('raises an alert for each suspicious pattern, with an event and one mail per person', async () => {
    const { patterns, mails, events, raise } = watcher();
    patterns.hours = [anHour(), { ...anHour(), hour: addSeconds(NOON, -3600), costCents: 1000 }];
    patterns.first = [
      { accountId, country: 'LV', startedAt: MIDNIGHT },
      { accountId, country: 'GB', startedAt: NOON },
    ];
    patterns.short = [{ accountId, prefix: '+3712070', calls: 24, costCents: 48, startedAt: NOON }];
    expect(await raise()).toHaveLength(3);
    expect(
      (await list())
        .map(({ rule, country, prefix, calls, costCents, usualCostCents, status }) => {
          return [rule, country, prefix, calls, costCents, usualCostCents, status];
        })
        .toSorted(),
    ).toEqual([
      ['expensive_hour', null, null, null, 9000, 20, 'open'],
      ['new_country_at_night', 'LV', null, null, null, null, 'open'],
      ['short_calls', null, '+3712070', 24, 48, null, 'open'],
    ]);
    expect(events.published.map(({ type }) => type)).toEqual(['fraud.alert', 'fraud.alert', 'fraud.alert']);
    expect(events.published[0]).toMatchObject({
      accountId,
      data: { rule: 'expensive_hour', blocks_outbound: false, cost_cents: 9000, usual_cost_cents: 20, country: null },
    });
    expect(mails.sent.map(({ to }) => to).toSorted()).toEqual(
      ['admin@example.com', 'owner@example.com'].flatMap((to) => [to, to, to]),
    );
    expect(mails.sent[0]?.text).toContain('$90.00');
    expect(await blocked()).toBe(false);
  });

  it('reads what was recorded since the last run and two minutes before it, and fifteen minutes of short calls', async () => {
    const { patterns, raise } = watcher();
    await raise();
    clock.advance(60);
    await raise();
    const before = (seconds: number) => addSeconds(NOON, -seconds);
    expect(patterns.asked).toEqual([
      { since: before(180), shortFrom: before(900) },
      { since: before(120), shortFrom: before(840) },
    ]);
    clock.advance(-60);
  });

  it('adds what messages cost to what calls cost in the hour, and in the same hours before', async () => {
    const { patterns, messages, raise } = watcher();
    patterns.hours = [{ ...anHour(), costCents: 600, usualCents: 0 }];
    expect(await raise()).toEqual([]);
    messages.hours = [{ ...anHour(), costCents: 401, usualCents: 6_006 }];
    expect(await raise()).toEqual([]);
    messages.hours = [{ ...anHour(), costCents: 401, usualCents: 6_005 }];
    expect(await raise()).toMatchObject([{ rule: 'expensive_hour', costCents: 1_001, usualCostCents: 200 }]);
  });

  it('raises an alert when messages to one range repeat, with the event and mail of calls', async () => {
    const { messages, mails, events, raise } = watcher();
    messages.repeated = [{ accountId, prefix: '+37120700', messages: 40, costCents: 80, startedAt: NOON }];
    await raise();
    expect(await list()).toMatchObject([
      { rule: 'repeated_messages', prefix: '+37120700', calls: null, messages: 40, costCents: 80 },
    ]);
    expect(events.published).toMatchObject([
      { type: 'fraud.alert', data: { rule: 'repeated_messages', messages: 40 } },
    ]);
    expect(mails.sent[0]?.text).toContain('40 messages to numbers that begin with +37120700');
  });

  it('does not raise an alert for the first message to a country that the account calls, nor the other way round', async () => {
    const { patterns, messages, raise } = watcher();
    patterns.first = ['LV', 'EE'].map((country) => ({ accountId, country, startedAt: MIDNIGHT }));
    messages.first = ['LT', 'EE'].map((country) => ({ accountId, country, startedAt: MIDNIGHT }));
    [messages.used, patterns.used] = [['LV'], ['LT']];
    expect((await raise()).map(({ rule, country }) => [rule, country])).toEqual([['new_country_at_night', 'EE']]);
  });

  it('raises a pattern once, in repeated and concurrent runs', async () => {
    const workers = Array.from({ length: 5 }, watcher);
    for (const { patterns } of workers) patterns.hours = [anHour()];
    for (let round = 0; round < 3; round++) await Promise.all(workers.map(({ raise }) => raise()));
    expect(await list()).toHaveLength(1);
    expect(workers.flatMap(({ events }) => events.published)).toHaveLength(1);
    expect(workers.flatMap(({ mails }) => mails.sent)).toHaveLength(2);
  });

  it('raises the alert in the next run when a worker dies before the commit', async () => {
    const { patterns, mails, raise } = watcher();
    patterns.hours = [anHour()];
    mails.isBroken = true;
    await expect(raise()).rejects.toThrow('killed');
    expect(await list()).toEqual([]);
    mails.isBroken = false;
    expect(await raise()).toHaveLength(1);
    expect(patterns.asked[0]).toEqual(patterns.asked[1]);
  });

  it('raises the alerts of all accounts when the time zone of one is unknown', async () => {
    const { patterns, accounts, raise } = watcher();
    accounts.timezoneName = 'Unknown/Zone';
    patterns.first = [{ accountId: newId('acc'), country: 'LV', startedAt: MIDNIGHT }];
    patterns.hours = [anHour()];
    expect((await raise()).map(({ rule }) => rule)).toEqual(['expensive_hour', 'new_country_at_night']);
  });

  it('publishes the event in the transaction of the alert', async () => {
    const patterns = new FakePatterns();
    patterns.hours = [anHour()];
    const bus = new OutboxEventBus(test.db, clock);
    const [watch, accounts, mails] = [new StoredSpendingWatch(test.db), new FakeAccounts(), new FakeMails()];
    const found = new FindFraudPatterns(patterns, new FakePatterns(), accounts);
    await new WatchSpending(test.db, watch, found, alerts, policies, accounts, mails, bus, clock).raise();
    const outbox = `SELECT type FROM platform.outbox WHERE account_id = $1`;
    expect(await test.db.query(outbox, [accountId])).toEqual([{ type: 'fraud.alert' }]);
  });

  it('blocks outbound calls until every blocking alert of the account is acknowledged', async () => {
    await block();
    const { patterns, raise } = watcher();
    patterns.hours = [anHour()];
    patterns.short = [{ accountId, prefix: '+3712070', calls: 24, costCents: 48, startedAt: NOON }];
    const [first, second] = await raise();
    expect(await blocked()).toBe(true);
    expect(await alerts.countOpen()).toEqual({ alerting: 0, blocking: 2 });
    expect(await operate.acknowledge(first!.id, 'operator')).toMatchObject({
      status: 'acknowledged',
      acknowledgedBy: 'operator',
      blocksOutbound: true,
    });
    expect(await blocked()).toBe(true);
    await operate.acknowledge(second!.id, 'operator');
    expect(await blocked()).toBe(false);
    await operate.acknowledge(second!.id, 'another');
    expect(audit.entries.map(({ action, subject }) => [action, subject])).toEqual([
      ['alert.acknowledge', first!.id],
      ['alert.acknowledge', second!.id],
    ]);
    await expect(operate.acknowledge(newId('alr'), 'operator')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lists the alerts of an account by status, and deletes acknowledged ones after a year', async () => {
    const { patterns, raise } = watcher();
    patterns.hours = [anHour(), { ...anHour(), hour: addSeconds(NOON, -3600) }];
    const [old] = await raise();
    await operate.acknowledge(old!.id, 'operator');
    const ids = async (status: 'open' | 'acknowledged') =>
      (await alerts.list({ status }, FIRST_PAGE)).items.map(({ id }) => id);
    expect(await ids('acknowledged')).toEqual([old!.id]);
    expect(await ids('open')).toHaveLength(1);
    expect((await alerts.list({ accountId: newId('acc') }, FIRST_PAGE)).items).toEqual([]);
    expect(await operate.prune()).toBe(0);
    const later = new OperateAlerts(test.db, alerts, audit, new TestClock(addDays(NOON, 366)));
    expect(await later.prune()).toBe(1);
    expect(await list()).toHaveLength(1);
  });
});
