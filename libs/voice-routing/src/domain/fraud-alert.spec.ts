import { type FraudPattern, expensiveHour, firstUseAtNight, raiseAlert, shortCalls } from './fraud-alert';

const HOUR = new Date('2026-06-20T13:00:00Z');
const NIGHT = { from: '22:00', to: '06:00' };

describe('expensiveHour', () => {
  const of = (costCents: number, usualCents: number) =>
    expensiveHour({ accountId: 'acc_1', hour: HOUR, costCents, usualCents });

  it.each([
    [1000, 0, false],
    [1001, 0, true],
    [5000, 30_000, false],
    [5001, 30_000, true],
    [1001, 6006, false],
    [1001, 6005, true],
  ])('finds that %d cents, of usually %d in 30 days, are suspicious: %s', (costCents, usualCents, isSuspicious) => {
    expect(of(costCents, usualCents) !== null).toBe(isSuspicious);
  });

  it('states the mean of the hour', () => {
    expect(of(9000, 30_029)).toMatchObject({ rule: 'expensive_hour', startedAt: HOUR, usualCostCents: 1000 });
  });
});

describe('firstUseAtNight', () => {
  const isFound = (at: string, timezone = 'UTC', night = NIGHT) =>
    firstUseAtNight({ accountId: 'acc_1', country: 'LV', startedAt: new Date(at) }, night, timezone) !== null;

  it.each([
    ['2026-06-20T21:59:59Z', 'UTC', false],
    ['2026-06-20T22:00:00Z', 'UTC', true],
    ['2026-06-21T00:00:00Z', 'UTC', true],
    ['2026-06-21T05:59:59Z', 'UTC', true],
    ['2026-06-21T06:00:00Z', 'UTC', false],
    ['2026-06-20T20:00:00Z', 'Europe/Berlin', true],
    ['2026-01-20T20:30:00Z', 'Europe/Berlin', false],
    ['2026-06-21T05:00:00Z', 'Europe/Berlin', false],
    ['2026-06-20T13:00:00Z', 'Asia/Tokyo', true],
    ['2026-06-20T22:00:00Z', 'Unknown/Zone', true],
  ])('finds that %s in %s is at night: %s', (at, timezone, expected) => {
    expect(isFound(at, timezone)).toBe(expected);
  });

  it('knows a night within one day, and none at all', () => {
    expect(isFound('2026-06-20T02:00:00Z', 'UTC', { from: '01:00', to: '05:00' })).toBe(true);
    expect(isFound('2026-06-20T05:00:00Z', 'UTC', { from: '01:00', to: '05:00' })).toBe(false);
    expect(isFound('2026-06-20T02:00:00Z', 'UTC', { from: '01:00', to: '01:00' })).toBe(false);
  });
});

describe('raiseAlert', () => {
  const subject = (pattern: FraudPattern | null) => pattern && raiseAlert(pattern, true, HOUR).subject;

  it('tells patterns apart: an hour, a country, and a range within an hour', () => {
    const accountId = 'acc_1';
    const startedAt = new Date('2026-06-20T23:59:59Z');
    expect(subject(expensiveHour({ accountId, hour: HOUR, costCents: 9000, usualCents: 0 }))).toBe('2026-06-20T13');
    expect(subject(firstUseAtNight({ accountId, country: 'LV', startedAt }, NIGHT, 'UTC'))).toBe('LV');
    const calls = { accountId, prefix: '+3712070', calls: 20, costCents: 40, startedAt };
    expect(subject(shortCalls(calls))).toBe('+3712070 2026-06-20T23');
  });
});
