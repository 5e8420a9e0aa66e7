import { useState, useSyncExternalStore } from 'react';
import { useAccount } from './account';

/** Redraw what shows a stored text, when it is stored. */
const watchers = new Set<() => void>();

function watch(onStore: () => void): () => void {
  watchers.add(onStore);
  return () => watchers.delete(onStore);
}

/** Returns null if nothing is stored, or if the browser denies storage, as some private windows do. */
function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Returns whether the browser has stored the text. Null removes it. */
function isStored(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/**
 * A preference of the user in this browser, for one account, as a text. The API stores no settings of users. A text that the
 * browser does not store is kept until the page is left.
 */
export function useStored(kind: 'views' | 'density' | 'columns', name: string) {
  const { id, user } = useAccount();
  const key = `trunkline-${kind}/${id}/${user?.id ?? ''}/${name}`;
  const stored = useSyncExternalStore(watch, () => storedText(key));
  const [refused, setRefused] = useState<string | null>(null);
  const store = (text: string | null): void => {
    setRefused(isStored(key, text) ? null : text);
    for (const onStore of watchers) onStore();
  };
  return { text: refused ?? stored, store, isRefused: refused !== null };
}
