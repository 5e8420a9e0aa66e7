/** A part of each bar. Failures are first: on the baseline they compare from bar to bar. */
export interface Series {
  readonly name: string;
  /** Kinds that have no order are a to d. */
  readonly tone: 'failed' | 'answered' | 'unanswered' | 'sum' | 'a' | 'b' | 'c' | 'd';
}

export interface Bar {
  /** Names the time of the bar in full. */
  readonly name: string;
  /** Below the bar. */
  readonly tick: string;
  /** One per series. */
  readonly values: readonly number[];
  /** Until when the bar counts, if its time is not over: `until 15:42`. */
  readonly unfinished?: string | undefined;
}

/** What a bar stands for, and in which time zone. */
export interface BarTimes {
  readonly unit: 'hour' | 'day' | 'month';
  /** Its short name: `CET`. */
  readonly zone: string;
}

const UNITS = { hour: 'Hours', day: 'Days', month: 'Months' } as const;
const CURRENT = { hour: 'This hour', day: 'Today', month: 'This month' } as const;

/** Names the time zone of the bars: `Days in CET`. */
export const zoneNote = ({ unit, zone }: BarTimes): string => `${UNITS[unit]} in ${zone}`;

/** Names the bar whose time is not over: `Today so far`. */
export const unfinishedNote = ({ unit }: Pick<BarTimes, 'unit'>): string => `${CURRENT[unit]} so far`;

/** The bars that are chosen, by the one that was first and the one that is last. */
export interface Choice {
  readonly anchor: number;
  readonly head: number;
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export const orderOf = ({ anchor, head }: Choice): [first: number, last: number] => [
  Math.min(anchor, head),
  Math.max(anchor, head),
];

/** Tells whether two sets of bars stand for the same times, also when their figures were loaded again. */
export const areOfSameTimes = (some: readonly Bar[], others: readonly Bar[]): boolean =>
  some.length === others.length && some.every(({ name }, index) => name === others[index]?.name);

/** Names the time of the chosen bars. */
export function namesOf(bars: readonly Bar[], choice: Choice): string {
  const [first, last] = orderOf(choice);
  const [from = '', to = '', unfinished] = [bars[first]?.name, bars[last]?.name, bars[last]?.unfinished];
  return `${first === last ? from : `${from} to ${to}`}${unfinished === undefined ? '' : `, ${unfinished}`}`;
}

/** Returns the sum of one series over the chosen bars. */
export function valueOf(bars: readonly Bar[], choice: Choice, index: number): number {
  const [first, last] = orderOf(choice);
  return sumOf(bars.slice(first, last + 1).map(({ values }) => values[index] ?? 0));
}

interface Drawn {
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
}

/** The figures of the chosen bars as a sentence for screen readers. */
export function spoken({ series, bars, format }: Drawn, choice: Choice): string {
  const values = series.map(({ name }, index) => `${name} ${format(valueOf(bars, choice, index))}`);
  return `${namesOf(bars, choice)}: ${values.join(', ')}`;
}
