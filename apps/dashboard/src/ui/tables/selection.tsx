import { Checkbox } from '@mantine/core';

/** The rows of a list that the user chose, by their keys. */
export interface Selection<T> {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  /** Names a row for the label of its box. */
  readonly nameOf: (row: T) => string;
}

interface Props<T> {
  readonly selection: Selection<T>;
  readonly rowKey: (row: T) => string;
}

/** The box of one row. */
export function SelectRow<T>({ selection, rowKey, row }: Props<T> & { row: T }) {
  const key = rowKey(row);
  const { chosen, onChoose } = selection;
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${selection.nameOf(row)}`}
      checked={chosen.has(key)}
      onChange={({ currentTarget }) => {
        const rest = [...chosen].filter((each) => each !== key);
        onChoose(new Set(currentTarget.checked ? [...rest, key] : rest));
      }}
    />
  );
}

/** The box of all rows that are shown. */
export function SelectShown<T>({ selection, rowKey, rows }: Props<T> & { rows: readonly T[] }) {
  const { chosen, onChoose } = selection;
  const isAll = rows.length > 0 && rows.every((row) => chosen.has(rowKey(row)));
  return (
    <Checkbox
      size="xs"
      aria-label="Select all shown"
      checked={isAll}
      indeterminate={!isAll && chosen.size > 0}
      onChange={() => onChoose(new Set(isAll ? [] : rows.map(rowKey)))}
    />
  );
}
