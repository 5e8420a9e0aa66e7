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

/** A call that each carrier routes by one attempt. */
interface PlannedCall {
  readonly isAnswered: boolean;
  readonly cause: string;
  readonly cents: number;
  readonly trunkId: string | null;
  readonly country: string | null;
  readonly carrierId: string;
  readonly sipCode: number | null;
}
const CALL_MICROCENTS = 1_250_000;

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
    const { alarms, evaluate, events, mails } = world();
    const { id } = await alarms.create(accountId, ASR);
    clock.advance(60);
    await recordAll(failed, failed, {});
    expect(await evaluate()).toMatchObject([{ alarm: { id }, transition: { to: 'raised' } }]);
    expect(await evaluate()).toEqual([]);
    const since = clock.now();
    expect(await listed()).toMatchObject([{ id, state: 'raised', since, value: 33.3, calls: 3 }]);
    expect(events.published).toMatchObject([
      { type: 'alarm.raised', accountId, data: { alarm_id: id, name: 'Office', value: 33.3, calls: 3, country: null } },
    ]);
    expect(mails.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@example.com', 'An alarm was raised'],
      ['admin@example.com', 'An alarm was raised'],
    ]);
    expect(mails.sent[0]?.text).toContain(
      '3 calls were recorded in the last 5 minutes. The answer-seizure ratio was 33.3 %.',
    );
    expect(mails.sent[0]?.text).toContain('is below 50 %, with at least 2 calls in the window.');
    expect(mails.sent[0]?.text).toContain('because you are an owner or admin of the account.');
    expect(mails.sent[0]?.text).toContain('https://dashboard.example/alarms');

    await recordAll({}, {}, {});
    await evaluate();
    expect(await listed()).toMatchObject([{ state: 'raised', value: 66.7 }]);
    for (let minute = 0; minute < 5; minute++) {
      clock.advance(60);
      await recordAll({}, {});
      await evaluate();
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
      await Promise.all(workers.map(({ evaluate }) => evaluate()));
      await Promise.all(workers.map(({ evaluate }) => evaluate()));
      expect(workers.flatMap(({ events }) => events.published.map(({ type }) => type))).toEqual(['alarm.raised']);
      expect(workers.flatMap(({ mails }) => mails.sent)).toHaveLength(2);
      const { items } = await world().queries.list(owner, {}, FIRST_PAGE, clock.now());
      expect(items).toMatchObject([{ state: 'raised', calls: 2 }]);
    }
  });

  it('stay as they were when a mail cannot be written, and do not keep others from being raised', async () => {
    const { alarms, evaluation, evaluate, events, mails } = world();
    await alarms.create(accountId, ASR);
    const { id } = await world().carrierAlarms.create('operator', { ...ASR, carrierId: 'car_1' });
    clock.advance(1);
    const attempts = [{ carrierId: 'car_1', result: 'failed', sipCode: 503 }];
    await recordAll({ ...failed, attempts }, { ...failed, attempts });
    mails.isBroken = true;
    const changed: string[] = [];
    const evaluating = evaluation.evaluate(({ alarm }) => changed.push(alarm.id));
    await expect(evaluating).rejects.toThrow('1 alarms could not be evaluated.');
    expect(changed).toEqual([id]);
    expect(await listed()).toMatchObject([{ state: 'ok', calls: 2 }]);
    expect(await world().queries.get({ accountId: null, id }, clock.now())).toMatchObject({ state: 'raised' });
    mails.isBroken = false;
    expect(await evaluate()).toHaveLength(1);
    expect(events.published.at(-1)).toMatchObject({ type: 'alarm.raised' });
  });

  it('measure the calls of their scope that were recorded since they were created', async () => {
    const { alarms, evaluate } = world();
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
    await evaluate();
    expect((await listed()).map(({ calls }) => calls)).toEqual([3, 2, 1]);
  });

  it('keep a trunk that was archived since, and can be changed otherwise', async () => {
    const { alarms } = world();
    const { id } = await alarms.create(accountId, { ...ASR, scope: { sipTrunkId: 'trk_1', numberId: 'num_1' } });
    const gone = `jsonb_build_object('sipTrunkId', 'trk_archived', 'numberId', 'num_other')`;
    await test.db.query(`UPDATE cdr.alarms SET scope = ${gone} WHERE id = $1`, [id]);
    const scope = { sipTrunkId: 'trk_archived', numberId: 'num_other', country: 'DE' };
    expect(await alarms.update({ accountId, id }, { name: 'Other', scope })).toMatchObject({ name: 'Other', scope });
    await alarms.update({ accountId, id }, { scope: {} });
    for (const [member, value] of Object.entries({ sipTrunkId: 'trk_archived', numberId: 'num_other' }))
      await expect(alarms.update({ accountId, id }, { scope: { [member]: value } })).rejects.toMatchObject({
        code: 'invalid_input',
      });
  });

  it('end with an event and without a mail when they are changed, disabled or deleted', async () => {
    const { alarms, evaluation, evaluate, events, mails } = world();
    const raise = async () => {
      const { id } = await alarms.create(accountId, ASR);
      clock.advance(1);
      await recordAll(failed, failed);
      await evaluate();
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
    expect(await evaluate()).toMatchObject([{ alarm: { id: changed } }]);
    await evaluation.prune();
    const kept = await test.db.query<{ id: string }>(`SELECT DISTINCT alarm_id AS id FROM cdr.alarm_counts`);
    expect(kept).toEqual([{ id: changed }]);
  });

  it('have mails to billing members too when they are about cost', async () => {
    const { alarms, evaluate, mails } = world();
    await alarms.create(accountId, {
      ...ASR,
      metric: 'cost_cents',
      comparison: 'above',
      threshold: 1_000,
      minCalls: 1,
    });
    clock.advance(1);
    await recordAll({ cents: 1_000 });
    expect(await evaluate()).toEqual([]);
    await recordAll({ cents: 1 });
    expect(await evaluate()).toHaveLength(1);
    expect(mails.sent.map(({ to }) => to)).toEqual(['owner@example.com', 'admin@example.com', 'payer@example.com']);
    expect(mails.sent[0]?.text).toContain('The cost was $10.01.');
  });

  it('measure the attempts by a carrier, of all accounts, and what they cost', async () => {
    const { carrierAlarms, evaluate, queries, events, mails } = world();
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
    await evaluate();
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
    const { alarms, evaluate } = world();
    await alarms.create(accountId, ASR);
    clock.advance(1);
    await recordAll(failed, failed);
    await evaluate();
    await alarms.deleteAll(accountId);
    await alarms.deleteAll(accountId);
    expect(await listed()).toEqual([]);
    expect(await test.db.query(`SELECT FROM cdr.alarm_counts`)).toEqual([]);
  });

  it('count no call of an account twice for its carrier when the account closes', async () => {
    const { alarms, carrierAlarms, evaluate, queries } = world();
    await alarms.create(accountId, ASR);
    const { id } = await carrierAlarms.create('operator', { ...ASR, carrierId: 'car_1' });
    clock.advance(1);
    const attempts = [{ carrierId: 'car_1', result: 'answered', sipCode: 200 }];
    await recordAll({ attempts }, { attempts });
    await evaluate();
    await alarms.deleteAll(accountId);
    await evaluate();
    await recordAll({ attempts });
    await evaluate();
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
          carrierId: fc.constantFrom('car_1', 'car_2'),
          sipCode: fc.constantFrom(503, 404, null),
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
        const { alarms, carrierAlarms, evaluation, queries } = world();
        const created = [];
        for (const windowSeconds of windows)
          for (const scope of [{}, { sipTrunkId: 'trk_1' }, { country: 'DE' }])
            created.push(await alarms.create(accountId, { ...ASR, minCalls: 100_000, windowSeconds, scope }));
        const ofCarrier = [];
        for (const windowSeconds of windows)
          ofCarrier.push(
            await carrierAlarms.create('operator', { ...ASR, minCalls: 100_000, windowSeconds, carrierId: 'car_1' }),
          );
        const recorded: (PlannedCall & { readonly createdAt: Date })[] = [];
        for (const { pause, calls, workers, isPruned } of steps) {
          clock.advance(pause);
          for (const call of calls) {
            const { isAnswered, carrierId, sipCode } = call;
            const [result, code] = isAnswered ? ['answered', 200] : ['failed', sipCode];
            await record({
              ...call,
              cause: isAnswered ? 'normal_clearing' : call.cause,
              attempts: [{ carrierId, result, sipCode: code }],
              ...(isAnswered && { margin: { carrierId, costMicrocents: CALL_MICROCENTS } }),
            });
            recorded.push({ ...call, createdAt: clock.now() });
            clock.advance(0.001);
          }
          const count = () => test.db.run(() => world().counts.count(clock.now()));
          await Promise.all(Array.from({ length: workers }, count));
          if (isPruned) await evaluation.prune();
        }
        await test.db.run(() => world().counts.count(clock.now()));
        const now = clock.now().getTime();
        const inWindow = (windowSeconds: number) => {
          const length = Math.ceil(windowSeconds / 3_600) * 60_000;
          const begin = (at: Date) => Math.floor(at.getTime() / length) * length;
          return recorded.filter(({ createdAt }) => begin(createdAt) > now - windowSeconds * 1_000 - length);
        };
        const sumsOf = (calls: readonly PlannedCall[], hasFailed: (call: PlannedCall) => boolean) => {
          const answered = calls.filter(({ isAnswered }) => isAnswered).length;
          const failed = calls.filter((call) => !call.isAnswered && hasFailed(call)).length;
          return { calls: calls.length, answered, failed, billableSeconds: answered * 60 };
        };
        for (const { id, windowSeconds, scope } of created) {
          const calls = inWindow(windowSeconds).filter(
            ({ trunkId, country }) =>
              (!scope.sipTrunkId || trunkId === scope.sipTrunkId) && (!scope.country || country === scope.country),
          );
          expect(await queries.get({ accountId, id }, clock.now())).toMatchObject({
            ...sumsOf(calls, ({ cause }) => cause !== 'user_busy'),
            costCents: calls.reduce((sum, { cents }) => sum + cents, 0),
          });
        }
        for (const { id, windowSeconds } of ofCarrier) {
          const calls = inWindow(windowSeconds).filter(({ carrierId }) => carrierId === 'car_1');
          const sums = sumsOf(calls, ({ sipCode }) => sipCode !== 404);
          const costCents = Math.round((sums.answered * CALL_MICROCENTS) / 1_000_000);
          expect(await queries.get({ accountId: null, id }, clock.now())).toMatchObject({ ...sums, costCents });
          await carrierAlarms.remove({ operator: 'operator', id });
        }
        await alarms.deleteAll(accountId);
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
