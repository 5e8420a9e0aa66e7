import { Moments } from '../../format/moments';
import { weekAgoText, weekBefore } from './week-ago';

const at = (text: string): number => Date.parse(text) / 1000;

describe('the calls of a week ago', () => {
  const moments = new Moments('en-GB', 'Europe/Berlin');
  const words = {
    percent: (value: number) => `${value}%`,
    weekday: (time: number) => moments.weekday(time),
    clock: (time: number) => moments.clock(time),
  };
  // Monday in Berlin, and still Sunday in UTC.
  const monday = { calls: 50, at: at('2026-11-22T23:39:00Z') };

  it('compare with those of today by the weekday and the clock of the zone', () => {
    const when = `last Monday by ${moments.clock(monday.at)}`;
    expect(weekAgoText(28, monday, words)).toBe(`44% fewer than ${when}`);
    expect(weekAgoText(53, monday, words)).toBe(`6% more than ${when}`);
    expect(weekAgoText(50, monday, words)).toBe(`As many as ${when}`);
  });

  it('compare with nothing where there were none', () => {
    expect(weekAgoText(5, { ...monday, calls: 0 }, words)).toBeNull();
  });

  it('end at the same time of day, also when the clocks have changed since', () => {
    expect(weekBefore(at('2026-11-30T15:39:00Z'), 'UTC')).toBe(at('2026-11-23T15:39:00Z'));
    // 15:39 in Berlin on either side of October 25.
    expect(weekBefore(at('2026-10-29T14:39:00Z'), 'Europe/Berlin')).toBe(at('2026-10-22T13:39:00Z'));
  });
});
