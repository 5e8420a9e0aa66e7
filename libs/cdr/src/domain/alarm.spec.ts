import { addSeconds, ALARM_METRICS, type AlarmMetric } from '@trunkline/kernel';
import fc from 'fast-check';
import { Alarm, type AlarmChange, type AlarmTransition, type NewAlarm, valueOf, type WindowSums } from './alarm';

const NOW = new Date('2026-06-20T12:00:00Z');
const OWNER = { accountId: 'acc_1', carrierId: null } as const;
const NEW: NewAlarm = { name: 'Office', metric: 'asr_pct', windowSeconds: 900, comparison: 'below', threshold: 40 };

const after = (seconds: number) => addSeconds(NOW, seconds);
const anAlarm = (given: Partial<NewAlarm> = {}) => Alarm.create(OWNER, { ...NEW, ...given }, NOW);
const sums = (given: Partial<WindowSums> = {}): WindowSums => ({
  calls: 20,
  answered: 10,
  failed: 0,
  billableSeconds: 600,
  costCents: 100,
  lastCallAt: NOW,
  ...given,
});
const LOW = sums({ answered: 7 });
const HIGH = sums({ answered: 8 });

/** An alarm that was raised at NOW. */
const aRaised = (given: Partial<NewAlarm> = {}) => {
  const alarm = anAlarm(given);
  expect(alarm.judge(LOW, NOW)).toEqual({ to: 'raised' });
  return alarm;
};
const cleared = (reason: string) => ({ to: 'ok', reason, raisedAt: NOW });

describe('an alarm', () => {
  it('has the defaults of its settings', () => {
    expect(anAlarm()).toMatchObject({
      minCalls: 20,
      scope: { sipTrunkId: null, numberId: null, country: null },
      enabled: true,
      state: 'ok',
      since: NOW,
      countsFrom: NOW,
    });
  });

  it.each<[AlarmMetric, number | null]>([
    ['asr_pct', 33.3],
    ['acd_s', 12.5],
    ['failure_pct', 16.7],
    ['cost_cents', 7],
  ])('measures %s', (metric, value) => {
    const some = { calls: 6, answered: 2, failed: 1, billableSeconds: 25, costCents: 7 };
    expect(valueOf(metric, some)).toBe(value);
    const none = { calls: 0, answered: 0, failed: 0, billableSeconds: 0, costCents: 0 };
    expect(valueOf(metric, none)).toBe(metric === 'cost_cents' ? 0 : null);
  });

  it('is raised below its threshold, and above it, but not at it', () => {
    expect(anAlarm().judge(LOW, NOW)).toEqual({ to: 'raised' });
    expect(anAlarm().judge(HIGH, NOW)).toBeNull();
    const above = { metric: 'failure_pct', comparison: 'above', threshold: 5 } as const;
    expect(anAlarm(above).judge(sums({ failed: 1 }), NOW)).toBeNull();
    expect(anAlarm(above).judge(sums({ failed: 2 }), NOW)).toEqual({ to: 'raised' });
  });

  it('is not raised by fewer calls than it needs', () => {
    const alarm = anAlarm();
    expect(alarm.judge(sums({ calls: 19, answered: 0 }), NOW)).toBeNull();
    expect(alarm.judge(sums({ answered: 0 }), NOW)).toEqual({ to: 'raised' });
  });

  it('counts answered calls for the average duration', () => {
    const alarm = anAlarm({ metric: 'acd_s', threshold: 30 });
    expect(alarm.judge(sums({ calls: 100, answered: 19, billableSeconds: 19 }), NOW)).toBeNull();
    expect(alarm.judge(sums({ calls: 100, answered: 20, billableSeconds: 20 }), NOW)).toEqual({ to: 'raised' });
  });

  it('is cleared once its condition has not held for five minutes', () => {
    const alarm = aRaised();
    expect(alarm.judge(HIGH, after(60))).toBeNull();
    expect(alarm.judge(HIGH, after(359))).toBeNull();
    expect(alarm.judge(HIGH, after(360))).toEqual(cleared('recovered'));
    expect(alarm).toMatchObject({ state: 'ok', since: after(360), recoveringSince: null });
  });

  it('begins to recover anew when its condition holds in between', () => {
    const alarm = aRaised();
    alarm.judge(HIGH, after(60));
    alarm.judge(LOW, after(120));
    expect(alarm.recoveringSince).toBeNull();
    alarm.judge(HIGH, after(180));
    expect(alarm.judge(HIGH, after(420))).toBeNull();
    expect(alarm.judge(HIGH, after(480))).toEqual(cleared('recovered'));
  });

  it('stays raised with too few calls, until there has been none for a day', () => {
    const alarm = aRaised();
    expect(alarm.judge(sums({ calls: 19, answered: 19 }), after(3_600))).toBeNull();
    const none = sums({ calls: 0, answered: 0 });
    expect(alarm.judge(none, after(86_399))).toBeNull();
    expect(alarm.judge(none, after(86_400))).toEqual(cleared('no_calls'));
  });

  it('is cleared by a low cost whatever the number of calls, since a cost is a sum', () => {
    const alarm = anAlarm({ metric: 'cost_cents', comparison: 'above', threshold: 99 });
    expect(alarm.judge(sums({ calls: 19 }), NOW)).toBeNull();
    expect(alarm.judge(sums(), NOW)).toEqual({ to: 'raised' });
    const none = sums({ calls: 0, answered: 0, costCents: 0 });
    alarm.judge(none, after(60));
    expect(alarm.judge(none, after(360))).toEqual(cleared('recovered'));
  });

  it.each<[string, AlarmChange, AlarmTransition | null, boolean]>([
    ['its name', { name: 'Other' }, null, false],
    ['its threshold', { threshold: 10 }, null, false],
    ['its least calls', { minCalls: 5 }, null, false],
    ['its metric', { metric: 'failure_pct' }, { to: 'ok', reason: 'changed', raisedAt: NOW }, false],
    ['its comparison', { comparison: 'above' }, { to: 'ok', reason: 'changed', raisedAt: NOW }, false],
    ['its window', { windowSeconds: 300 }, { to: 'ok', reason: 'changed', raisedAt: NOW }, true],
    ['its scope', { scope: { country: 'DE' } }, { to: 'ok', reason: 'changed', raisedAt: NOW }, true],
    ['nothing of its scope', { scope: {} }, null, false],
    ['nothing of its scope by null', { scope: { country: null } }, null, false],
    ['nothing', {}, null, false],
    ['that it is enabled', { enabled: false }, { to: 'ok', reason: 'disabled', raisedAt: NOW }, true],
  ])(
    'is cleared or counts anew, or neither, when a change of a raised alarm names %s',
    (_, change, transition, countsAnew) => {
      const alarm = aRaised();
      expect(alarm.change(change, after(60))).toEqual(transition);
      expect(alarm.state).toBe(transition ? 'ok' : 'raised');
      expect(alarm.countsFrom).toEqual(countsAnew ? after(60) : NOW);
    },
  );

  it('keeps a scope that a change names in another order', () => {
    const alarm = anAlarm({ scope: { country: 'DE', numberId: 'num_1' } });
    alarm.change({ scope: { numberId: 'num_1', sipTrunkId: null, country: 'DE' } }, after(60));
    expect(alarm.countsFrom).toEqual(NOW);
    expect(alarm.scope).toEqual({ sipTrunkId: null, numberId: 'num_1', country: 'DE' });
  });

  it('says beforehand whether it would change, and stays as it was', () => {
    const alarm = anAlarm();
    expect([alarm.wouldChange(HIGH, NOW), alarm.wouldChange(LOW, NOW)]).toEqual([false, true]);
    expect(alarm.state).toBe('ok');
    alarm.judge(LOW, NOW);
    expect([alarm.wouldChange(LOW, after(60)), alarm.wouldChange(HIGH, after(60))]).toEqual([false, true]);
    alarm.judge(HIGH, after(60));
    expect([alarm.wouldChange(HIGH, after(120)), alarm.wouldChange(HIGH, after(360))]).toEqual([false, true]);
    expect(alarm.wouldChange(LOW, after(120))).toBe(true);
  });

  it('counts anew when it is enabled', () => {
    const alarm = anAlarm({ enabled: false });
    expect(alarm.change({ enabled: true }, after(60))).toBeNull();
    expect(alarm).toMatchObject({ enabled: true, countsFrom: after(60) });
  });

  it('ends when it is deleted', () => {
    expect(anAlarm().end(NOW)).toBeNull();
    expect(aRaised().end(after(60))).toEqual(cleared('deleted'));
  });

  it.each<[Partial<NewAlarm>, string]>([
    [{ threshold: 100.1 }, 'threshold'],
    [{ metric: 'failure_pct', threshold: 101 }, 'threshold'],
    [{ metric: 'acd_s', threshold: 14_400.1 }, 'threshold'],
    [{ metric: 'cost_cents', threshold: 100_000_001 }, 'threshold'],
    [{ metric: 'cost_cents', threshold: 0.5 }, 'threshold'],
    [{ windowSeconds: 301 }, 'window_s'],
  ])('is rejected with %j', (given, field) => {
    expect(() => anAlarm(given)).toThrow(expect.objectContaining({ fields: { [field]: expect.any(String) } }));
  });

  it.each<[AlarmMetric, number]>([
    ['asr_pct', 100],
    ['failure_pct', 0],
    ['acd_s', 14_400],
    ['cost_cents', 100_000_000],
  ])('accepts %s at %d', (metric, threshold) => {
    expect(anAlarm({ metric, threshold })).toMatchObject({ metric, threshold });
  });

  it('rejects a metric that the threshold is too high for, and stays as it was', () => {
    const alarm = anAlarm({ metric: 'acd_s', threshold: 300 });
    expect(() => alarm.change({ metric: 'asr_pct' }, NOW)).toThrow(
      expect.objectContaining({ fields: { threshold: 'must be at most 100 for asr_pct' } }),
    );
  });
});

/** What the documentation says, without the code: the times and what was seen at each minute. */
class Model {
  state = 'ok';
  private notHolding: number | null = null;

  constructor(
    private readonly alarm: Pick<Alarm, 'metric' | 'comparison' | 'threshold' | 'minCalls'>,
    private lastCall: number | null = null,
  ) {}

  /** Returns what happens at a minute. */
  at(minute: number, { calls, answered, failed, billableSeconds, costCents }: WindowSums, lastCall: number | null) {
    const { metric, comparison, threshold, minCalls } = this.alarm;
    this.lastCall = lastCall;
    const round = (value: number) => Math.round(value * 10) / 10;
    const value = {
      asr_pct: calls > 0 ? round((answered * 100) / calls) : NaN,
      acd_s: answered > 0 ? round(billableSeconds / answered) : NaN,
      failure_pct: calls > 0 ? round((failed * 100) / calls) : NaN,
      cost_cents: costCents,
    }[metric];
    const isEnough = (metric === 'acd_s' ? answered : calls) >= minCalls;
    const holds = comparison === 'below' ? value < threshold : value > threshold;
    const isCheap = metric === 'cost_cents' && comparison === 'above' && !holds;
    if (this.state === 'ok') {
      if (!isEnough || !holds) return null;
      this.state = 'raised';
      this.notHolding = null;
      return 'raised';
    }
    if (Number.isNaN(value) || (!isEnough && !isCheap))
      return this.lastCall === null || minute - this.lastCall >= 1_440 ? this.clear('no_calls') : null;
    if (holds) {
      this.notHolding = null;
      return null;
    }
    this.notHolding ??= minute;
    return minute - this.notHolding >= 5 ? this.clear('recovered') : null;
  }

  private clear(reason: string): string {
    this.state = 'ok';
    return reason;
  }
}

const minute = fc.record({
  pause: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.constant(1_500) },
  ),
  calls: fc.integer({ min: 0, max: 6 }),
  answered: fc.integer({ min: 0, max: 6 }),
  failed: fc.integer({ min: 0, max: 6 }),
  seconds: fc.integer({ min: 0, max: 10 }),
});

describe('the states of an alarm', () => {
  it('are those of a plain model, whatever the calls are', () => {
    const settings = fc.record({
      metric: fc.constantFrom(...ALARM_METRICS),
      comparison: fc.constantFrom('below' as const, 'above' as const),
      threshold: fc.integer({ min: 0, max: 60 }),
      minCalls: fc.integer({ min: 1, max: 4 }),
    });
    let transitions = 0;
    fc.assert(
      fc.property(settings, fc.array(minute, { maxLength: 60 }), (given, minutes) => {
        const alarm = anAlarm(given);
        const model = new Model(given);
        let [now, lastCall] = [0, null as number | null];
        for (const { pause, calls, answered: most, failed: rest, seconds } of minutes) {
          now += pause;
          if (calls > 0) lastCall = now;
          const answered = Math.min(calls, most);
          const failed = Math.min(calls - answered, rest);
          const seen = sums({
            calls,
            answered,
            failed,
            billableSeconds: answered * seconds,
            costCents: calls * seconds,
            lastCallAt: lastCall === null ? null : after(lastCall * 60),
          });
          const transition = alarm.judge(seen, after(now * 60));
          const happened = transition === null ? null : transition.to === 'raised' ? 'raised' : transition.reason;
          expect(happened).toBe(model.at(now, seen, lastCall));
          expect(alarm.state).toBe(model.state);
          if (transition) transitions++;
        }
      }),
      { numRuns: 500 },
    );
    expect(transitions).toBeGreaterThan(100);
  });
});
