type Range = readonly [from: number, to: number];

/** Maps values of a domain to positions of a range, and back. */
export interface Scale {
  (value: number): number;
  readonly invert: (position: number) => number;
}

export function linear([from, to]: Range, [start, end]: Range): Scale {
  const slope = (end - start) / (to - from);
  return Object.assign((value: number) => start + (value - from) * slope, {
    invert: (position: number) => from + (position - start) / slope,
  });
}

const STEPS = [1, 2, 5, 10];

/** Returns round, whole numbers from 0 to at least the greatest value, in about `count` steps. */
export function niceTicks(greatest: number, count: number): readonly number[] {
  const raw = Math.max(1, greatest / count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (STEPS.find((each) => each * power >= raw) ?? 10);
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_tick, index) => index * step);
}

/** Of a figure in the size of the axis. */
const DIGIT = 7;
const GAP = 12;

/** Returns the room that the labels of a vertical axis take, with the space beside them. */
export const axisWidth = (labels: readonly string[]): number =>
  Math.max(...labels.map(({ length }) => length)) * DIGIT + GAP;
