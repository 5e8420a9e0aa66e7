import { isTrunklineError, type Page } from '@trunkline/client';

/** Returns the rows as a list that has no others. */
export const listOf = <T>(items: readonly T[]): Page<T> => ({ items, next_cursor: null });

/** Returns the list of the row that is asked for, or of none. */
export async function found<T>(row: PromiseLike<T>): Promise<Page<T>> {
  try {
    return listOf([await row]);
  } catch (error) {
    if (isTrunklineError(error, 'not_found')) return listOf([]);
    throw error;
  }
}

/** The most that the API lists at once. */
export const ROWS_MAX = 100;

/** Looks for the row with an ID in a list of which the API returns no single row. */
export async function among<T extends { readonly id: string }>(rows: AsyncIterable<T>, id: string): Promise<Page<T>> {
  for await (const row of rows) if (row.id === id) return listOf([row]);
  return listOf([]);
}

const TIME_DIGITS = 9;
/** The time of a row and that of its ID may be taken one after the other. */
const MARGIN_S = 60;

/** Returns a time in which the resource of an ID was created: an ID begins with its millisecond. */
export function timeAround(id: string): { readonly from: number; readonly to: number } {
  const start = id.indexOf('_') + 1;
  const ms = Number.parseInt(id.slice(start, start + TIME_DIGITS), 36) || 0;
  const second = Math.floor(ms / 1000);
  return { from: Math.max(0, second - MARGIN_S), to: second + MARGIN_S };
}
