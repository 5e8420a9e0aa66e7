/** Of 24 hours in every language, so that a time in a ticket cannot be misread. */
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { month: 'short', day: 'numeric' } as const;

const partOf = (format: Intl.DateTimeFormat, at: number): string | undefined =>
  format.formatToParts(at * 1000).find(({ type }) => type === 'timeZoneName')?.value;

/** Formats events, which have a time of day. Not part of `Format`, because no page before sign-in shows any. Times are Unix seconds. */
export class Moments {
  private readonly dates: Intl.DateTimeFormat;
  private readonly years: Intl.DateTimeFormat;
  private readonly clocks: Intl.DateTimeFormat;
  private readonly minutes: Intl.DateTimeFormat;
  private readonly clocksToSecond: Intl.DateTimeFormat;
  private readonly secondsOfYear: Intl.DateTimeFormat;
  private readonly seconds: Intl.DateTimeFormat;
  private readonly exactTimes: Intl.DateTimeFormat;
  private readonly days: Intl.DateTimeFormat;
  private readonly daysOfYear: Intl.DateTimeFormat;
  private readonly datesOfYear: Intl.DateTimeFormat;
  private readonly datesWithYear: Intl.DateTimeFormat;
  private readonly weekdays: Intl.DateTimeFormat;
  private readonly zones: Intl.DateTimeFormat;

  constructor(
    locale: string,
    readonly timeZone: string,
  ) {
    const of = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
    const second = { second: '2-digit' } as const;
    this.dates = of({ dateStyle: 'short' });
    this.years = of({ year: 'numeric' });
    this.clocks = of(CLOCK);
    this.minutes = of({ ...DAY, ...CLOCK });
    this.clocksToSecond = of({ ...CLOCK, ...second });
    this.secondsOfYear = of({ ...DAY, ...CLOCK, ...second });
    this.seconds = of({ year: 'numeric', ...DAY, ...CLOCK, ...second });
    this.exactTimes = of({
      weekday: 'short',
      year: 'numeric',
      ...DAY,
      ...CLOCK,
      ...second,
      timeZoneName: 'short',
    });
    const day = { weekday: 'long', month: 'long', day: 'numeric' } as const;
    this.days = of({ ...day, year: 'numeric' });
    this.daysOfYear = of(day);
    this.datesOfYear = of(DAY);
    this.datesWithYear = of({ year: 'numeric', ...DAY });
    this.weekdays = of({ weekday: 'long' });
    this.zones = of({ timeZoneName: 'shortOffset' });
  }

  /** To the second: the time of day today, with the day this year, else with the year. */
  event(at: number, nowMs: number): string {
    const ms = at * 1000;
    if (this.dates.format(ms) === this.dates.format(nowMs)) return this.clocksToSecond.format(ms);
    return (this.years.format(ms) === this.years.format(nowMs) ? this.secondsOfYear : this.seconds).format(ms);
  }

  /** How long ago it was, to the minute, hour or day. */
  ago(at: number, nowMs: number): string {
    const minutes = Math.floor((nowMs / 1000 - at) / 60);
    if (minutes < 1) return 'just now';
    const [count, unit] =
      minutes < 60 ? [minutes, 'minute'] : minutes < 1440 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day'];
    return `${Math.floor(count)} ${unit}${count < 2 ? '' : 's'} ago`;
  }

  /** Weekday and date, with the year if it is not this one. Says which day is today. */
  day(at: number, nowMs: number): string {
    const ms = at * 1000;
    const text = (this.years.format(ms) === this.years.format(nowMs) ? this.daysOfYear : this.days).format(ms);
    return this.dates.format(ms) === this.dates.format(nowMs) ? `Today, ${text}` : text;
  }

  /** The date, with the year if it is not this one. */
  date(at: number, nowMs: number): string {
    const ms = at * 1000;
    return (this.years.format(ms) === this.years.format(nowMs) ? this.datesOfYear : this.datesWithYear).format(ms);
  }

  /** The day of the week. */
  weekday(at: number): string {
    return this.weekdays.format(at * 1000);
  }

  /** Time of day to the second. */
  second(at: number): string {
    return this.clocksToSecond.format(at * 1000);
  }

  /** Weekday, date, time to the second and time zone, for a ticket. */
  exact(at: number): string {
    return this.exactTimes.format(at * 1000);
  }

  /** The exact time, and the same in UTC where the account has another zone. */
  exactAndUtc(at: number): string {
    const utc = new Date(at * 1000).toISOString().replace('.000', '');
    return this.timeZone === 'UTC' ? this.exact(at) : `${this.exact(at)} (${utc})`;
  }

  /** The short name of the time zone at a time, or its offset: `CET`, `GMT+1`. */
  zoneName(at: number): string {
    return partOf(this.exactTimes, at) ?? this.timeZone;
  }

  /** Day, month and time of day to the minute. */
  minute(at: number): string {
    return this.minutes.format(at * 1000);
  }

  /** Time of day to the minute. */
  clock(at: number): string {
    return this.clocks.format(at * 1000);
  }

  /** The time zone with its offset at a time: `Europe/Berlin (GMT+1)`. */
  zone(at: number): string {
    const offset = partOf(this.zones, at);
    return offset === undefined || this.timeZone === 'UTC' ? this.timeZone : `${this.timeZone} (${offset})`;
  }
}
