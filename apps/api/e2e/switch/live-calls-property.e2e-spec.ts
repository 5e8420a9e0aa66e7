import fc from 'fast-check';
import { CallHistory, type CallPlan, type Step, type SwitchKind, type EventDelivery } from '../support/call-history';
import { startApi, type TestApi } from '../support';

/** Histories of each property. Set PROPERTY_RUNS to look further. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 8);
/** With ten minutes of reserve, this heartbeat interval survives an outage of five minutes. */
const OFTEN_SECONDS = 200;

const delivery = fc.constantFrom<EventDelivery>('once', 'once', 'twice', 'late', 'lost');
const callPlan: fc.Arbitrary<CallPlan> = fc.record({
  kind: fc.constantFrom('inbound' as const, 'forwarded' as const, 'outbound' as const),
  destination: fc.nat(2),
  via: fc.nat(2),
  isPlaced: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  ringSeconds: fc.integer({ min: 0, max: 170_000 }).map((ms) => ms / 1000),
  talkSeconds: fc.option(
    fc.integer({ min: 1, max: 6_000_000 }).map((ms) => ms / 1000),
    { freq: 6 },
  ),
  answered: delivery,
  isTimed: fc.boolean(),
  ended: delivery,
  endStatesAnswer: fc.boolean(),
  route: fc.nat(5),
  namesRoute: fc.boolean(),
  cdr: fc.constantFrom<CallPlan['cdr']>('soon', 'soon', 'soon', 'last', 'overdue', 'lost'),
});

const burst: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('burst' as const),
  calls: fc.array(callPlan, { minLength: 1, maxLength: 7 }),
  isBusy: fc.boolean(),
});
const pass = (maxSeconds: number, isAnswerLost: fc.Arbitrary<boolean>): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: maxSeconds }), isAnswerLost });
const report: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('report' as const), turn: fc.nat(20) });
const spend: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('spend' as const),
  cents: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }), fc.constant(null)),
});
const adjust = (min: number, max: number): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant('adjust' as const), cents: fc.integer({ min, max }) });
const crash: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('crash' as const),
  via: fc.nat(2),
  isSilent: fc.boolean(),
});
const outage: fc.Arbitrary<Step> = fc.constant({ kind: 'outage' });

const lostAtTimes = fc.integer({ min: 0, max: 4 }).map((n) => n === 0);
const always = [
  { weight: 4, arbitrary: burst },
  { weight: 2, arbitrary: report },
  { weight: 1, arbitrary: spend },
  { weight: 2, arbitrary: adjust(1, 4_000) },
  { weight: 1, arbitrary: crash },
];
/** Starts with calls, so that no history is empty. */
const stepsOf = (...weighted: fc.WeightedArbitrary<Step>[]) =>
  fc
    .tuple(burst, fc.array(fc.oneof(...always, ...weighted), { minLength: 10, maxLength: 24 }))
    .map(([first, rest]) => [first, ...rest]);
const ordinary = stepsOf({ weight: 7, arbitrary: pass(900, lostAtTimes) }, { weight: 1, arbitrary: adjust(-300, -1) });

/** The clock skew of a switch at which its CDRs are still recorded. */
const skewSeconds = fc.constantFrom(0, 0, -400, 45);
const switches = (...kinds: Omit<SwitchKind, 'skewSeconds'>[]) =>
  fc
    .array(skewSeconds, { minLength: kinds.length, maxLength: kinds.length })
    .map((skews) => kinds.map((kind, index) => ({ ...kind, skewSeconds: skews[index] ?? 0 })));
const whole = { isExtending: false, isBeating: true };
const slices = { isExtending: true, isBeating: true };
const mute = { isExtending: false, isBeating: false };

const balance = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 60, max: 1_500 }),
  fc.integer({ min: 1_500, max: 30_000 }),
);
const turn = fc.nat(50);

describe('the wallet under random histories of live calls', () => {
  let api: TestApi;
  let history: CallHistory;

  beforeAll(async () => {
    api = await startApi();
    history = await CallHistory.make(api);
  });
  afterAll(() => api.stop());

  /** fast-check prints the seed and history of a failure. */
  const holds = (given: {
    readonly balance: fc.Arbitrary<number>;
    readonly kinds: fc.Arbitrary<SwitchKind[]>;
    readonly steps: fc.Arbitrary<Step[]>;
  }) =>
    fc.assert(
      fc.asyncProperty(given.balance, given.kinds, given.steps, turn, async (cents, kinds, steps, last) => {
        await history.begin(cents, kinds);
        for (const step of steps) await history.run(step);
        await history.finish(last);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );

  it('stays covered, and each reported call is charged once, when calls are granted whole', () =>
    holds({ balance, kinds: switches(whole, whole), steps: ordinary }));

  it('stays covered, and each reported call is charged once, when calls are granted slices and extended', async () => {
    await holds({ balance, kinds: switches(slices, slices, whole), steps: ordinary });
    expect(history.seen.extended).toBeGreaterThan(0);
  });

  it('stays covered, and no call that the wallet can pay for is cut, when the API is unavailable for five minutes', async () => {
    const steps = stepsOf(
      { weight: 7, arbitrary: pass(OFTEN_SECONDS, fc.constant(false)) },
      { weight: 3, arbitrary: outage },
    );
    const kinds = switches(slices, slices, mute);
    await holds({ balance: fc.integer({ min: 3_000, max: 60_000 }), kinds, steps });
    expect(history.seen.survived).toBeGreaterThan(0);
  });

  it('stays covered, and each reported call is charged once, when a switch never sends a heartbeat', () =>
    holds({ balance, kinds: switches(mute, mute), steps: ordinary }));
});
