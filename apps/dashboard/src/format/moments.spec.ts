import { Moments } from './moments';

describe('Moments', () => {
  const moments = new Moments('en-GB', 'Europe/Berlin');
  const at = Date.UTC(2026, 10, 27, 13, 3, 22) / 1000;
  const now = (day: number, year = 2026): number => Date.UTC(year, 10, day, 15);

  it('write the time of day today, the day this year, and the year before', () => {
    expect(moments.event(at, now(27))).toBe('14:03:22');
    expect(moments.event(at, now(28))).toBe('27 Nov, 14:03:22');
    expect(moments.event(at, now(28, 2027))).toBe('27 Nov 2026, 14:03:22');
  });

  it('count days by the clock of the zone', () => {
    const late = Date.UTC(2026, 10, 27, 23, 30) / 1000;
    expect(moments.event(late, Date.UTC(2026, 10, 28, 8))).toBe('00:30:00');
  });

  it('name the day of events, with the year of another year', () => {
    expect(moments.day(at, now(27))).toBe('Today, Friday 27 November');
    expect(moments.day(at, now(28))).toBe('Friday 27 November');
    expect(moments.day(at, now(28, 2027))).toBe('Friday, 27 November 2026');
    expect(moments.second(at)).toBe('14:03:22');
  });

  it('have 24 hours in a language with 12, from 00:00', () => {
    const american = new Moments('en-US', 'UTC');
    const midnight = Date.UTC(2026, 10, 27) / 1000;
    expect([american.event(at, now(27)), american.event(at, now(28)), american.exact(at)]).toEqual([
      '13:03:22',
      'Nov 27, 13:03:22',
      'Fri, Nov 27, 2026, 13:03:22 UTC',
    ]);
    expect([american.second(midnight), american.clock(at), american.minute(at)]).toEqual([
      '00:00:00',
      '13:03',
      'Nov 27, 13:03',
    ]);
  });

  it('write how long ago an event was', () => {
    const ago = (seconds: number) => moments.ago(at, (at + seconds) * 1000);
    expect([59, 60, 720, 3600, 86_399, 86_400, 200_000].map(ago)).toEqual([
      'just now',
      '1 minute ago',
      '12 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '2 days ago',
    ]);
    expect(ago(-5)).toBe('just now');
  });

  it('write a date without the year that it is', () => {
    expect(moments.date(at, now(28))).toBe('27 Nov');
    expect(moments.date(at, now(28, 2027))).toBe('27 Nov 2026');
  });

  it('name the zone in short', () => {
    expect(moments.zoneName(at)).toBe('CET');
    expect(new Moments('en-GB', 'UTC').zoneName(at)).toBe('UTC');
  });

  it('write what a ticket needs, and name the zone with its offset', () => {
    expect(moments.exact(at)).toBe('Fri, 27 Nov 2026, 14:03:22 CET');
    expect(moments.exactAndUtc(at)).toBe('Fri, 27 Nov 2026, 14:03:22 CET (2026-11-27T13:03:22Z)');
    expect(new Moments('en-GB', 'UTC').exactAndUtc(at)).toBe('Fri, 27 Nov 2026, 13:03:22 UTC');
    expect(moments.zone(at)).toBe('Europe/Berlin (GMT+1)');
    expect(moments.zone(Date.UTC(2026, 6, 1) / 1000)).toBe('Europe/Berlin (GMT+2)');
    expect(new Moments('en-GB', 'UTC').zone(at)).toBe('UTC');
  });
});
