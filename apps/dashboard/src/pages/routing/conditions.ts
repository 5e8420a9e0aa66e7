import type { Conditions, TimeWindow, Weekday } from '@trunkline/client';
import type { Format } from '../../format/format';
import { itemsOf } from '../../format/lists';

export const DAYS: readonly { readonly value: Weekday; readonly label: string }[] = [
  { value: 'mon', label: 'Mon' },
  { value: 'tue', label: 'Tue' },
  { value: 'wed', label: 'Wed' },
  { value: 'thu', label: 'Thu' },
  { value: 'fri', label: 'Fri' },
  { value: 'sat', label: 'Sat' },
  { value: 'sun', label: 'Sun' },
];

export interface WindowValues {
  days: string[];
  start: string;
  end: string;
}

/** Conditions as a form edits them: lists are text. */
export interface ConditionValues extends Record<string, unknown> {
  timezone: string;
  windows: WindowValues[];
  dates: string;
  except_dates: string;
  caller_countries: string;
  not_caller_countries: string;
  caller_prefixes: string;
  not_caller_prefixes: string;
  called_numbers: string;
  anonymous_caller: string;
}

export const ANONYMOUS_OPTIONS = [
  { value: '', label: 'All callers' },
  { value: 'no', label: 'Only callers that show their number' },
  { value: 'yes', label: 'Only callers that withhold their number' },
];

export const OFFICE_HOURS: WindowValues = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '17:00' };

const RANGE = ' to ';
const textOf = (items: readonly string[] = []): string => items.join(', ');
const rangeText = ({ from, to }: { from: string; to: string }): string => (from === to ? from : from + RANGE + to);

/** `timeZone` is that of conditions without one. */
export function conditionValuesOf(conditions: Conditions | null, timeZone: string): ConditionValues {
  const { timezone, time_windows = [], dates = [], anonymous_caller, ...lists } = conditions ?? {};
  return {
    timezone: timezone ?? timeZone,
    windows: time_windows.map(({ days, start, end }) => ({ days: [...days], start, end })),
    dates: dates.map(rangeText).join('\n'),
    except_dates: textOf(lists.except_dates),
    caller_countries: textOf(lists.caller_countries),
    not_caller_countries: textOf(lists.not_caller_countries),
    caller_prefixes: textOf(lists.caller_prefixes),
    not_caller_prefixes: textOf(lists.not_caller_prefixes),
    called_numbers: textOf(lists.called_numbers),
    anonymous_caller: anonymous_caller === undefined ? '' : anonymous_caller ? 'yes' : 'no',
  };
}

/** Ranges of dates, one per line: `2026-12-24 to 2026-12-26`, or one date. */
const rangesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [from = '', to = from] = line.split(RANGE).map((date) => date.trim());
      return { from, to };
    });

/** Returns null when every call matches. The API checks each value. */
export function conditionsOf(values: ConditionValues): Conditions | null {
  const lists = {
    time_windows: values.windows,
    dates: rangesOf(values.dates),
    except_dates: itemsOf(values.except_dates),
    caller_countries: itemsOf(values.caller_countries.toUpperCase()),
    not_caller_countries: itemsOf(values.not_caller_countries.toUpperCase()),
    caller_prefixes: itemsOf(values.caller_prefixes),
    not_caller_prefixes: itemsOf(values.not_caller_prefixes),
    called_numbers: itemsOf(values.called_numbers),
  };
  const given = Object.entries(lists).filter(([, items]) => items.length > 0);
  const isTimed = lists.time_windows.length + lists.dates.length + lists.except_dates.length > 0;
  const conditions: Conditions = {
    ...(isTimed && { timezone: values.timezone }),
    ...Object.fromEntries(given),
    ...(values.anonymous_caller && { anonymous_caller: values.anonymous_caller === 'yes' }),
  };
  return Object.keys(conditions).length === 0 ? null : conditions;
}

/** `Mon, Tue, Wed` in a row is `Mon to Wed`. */
function daysText(days: readonly Weekday[]): string {
  const indexes = DAYS.map(({ value }, index) => (days.includes(value) ? index : -1)).filter((index) => index >= 0);
  const labels = indexes.map((index) => DAYS[index]?.label ?? '');
  const isRun = indexes.length > 2 && (indexes.at(-1) ?? 0) - (indexes[0] ?? 0) === indexes.length - 1;
  return isRun ? `${labels[0] ?? ''} to ${labels.at(-1) ?? ''}` : labels.join(', ');
}

const windowText = ({ days, start, end }: TimeWindow): string => `${daysText(days)} ${start} to ${end}`;

/** The conditions as phrases, each of which must hold. */
export function phrasesOf(conditions: Conditions | null, format: Format): readonly string[] {
  const { timezone = '', time_windows, dates, anonymous_caller, ...lists } = conditions ?? {};
  const countries = (codes?: readonly string[]) => codes?.map((code) => format.country(code));
  const phrases: readonly (readonly [text: string, items: readonly string[] | undefined])[] = [
    [`… (${timezone})`, time_windows?.map(windowText)],
    [`on … (${timezone})`, dates?.map(rangeText)],
    [`not on … (${timezone})`, lists.except_dates],
    ['from callers in …', countries(lists.caller_countries)],
    ['not from callers in …', countries(lists.not_caller_countries)],
    ['from numbers that begin with …', lists.caller_prefixes],
    ['not from numbers that begin with …', lists.not_caller_prefixes],
    ['for calls to …', lists.called_numbers],
    [
      'from callers that … their number',
      anonymous_caller === undefined ? [] : [anonymous_caller ? 'withhold' : 'show'],
    ],
  ];
  return phrases.flatMap(([text, items]) => (items && items.length > 0 ? [text.replace('…', items.join(', '))] : []));
}
