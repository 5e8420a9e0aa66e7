import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '@trunkline/client';

/** A list of the API, by its cursors. */
export interface List<T> {
  readonly queryKey: QueryKey;
  readonly load: (cursor: string | undefined, signal: AbortSignal) => PromiseLike<Page<T>>;
  /** Never loads again by itself, because the page keeps the rows up to date. */
  readonly isLive?: boolean;
  /** Loads again after this time, while the window is visible. */
  readonly pollMs?: number;
  /** Loads again after this time while a row asks for it. */
  readonly reload?: { readonly everyMs: number; readonly while: (row: T) => boolean };
}

export function useList<T>({ queryKey, load, isLive, pollMs, reload }: List<T>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    ...(isLive && { staleTime: Infinity }),
    refetchInterval: ({ state: { data } }) =>
      pollMs ?? (reload && data?.pages.some(({ items }) => items.some(reload.while)) ? reload.everyMs : false),
  });
}
