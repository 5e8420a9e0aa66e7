/** Unix seconds; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A UTC month, as invoices have it. */
export interface Month extends Span {
  /** YYYY-MM. */
  readonly key: string;
  /** Whether it is not over. */
  readonly isCurrent: boolean;
}

const DAY_S = 86_400;
const KEY_LENGTH = 'YYYY-MM'.length;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

const startOf = (year: number, index: number): number => Date.UTC(year, index, 1) / 1000;
const keyAt = (at: number): string => new Date(at * 1000).toISOString().slice(0, KEY_LENGTH);

/** Returns a month by its key; the current one for an invalid key, and for a month in the future. */
export function monthOf(key: string | undefined, now: number): Month {
  const current = keyAt(now);
  const shown = key !== undefined && MONTH.test(key) && key <= current ? key : current;
  const [year = 0, month = 1] = shown.split('-').map(Number);
  return { key: shown, from: startOf(year, month - 1), to: startOf(year, month), isCurrent: shown === current };
}

/** Returns what is wrong with the key of a month, or null. */
export function monthFault(key: string, now: number): string | null {
  if (!MONTH.test(key)) return 'is not a month, such as 2026-11';
  return key > keyAt(now) ? 'is in the future' : null;
}

/** The keys of the current month and those before it, the newest first. */
export function lastMonths(count: number, now: number): readonly string[] {
  const at = new Date(now * 1000);
  return Array.from({ length: count }, (_month, back) => keyAt(startOf(at.getUTCFullYear(), at.getUTCMonth() - back)));
}

/** What a month can be compared with. */
export const COMPARISONS = ['month', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * What the figures of a month compare with: the month before, or the same month a year before; of a month that is not over,
 * as much of it as has passed.
 */
export function before(month: Month, now: number, by: Exclude<Comparison, 'none'> = 'month'): Span {
  const at = new Date(month.from * 1000);
  const previous = monthOf(
    keyAt(by === 'year' ? startOf(at.getUTCFullYear() - 1, at.getUTCMonth()) : month.from - 1),
    now,
  );
  if (!month.isCurrent) return { from: previous.from, to: previous.to };
  return { from: previous.from, to: Math.min(previous.to, previous.from + (now - month.from)) };
}

/** The days of a time (YYYY-MM-DD) with their start. */
export const daysOf = ({ from, to }: Span): readonly { readonly key: string; readonly at: number }[] =>
  Array.from({ length: Math.ceil((to - from) / DAY_S) }, (_day, index) => {
    const at = from + index * DAY_S;
    return { key: new Date(at * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length), at };
  });
