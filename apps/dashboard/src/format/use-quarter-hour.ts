import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 900_000;
const CHECKED_MS = 20_000;

const listeners = new Set<() => void>();
let timer: number | undefined;

/** One timer serves every time of a page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    for (const each of listeners) each();
  }, CHECKED_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The current quarter of an hour in milliseconds. In every time zone, days begin and clocks change with one, so that what
 * depends on the day or the offset is drawn anew when that changes, and not each minute.
 */
export const useQuarterHour = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS);

/** The current minute in milliseconds, for how long ago something was. */
export const useMinute = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
