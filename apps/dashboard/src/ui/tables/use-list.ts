import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '@trunkline/client';
import { useMemo } from 'react';

/** When a list loads again by itself. */
export interface Reloading<T> {
  /** Never by age: the page itself keeps the rows up to date, or the user has paused the list. */
  readonly isNeverStale?: boolean;
  /** After this time, while the window is visible. */
  readonly pollMs?: number;
  /** After this time, while a row asks for it. */
  readonly reload?: { readonly everyMs: number; readonly while: (row: T) => boolean };
}

/** A list of the API, by its cursors. */
export interface CursorList<T> extends Reloading<T> {
  readonly queryKey: QueryKey;
  readonly load: (cursor: string | undefined, signal: AbortSignal) => PromiseLike<Page<T>>;
}

export function useList<T>({ queryKey, load, isNeverStale, pollMs, reload }: CursorList<T>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    ...(isNeverStale && { staleTime: Infinity }),
    refetchInterval: ({ state: { data } }) =>
      pollMs ?? (reload && data?.pages.some(({ items }) => items.some(reload.while)) ? reload.everyMs : false),
  });
}

/** The list with the rows of all its loaded pages. */
export function useRows<T>(list: CursorList<T>) {
  const query = useList(list);
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  return { query, first: pages?.[0], rows };
}
