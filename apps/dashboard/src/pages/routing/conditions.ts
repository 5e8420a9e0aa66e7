import type { Conditions, TimeWindow, Weekday } from '@trunkline/client';
import { WEEKDAYS } from '@trunkline/client/lists';
import { type Format, words } from '../../format/format';

/** A day, or several in a row. */
export type DateRange = NonNullable<Conditions['dates']>[number];

const RANGE = ' to ';
const rangeText = ({ from, to }: DateRange): string => (from === to ? from : from + RANGE + to);

/** Returns the ranges as a form holds them: one day has no last day. */
export const enteredRanges = (ranges: readonly DateRange[]): readonly DateRange[] =>
  ranges.map(({ from, to }) => ({ from, to: to === from ? '' : to }));

/** Returns the entered ranges as the API takes them. */
export const rangesOf = (entered: readonly DateRange[]): readonly DateRange[] =>
  entered.map(({ from, to }) => ({ from, to: to || from }));

/** Says what keeps a list of days from being saved, as far as the browser knows. */
export function rangesFault(ranges: readonly DateRange[]): string | null {
  if (ranges.some(({ from }) => from === '')) return 'Enter the first day of each, or remove it.';
  return ranges.some(({ from, to }) => to !== '' && to < from) ? 'The last day is before the first.' : null;
}

/** Conditions of which each has a value, which may be an empty list. */
type FullConditions = Required<Omit<Conditions, 'anonymous_caller'>> & Pick<Conditions, 'anonymous_caller'>;

/** Returns null when every call matches. The API checks each value. */
export function conditionsOf({ timezone, anonymous_caller, ...lists }: FullConditions): Conditions | null {
  const given = Object.entries(lists).filter(([, items]) => items.length > 0);
  const isTimed = lists.time_windows.length + lists.dates.length + lists.except_dates.length > 0;
  const conditions: Conditions = {
    ...(isTimed && { timezone }),
    ...Object.fromEntries(given),
    ...(anonymous_caller !== undefined && { anonymous_caller }),
  };
  return Object.keys(conditions).length === 0 ? null : conditions;
}

/** `Mon, Tue, Wed` in a row is `Mon to Wed`. */
function daysText(days: readonly Weekday[]): string {
  const indexes = WEEKDAYS.map((day, index) => (days.includes(day) ? index : -1)).filter((index) => index >= 0);
  const labels = indexes.map((index) => words(WEEKDAYS[index] ?? ''));
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
