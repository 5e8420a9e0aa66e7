import { useSyncExternalStore } from 'react';

/** The switch ends a call within seconds. A call that goes on for longer can be hung up again. */
const ENDING_MS = 20_000;

const ending = new Set<string>();
const listeners = new Set<() => void>();

const notify = (): void => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks a call that was hung up, which the API lists until the switch has ended it. */
export function markEnding(callId: string): void {
  ending.add(callId);
  notify();
  window.setTimeout(() => {
    ending.delete(callId);
    notify();
  }, ENDING_MS);
}

/** Returns whether the call was hung up a moment ago. */
export const useEnding = (callId: string): boolean => useSyncExternalStore(subscribe, () => ending.has(callId));
