/** Returns the ID of a row, which tells it from the others. Rows without an ID need a `rowKey` of their own. */
export function idOf(row: unknown): string {
  if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string') return row.id;
  throw new TypeError('A table of rows without an ID needs a `rowKey`.');
}

/** A row of a list, or the heading of the rows that follow. */
export type Line<T> = { readonly heading: string } | { readonly row: T; readonly index: number };

export const isHeading = (line: Line<unknown> | undefined): boolean => line !== undefined && 'heading' in line;

/** Returns the rows with a heading before each run of rows of the same group. Without groups, there are none. */
export function linesOf<T>(rows: readonly T[], groupOf: ((row: T) => string) | undefined): readonly Line<T>[] {
  let heading: string | undefined;
  return rows.flatMap((row, index): Line<T>[] => {
    const line = { row, index };
    const group = groupOf?.(row);
    if (group === undefined || group === heading) return [line];
    heading = group;
    return [{ heading: group }, line];
  });
}
