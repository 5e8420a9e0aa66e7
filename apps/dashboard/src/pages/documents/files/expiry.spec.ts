import { daysLeft, expiringSoon, isSoon } from './expiry';

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

describe('expiringSoon', () => {
  it('covers the days from today, the last day of validity of one document, to the one in 30 days', () => {
    const now = at('2026-11-22T12:00:00Z');
    const { expiring_from: first, expiring_before: end } = expiringSoon(now);
    expect([first, end]).toEqual(['2026-11-22', '2026-12-23']);
    expect([daysLeft(first, now), isSoon(daysLeft('2026-12-22', now)), isSoon(daysLeft(end, now))]).toEqual([
      0,
      true,
      false,
    ]);
  });
});
