import type { Sms } from '@trunkline/client';

/** Messages of one direction, newest first, as far as they are loaded. */
export interface Feed {
  readonly items: readonly Sms[];
  readonly isComplete: boolean;
}

export interface Conversation {
  /** The other party: E.164, a short code or the name of a company. */
  readonly party: string;
  readonly latest: Sms;
}

/**
 * Returns the messages of two feeds in one list, newest first. It ends where one of them is not loaded yet: what is older would
 * have gaps.
 */
export function merged(feeds: readonly Feed[]): readonly Sms[] {
  const ends = feeds.flatMap(({ items, isComplete }) => (isComplete ? [] : [items.at(-1)?.created_at ?? Infinity]));
  const end = Math.max(0, ...ends);
  return feeds
    .flatMap(({ items }) => items.filter(({ created_at }) => created_at >= end))
    .sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

export const partyOf = ({ direction, from, to }: Sms): string => (direction === 'inbound' ? from : to);

/** Returns the other parties of messages that are newest first, each with its latest message. */
export function conversationsIn(messages: readonly Sms[]): readonly Conversation[] {
  const latest = new Map<string, Sms>();
  for (const message of messages) {
    const party = partyOf(message);
    if (!latest.has(party)) latest.set(party, message);
  }
  return [...latest].map(([party, message]) => ({ party, latest: message }));
}
