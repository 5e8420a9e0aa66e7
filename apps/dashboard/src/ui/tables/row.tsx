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
  return { 'data-figure': isFigure(column) || undefined, 'data-optional': column.optional };
}

interface RowProps<T> extends CellProps<T> {
  readonly rowKey: string;
  readonly selected?: SelectedRows | undefined;
  /** Names the row for the label of its box. */
  readonly name?: string | undefined;
  /** Its place among all rows, where only some are in the document. */
  readonly index?: number;
  /** Receives the element, to measure it. */
  readonly measure?: (element: HTMLTableRowElement | null) => (() => void) | undefined;
}

function TableRow<T>({ columns, row, rowKey, selected, name = rowKey, index, measure }: RowProps<T>) {
  return (
    <tr
      className={classes['row']}
      // The heading is the first row.
      {...(index !== undefined && { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 })}
    >
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
