import { invalidFields, isCountry, isTimeZone, numberFault, prefixFault } from '@trunkline/kernel';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** `end` is exclusive. A window with `start` after `end` wraps midnight and belongs to the day on which it starts. */
export interface TimeWindow {
  readonly days: readonly Weekday[];
  readonly start: string;
  readonly end: string;
}

/** Local dates, both inclusive. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/**
 * When a target takes part in a call: all keys must hold, of each key at least one value. The names are those of the API,
 * because the object is stored and returned as the customer wrote it. See docs/routing.md#conditions.
 */
export interface Conditions {
  readonly timezone?: string;
  readonly time_windows?: readonly TimeWindow[];
  readonly dates?: readonly DateRange[];
  readonly except_dates?: readonly string[];
  readonly caller_countries?: readonly string[];
  readonly not_caller_countries?: readonly string[];
  readonly caller_prefixes?: readonly string[];
  readonly not_caller_prefixes?: readonly string[];
  readonly called_numbers?: readonly string[];
  readonly anonymous_caller?: boolean;
}

type Check = (value: unknown) => string | null;

const VALUES_MAX = 250;
/** A prefix in another spelling is read in many ways, which takes time: after this many faults, validation ends. */
const FAULTS_MAX = 10;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME_KEYS = ['time_windows', 'dates', 'except_dates'] as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const matching =
  (test: (text: string) => boolean, message: string): Check =>
  (value) =>
    typeof value === 'string' && test(value) ? null : message;

const country = matching(isCountry, 'must be an ISO 3166-1 alpha-2 country code, XK, AC or TA');
const date = matching(isDate, 'must be a date, YYYY-MM-DD');
const clock = matching((text) => CLOCK.test(text), 'must be a time of day, HH:MM');
const endClock = matching((text) => CLOCK.test(text) || text === '24:00', 'must be a time of day, HH:MM, or 24:00');
const weekday = matching((text) => WEEKDAYS.some((day) => day === text), `must be one of ${WEEKDAYS.join(', ')}`);

const SHAPES: Readonly<Record<keyof Conditions, (value: unknown, at: string, faults: Faults) => void>> = {
  timezone: one(matching(isTimeZone, 'must be an IANA time zone such as Europe/Berlin')),
  time_windows: many(checkWindow),
  dates: many(checkRange),
  except_dates: many(one(date)),
  caller_countries: many(one(country)),
  not_caller_countries: many(one(country)),
  caller_prefixes: many(one(prefixFault)),
  not_caller_prefixes: many(one(prefixFault)),
  called_numbers: many(one(numberFault)),
  anonymous_caller: one((value) => (typeof value === 'boolean' ? null : 'must be true or false')),
};

class Faults {
  readonly fields: Record<string, string> = {};

  get areMany(): boolean {
    return Object.keys(this.fields).length >= FAULTS_MAX;
  }

  add(at: string, message: string | null): void {
    if (message !== null) this.fields[at] = message;
  }
}

/**
 * Validates conditions; returns null for none (`null` and `{}` mean always). Throws `invalid_input` naming each fault.
 * Unknown keys are rejected: a condition that is not evaluated would misroute calls.
 */
export function parseConditions(value: unknown): Conditions | null {
  if (value === null || value === undefined) return null;
  if (!isObject(value)) throw invalidFields({ conditions: 'must be an object' });
  const given = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  const faults = faultsOf(given);
  // Null clears a condition, so its key must exist.
  for (const key of Object.keys(value)) if (!isKey(key)) faults.add(`conditions.${key}`, 'must be a known condition');
  if (Object.keys(faults.fields).length > 0) throw invalidFields(faults.fields);
  return given.length === 0 ? null : Object.fromEntries(given);
}

function faultsOf(given: readonly [string, unknown][]): Faults {
  const faults = new Faults();
  for (const [key, each] of given) {
    if (isKey(key)) SHAPES[key](each, `conditions.${key}`, faults);
  }
  const keys = given.map(([key]) => key);
  if (!keys.includes('timezone') && TIME_KEYS.some((key) => keys.includes(key)))
    faults.add('conditions.timezone', 'is required with time_windows, dates and except_dates');
  return faults;
}

function isKey(key: string): key is keyof Conditions {
  return Object.hasOwn(SHAPES, key);
}

function one(check: Check) {
  return (value: unknown, at: string, faults: Faults): void => faults.add(at, check(value));
}

/** Rejects an empty list, which no call would satisfy. */
function many(each: (value: unknown, at: string, faults: Faults) => void) {
  return (value: unknown, at: string, faults: Faults): void => {
    if (!Array.isArray(value) || value.length === 0 || value.length > VALUES_MAX)
      return faults.add(at, `must be a list of 1 to ${VALUES_MAX}`);
    for (const [index, item] of value.entries()) if (!faults.areMany) each(item, `${at}.${index}`, faults);
  };
}

function rejectUnknown(value: Record<string, unknown>, known: readonly string[], at: string, faults: Faults): void {
  for (const key of Object.keys(value)) if (!known.includes(key)) faults.add(`${at}.${key}`, 'must not be present');
}

function checkWindow(value: unknown, at: string, faults: Faults): void {
  if (!isObject(value)) return faults.add(at, 'must be an object with days, start and end');
  rejectUnknown(value, ['days', 'start', 'end'], at, faults);
  many(one(weekday))(value['days'], `${at}.days`, faults);
  faults.add(`${at}.start`, clock(value['start']));
  faults.add(
    `${at}.end`,
    endClock(value['end']) ?? (value['start'] === value['end'] ? 'must differ from start' : null),
  );
}

function checkRange(value: unknown, at: string, faults: Faults): void {
  if (!isObject(value)) return faults.add(at, 'must be an object with from and to');
  rejectUnknown(value, ['from', 'to'], at, faults);
  const faultOfFrom = date(value['from']);
  faults.add(`${at}.from`, faultOfFrom);
  // Dates in ISO 8601 are ordered as texts.
  const isBefore = faultOfFrom === null && String(value['to']) < String(value['from']);
  faults.add(`${at}.to`, date(value['to']) ?? (isBefore ? 'must not be before from' : null));
}

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
}
