import type { CdrGroup } from '@trunkline/client';
import { format } from '../../format';
import { moments } from '../../format/moment';
import type { Bar, BarTimes } from '../../ui/charts/bars';
import { type Part, type Slot, sumsOf, type Unit } from './periods';
import { partOf, SERIES } from './result-bars';

/** The hours, days or months of a chart, and when its figures were loaded. */
export interface TimeAxis {
  readonly unit: Unit;
  readonly slots: readonly Slot[];
  /** Unix seconds. */
  readonly loadedAt: number;
}

/** What the bars of an axis stand for, in the time zone of the account. */
export const timesOf = ({ unit, loadedAt }: TimeAxis): BarTimes => ({ unit, zone: moments().zoneName(loadedAt) });

/** Returns a bar with the given number of series for each slot. The bar of an unfinished slot says until when it counts. */
export function timeBars({ unit, slots, loadedAt }: TimeAxis, parts: readonly Part[], seriesCount: number) {
  const sums = sumsOf(unit, slots, parts);
  return slots.map(
    (slot, index): Bar => ({
      ...textsOf(slot, unit),
      values: Array.from({ length: seriesCount }, (_series, series) => sums[index]?.[series] ?? 0),
      unfinished: slot.from <= loadedAt && loadedAt < slot.to ? `until ${moments().clock(loadedAt)}` : undefined,
    }),
  );
}

/** Returns the bars of groups of calls by time and cause, stacked by how the calls ended. */
export const resultBars = (axis: TimeAxis, groups: readonly CdrGroup[]): readonly Bar[] =>
  timeBars(axis, groups.map(partOf), SERIES.length);

function textsOf({ key, from, to }: Slot, unit: Unit): Pick<Bar, 'name' | 'tick'> {
  if (unit === 'month') return { name: format.month(key), tick: format.month(key) };
  if (unit === 'day') return { name: format.date(key), tick: format.shortDay(Date.parse(key) / 1000) };
  return { name: `${moments().minute(from)} to ${moments().clock(to)}`, tick: moments().clock(from) };
}
