import { startOfDay, wallClock } from '../../format/time-zone';

/** How many calls there had been a week ago, up to the same time of day. */
export interface WeekAgo {
  readonly calls: number;
  /** Unix seconds. */
  readonly at: number;
}

const WEEK_DAYS = 7;
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Returns the time a week before, by the clock of the zone. On the day of a clock change, as long after midnight. */
export function weekBefore(now: number, timeZone: string): number {
  const today = wallClock(now, timeZone).slice(0, DATE_LENGTH);
  return startOfDay(today, timeZone, -WEEK_DAYS) + (now - startOfDay(today, timeZone));
}

interface Words {
  readonly percent: (value: number) => string;
  readonly weekday: (at: number) => string;
  readonly clock: (at: number) => string;
}

/** Says how the calls of today compare with those of a week ago. Null where there were none. */
export function weekAgoText(calls: number, weekAgo: WeekAgo, { percent, weekday, clock }: Words): string | null {
  if (weekAgo.calls === 0) return null;
  const change = Math.round((100 * (calls - weekAgo.calls)) / weekAgo.calls);
  const when = `last ${weekday(weekAgo.at)} by ${clock(weekAgo.at)}`;
  if (change === 0) return `As many as ${when}`;
  return `${percent(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than ${when}`;
}
