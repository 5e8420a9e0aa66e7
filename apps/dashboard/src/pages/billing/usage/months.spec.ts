import { before, daysOf, lastMonths, monthFault, monthOf } from './months';

const at = (time: string): number => Date.parse(time) / 1000;
const NOW = at('2026-11-29T15:42:00Z');

describe('months', () => {
  it('are those of UTC, and the current one where the address names none that has begun', () => {
    expect(monthOf('2026-10', NOW)).toEqual({
      key: '2026-10',
      from: at('2026-10-01T00:00:00Z'),
      to: at('2026-11-01T00:00:00Z'),
      isCurrent: false,
    });
    for (const text of [undefined, '2026-12', '2026-13', 'x'])
      expect(monthOf(text, NOW)).toMatchObject({ key: '2026-11', isCurrent: true });
  });

  it.each([
    ['2026-11', null],
    ['2020-01', null],
    ['2026-12', 'is in the future'],
    ['2026-13', 'is not a month, such as 2026-11'],
    ['xxx', 'is not a month, such as 2026-11'],
  ])('of the address are named unless they have begun: %s', (key, fault) => {
    expect(monthFault(key, NOW)).toBe(fault);
  });

  it('go back over the turn of a year', () => {
    expect(lastMonths(3, at('2026-01-31T12:00:00Z'))).toEqual(['2026-01', '2025-12', '2025-11']);
  });

  it('compare with the month before, or with as much of it while they last', () => {
    expect(before(monthOf('2026-10', NOW), NOW)).toEqual({
      from: at('2026-09-01T00:00:00Z'),
      to: at('2026-10-01T00:00:00Z'),
    });
    expect(before(monthOf(undefined, NOW), NOW)).toEqual({
      from: at('2026-10-01T00:00:00Z'),
      to: at('2026-10-29T15:42:00Z'),
    });
    // February has no 30th.
    const march = at('2026-03-30T12:00:00Z');
    expect(before(monthOf(undefined, march), march).to).toBe(at('2026-03-01T00:00:00Z'));
  });

  it('compare with the same month a year before', () => {
    expect(before(monthOf('2026-10', NOW), NOW, 'year')).toEqual({
      from: at('2025-10-01T00:00:00Z'),
      to: at('2025-11-01T00:00:00Z'),
    });
    expect(before(monthOf(undefined, NOW), NOW, 'year').to).toBe(at('2025-11-29T15:42:00Z'));
    // The February before has no 29th.
    const leapDay = at('2028-02-29T12:00:00Z');
    expect(before(monthOf(undefined, leapDay), leapDay, 'year').to).toBe(at('2027-03-01T00:00:00Z'));
  });

  it('have all their days', () => {
    const days = daysOf(monthOf('2026-02', NOW));
    expect(days).toHaveLength(28);
    expect(days.at(-1)).toEqual({ key: '2026-02-28', at: at('2026-02-28T00:00:00Z') });
  });
});
