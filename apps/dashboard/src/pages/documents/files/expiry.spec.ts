import { dayAfter, daysLeft, isSoon } from './expiry';

const at = (text: string): number => Date.parse(text);

describe('daysLeft', () => {
  it.each([
    ['2026-11-22', '2026-11-22T23:59:59Z', 0],
    ['2026-11-22', '2026-11-23T00:00:01Z', -1],
    ['2026-11-23', '2026-11-22T12:00:00Z', 1],
  ])('counts the days of a document valid until %s at %s: %i', (expiresAt, now, days) => {
    expect(daysLeft(expiresAt, at(now))).toBe(days);
  });
});

describe('isSoon', () => {
  it('begins 30 days before the last day', () => {
    expect([0, 30, 31].map(isSoon)).toEqual([true, true, false]);
  });
});

describe('dayAfter', () => {
  it('returns the day before which everything expires that is valid for 30 days at most', () => {
    expect(dayAfter(at('2026-11-22T12:00:00Z'), 30)).toBe('2026-12-23');
  });
});
