import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import type { Page, SortOrder } from '@trunkline/client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { format } from '../../format';
import { Problem } from '../feedback/problem';
import { type Column, emptyTitles, readTitles, withoutHidden } from './columns';
import classes from './data-table.module.css';
import { GroupRow, headingProps, type Place, Row, SkeletonRows } from './row';
import { idOf, isHeading, type Line, linesOf } from './lines';
import { ShownBox } from './selection/row-box';
import type { Selection } from './selection/selection';
import { Table, ZoneCaption } from './table';
import { useOverflow } from './use-overflow';
import { type CursorList, useRows } from './use-list';
import { useTableSettings } from './settings/use-table-settings';
import type { WindowedRows } from './windowing/windowed-rows';

export type { Column } from './columns';

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
  /** Whether rows show times, so that their zone is named above them. */
  readonly namesZone?: boolean;
  /** How many rows stand for those that are not loaded yet, where a list has few and something stands below it. */
  readonly expected?: number;
  /**
   * Names the group of a row; consecutive rows of one group share a heading. Must be memoized, because a new function groups
   * all rows again.
   */
  readonly groupOf?: ((row: T) => string) | undefined;
  /** Shown in place of an empty table. */
  readonly empty: ReactNode;
  readonly children?: (rows: readonly T[]) => ReactNode;
}

/** More rows than these are windowed: only those in view are in the document. */
const WINDOWED_FROM = 200;
/** Fewer rows can be counted by eye. */
const COUNTED_FROM = 10;
const ROW_HEIGHTS = { compact: 36, comfortable: 44 } as const;
/** Of the card of a phone, before it is measured. */
const CARD_HEIGHT = 110;

/** The rows of a list, or why there are none. */
export function DataTable<T>(props: Props<T>) {
  const { query, first, rows } = useRows(props);
  const problem = (
    <Problem
      title="The list could not be loaded"
      error={query.error}
      retry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
    />
  );
  // A failure of a later page or of a refresh leaves the rows that are loaded.
  if (query.isLoadingError) return problem;
  const isEmpty = first !== undefined && rows.length === 0;
  return (
    <div className={classes['list']}>
      {first && props.notice?.(first)}
      {isEmpty ? props.empty : <Rows {...props} rows={rows} isPending={query.isPending} hasMore={query.hasNextPage} />}
      {problem}
      {props.children?.(rows)}
      {!isEmpty && (
        <Group justify="space-between" mt="sm">
          <Foot shown={query.isPending ? null : rows.length} hasMore={query.hasNextPage} />
          {query.hasNextPage && <MoreButton query={query} />}
        </Group>
      )}
      {props.selection?.bar(query.hasNextPage ? null : rows.length)}
    </div>
  );
}

function MoreButton({ query }: { query: { isFetchingNextPage: boolean; fetchNextPage: () => unknown } }) {
  return (
    <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show more
    </Button>
  );
}

interface FootProps {
  /** Null while rows are loaded. */
  readonly shown: number | null;
  readonly hasMore: boolean;
}

/** Says how many rows are shown. A few can be counted by eye, so that only the announcement is left. */
function Foot({ shown, hasMore }: FootProps) {
  const isCounted = hasMore || (shown ?? 0) >= COUNTED_FROM;
  return (
    <Text component="span" size="sm" c="dimmed" role="status" className={isCounted ? '' : (classes['announced'] ?? '')}>
      {shown === null ? 'Loading' : `${format.count(shown)} shown`}
    </Text>
  );
}

interface RowsProps<T> extends Props<T> {
  readonly rows: readonly T[];
  readonly isPending: boolean;
  readonly hasMore: boolean;
}

function Rows<T>(props: RowsProps<T>) {
  const { label, rows, isPending, hasMore, rowKey = idOf, selection, expected, groupOf, namesZone = true } = props;
  const { shown, hidden, isComfortable } = useTableSettings(label, props.columns);
  // As a text, which stays the same while rows are added: rows are not drawn again for the same columns.
  const empty = hidden === null ? JSON.stringify(emptyTitles(shown, rows)) : '[]';
  const columns = useMemo(() => withoutHidden(shown, readTitles(empty) ?? []), [shown, empty]);
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  useLayoutEffect(() => selection?.rows.show(keys), [selection?.rows, keys]);
  const lines = useMemo(() => linesOf(rows, groupOf), [rows, groupOf]);
  const Windowed = useWindowing(rows.length);
  const { ref, isWide } = useOverflow();
  return (
    <div ref={ref} className={classes['scroll']} data-wide={isWide || undefined}>
      <Table
        aria-label={label}
        aria-busy={isPending}
        data-comfortable={isComfortable || undefined}
        data-chosen={hidden !== null || undefined}
        {...(Windowed && { 'aria-rowcount': hasMore ? -1 : lines.length + 1 })}
      >
        {namesZone && <ZoneCaption />}
        <Head {...props} columns={columns} />
        <Body {...{ lines, columns, keys, selection, isComfortable, isPending, Windowed, expected }} />
      </Table>
    </div>
  );
}

interface BodyProps<T> extends Pick<Props<T>, 'columns' | 'selection'> {
  readonly expected: number | undefined;
  readonly lines: readonly Line<T>[];
  readonly keys: readonly string[];
  readonly isComfortable: boolean;
  readonly isPending: boolean;
  readonly Windowed: typeof WindowedRows | null;
}

function Body<T>({ lines, columns, keys, selection, isComfortable, isPending, Windowed, expected }: BodyProps<T>) {
  const keyOf = (index: number): string => keys[index] ?? '';
  const columnCount = columns.length + (selection ? 1 : 0);
  const draw = (line: Line<T>, place?: Place): ReactNode => {
    if ('heading' in line) return <GroupRow key={line.heading} {...{ columnCount, ...line, ...place }} />;
    const { row, index } = line;
    const name = selection?.nameOf(row);
    return (
      <Row key={keyOf(index)} {...{ row, columns, name, ...place }} rowKey={keyOf(index)} selected={selection?.rows} />
    );
  };
  if (Windowed) {
    const isCard = window.matchMedia('(max-width: 820px)').matches;
    const rowHeight = isCard ? CARD_HEIGHT : ROW_HEIGHTS[isComfortable ? 'comfortable' : 'compact'];
    return (
      <Windowed
        {...{ count: lines.length, columnCount, rowHeight }}
        isHeading={(at) => isHeading(lines[at])}
        draw={(at, measure) => {
          const line = lines[at];
          return line && draw(line, { at, measure });
        }}
      />
    );
  }
  return (
    <Table.Tbody>
      {lines.map((line) => draw(line))}
      {isPending && <SkeletonRows columnCount={columnCount} rowCount={expected} />}
    </Table.Tbody>
  );
}

/** Loads what windows rows before there are so many. Until then, or if it cannot be loaded, all rows are in the document. */
function useWindowing(count: number): typeof WindowedRows | null {
  const [loaded, setLoaded] = useState<typeof WindowedRows | null>(null);
  const isNear = count > WINDOWED_FROM / 2;
  useEffect(() => {
    if (!isNear) return;
    void import('./windowing/windowed-rows').then(
      (module) => setLoaded(() => module.WindowedRows),
      () => setLoaded(null),
    );
  }, [isNear]);
  return count > WINDOWED_FROM ? loaded : null;
}

function Head<T>({ columns, sorting, selection }: Pick<Props<T>, 'columns' | 'sorting' | 'selection'>) {
  return (
    <Table.Thead className={classes['head']}>
      <Table.Tr>
        {selection && (
          <Table.Th className={classes['select']}>
            <ShownBox rows={selection.rows} />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Heading key={column.title} column={column} sorting={sorting} />
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function Heading<T>({ column, sorting }: { column: Column<T, string>; sorting: Sorting | undefined }) {
  const props = headingProps(column);
  if (column.sorts === undefined || !sorting) return <Table.Th {...props}>{column.title}</Table.Th>;
  const { sort, order, onSort } = sorting;
  const { title, sorts } = column;
  const isSorted = sorts === sort;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  const direction = order === 'asc' ? 'ascending' : 'descending';
  return (
    <Table.Th {...props} aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton
        className={classes['sort'] ?? ''}
        fz="xs"
        fw={isSorted ? 560 : 500}
        c={isSorted ? undefined : 'dimmed'}
        onClick={() => onSort({ sort: sorts, order: isSorted && order === 'desc' ? 'asc' : 'desc' })}
      >
        {title}
        {isSorted && <Arrow size={13} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  );
}
