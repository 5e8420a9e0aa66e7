import type { Page, SortOrder } from '@trunkline/client';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect } from 'react';
import type { Texts } from '../../router/search';
import { part } from '../part';
import { type Column, DataTable } from './data-table';
import { FilterFaults } from './filter-faults';
import { type FilterFault, type FilterInput, type Filters, type QueryOf, useFilters } from './use-filters';
import classes from './list.module.css';
import type { SelectedRows } from './selection/selected-rows';
import type { Selection } from './selection/selection';
import { type CursorList, type Reloading, useRows } from './use-list';

/** The part of a list that is loaded at once. */
interface Paging<S extends string> {
  readonly cursor?: string | undefined;
  readonly sort?: S;
  readonly order?: SortOrder;
}

export interface ListProps<T, F extends Filters, S extends string> extends Reloading<T> {
  readonly label: string;
  readonly queryKey: readonly string[];
  readonly load: (query: QueryOf<F> & Paging<S>, options: { readonly signal: AbortSignal }) => PromiseLike<Page<T>>;
  /** Loads the row whose ID the address names as `id`, alone; none if the list has no such row. */
  readonly one?: (id: string, options: { readonly signal: AbortSignal }) => Promise<Page<T>>;
  readonly columns: readonly Column<T, S>[];
  /** What tells a row from the others, if not its `id`. */
  readonly rowKey?: (row: T) => string;
  readonly filters?: F;
  /** Draws the filters, unless other parts of the page do. */
  readonly bar?: (filters: Pick<FilterInput, 'search' | 'set'>) => ReactNode;
  /** The column that the list is sorted by at first, in descending order. */
  readonly sort?: S;
  readonly selection?: Selection<T> | undefined;
  /** What a page says beside its items, shown above the table. */
  readonly notice?: (page: Page<T>) => ReactNode;
  /** Whether rows show times, so that their zone is named above them. */
  readonly namesZone?: boolean;
  /** Draws the figures of the list above its filters, from its first page once that is loaded. */
  readonly figures?: (page: Page<T> | undefined) => ReactNode;
  /** Shown between the filters and the table. */
  readonly between?: ReactNode;
  /** Returns what is shown in place of the table, if anything. The list is then not loaded. */
  readonly instead?: (query: QueryOf<F>) => ReactNode;
  /** Names the group of a row, above the first of those that follow each other. */
  readonly groupOf?: ((row: T) => string) | undefined;
  /** How many rows stand for those that are not loaded yet, where a list has few and something stands below it. */
  readonly expected?: number;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
  /** Says that nothing matches the filters. */
  readonly none?: string;
  /** What depends on the loaded rows, such as a dialog about one of them. */
  readonly children?: (rows: readonly T[]) => ReactNode;
}

/** The tools are loaded last, and push no filter into another line when they come. */
const TableTools = part(
  async () => (await import('./settings/table-tools')).default,
  <div className={classes['tools']} data-tools />,
);
const Only = part(async () => (await import('../one-row/only')).Only);
const Unmatched = part(async () => (await import('./no-rows')).Unmatched);

const NO_FILTERS: Filters = {};
/** A list of fewer columns has no choice of them: that of a page, which has filters, and that of a part of a page. */
const TOOLS_FROM = { page: 4, part: 7 };

/** A list of the API: its filters, which are in the address, and its rows, sorted by their headings and paged by cursors. */
export function List<T, F extends Filters, S extends string>(props: ListProps<T, F, S>) {
  const { id }: Texts<string> = useSearch({ strict: false });
  const { one, queryKey } = props;
  if (!one || id === undefined) return <Rows {...props} />;
  return (
    <>
      <Only id={id} />
      <DataTable
        {...props}
        queryKey={[...queryKey, id]}
        load={(_cursor, signal) => one(id, { signal })}
        empty={<Only id={id} isMissing />}
      />
    </>
  );
}

function Rows<T, F extends Filters, S extends string>(props: ListProps<T, F, S>) {
  const {
    filters = NO_FILTERS as F,
    bar,
    queryKey,
    load,
    sort,
    figures,
    between,
    instead,
    empty,
    none,
    ...table
  } = props;
  const { search, set, query, faults, isFiltered } = useFilters(filters);
  useSelectionOf(query, table.selection);
  const sorting = sort && sortingIn(search, sort);
  const unusable = sort ? [...faults, ...sortFaults(search, table.columns)] : faults;
  const list: CursorList<T> = {
    queryKey: [...queryKey, { ...query, ...sorting }],
    load: (cursor, signal) => load({ ...query, ...sorting, cursor }, { signal }),
  };
  return (
    <>
      <Figures {...list} draw={figures} faults={unusable} />
      <Bar label={table.label} columns={table.columns} toolsFrom={TOOLS_FROM[filters === NO_FILTERS ? 'part' : 'page']}>
        {bar?.({ search, set })}
      </Bar>
      <FilterFaults faults={unusable} set={set} />
      {between}
      {unusable.length === 0 &&
        (instead?.(query) || (
          <DataTable
            {...table}
            {...list}
            {...(sorting && { sorting: { ...sorting, onSort: (next) => set({ ...next }) } })}
            empty={isFiltered && none !== undefined ? <Unmatched text={none} {...{ filters, search }} /> : empty}
          />
        ))}
    </>
  );
}

interface FiguresProps<T> extends CursorList<T> {
  readonly draw: ((page: Page<T> | undefined) => ReactNode) | undefined;
  readonly faults: readonly FilterFault[];
}

/** The figures of a list that has some, and that is loaded. */
function Figures<T>({ draw, faults, ...list }: FiguresProps<T>) {
  return draw && faults.length === 0 && <FirstPage {...list} draw={draw} />;
}

/** Reads the page that the table loads, and loads it no more often. */
function FirstPage<T>({ draw, ...list }: CursorList<T> & { draw: (page: Page<T> | undefined) => ReactNode }) {
  return draw(useRows({ ...list, isNeverStale: true }).first);
}

/** Clears the selection when a field, a link or the browser changes the filters: what is not shown must not be changed. */
function useSelectionOf(query: object, selection: { readonly rows: SelectedRows } | undefined): void {
  const selected = selection?.rows;
  const filtered = JSON.stringify(query);
  useLayoutEffect(() => selected?.clear(), [selected, filtered]);
}

interface BarProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T, string>[];
  readonly toolsFrom: number;
  readonly children: ReactNode;
}

/** The filters of a list, and what a user may choose of its looks. */
function Bar<T>({ label, columns, toolsFrom, children }: BarProps<T>) {
  return (
    <div className={classes['bar']}>
      {children}
      {columns.filter(({ is }) => is !== 'actions').length >= toolsFrom && (
        <TableTools label={label} columns={columns} />
      )}
    </div>
  );
}

/** Names an order of the address by which a list that can be sorted cannot. */
function sortFaults<T>({ sort, order }: FilterInput['search'], columns: readonly Column<T, string>[]): FilterFault[] {
  const isSort = sort === undefined || columns.some(({ sorts }) => sorts === sort);
  const isOrder = order === undefined || order === 'asc' || order === 'desc';
  return [
    ...(isSort ? [] : [{ name: 'sort', label: 'Sorted by', text: sort, fault: 'is not a column of this list' }]),
    ...(isOrder ? [] : [{ name: 'order', label: 'Order', text: order, fault: 'is neither “asc” nor “desc”' }]),
  ];
}

/** The order of the address, which holds any text. */
const sortingIn = <S extends string>(search: FilterInput['search'], sort: S) => ({
  sort: (search['sort'] ?? sort) as S,
  order: search['order'] === 'asc' ? ('asc' as const) : ('desc' as const),
});
