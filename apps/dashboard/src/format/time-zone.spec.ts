import { isTimeZone, momentOf, startOfDay, wallClock } from './time-zone';

const startIn = (zone: string, date: string, later?: number): string =>
  new Date(startOfDay(date, zone, later) * 1000).toISOString().slice(0, 16);

describe('startOfDay', () => {
  it('is midnight in the time zone', () => {
    expect(startIn('UTC', '2026-11-22')).toBe('2026-11-22T00:00');
    expect(startIn('America/New_York', '2026-11-22')).toBe('2026-11-22T05:00');
    expect(startIn('Asia/Kathmandu', '2026-11-22')).toBe('2026-11-21T18:15');
  });

  it('counts days by the calendar, across changes of the clocks and ends of months', () => {
    expect(startIn('Europe/Berlin', '2026-03-29')).toBe('2026-03-28T23:00');
    expect(startIn('Europe/Berlin', '2026-03-29', 1)).toBe('2026-03-29T22:00');
    expect(startIn('UTC', '2026-12-31', 1)).toBe('2027-01-01T00:00');
  });

  it('is the first moment of a day whose midnight the clocks skip or repeat', () => {
    expect(startIn('Asia/Beirut', '2026-03-29')).toBe('2026-03-28T22:00');
    expect(startIn('America/Havana', '2026-03-08')).toBe('2026-03-08T05:00');
    expect(startIn('America/Havana', '2026-11-01')).toBe('2026-11-01T04:00');
  });
});

describe('momentOf', () => {
  it('reads a wall clock in the time zone', () => {
    const in_ = (zone: string, text: string) => new Date(momentOf(text, zone) * 1000).toISOString().slice(0, 16);
    expect(in_('Europe/Berlin', '2026-07-01T09:30')).toBe('2026-07-01T07:30');
    expect(in_('America/New_York', '2026-11-01T12:00')).toBe('2026-11-01T17:00');
  });
});

describe('wallClock', () => {
  it('is what momentOf reads, to the minute', () => {
    const at = Date.UTC(2026, 6, 1, 12, 34, 56) / 1000;
    expect(wallClock(at, 'Asia/Kathmandu')).toBe('2026-07-01T18:19');
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/New_York'])
      expect(momentOf(wallClock(at, zone), zone)).toBe(at - 56);
  });
});

describe('isTimeZone', () => {
  it('is false for a name that the browser does not know', () => {
    expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});
