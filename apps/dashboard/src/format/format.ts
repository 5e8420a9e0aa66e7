import { isTimeZone, momentOf, startOfDay, wallClock } from './time-zone';

const MINUS = '\u2212';
const MICROCENTS_PER_CENT = 1_000_000;

const timesIn = (locale: string, timeZone: string | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone });

/** Formats values in a language and a time zone. Times are Unix seconds. */
export class Format {
  private dates: Intl.DateTimeFormat;
  private times: Intl.DateTimeFormat;
  private readonly shortDates: Intl.DateTimeFormat;
  private readonly calendarDates: Intl.DateTimeFormat;
  private readonly numbers: Intl.NumberFormat;
  private readonly countries: Intl.DisplayNames;

  constructor(
    private readonly locale: string,
    timeZone?: string,
  ) {
    this.dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
    this.times = timesIn(locale, timeZone);
    this.shortDates = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
    this.calendarDates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    this.numbers = new Intl.NumberFormat(locale);
    this.countries = new Intl.DisplayNames(locale, { type: 'region' });
  }

  /** The time zone of all times, dates and day filters. */
  get timeZone(): string {
    return this.times.resolvedOptions().timeZone;
  }

  /** Keeps the current time zone when the browser does not know the new one. */
  setTimeZone(timeZone: string): void {
    if (!isTimeZone(timeZone)) return;
    this.dates = new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeZone });
    this.times = timesIn(this.locale, timeZone);
  }

  /** Unix seconds of the start of a day (YYYY-MM-DD), or of one after it. */
  startOfDay(date: string, daysLater = 0): number {
    return startOfDay(date, this.timeZone, daysLater);
  }

  /** Unix seconds of a date and time (YYYY-MM-DDTHH:MM). */
  momentOf(text: string): number {
    return momentOf(text, this.timeZone);
  }

  /** Date and time (YYYY-MM-DDTHH:MM) as an input field takes them, to the minute. */
  wallClock(at: number): string {
    return wallClock(at, this.timeZone);
  }

  /** Cents of a currency, with a true minus sign. */
  money(cents: number, currency = 'USD'): string {
    return this.currency(cents / 100, currency, 2);
  }

  /** The mean price of a unit, with four decimals. */
  average(cents: number, units: number, currency = 'USD'): string {
    return this.currency(cents / 100 / units, currency, 4);
  }

  /** A rate in micro-cents, with four decimals. */
  rate(microcents: number, currency = 'USD'): string {
    return this.currency(microcents / MICROCENTS_PER_CENT / 100, currency, 4);
  }

  count(value: number): string {
    return this.numbers.format(value);
  }

  percent(value: number): string {
    return new Intl.NumberFormat(this.locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100);
  }

  days(value: number): string {
    return new Intl.NumberFormat(this.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(value);
  }

  day(at: number): string {
    return this.dates.format(at * 1000);
  }

  /** A calendar date (YYYY-MM-DD), which is the same in every time zone. */
  date(date: string): string {
    return this.calendarDates.format(Date.parse(date));
  }

  /** A calendar month (YYYY-MM). */
  month(month: string): string {
    const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat(this.locale, options).format(Date.parse(month));
  }

  time(at: number): string {
    return this.times.format(at * 1000);
  }

  /** Day and month of a UTC day. */
  shortDay(at: number): string {
    return this.shortDates.format(at * 1000);
  }

  /** `4:07`, or `1:02:03` from an hour on. */
  duration(seconds: number): string {
    return durationOf(seconds);
  }

  /** Name of a country; iNum (`ZZ`) belongs to none. */
  country(code: string): string {
    if (code === 'ZZ') return 'iNum';
    // Of what is no code, the browser would throw.
    return /^[A-Z]{2}$/i.test(code) ? (this.countries.of(code) ?? code) : code;
  }

  private currency(amount: number, currency: string, digits: number): string {
    const options = {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    } as const;
    return new Intl.NumberFormat(this.locale, options).format(amount).replace('-', MINUS);
  }
}

/** `4:07`, or `1:02:03` from an hour on. */
export function durationOf(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const SPELLINGS: Readonly<Record<string, string>> = {
  sms: 'SMS',
  mms: 'MMS',
  t38: 'T.38',
  tollfree: 'Toll-free',
  topup: 'Top-up',
  inum: 'iNum',
  // Why calls end, in the words of customers.
  normal_clearing: 'Ended normally',
  user_busy: 'Busy',
  originator_cancel: 'Caller hung up',
  unallocated_number: 'Number does not exist',
  call_rejected: 'Rejected',
  invalid_number_format: 'Wrong number format',
  incompatible_destination: 'No common codec',
  network_out_of_order: 'No target reached',
  normal_temporary_failure: 'Temporary failure of a target',
  normal_circuit_congestion: 'Limit of calls reached',
  normal_unspecified: 'Other SIP response',
  insufficient_balance: 'Not enough balance',
  allotted_timeout: 'Time limit reached',
  no_route_destination: 'No route to the number',
};

/** Words of an enumerated value: `pending_documents` is `Pending documents`. */
export function words(value: string): string {
  const spelling = SPELLINGS[value];
  if (spelling !== undefined) return spelling;
  const text = value.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
