import { displayDays, monthOf } from './month';

const day = (date: string) => new Date(`${date}T00:00:00Z`);

describe('monthOf', () => {
  it.each([
    ['2026-11-01T00:00:00Z', '2026-11-01', '2026-12-01'],
    ['2026-11-30T23:59:59.999Z', '2026-11-01', '2026-12-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
    ['2028-02-29T12:00:00Z', '2028-02-01', '2028-03-01'],
    ['2026-03-31T23:30:00-02:00', '2026-04-01', '2026-05-01'],
  ])('returns for %s the month from %s to %s, exclusive', (at, start, end) => {
    expect(monthOf(new Date(at))).toEqual({ start: day(start), end: day(end) });
  });
});

describe('displayDays', () => {
  it('names a month once', () => {
    expect(displayDays(day('2026-11-01'), day('2026-11-30'))).toBe('1 – 30 November 2026');
  });
});
