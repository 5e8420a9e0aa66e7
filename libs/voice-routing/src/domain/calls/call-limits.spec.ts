import { callLimitsOf } from './call-limits';

const caps = { trialCents: 1_000, selfServeCents: 10_000 };
const limitsOf = (given: Partial<Parameters<typeof callLimitsOf>[0]>) =>
  callLimitsOf({ tier: 'self_serve', hasToppedUp: false, maxConcurrentCalls: null, ...given }, caps);

describe('callLimitsOf', () => {
  it.each([
    ['self_serve', false, 2, 1_000],
    ['manual_review', false, 2, 1_000],
    ['self_serve', true, 10, 10_000],
    ['manual_review', true, 10, 10_000],
    ['verified', false, 100, null],
    ['verified', true, 100, null],
    ['wholesale', true, null, null],
  ] as const)('returns for %s (topped up: %s) %s calls and %s cents a day', (tier, hasToppedUp, calls, cents) => {
    expect(limitsOf({ tier, hasToppedUp })).toEqual({ maxConcurrentCalls: calls, outboundDailyCapCents: cents });
  });

  it('returns the limit that an operator has set, including 0', () => {
    expect(limitsOf({ maxConcurrentCalls: 25 }).maxConcurrentCalls).toBe(25);
    expect(limitsOf({ tier: 'wholesale', maxConcurrentCalls: 0 }).maxConcurrentCalls).toBe(0);
  });
});
