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

/** Returns the position of a group of the API among the slots. Hours are compared as moments: a clock shows two alike. */
export function positionOf(key: string, unit: Unit, slots: readonly Slot[]): number {
  if (unit !== 'hour') return slots.findIndex((slot) => slot.key === key);
  const at = Date.parse(key) / 1000;
  return slots.findIndex(({ from, to }) => from <= at && at < to);
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
