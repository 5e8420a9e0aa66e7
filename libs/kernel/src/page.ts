/** The end of a page: the last sort key and the id that breaks ties. Pages use keysets, never offsets. */
export interface Keyset {
  readonly key: string | number;
  readonly id: string;
}

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export interface PageRequest<Sort extends string = string> {
  readonly limit: number;
  readonly sort: Sort;
  readonly order: SortOrder;
  /** The last row of the previous page. Null for the first page. */
  readonly after: Keyset | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly next: Keyset | null;
}

/** Builds a page from up to `limit` + 1 rows. The extra row says that there is a next page. */
export function pageOf<T>(rows: readonly T[], limit: number, keyset: (row: T) => Keyset): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? keyset(last) : null };
}

/** The rows that one step of a deletion in the order of ids has read. */
export interface DeletedPage {
  /** The id after which the next page begins; null if there is nothing more to delete. */
  readonly lastId: string | null;
  readonly deleted: number;
}

/** Deletes page by page, in the order of ids. Returns how many rows were deleted. */
export async function deletedByPages(next: (afterId: string) => Promise<DeletedPage>): Promise<number> {
  let total = 0;
  for (let afterId: string | null = ''; afterId !== null; ) {
    const { lastId, deleted } = await next(afterId);
    total += deleted;
    afterId = lastId;
  }
  return total;
}
