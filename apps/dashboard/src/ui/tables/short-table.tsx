import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from './data-table';
import { Table } from './table';

interface Props<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T, index: number) => string | number;
  /** Rows below the others, such as a sum. */
  readonly children?: ReactNode;
}

/** A table of a few rows that are loaded already. */
export function ShortTable<T>({ label, columns, rows, rowKey, children }: Props<T>) {
  return (
    <ScrollTable label={label}>
      <Table aria-label={label} fz="sm">
        <Table.Thead>
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
            <Table.Tr key={rowKey(row, index)}>
              {columns.map(({ title, cell, end }) => (
                <Table.Td key={title} {...(end && { ta: 'end', className: 'figures' })}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          {children}
        </Table.Tbody>
      </Table>
    </ScrollTable>
  );
}

/** A table that scrolls sideways where it is wider than the page, also by keyboard. */
function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="region" aria-label={`${label}, scrollable`} tabIndex={0} style={{ overflowX: 'auto' }}>
      {children}
    </Box>
  );
}
