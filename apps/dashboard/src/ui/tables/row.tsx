import { Skeleton } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import classes from './data-table.module.css';
import { type Column, isFigure, isNothing, placesOf } from './columns';
import { RowBox } from './selection/row-box';
import type { SelectedRows } from './selection/selected-rows';

interface CellProps<T> {
  readonly columns: readonly Column<T, string>[];
  readonly row: T;
}

/** The cells of a row: side by side, or on a phone the lines of a card. */
export function Cells<T>({ columns, row }: CellProps<T>) {
  const places = placesOf(columns);
  return columns.map((column, index) => {
    const { title, cell, optional } = column;
    const value = cell(row);
    return (
      <td
        key={title}
        data-at={places[index]}
        data-l={title}
        data-figure={isFigure(column) || undefined}
        data-optional={optional}
        data-nothing={isNothing(value) || undefined}
        className={classes['cell']}
      >
        {value}
      </td>
    );
  });
}

/** The headings of the columns. A table that sorts draws its own content of a heading. */
export function headingProps<T>(column: Column<T, string>) {
  const { is, optional } = column;
  return {
    'data-figure': isFigure(column) || undefined,
    'data-actions': is === 'actions' || undefined,
    'data-optional': optional,
  };
}

/** Where a row stands among all, when only some are in the document. */
export interface Place {
  readonly at: number;
  /** Receives the element, to measure it. */
  readonly measure: (element: HTMLTableRowElement | null) => (() => void) | undefined;
}

// The heading of the table is its first row.
const placed = ({ at, measure }: Partial<Place>) =>
  at !== undefined && { ref: measure, 'data-index': at, 'aria-rowindex': at + 2 };

interface RowProps<T> extends CellProps<T>, Partial<Place> {
  readonly rowKey: string;
  readonly selected?: SelectedRows | undefined;
  /** Names the row for the label of its box. */
  readonly name?: string | undefined;
}

function TableRow<T>({ columns, row, rowKey, selected, name = rowKey, ...place }: RowProps<T>) {
  return (
    <tr className={classes['row']} {...placed(place)}>
      {selected && (
        <td className={classes['select']}>
          <RowBox rows={selected} rowKey={rowKey} name={name} />
        </td>
      )}
      <Cells columns={columns} row={row} />
    </tr>
  );
}

/** Is not drawn again while rows are added to it: a list may have thousands. */
export const Row = memo(TableRow) as typeof TableRow;

interface GroupProps extends Partial<Place> {
  readonly heading: string;
  readonly columnCount: number;
}

/** Names the rows below it, and stays below the head of the table while they are in view. */
export function GroupRow({ heading, columnCount, ...place }: GroupProps) {
  return (
    <tr className={classes['group']} {...placed(place)}>
      <th scope="rowgroup" colSpan={columnCount}>
        {heading}
      </th>
    </tr>
  );
}

interface SkeletonProps {
  readonly columnCount: number;
  readonly rowCount?: number | undefined;
}

/** Rows that are not loaded yet, in the height of those that come. */
export function SkeletonRows({ columnCount, rowCount = 8 }: SkeletonProps): ReactNode {
  return Array.from({ length: rowCount }, (_row, index) => (
    <tr key={index} className={classes['waiting']}>
      {Array.from({ length: columnCount }, (_column, at) => (
        <td key={at}>
          <Skeleton h={14} />
        </td>
      ))}
    </tr>
  ));
}
