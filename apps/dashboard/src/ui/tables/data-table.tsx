import { Button, Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { Table } from './table';
import type { Page } from '@trunkline/client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { Problem } from '../problem';
import { type Selection, SelectRow, SelectShown } from './selection';
import { type List, useList } from './use-list';

type Order = 'asc' | 'desc';

export interface Column<T> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  readonly sorts?: boolean;
  /** Aligned at the end of the row: money and counts. */
  readonly end?: boolean;
}

interface Sort {
  readonly sort: string;
  readonly order: Order;
}

interface Sorting extends Sort {
  readonly onSort: (next: Sort) => void;
}

interface Props<T> extends List<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  readonly sorting?: Sorting;
  readonly selection?: Selection<T> | undefined;
  /** What a page says beside its items, shown above the table. */
  readonly notice?: (page: Page<T>) => ReactNode;
  /** Shown in place of an empty table. */
  readonly empty: ReactNode;
}

const SKELETON_ROWS = 8;

/** A list of the API, sorted by its headings and paged by its cursors. */
export function DataTable<T>(props: Props<T>) {
  const { label, columns, rowKey, empty, selection } = props;
  const query = useList(props);
  const problem = (
    <Problem
      title="The list could not be loaded"
      error={query.error}
      retry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
    />
  );
  // A failure of a later page or of a refresh leaves the rows that are loaded.
  if (query.isLoadingError) return problem;
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const first = query.data?.pages[0];
  const notice = first && props.notice?.(first);
  if (first && rows.length === 0) {
    return (
      <div>
        {notice}
        {empty}
        {problem}
      </div>
    );
  }
  return (
    <div>
      {notice}
      <Table aria-label={label} aria-busy={query.isPending} fz="sm">
        <Head rows={rows} {...props} />
        <Table.Tbody>
          {query.isPending
            ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                <SkeletonRow key={index} count={columns.length + (selection ? 1 : 0)} />
              ))
            : rows.map((row) => <Row key={rowKey(row)} row={row} {...props} />)}
        </Table.Tbody>
      </Table>
      {problem}
      <Group justify="space-between" mt="sm">
        <Text size="sm" c="dimmed" role="status">
          {query.isPending ? 'Loading' : `${rows.length} shown`}
        </Text>
        {query.hasNextPage && (
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </Group>
    </div>
  );
}

function Head<T>({ rows, columns, rowKey, sorting, selection }: Props<T> & { rows: readonly T[] }) {
  return (
    <Table.Thead className={classes['head']}>
      <Table.Tr>
        {selection && (
          <Table.Th>
            <SelectShown selection={selection} rowKey={rowKey} rows={rows} />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Heading key={column.key} column={column} sorting={sorting} />
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function Row<T>({ row, columns, rowKey, selection }: Props<T> & { row: T }) {
  return (
    <Table.Tr className={classes['row']}>
      {selection && (
        <Table.Td className={classes['select']}>
          <SelectRow selection={selection} rowKey={rowKey} row={row} />
        </Table.Td>
      )}
      {columns.map(({ key, cell, end }) => (
        <Table.Td
          key={key}
          ta={end ? 'end' : 'start'}
          data-end={end}
          className={`${classes['cell'] ?? ''} ${end ? 'figures whole' : ''}`}
        >
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function SkeletonRow({ count }: { count: number }) {
  return (
    <Table.Tr>
      {Array.from({ length: count }, (_, index) => (
        <Table.Td key={index} className={classes['cell']}>
          <Skeleton h={14} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function Heading<T>({ column, sorting }: { column: Column<T>; sorting: Sorting | undefined }) {
  const ta = column.end ? 'end' : 'start';
  if (!column.sorts || !sorting) return <Table.Th ta={ta}>{column.title}</Table.Th>;
  const { sort, order, onSort } = sorting;
  const isSorted = column.key === sort;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  const direction = order === 'asc' ? 'ascending' : 'descending';
  return (
    <Table.Th ta={ta} aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton
        fz="sm"
        fw={600}
        onClick={() => onSort({ sort: column.key, order: isSorted && order === 'desc' ? 'asc' : 'desc' })}
      >
        {column.title} {isSorted && <Arrow size={13} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  );
}
