import { useSyncExternalStore } from 'react';
import classes from './row-box.module.css';
import type { SelectedRows } from './selected-rows';

export function useChosen(rows: SelectedRows) {
  return useSyncExternalStore(
    (onChange) => rows.watch(onChange),
    () => rows.chosen,
  );
}

interface Props {
  readonly rows: SelectedRows;
  readonly rowKey: string;
  /** Names the row. */
  readonly name: string;
}

/** The box of one row. */
export function RowBox({ rows, rowKey, name }: Props) {
  const isChosen = useSyncExternalStore(
    (onChange) => rows.watchRow(rowKey, onChange),
    () => rows.has(rowKey),
  );
  return (
    <input
      type="checkbox"
      className={classes['box']}
      aria-label={`Select ${name}`}
      checked={isChosen}
      onChange={({ currentTarget }) => rows.choose(rowKey, currentTarget.checked)}
    />
  );
}

/** The box of all rows that are loaded. */
export function ShownBox({ rows }: { rows: SelectedRows }) {
  const { count } = useChosen(rows);
  const isAll = rows.isShownChosen();
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll;
      }}
      type="checkbox"
      className={classes['box']}
      aria-label="Select all shown"
      checked={isAll}
      onChange={() => (isAll ? rows.clear() : rows.chooseShown())}
    />
  );
}
