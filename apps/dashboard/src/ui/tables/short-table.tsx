import type { Column } from './data-table';
import { ScrollTable } from './scroll-table';
import { Table } from './table';

interface Props<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T, index: number) => string | number;
}

/** A table of a few rows that are loaded already. */
export function ShortTable<T>({ label, columns, rows, rowKey }: Props<T>) {
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
        </Table.Tbody>
      </Table>
    </ScrollTable>
  );
}
