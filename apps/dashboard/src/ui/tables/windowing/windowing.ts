/** A range of rows, without its end. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns where each row begins, and where the last one ends. A row that was not measured yet has the usual height. */
export function offsetsOf(count: number, usual: number, measured: ReadonlyMap<number, number>): readonly number[] {
  const offsets = [0];
  for (let index = 0; index < count; index += 1) {
    offsets.push((offsets[index] ?? 0) + (measured.get(index) ?? usual));
  }
  return offsets;
}

/** Returns the row at a distance from the first one, the first or last row if there is none. */
export function rowAt(offsets: readonly number[], distance: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= distance) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the rows that touch the part of the list between two distances, with some more at each end. */
export function rangeAt(offsets: readonly number[], top: number, bottom: number, more: number): Range {
  const count = offsets.length - 1;
  return {
    from: Math.max(0, rowAt(offsets, top) - more),
    to: Math.min(count, rowAt(offsets, bottom) + 1 + more),
  };
}

/** Returns the rows of a range in order, and others that stay, wherever they are. Those that the list does not have are none. */
export function indexesOf({ from, to }: Range, kept: readonly number[], count: number): readonly number[] {
  const indexes = new Set(kept.filter((index) => index >= 0 && index < count));
  for (let index = from; index < to; index += 1) indexes.add(index);
  return [...indexes].toSorted((one, other) => one - other);
}

/** Returns the heading of a row: the last one before it, -1 if there is none. */
export function headingBefore(index: number, isHeading: (index: number) => boolean): number {
  let heading = index - 1;
  while (heading >= 0 && !isHeading(heading)) heading -= 1;
  return heading;
}
