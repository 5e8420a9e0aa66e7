import { callLimitsOf } from './call-limits';

const deployment = { trialCents: 1_000, selfServeCents: 10_000, rateFactor: 1 };
const account = {
  tier: 'self_serve',
  hasToppedUp: false,
  maxConcurrentCalls: null,
  outbound: { dailyCapCents: null, callsPerSecond: null },
  outboundExceptions: { callsPerSecond: null },
} as const;
const limitsOf = (given: Partial<Parameters<typeof callLimitsOf>[0]>, rateFactor = 1) =>
  callLimitsOf({ ...account, ...given }, { ...deployment, rateFactor });

describe('callLimitsOf', () => {
  it.each([
    ['self_serve', false, 2, 1_000, 1],
    ['manual_review', false, 2, 1_000, 1],
    ['self_serve', true, 10, 10_000, 5],
    ['manual_review', true, 10, 10_000, 5],
    ['verified', false, 100, null, 20],
    ['verified', true, 100, null, 20],
    ['wholesale', true, null, null, 100],
  ] as const)(
    'returns for %s (topped up: %s) %s calls, %s cents a day and %s calls a second',
    (tier, hasToppedUp, calls, cents, perSecond) => {
      expect(limitsOf({ tier, hasToppedUp })).toEqual({
        maxConcurrentCalls: calls,
        outboundDailyCapCents: cents,
        callsPerSecond: perSecond,
      });
    },
  );

  it('returns the limit that an operator has set, including 0', () => {
    expect(limitsOf({ maxConcurrentCalls: 25 }).maxConcurrentCalls).toBe(25);
    expect(limitsOf({ tier: 'wholesale', maxConcurrentCalls: 0 }).maxConcurrentCalls).toBe(0);
  });

  it.each([
    ['self_serve', 9_999, 9_999],
    ['self_serve', 10_001, 10_000],
    ['self_serve', 0, 0],
    ['verified', 500, 500],
  ] as const)('returns for %s with a cap of %s cents the lower one, %s', (tier, dailyCapCents, cents) => {
    const outbound = { dailyCapCents, callsPerSecond: null };
    expect(limitsOf({ tier, hasToppedUp: true, outbound }).outboundDailyCapCents).toBe(cents);
  });

  it.each([
    [null, 3, 3],
    [null, 6, 5],
    [50, null, 50],
    [50, 40, 40],
    [2, 40, 2],
  ] as const)(
    'returns of an exception of %s and a setting of %s calls a second the lower one, %s',
    (excepted, own, perSecond) => {
      const outbound = { dailyCapCents: null, callsPerSecond: own };
      const outboundExceptions = { callsPerSecond: excepted };
      expect(limitsOf({ hasToppedUp: true, outbound, outboundExceptions }).callsPerSecond).toBe(perSecond);
    },
  );

  it('multiplies the calls a second of tiers by the factor of the deployment, down to one', () => {
    expect(limitsOf({ tier: 'verified' }, 10).callsPerSecond).toBe(200);
    expect(limitsOf({ tier: 'verified' }, 0.001).callsPerSecond).toBe(1);
  });
});
