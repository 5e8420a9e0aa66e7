/** Where a page ended: the value of its sort key and the id that breaks ties. Keyset, never an offset. */
export interface Keyset {
  readonly key: string | number;
  readonly id: string;
}

export interface PageRequest<Sort extends string = string> {
  readonly limit: number;
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  /** The last row that the caller has seen; null for the first page. */
  readonly after: Keyset | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Null when this page is the last. */
  readonly next: Keyset | null;
}

/** Cuts the one row read beyond `limit` off and says where the next page begins. */
export function pageOf<T>(rows: readonly T[], limit: number, keyset: (row: T) => Keyset): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? keyset(last) : null };
}
