import type { InfiniteData } from '@tanstack/react-query';
import type { AccountEvent, CallOptions, EventsListQuery, EventsStreamQuery, Page } from '@trunkline/client';
import { useEffect, useState } from 'react';
import { isSignedOut, queries, trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { useList } from '../../ui/tables/use-list';

const PAGE_SIZE = 50;
/** A longer list is loaded again, so that a busy account does not fill the memory of the browser. */
const ROWS_MAX = 500;
const ARRIVAL_MS = 250;
/** Before the oldest event. */
const BEGINNING = 'evt_0';

export type Connection = 'connecting' | 'live' | 'lost';

/** The list of events, which the page keeps up to date. */
export const EVENTS = {
  queryKey: ['events'],
  load: (query: EventsListQuery, options: CallOptions) =>
    trunkline.events.list({ ...query, limit: PAGE_SIZE }, options),
  isNeverStale: true,
} as const;

const keyOf = (filters: EventsStreamQuery) => [...EVENTS.queryKey, filters];

/** Adds new events to the list while it is followed. A list that was not followed for a time catches up first. */
export function useLiveEvents(filters: EventsStreamQuery, isFollowed: boolean) {
  const list = useList({
    queryKey: keyOf(filters),
    load: (cursor, signal) => EVENTS.load({ ...filters, cursor }, { signal }),
    isNeverStale: true,
  });
  const [connection, setConnection] = useState<Connection>('connecting');
  const [error, setError] = useState<Error | null>(null);
  const isLoaded = list.data !== undefined;
  useEffect(() => {
    if (!isFollowed || !isLoaded || error) return;
    const controller = new AbortController();
    const { signal } = controller;
    follow(filters, signal, setConnection).catch((reason: unknown) => {
      if (signal.aborted) return;
      if (isSignedOut(reason)) void refresh('account');
      setError(reason instanceof Error ? reason : new Error('The stream ended.'));
    });
    return () => {
      controller.abort();
      setConnection('connecting');
    };
  }, [filters, isFollowed, isLoaded, error]);
  const retry = (): void => {
    setError(null);
    // An event that has expired meanwhile cannot be continued from.
    void queries.resetQueries({ queryKey: ['events'] });
  };
  return { connection, error, retry };
}

async function follow(filters: EventsStreamQuery, signal: AbortSignal, onChange: (connection: Connection) => void) {
  const arrivals = new Arrivals(filters, signal);
  const stream = trunkline.events.stream(filters, {
    signal,
    lastEventId: arrivals.newest ?? BEGINNING,
    onConnect: () => onChange('live'),
    onDisconnect: () => onChange('lost'),
  });
  for await (const { data } of stream) arrivals.add(data);
}

type Loaded = InfiniteData<Page<AccountEvent>>;

/** Puts events at the head of a list. */
class Arrivals {
  private readonly queryKey;
  private waiting: AccountEvent[] = [];
  private timer: number | undefined;

  constructor(
    filters: EventsStreamQuery,
    private readonly signal: AbortSignal,
  ) {
    this.queryKey = keyOf(filters);
  }

  get newest(): string | undefined {
    return queries.getQueryData<Loaded>(this.queryKey)?.pages.flatMap(({ items }) => items)[0]?.id;
  }

  add(event: AccountEvent): void {
    this.waiting.unshift(event);
    this.timer ??= window.setTimeout(() => this.arrive(), ARRIVAL_MS);
  }

  private arrive(): void {
    this.timer = undefined;
    // What did not arrive is sent again when the list is followed again.
    if (this.signal.aborted) return;
    // The result of a fetch would overwrite it.
    if (queries.isFetching({ queryKey: this.queryKey }) > 0) {
      this.timer = window.setTimeout(() => this.arrive(), ARRIVAL_MS);
      return;
    }
    const loaded = queries.setQueryData<Loaded>(this.queryKey, (before) => before && withEvents(before, this.waiting));
    this.waiting = [];
    if ((loaded?.pages[0]?.items.length ?? 0) > ROWS_MAX) void queries.resetQueries({ queryKey: this.queryKey });
  }
}

function withEvents(loaded: Loaded, events: readonly AccountEvent[]): Loaded {
  const known = new Set(loaded.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const added = events.filter(({ id }) => !known.has(id));
  const pages = loaded.pages.map((page, index) => (index === 0 ? { ...page, items: [...added, ...page.items] } : page));
  return { ...loaded, pages };
}
