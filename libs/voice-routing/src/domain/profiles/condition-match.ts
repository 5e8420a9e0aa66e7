import { type Conditions, type TimeWindow, type Weekday, WEEKDAYS } from './conditions';

/** The properties of a call that conditions test. */
export interface CallTraits {
  readonly at: Date;
  /** E.164; null when withheld or not a telephone number. */
  readonly caller: string | null;
  /** ISO 3166-1 alpha-2; null when unknown. */
  readonly callerCountry: string | null;
  /** The caller withholds its number. */
  readonly isAnonymous: boolean;
  /** E.164. */
  readonly called: string | null;
}

/** A day of the wall clock. */
interface LocalDay {
  readonly date: string;
  readonly weekday: Weekday;
}

interface LocalTime {
  readonly today: LocalDay;
  readonly yesterday: LocalDay;
  /** HH:MM of the wall clock: a window within the hour that daylight saving time skips does not occur that day. */
  readonly clock: string;
}

const DAYS_OF_WEEK = WEEKDAYS.length;
const DAY_MS = 86_400_000;
const WALL_CLOCK = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the API name of the first condition that does not hold, or null. */
export function failingCondition(conditions: Conditions | null, call: CallTraits): keyof Conditions | null {
  if (conditions === null) return null;
  return failingTime(conditions, call.at) ?? failingCaller(conditions, call) ?? failingCallee(conditions, call);
}

function failingTime(conditions: Conditions, at: Date): keyof Conditions | null {
  const { timezone, time_windows: windows, dates, except_dates: exceptions } = conditions;
  if (timezone === undefined) return null;
  const local = localTime(at, timezone);
  // A night belongs to the day on which its window starts, for dates too.
  const days = windows ? windows.flatMap((window) => startDaysOf(window, local)) : [local.today];
  if (days.length === 0) return 'time_windows';
  const named = days.filter(({ date }) => !dates || dates.some(({ from, to }) => from <= date && date <= to));
  if (named.length === 0) return 'dates';
  return named.every(({ date }) => exceptions?.includes(date)) ? 'except_dates' : null;
}

function failingCaller(conditions: Conditions, call: CallTraits): keyof Conditions | null {
  return failingCountry(conditions, call) ?? failingPrefix(conditions, call);
}

/** An unknown caller country fails `caller_countries` and passes `not_caller_countries`. */
function failingCountry(conditions: Conditions, { callerCountry }: CallTraits): keyof Conditions | null {
  const isFrom = (country: string) => country === callerCountry;
  if (conditions.caller_countries?.some(isFrom) === false) return 'caller_countries';
  return conditions.not_caller_countries?.some(isFrom) ? 'not_caller_countries' : null;
}

function failingPrefix(conditions: Conditions, { caller }: CallTraits): keyof Conditions | null {
  const begins = (prefix: string) => caller?.startsWith(prefix) ?? false;
  if (conditions.caller_prefixes?.some(begins) === false) return 'caller_prefixes';
  return conditions.not_caller_prefixes?.some(begins) ? 'not_caller_prefixes' : null;
}

function failingCallee(conditions: Conditions, call: CallTraits): keyof Conditions | null {
  const { called_numbers: called, anonymous_caller: anonymous } = conditions;
  if (called && !(call.called !== null && called.includes(call.called))) return 'called_numbers';
  return anonymous !== undefined && anonymous !== call.isAnonymous ? 'anonymous_caller' : null;
}

/** Returns the days on which the window has started that the call falls into, at most two. */
function startDaysOf({ days, start, end }: TimeWindow, { today, yesterday, clock }: LocalTime): LocalDay[] {
  const isOvernight = start > end;
  const isSinceToday = start <= clock && (isOvernight || clock < end);
  const started = [...(isSinceToday ? [today] : []), ...(isOvernight && clock < end ? [yesterday] : [])];
  return started.filter(({ weekday }) => days.includes(weekday));
}

function localTime(at: Date, timezone: string): LocalTime {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { ...WALL_CLOCK, timeZone: timezone });
    formats.set(timezone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const midnight = Date.parse(`${parts['year']}-${parts['month']}-${parts['day']}T00:00:00Z`);
  return {
    today: dayOf(midnight),
    yesterday: dayOf(midnight - DAY_MS),
    clock: `${parts['hour']}:${parts['minute']}`,
  };
}

function dayOf(midnightMs: number): LocalDay {
  const day = new Date(midnightMs);
  // getUTCDay counts from Sunday, WEEKDAYS from Monday.
  const index = (day.getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  return { date: day.toISOString().slice(0, 10), weekday: WEEKDAYS[index] ?? 'mon' };
}
