import { newId, unixSeconds } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import fc from 'fast-check';
import type { NewAlarm } from '../../domain/alarm';
import { cdrPersistence } from '../../cdr.module';
import { alarmWorld, recordForAlarms, type RecordedForAlarms } from '../../testing';

const NOON = new Date('2026-06-20T12:00:00Z');
const FIRST_PAGE = { limit: 10, sort: 'created_at', order: 'asc', after: null } as const;
const ASR: NewAlarm = {
  name: 'Office',
  metric: 'asr_pct',
  windowSeconds: 300,
  comparison: 'below',
  threshold: 50,
  minCalls: 2,
};

describe('alarms', () => {
  let test: TestDatabase;
  let clock: TestClock;
  let accountId: string;

  beforeAll(async () => {
    test = await testDatabase([cdrPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.db.query(`DELETE FROM cdr.alarms`);
    await test.db.query(`DELETE FROM cdr.alarm_counts`);
    clock = new TestClock(NOON);
    accountId = newId('acc');
  });

  const world = () => alarmWorld(test.db, clock);
  const record = (call: Partial<RecordedForAlarms> = {}) =>
    recordForAlarms(test.db, { accountId, createdAt: clock.now(), ...call });
  const failed = { isAnswered: false, cause: 'network_out_of_order' };
  /** Each call a millisecond later, as their creation times are. */
  const recordAll = async (...calls: Partial<RecordedForAlarms>[]) => {
    for (const call of calls) {
      await record(call);
      clock.advance(0.001);
    }
  };
  const listed = async () => (await world().queries.list(accountId, {}, FIRST_PAGE, clock.now())).items;

  it('are raised and cleared with an event and a mail to each contact, once, in one transaction', async () => {
    const { alarms, evaluation, events, mails } = world();
    const { id } = await alarms.create(accountId, ASR);
    clock.advance(60);
    await recordAll(failed, failed, {});
    expect(await evaluation.evaluate()).toMatchObject([{ alarm: { id }, transition: { to: 'raised' } }]);
    expect(await evaluation.evaluate()).toEqual([]);
    const since = clock.now();
    expect(await listed()).toMatchObject([{ id, state: 'raised', since, value: 33.3, calls: 3 }]);
    expect(events.published).toMatchObject([
      { type: 'alarm.raised', accountId, data: { alarm_id: id, name: 'Office', value: 33.3, calls: 3, country: null } },
    ]);
    expect(mails.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@example.com', 'An alarm was raised'],
      ['admin@example.com', 'An alarm was raised'],
    ]);
    expect(mails.sent[0]?.text).toContain('3 calls ended. The answer-seizure ratio was 33.3 %.');
    expect(mails.sent[0]?.text).toContain('https://dashboard.example/alarms');

    await recordAll({}, {}, {});
    await evaluation.evaluate();
    expect(await listed()).toMatchObject([{ state: 'raised', value: 66.7 }]);
    for (let minute = 0; minute < 5; minute++) {
      clock.advance(60);
      await recordAll({}, {});
      await evaluation.evaluate();
    }
    expect(await listed()).toMatchObject([{ state: 'ok', since: clock.now() }]);
    expect(events.published.slice(1)).toMatchObject([
      { type: 'alarm.cleared', data: { alarm_id: id, reason: 'recovered', raised_at: unixSeconds(since) } },
    ]);
    expect(mails.sent.slice(2).map(({ subject }) => subject)).toEqual(['An alarm was cleared', 'An alarm was cleared']);
  });

  it('are raised once when workers evaluate at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = newId('acc');
      const { alarms } = world();
      await alarms.create(owner, ASR);
      clock.advance(1);
      await recordAll({ ...failed, accountId: owner }, { ...failed, accountId: owner });
      const workers = Array.from({ length: 4 }, world);
      await Promise.all(workers.map(({ evaluation }) => evaluation.evaluate()));
      await Promise.all(workers.map(({ evaluation }) => evaluation.evaluate()));
      expect(workers.flatMap(({ events }) => events.published.map(({ type }) => type))).toEqual(['alarm.raised']);
      expect(workers.flatMap(({ mails }) => mails.sent)).toHaveLength(2);
      const { items } = await world().queries.list(owner, {}, FIRST_PAGE, clock.now());
      expect(items).toMatchObject([{ state: 'raised', calls: 2 }]);
    }
  });

  it('stay as they were when a mail cannot be written, and do not keep others from being raised', async () => {
    const { alarms, evaluation, events, mails } = world();
    await alarms.create(accountId, ASR);
    const { id } = await world().carrierAlarms.create('operator', { ...ASR, carrierId: 'car_1' });
    clock.advance(1);
    const attempts = [{ carrierId: 'car_1', result: 'failed', sipCode: 503 }];
    await recordAll({ ...failed, attempts }, { ...failed, attempts });
    mails.isBroken = true;
    await expect(evaluation.evaluate()).rejects.toThrow('1 alarms could not be evaluated.');
    expect(await listed()).toMatchObject([{ state: 'ok', calls: 2 }]);
    expect(await world().queries.get({ accountId: null, id }, clock.now())).toMatchObject({ state: 'raised' });
    mails.isBroken = false;
    expect(await evaluation.evaluate()).toHaveLength(1);
    expect(events.published.at(-1)).toMatchObject({ type: 'alarm.raised' });
  });

  it('measure the calls of their scope that were recorded since they were created', async () => {
    const { alarms, evaluation } = world();
    await recordAll({}, {});
    const scopes = [{}, { sipTrunkId: 'trk_1' }, { numberId: 'num_1', country: 'DE' }];
    for (const [n, scope] of scopes.entries()) await alarms.create(accountId, { ...ASR, name: String(n), scope });
    clock.advance(1);
    await recordAll(
      { trunkId: 'trk_1', country: 'DE' },
      { numberId: 'num_1', country: 'AT', cents: 3 },
      { numberId: 'num_1', trunkId: 'trk_1', country: 'DE' },
      { importedFrom: 'twilio' },
      { accountId: newId('acc') },
    );
    await evaluation.evaluate();
    expect((await listed()).map(({ calls }) => calls)).toEqual([3, 2, 1]);
  });

  it('end with an event and without a mail when they are changed, disabled or deleted', async () => {
    const { alarms, evaluation, events, mails } = world();
    const raise = async () => {
      const { id } = await alarms.create(accountId, ASR);
      clock.advance(1);
      await recordAll(failed, failed);
      await evaluation.evaluate();
      return id;
    };
    const [changed, disabled, deleted] = [await raise(), await raise(), await raise()];
    const sent = mails.sent.length;
    events.published.splice(0);
    expect(await alarms.update({ accountId, id: changed }, { windowSeconds: 600 })).toMatchObject({
      state: 'ok',
      calls: 0,
      value: null,
    });
    expect(await alarms.update({ accountId, id: disabled }, { enabled: false })).toMatchObject({ state: 'ok' });
    await alarms.delete({ accountId, id: deleted });
    expect(events.published.map(({ type, data }) => [type, 'reason' in data && data.reason])).toEqual([
      ['alarm.cleared', 'changed'],
      ['alarm.cleared', 'disabled'],
      ['alarm.cleared', 'deleted'],
    ]);
    expect(mails.sent).toHaveLength(sent);
    clock.advance(1);
    await recordAll(failed, failed);
    expect(await evaluation.evaluate()).toMatchObject([{ alarm: { id: changed } }]);
    await evaluation.prune();
    const kept = await test.db.query<{ id: string }>(`SELECT DISTINCT alarm_id AS id FROM cdr.alarm_counts`);
    expect(kept).toEqual([{ id: changed }]);
  });

  it('have mails to billing members too when they are about cost', async () => {
    const { alarms, evaluation, mails } = world();
    await alarms.create(accountId, {
      ...ASR,
      metric: 'cost_cents',
      comparison: 'above',
      threshold: 1_000,
      minCalls: 1,
    });
    clock.advance(1);
    await recordAll({ cents: 1_000 });
    expect(await evaluation.evaluate()).toEqual([]);
    await recordAll({ cents: 1 });
    expect(await evaluation.evaluate()).toHaveLength(1);
    expect(mails.sent.map(({ to }) => to)).toEqual(['owner@example.com', 'admin@example.com', 'payer@example.com']);
    expect(mails.sent[0]?.text).toContain('The cost was $10.01.');
  });

  it('measure the attempts by a carrier, of all accounts, and what they cost', async () => {
    const { carrierAlarms, evaluation, queries, events, mails } = world();
    const { id } = await carrierAlarms.create('operator', { ...ASR, carrierId: 'car_1' });
    const { id: cost } = await carrierAlarms.create('operator', {
      ...{ ...ASR, carrierId: 'car_1', metric: 'cost_cents', comparison: 'above', threshold: 2, minCalls: 1 },
    });
    clock.advance(1);
    const by = (carrierId: string, result: string, sipCode: number | null) => ({ carrierId, result, sipCode });
    const margin = { carrierId: 'car_1', costMicrocents: 1_250_000 };
    await recordAll(
      { ...failed, attempts: [by('car_1', 'failed', 503)] },
      { accountId: newId('acc'), attempts: [by('car_1', 'failed', null), by('car_2', 'answered', 200)] },
      { accountId: newId('acc'), attempts: [by('car_1', 'answered', 200)], margin },
      { attempts: [by('car_1', 'answered', 200)], margin },
      {
        isAnswered: false,
        attempts: [by('car_1', 'failed', 404), by('car_1', 'busy', 486), by('car_1', 'skipped', null)],
      },
      { attempts: [by('car_2', 'answered', 200)] },
    );
    await evaluation.evaluate();
    expect(await queries.get({ accountId: null, id }, clock.now())).toMatchObject({
      calls: 6,
      value: 33.3,
      state: 'raised',
    });
    expect(await queries.get({ accountId: null, id: cost }, clock.now())).toMatchObject({ value: 3, state: 'raised' });
    expect([events.published, mails.sent]).toEqual([[], []]);
    expect(await queries.countRaised()).toEqual({ accounts: 0, carriers: 2 });
    expect(await queries.raisedOfCarriers(1)).toMatchObject([{ carrierId: 'car_1', metric: 'asr_pct' }]);
    await carrierAlarms.update({ operator: 'operator', id }, { metric: 'failure_pct', threshold: 10 });
    expect(await queries.get({ accountId: null, id }, clock.now())).toMatchObject({ value: 33.3, state: 'ok' });
  });

  it('of a closed account are deleted with what was counted', async () => {
    const { alarms, evaluation } = world();
    await alarms.create(accountId, ASR);
    clock.advance(1);
    await recordAll(failed, failed);
    await evaluation.evaluate();
    await alarms.deleteAll(accountId);
    await alarms.deleteAll(accountId);
    expect(await listed()).toEqual([]);
    expect(await test.db.query(`SELECT FROM cdr.alarm_counts`)).toEqual([]);
  });

  it('about carriers count no call of an account twice when it closes', async () => {
    const { alarms, carrierAlarms, evaluation, queries } = world();
    await alarms.create(accountId, ASR);
    const { id } = await carrierAlarms.create('operator', { ...ASR, carrierId: 'car_1' });
    clock.advance(1);
    const attempts = [{ carrierId: 'car_1', result: 'answered', sipCode: 200 }];
    await recordAll({ attempts }, { attempts });
    await evaluation.evaluate();
    await alarms.deleteAll(accountId);
    await evaluation.evaluate();
    await recordAll({ attempts });
    await evaluation.evaluate();
    expect(await queries.get({ accountId: null, id }, clock.now())).toMatchObject({ calls: 3 });
  });

  it('are at most 50 of an account, also when requests race', async () => {
    const { alarms } = world();
    for (let n = 0; n < 49; n++) await alarms.create(accountId, ASR);
    const both = await Promise.allSettled([alarms.create(accountId, ASR), alarms.create(accountId, ASR)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(alarms.create(accountId, ASR)).rejects.toMatchObject({ code: 'alarm_limit_reached' });
    await alarms.create(newId('acc'), ASR);
  });

  it('count each call once, in the windows that it is in, whenever workers count', async () => {
    const step = fc.record({
      pause: fc.integer({ min: 1, max: 400 }),
      calls: fc.array(
        fc.record({
          isAnswered: fc.boolean(),
          cause: fc.constantFrom('user_busy', 'network_out_of_order', 'no_route_destination'),
          cents: fc.integer({ min: 0, max: 3 }),
          trunkId: fc.constantFrom('trk_1', 'trk_2', null),
          country: fc.constantFrom('DE', 'AT', null),
        }),
        { maxLength: 4 },
      ),
      workers: fc.integer({ min: 0, max: 3 }),
      isPruned: fc.boolean(),
    });
    const windows = [300, 3_600, 7_200];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        accountId = newId('acc');
        const { alarms, evaluation, queries } = world();
        const created = [];
        for (const windowSeconds of windows)
          for (const scope of [{}, { sipTrunkId: 'trk_1' }, { country: 'DE' }])
            created.push(await alarms.create(accountId, { ...ASR, minCalls: 100_000, windowSeconds, scope }));
        const recorded: Required<
          Pick<RecordedForAlarms, 'isAnswered' | 'cause' | 'cents' | 'trunkId' | 'country' | 'createdAt'>
        >[] = [];
        for (const { pause, calls, workers, isPruned } of steps) {
          clock.advance(pause);
          for (const call of calls) {
            const at = { ...call, cause: call.isAnswered ? 'normal_clearing' : call.cause, createdAt: clock.now() };
            await record(at);
            recorded.push(at);
            clock.advance(0.001);
          }
          const count = () => test.db.run(() => world().counts.count(clock.now()));
          await Promise.all(Array.from({ length: workers }, count));
          if (isPruned) await evaluation.prune();
        }
        await test.db.run(() => world().counts.count(clock.now()));
        const now = clock.now().getTime();
        for (const { id, windowSeconds, scope } of created) {
          const length = Math.ceil(windowSeconds / 3_600) * 60_000;
          const begin = (at: Date) => Math.floor(at.getTime() / length) * length;
          const inWindow = recorded.filter(
            ({ createdAt, trunkId, country }) =>
              begin(createdAt) > now - windowSeconds * 1_000 - length &&
              (!scope.sipTrunkId || trunkId === scope.sipTrunkId) &&
              (!scope.country || country === scope.country),
          );
          const view = await queries.get({ accountId, id }, clock.now());
          const answered = inWindow.filter(({ isAnswered }) => isAnswered);
          expect(view).toMatchObject({
            calls: inWindow.length,
            answered: answered.length,
            failed: inWindow.filter(({ isAnswered, cause }) => !isAnswered && cause !== 'user_busy').length,
            billableSeconds: answered.length * 60,
            costCents: inWindow.reduce((sum, { cents }) => sum + cents, 0),
          });
        }
        await alarms.deleteAll(accountId);
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
