import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from './data-table';
import classes from './data-table.module.css';
import { idOf } from './row-key';
import { Table } from './table';

interface Props<T> {
  readonly label: string;
  /** The order of its rows is given, whatever a column can sort by in a list. */
  readonly columns: readonly Column<T, string>[];
  readonly rows: readonly T[];
  /** What tells a row from the others, if not its `id`. */
  readonly rowKey?: (row: T, index: number) => string | number;
  /** Whether a row has several lines on a phone, as in a list, instead of scrolling sideways. */
  readonly wraps?: boolean;
  /** Rows below the others, such as a sum. */
  readonly children?: ReactNode;
}

/** A table of a few rows that are loaded already. */
export function ShortTable<T>({ label, columns, rows, rowKey = idOf, wraps = false, children }: Props<T>) {
  const [head, line, cellOf] = wraps ? [classes['head'], classes['row'], classes['cell']] : [];
  const table = (
    <Table aria-label={label} fz="sm">
      <Table.Thead className={head}>
        <Table.Tr>
          {columns.map(({ title, end }) => (
            <Table.Th key={title} ta={end ? 'end' : 'start'}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <Table.Tr key={rowKey(row, index)} className={line}>
            {columns.map(({ title, cell, end, labelled }) => (
              <Table.Td
                key={title}
                data-label={labelled ? title : undefined}
                data-end={end}
                className={cellOf}
                {...(end && { ta: 'end', className: `figures ${cellOf ?? ''}` })}
              >
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
        {children}
      </Table.Tbody>
    </Table>
  );
  return wraps ? table : <ScrollTable label={label}>{table}</ScrollTable>;
}

/** A table that scrolls sideways where it is wider than the page, also by keyboard. */
function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="region" aria-label={`${label}, scrollable`} tabIndex={0} style={{ overflowX: 'auto' }}>
      {children}
    </Box>
  );
}
