import { Button, Group, Skeleton, UnstyledButton } from '@mantine/core';
import { Table } from './table';
import type { Page, SortOrder } from '@trunkline/client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Zone } from '../../format/moment';
import classes from './data-table.module.css';
import { Problem } from '../feedback/problem';
import { idOf } from './row-key';
import { type Selection, SelectRow, SelectShown } from './selection';
import { type CursorList, useList } from './use-list';

export interface Column<T, S extends string = never> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** What the API calls the order by this column. */
  readonly sorts?: S;
  /** Aligned at the end of the row: money and counts. */
  readonly end?: boolean;
  /** Whether a value says nothing without its title, which a phone shows before it. */
  readonly labelled?: boolean;
}

interface Sort {
  readonly sort: string;
  readonly order: SortOrder;
}

interface Sorting extends Sort {
  readonly onSort: (next: Sort) => void;
}

interface Props<T> extends CursorList<T> {
  readonly label: string;
  readonly columns: readonly Column<T, string>[];
  /** What tells a row from the others, if not its `id`. */
  readonly rowKey?: (row: T) => string;
  readonly sorting?: Sorting;
  readonly selection?: Selection<T> | undefined;
  /** What a page says beside its items, shown above the table. */
  readonly notice?: (page: Page<T>) => ReactNode;
  /** Whether the time zone is named below a table that shows times. Not where the page has named it. */
  readonly namesZone?: boolean;
  /** Shown in place of an empty table. */
  readonly empty: ReactNode;
  readonly children?: (rows: readonly T[]) => ReactNode;
}

const SKELETON_ROWS = 8;

/** The rows of a list, or why there are none. */
export function DataTable<T>(props: Props<T>) {
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
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  const rows = pages.flatMap((page) => page.items);
  const isEmpty = first !== undefined && rows.length === 0;
  return (
    <div className={classes['list']}>
      {first && props.notice?.(first)}
      {isEmpty ? (
        props.empty
      ) : (
        <div className={classes['scroll']}>
          <Rows {...props} rows={rows} isPending={query.isPending} />
        </div>
      )}
      {problem}
      {props.children?.(rows)}
      {!isEmpty && (
        <Group justify="space-between" mt="sm">
          <Foot namesZone={props.namesZone} shown={query.isPending ? null : rows.length} />
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
      )}
    </div>
  );
}

/** Says how many rows are shown, null while they are loaded, and in which zone their times are. */
function Foot({ shown, namesZone = true }: { readonly shown: number | null; readonly namesZone: boolean | undefined }) {
  return (
    <Group gap="0 16px" c="dimmed" fz="sm">
      <span role="status">{shown === null ? 'Loading' : `${shown} shown`}</span>
      {namesZone && (
        <span className={classes['zone']}>
          <Zone />
        </span>
      )}
    </Group>
  );
}

function Rows<T>(props: Props<T> & { readonly rows: readonly T[]; readonly isPending: boolean }) {
  const { label, rows, isPending, rowKey = idOf, columns, selection } = props;
  return (
    <Table aria-label={label} aria-busy={isPending} fz="sm">
      <Head {...props} />
      <Table.Tbody>
        {rows.map((row) => (
          <Row key={rowKey(row)} row={row} columns={columns} selecting={selection && { selection, rowKey }} />
        ))}
        {isPending && <SkeletonRows columnCount={columns.length + (selection ? 1 : 0)} />}
      </Table.Tbody>
    </Table>
  );
}

function Head<T>({ rows, columns, rowKey = idOf, sorting, selection }: Props<T> & { rows: readonly T[] }) {
  return (
    <Table.Thead className={classes['head']}>
      <Table.Tr>
        {selection && (
          <Table.Th>
            <SelectShown selection={selection} rowKey={rowKey} rows={rows} />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Heading key={column.title} column={column} sorting={sorting} />
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

interface RowProps<T> extends Pick<Props<T>, 'columns'> {
  readonly row: T;
  readonly selecting: { readonly selection: Selection<T>; readonly rowKey: (row: T) => string } | undefined;
}

function TableRow<T>({ row, columns, selecting }: RowProps<T>) {
  return (
    <Table.Tr className={classes['row']}>
      {selecting && (
        <Table.Td className={classes['select']}>
          <SelectRow {...selecting} row={row} />
        </Table.Td>
      )}
      {columns.map(({ title, cell, end, labelled }) => (
        <Table.Td
          key={title}
          ta={end ? 'end' : 'start'}
          data-end={end}
          data-label={labelled ? title : undefined}
          className={`${classes['cell'] ?? ''} ${end ? 'figures whole' : ''}`}
        >
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Is not drawn again while rows are added to it: a list may have thousands. */
const Row = memo(TableRow) as typeof TableRow;

function SkeletonRows({ columnCount }: { columnCount: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_row, index) => (
    <Table.Tr key={index} className={classes['waiting']}>
      {Array.from({ length: columnCount }, (_column, at) => (
        <Table.Td key={at} className={classes['cell']}>
          <Skeleton h={14} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

function Heading<T>({ column, sorting }: { column: Column<T, string>; sorting: Sorting | undefined }) {
  const ta = column.end ? 'end' : 'start';
  if (column.sorts === undefined || !sorting) return <Table.Th ta={ta}>{column.title}</Table.Th>;
  const { sort, order, onSort } = sorting;
  const { title, sorts } = column;
  const isSorted = sorts === sort;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  const direction = order === 'asc' ? 'ascending' : 'descending';
  return (
    <Table.Th ta={ta} aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton
        fz="xs"
        fw={isSorted ? 600 : 500}
        c={isSorted ? undefined : 'dimmed'}
        onClick={() => onSort({ sort: sorts, order: isSorted && order === 'desc' ? 'asc' : 'desc' })}
      >
        {title} {isSorted && <Arrow size={13} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  );
}
