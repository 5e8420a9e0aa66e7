import { momentOf, startOfDay, wallClock } from '../../format/time-zone';

/** Times that move with the clock, by their texts in the address. */
export const PERIODS = {
  hour: 'Last hour',
  today: 'Today',
  yesterday: 'Yesterday',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
} as const;
export type Period = keyof typeof PERIODS;

/** Unix seconds; `to` is exclusive. */
export interface Range {
  readonly from?: number;
  readonly to?: number;
}

const HOUR = 3_600;
const DAY = 86_400;
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;
const MONTH_LENGTH = 'YYYY-MM'.length;
const WHOLE_DAYS: Partial<Record<Period, number>> = { '7d': 7, '30d': 30, '90d': 90 };

/** Returns the time of a period in a time zone. Days are whole; today is the last of them. */
export function rangeOf(period: Period, timeZone: string, now: number): Range {
  const today = wallClock(now, timeZone).slice(0, DATE_LENGTH);
  if (period === 'hour') return { from: now - HOUR };
  if (period === '24h') return { from: now - DAY };
  if (period === 'yesterday') return { from: startOfDay(today, timeZone, -1), to: startOfDay(today, timeZone) };
  return { from: startOfDay(today, timeZone, 1 - (WHOLE_DAYS[period] ?? 1)) };
}

export type Unit = 'hour' | 'day' | 'month';

/** One hour, day or month. Its key is that of GET /cdrs/summary. */
export interface Slot extends Required<Range> {
  readonly key: string;
}

const HOURS_UP_TO = 2 * DAY + HOUR;
const DAYS_UP_TO = 100 * DAY;
const RETENTION = 400 * DAY;

/**
 * Returns the time of a chart, which has both ends: that of the filters up to now, or so many days of which the last one has
 * its end. Records are kept for 400 days.
 */
export function boundsOf({ from, to }: Range, clock: { now: number; days: number; timeZone: string }): Required<Range> {
  const { now, days, timeZone } = clock;
  const end = Math.min(to ?? now, Math.max(now, from ?? 0));
  const start = from ?? startOfDay(wallClock(end - 1, timeZone).slice(0, DATE_LENGTH), timeZone, 1 - days);
  return { from: Math.max(start, end - RETENTION), to: end };
}

/** Returns the unit in which a time has as many parts as can be read. */
export function unitOf({ from, to }: Required<Range>): Unit {
  if (to - from <= HOURS_UP_TO) return 'hour';
  return to - from <= DAYS_UP_TO ? 'day' : 'month';
}

/** Returns the hours, days or months of a time in a time zone, also those without calls. */
export function slotsOf(unit: Unit, { from, to }: Required<Range>, timeZone: string): readonly Slot[] {
  const slots: Slot[] = [];
  for (let slot = slotAt(unit, from, timeZone); slot.from < to; slot = slotAt(unit, slot.to, timeZone))
    slots.push(slot);
  return slots;
}

function slotAt(unit: Unit, at: number, timeZone: string): Slot {
  const clock = wallClock(at, timeZone);
  if (unit === 'hour') {
    const minutes = Number(clock.slice(HOUR_LENGTH + 1));
    const from = at - (at % 60) - 60 * minutes;
    return { key: clock.slice(0, HOUR_LENGTH), from, to: from + HOUR };
  }
  if (unit === 'day') {
    const key = clock.slice(0, DATE_LENGTH);
    return { key, from: startOfDay(key, timeZone), to: startOfDay(key, timeZone, 1) };
  }
  const key = clock.slice(0, MONTH_LENGTH);
  const [year = 0, month = 1] = key.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, DATE_LENGTH);
  return { key, from: startOfDay(`${key}-01`, timeZone), to: startOfDay(next, timeZone) };
}

/** What is counted in one hour, day or month, by the key of GET /cdrs/summary. */
export interface Part {
  readonly key: string;
  readonly values: readonly number[];
}

/** Returns the sums of each slot. Parts of the same slot are added, and parts outside all slots are left out. */
export function sumsOf(unit: Unit, slots: readonly Slot[], parts: readonly Part[]): readonly (readonly number[])[] {
  const positionOf = positionsIn(unit, slots);
  const sums: number[][] = slots.map(() => []);
  for (const { key, values } of parts) {
    const sum = sums[positionOf(key) ?? -1];
    if (!sum) continue;
    for (const [index, value] of values.entries()) sum[index] = (sum[index] ?? 0) + value;
  }
  return sums;
}

/** Finds the slot of a key. Hours are compared as moments: a clock shows two alike. */
function positionsIn(unit: Unit, slots: readonly Slot[]): (key: string) => number | undefined {
  if (unit === 'hour') return (key) => Math.floor((Date.parse(key) / 1000 - (slots[0]?.from ?? 0)) / HOUR);
  const positions = new Map(slots.map(({ key }, index) => [key, index]));
  return (key) => positions.get(key);
}

/** The text of a moment in the address: a day where it is the start of one, else a minute. */
export function textOfStart(at: number, timeZone: string): string {
  const clock = wallClock(at, timeZone);
  return momentOf(clock, timeZone) === startOfDay(clock.slice(0, DATE_LENGTH), timeZone)
    ? clock.slice(0, DATE_LENGTH)
    : clock;
}

/** The text of an exclusive end in the address: the day before it where it is the start of one, else a minute. */
export function textOfEnd(at: number, timeZone: string): string {
  const text = textOfStart(at, timeZone);
  return text.length === DATE_LENGTH ? wallClock(at - 1, timeZone).slice(0, DATE_LENGTH) : text;
}

/** The texts of a time in the address, in place of a period that moves. */
export function textsOfRange({ from, to }: Range, timeZone: string) {
  return {
    time: undefined,
    from: from === undefined ? undefined : textOfStart(from, timeZone),
    to: to === undefined ? undefined : textOfEnd(to, timeZone),
  };
}

/** Returns the time that two have in common. */
export function within(one: Range, other: Range): Range {
  const [from, to] = [Math.max(one.from ?? 0, other.from ?? 0), Math.min(one.to ?? Infinity, other.to ?? Infinity)];
  return { ...(from > 0 && { from }), ...(to < Infinity && { to }) };
}

/** Returns the time of an hour, day or month of GET /cdrs/summary. */
export function timeOf(unit: Unit, key: string, timeZone: string): Required<Range> {
  if (unit !== 'hour') return slotAt(unit, startOfDay(unit === 'day' ? key : `${key}-01`, timeZone), timeZone);
  const from = Date.parse(key) / 1000;
  return { from, to: from + HOUR };
}
