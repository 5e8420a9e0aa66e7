import type { Sms } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { useList } from '../../ui/tables/use-list';
import { type Feed, merged } from './conversations';

const PAGE_SIZE = 50;
/** Messages and receipts appear after at most this time, while the window is visible. */
export const POLL_MS = 5_000;

interface Between {
  /** The number of the account. */
  readonly own: string;
  /** The other party, or any. */
  readonly party?: string;
}

/** The messages of a number, or of a conversation, newest first. The API lists what was sent and what was received. */
export function useMessages({ own, party }: Between) {
  const sent = useMessagesOf({ from_number: own, ...(party !== undefined && { to_number: party }) });
  const received = useMessagesOf({ to_number: own, ...(party !== undefined && { from_number: party }) });
  const feeds = [sent, received];
  const unfinished = feeds.filter(({ hasNextPage }) => hasNextPage);
  return {
    messages: merged(feeds.map(feedOf)),
    isPending: feeds.some(({ isPending }) => isPending),
    error: feeds.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(feeds.map(({ refetch }) => refetch())),
    hasMore: unfinished.length > 0,
    isLoadingMore: feeds.some(({ isFetchingNextPage }) => isFetchingNextPage),
    loadMore: () => Promise.all(unfinished.map(({ fetchNextPage }) => fetchNextPage())),
  };
}

interface Parties {
  readonly from_number?: string;
  readonly to_number?: string;
}

function useMessagesOf(parties: Parties) {
  return useList<Sms>({
    queryKey: ['messages', parties],
    load: (cursor, signal) => trunkline.sms.list({ ...parties, limit: PAGE_SIZE, cursor }, { signal }),
    pollMs: POLL_MS,
  });
}

const feedOf = ({ data, hasNextPage }: ReturnType<typeof useMessagesOf>): Feed => ({
  items: data?.pages.flatMap(({ items }) => items) ?? [],
  isComplete: data !== undefined && !hasNextPage,
});
