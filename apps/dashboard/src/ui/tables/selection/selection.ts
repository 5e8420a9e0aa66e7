import type { ReactNode } from 'react';
import type { SelectedRows } from './selected-rows';

/** What the user chooses of a list, and what can be done with it. */
export interface Selection<T> {
  readonly rows: SelectedRows;
  /** Names a row for the label of its box. */
  readonly nameOf: (row: T) => string;
  /** Draws the `BulkBar`. Its script belongs to the page, because few lists have one. */
  readonly bar: (matching: number | null) => ReactNode;
}
