import type { ReactNode } from 'react';
import type { Column } from './columns';
import classes from './data-table.module.css';
import { Cells, headingProps } from './row';
import { idOf } from './lines';
import { Table, ZoneCaption } from './table';
import { useOverflow } from './use-overflow';

interface Props<T> {
  readonly label: string;
  /** The order of its rows is given, whatever a column can sort by in a list. */
  readonly columns: readonly Column<T, string>[];
  readonly rows: readonly T[];
  /** What tells a row from the others, if not its `id`. */
  readonly rowKey?: (row: T, index: number) => string | number;
  /** Rows below the others, such as a sum. */
  readonly children?: ReactNode;
}

/** A table of a few rows that are loaded already. */
export function ShortTable<T>({ label, columns, rows, rowKey = idOf, children }: Props<T>) {
  const { ref, isWide } = useOverflow();
  return (
    <div
      ref={ref}
      className={classes['scroll']}
      data-wide={isWide || undefined}
      // What scrolls sideways does so by keyboard too.
      {...(isWide && { role: 'region', 'aria-label': `${label}, scrollable`, tabIndex: 0 })}
    >
      <Table aria-label={label}>
        <ZoneCaption />
        <Table.Thead className={classes['head']}>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.title} {...headingProps(column)}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} className={classes['row']}>
              <Cells columns={columns} row={row} />
            </tr>
          ))}
          {children}
        </Table.Tbody>
      </Table>
    </div>
  );
}
