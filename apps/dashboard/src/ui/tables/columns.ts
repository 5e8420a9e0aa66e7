import type { ReactNode } from 'react';

/** A column of a table. The first one is the identity of the row, unless another one says that it is. */
export interface Column<T, S extends string = never> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** What the API calls the order by this column. */
  readonly sorts?: S;
  /**
   * What the values are. Money and counts are aligned at the end. On a phone, a row is a card: its first line has the identity,
   * and at the right the state, or else the money.
   */
  readonly is?: 'identity' | 'state' | 'money' | 'count' | 'actions';
  /** Whether the column leaves where there is little room, unless the user has chosen the columns. */
  readonly optional?: boolean;
  /** Whether the column is left out where no row has a value, unless the user has chosen the columns. */
  readonly sparse?: boolean;
  /** Whether a value has a line of its own in the card of a phone. */
  readonly long?: boolean;
}

/** Where a value stands in the card of a phone. */
export type Place = 'identity' | 'key' | 'long' | 'actions' | 'short';

/** Returns the place of each column in the card of a phone. */
export function placesOf<T>(columns: readonly Column<T, string>[]): readonly Place[] {
  const named = columns.findIndex((column) => column.is === 'identity');
  const identity = Math.max(named, 0);
  const others = (kind: 'state' | 'money') => (column: Column<T, string>, index: number) =>
    column.is === kind && index !== identity;
  const state = columns.findIndex(others('state'));
  const key = state === -1 ? columns.findLastIndex(others('money')) : state;
  return columns.map(({ is, long }, index) => {
    if (index === identity) return 'identity';
    if (index === key) return 'key';
    return is === 'actions' ? 'actions' : long ? 'long' : 'short';
  });
}

/** Whether the values of a column are figures, which are aligned at the end. */
export const isFigure = ({ is }: Pick<Column<never, string>, 'is'>): boolean => is === 'money' || is === 'count';

/** Whether a cell says nothing, which a phone leaves out. */
export const isNothing = (value: ReactNode): boolean =>
  value === null || value === undefined || value === false || value === '' || value === '–';

/** Returns the titles of the sparse columns in which no row has a value. */
export const emptyTitles = <T>(columns: readonly Column<T, string>[], rows: readonly T[]): readonly string[] =>
  columns
    .filter(({ sparse, cell }) => sparse === true && rows.every((row) => isNothing(cell(row))))
    .map(({ title }) => title);

/** Reads the titles of hidden columns. What cannot be read, such as those of another version, is none. */
export function readTitles(text: string | null): readonly string[] | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(stored) && stored.every((each) => typeof each === 'string') ? stored : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns the columns that are not hidden. The identity of a row is never hidden. */
export function withoutHidden<T>(
  columns: readonly Column<T, string>[],
  hidden: readonly string[],
): readonly Column<T, string>[] {
  const named = columns.some(({ is }) => is === 'identity');
  return columns.filter(
    (column, index) => !hidden.includes(column.title) || (named ? column.is === 'identity' : index === 0),
  );
}
